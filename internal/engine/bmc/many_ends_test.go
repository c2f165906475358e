package bmc_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

const foundPrelude = `#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
`

// threadPrelude begins programs that need little of their own.
const threadPrelude = foundPrelude + `extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t t, u;
`

// TestSectionOfManyEnds checks that a section with more ends than a
// disjunction of guards compares takes place only if it reaches one.
func TestSectionOfManyEnds(t *testing.T) {
	var src strings.Builder
	src.WriteString(foundPrelude + `
int g, s;
void *w(void *x) { for (int i = 0; i < 2; i++) g++; return 0; }
int f(int n) { __VERIFIER_atomic_begin();
`)
	for i := 1; i <= 30; i++ {
		fmt.Fprintf(&src, "if (n == %d && g == %d) { s = %d; __VERIFIER_atomic_end(); return %d; }\n", 3*i,
			i%3, i, i)
	}
	src.WriteString(`while (1) if (g == 9) break;
  __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); int n = __VERIFIER_nondet_int(); int r = f(n);
  if (r == 0) reach_error(); if (r != s) reach_error(); }`)
	p, err := loadC(src.String(), c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	res, err := bmc.New(bmc.Config{}).Check(context.Background(),
		engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict.Kind != property.True {
		t.Errorf("%s (%s), want true", res.Verdict, res.Why)
	}
}
