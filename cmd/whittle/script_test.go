package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"whittle": main})
}

// TestScript runs the scripts that are the executable description of the command line. In them, "exits CODE
// whittle ..." runs whittle and wants that exit code, and "verdict WORD" wants that last line of the output.
func TestScript(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examples)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":   exits,
			"verdict": verdict,
			"random":  random,
			"pigeons": pigeons,
			"damage":  damage,
			"journal": journal,
			"serving": serving,
		},
	})
}

// exits runs a program and wants an exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		code, ok := exitStatus(err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = code
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// verdict wants a last line of the standard output.
func verdict(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: verdict word")
	}
	if got := lastLine(ts.ReadFile("stdout")); got != args[0] {
		ts.Fatalf("the last line is %q, want %q", got, args[0])
	}
}

// random makes a file of so many bytes of noise, the same each time.
func random(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: random file size")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	noise := make([]byte, n)
	x := uint64(0x9e3779b97f4a7c15)
	for i := range noise {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		noise[i] = byte(x >> 32)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), noise, 0o644))
}
