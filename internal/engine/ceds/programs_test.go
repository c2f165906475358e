package ceds_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
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

// loaded compiles a program, which must have no errors.
func loaded(tb testing.TB, cfg c.Config) *cfa.Program {
	tb.Helper()
	p, diags, err := c.Load(context.Background(), cfg)
	if err == nil && diags != nil && diags.HasErrors() {
		err = diags.Err()
	}
	if err == nil {
		err = cfa.Check(p)
	}
	if err != nil {
		tb.Fatal(err)
	}
	p.Terms.Freeze()
	return p
}

func compile(t *testing.T, text string) *cfa.Program {
	t.Helper()
	return loaded(t, c.Config{Files: []string{"case.c"}, Property: property.UnreachCall,
		Read: func(string) ([]byte, error) { return []byte(text), nil }})
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
