package ceds_test

import (
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/testing/traps"
)

const prelude = `#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define U __VERIFIER_nondet_uchar()
#define PAUSE for (int i = 0; i < 2; i++) if (U) y ^= 1;
int x, y, z;
pthread_t t, u;
`

func compile(t *testing.T, text string) *cfa.Program {
	t.Helper()
	return compiled.Program(t, compiled.File("case.c", text))
}

// someTraps are those traps of the repository that are about states and their data.
func someTraps(t *testing.T) []traps.Trap {
	t.Helper()
	all, err := traps.Read("../../../testdata/traps")
	if err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(tr traps.Trap) bool {
		topic, _, _ := strings.Cut(tr.Name, "/")
		return !slices.Contains([]string{"silent_steps", "symbolic_data", "data_in_memory", "who_reads"},
			topic)
	})
	return testflag.Some(all, 30)
}
