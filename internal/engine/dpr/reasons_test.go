package dpr_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// TestReasons: programs for which a careless reason would be wrong, with every learning and every order.
func TestReasons(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("testdata", "reasons.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	const head = "#define C __VERIFIER_nondet_int()\n#define N __VERIFIER_nondet_int()\n" +
		"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
	for _, f := range a.Files {
		want, _, _ := strings.Cut(strings.TrimPrefix(string(f.Data), "// "), ":")
		p := load(t, head+string(f.Data))
		for name, cfg := range configurations() {
			task := engine.Task{Program: p, Property: property.UnreachCall}
			res, err := dpr.New(cfg).Check(t.Context(), task)
			if err != nil || res.Verdict.Kind.String() != want {
				t.Errorf("%s, %s: %v (%s), %v, want %s", f.Name, name, res.Verdict, res.Why, err, want)
			}
			if res.Trace == nil {
				continue
			}
			if _, err := interp.Replay(t.Context(), p, res.Trace); err != nil {
				t.Errorf("%s, %s: the trace does not replay: %v", f.Name, name, err)
			}
		}
	}
}
