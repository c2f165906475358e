package main

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"whittle.dev/internal/cluster/serve"
)

// serving starts a coordinator, perhaps with a token, whose address is in $SERVER until the script ends.
func serving(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: serving [TOKEN-FILE]")
	}
	o := serve.Options{Listen: "127.0.0.1:0", Store: ts.MkAbs("store")}
	if len(args) > 0 {
		o.Creds = ts.MkAbs(args[0])
	}
	s, err := serve.Start(o)
	ts.Check(err)
	ts.Defer(s.Stop)
	ts.Setenv("SERVER", s.URL())
}

// TestAboutProgram says what of the arguments of a job whittle run takes.
func TestAboutProgram(t *testing.T) {
	got := aboutProgram(strings.Fields("--engine ceds --unwind 3 -D X=1 -D Y --strict --entry f"))
	want := "--define=X=1 --define=Y --strict=true --entry=f"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s, not %s", s, want)
	}
}

// TestAllowed says which arguments a worker takes.
func TestAllowed(t *testing.T) {
	for args, good := range map[string]bool{
		"":                                     true,
		"--engine ceds --no-symmetry":          true,
		"--unwind=8 --set ceds.max-states=100": true,
		"--may-fail --strict":                  true,
		"-D X=1":                               true,
		"--assist=NAME":                        true,
		"--report x.html":                      false,
		"--witness=w.yml":                      false,
		"--record x.json":                      false,
		"--cc sh":                              false,
		"--cc-flags=-fplugin=x":                false,
		"--certify=z3":                         false,
		"--cache-dir x":                        false,
		"--replay-harness=x.c":                 false,
		"-I /etc":                              false,
		"--include x.h":                        false,
		"--json":                               false,
		"--help":                               false,
		"other.c":                              false,
		"-- other.c":                           false,
		"--no-such-flag":                       false,
	} {
		if err := allowed(strings.Fields(args)); (err == nil) != good {
			t.Errorf("%q: %v", args, err)
		}
	}
}
