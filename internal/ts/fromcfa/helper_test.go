package fromcfa_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/testing/explore"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
)

const programPrelude = `// property: unreach-call
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
`

// program is one with a violation that a careless translation loses.
type program struct{ name, src string }

// reachEach wants the violation of each program to be reached. It may be taken as not supported instead.
func reachEach(t *testing.T, programs []program) {
	t.Helper()
	for _, tt := range programs {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(programPrelude+tt.src), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, opt := range []fromcfa.Options{{}, {KeepWaits: true},
				{KeepGoals: true, KeepInstructions: true, KeepLocations: true, KeepWidths: true}} {
				tr, _, err := translate(t, file, opt)
				if err != nil {
					t.Fatal(err)
				}
				s := tr.System
				e, err := explore.All(context.Background(), s, explore.Options{})
				if err != nil {
					t.Fatal(err)
				}
				reached := false
				for g := range s.Goals {
					reached = reached || s.Goals[g].Kind != ts.Invalid && e.Reached[g] >= 0
				}
				if !reached {
					t.Errorf("%+v: neither the violation nor what is not supported is reached", opt)
				}
			}
		})
	}
}
