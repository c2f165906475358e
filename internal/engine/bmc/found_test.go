package bmc_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

const foundPrelude = `#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
`

// found are programs whose violation was once overlooked. May says that
// "unknown" is right too.
var found = []struct {
	name, src string
	may       bool
}{
	{name: "a way into the middle of a loop is no iteration", src: `
int a, b, g;
int main(void) {
  if (__VERIFIER_nondet_int()) ; else { g = 1; goto mid; }
  while (1) { if (g) reach_error(); if (a) break;
 mid: if (b) break; }
}`},
	{name: "a forgotten place of which a part is written by one thread only", src: `
char buf[16];
void *w(void *x) { buf[9] = 7; return 0; }
int main(void) { pthread_t t; *(int *)(buf + 6) = 0x01010101; pthread_create(&t, 0, w, 0);
  if (buf[6] == 1) reach_error(); }`},
	{name: "the section that starts a thread goes on writing", src: `
int g;
void *w(void *x) { if (g == 1) reach_error(); return 0; }
int main(void) { pthread_t t; g = 5;
  __VERIFIER_atomic_begin(); pthread_create(&t, 0, w, 0); g = 1; __VERIFIER_atomic_end();
  pthread_join(t, 0); }`},
	{name: "initial content at places that are not aligned", src: `
struct __attribute__((packed)) P { short a; int b; short c; } arr[2] = {{0, 1, 0}, {0, 1, 0}};
int main(void) { if (arr[__VERIFIER_nondet_int() & 1].b == 1) reach_error(); }`},
	{name: "undefined content at places that are not aligned", src: `
struct __attribute__((packed)) P { short a; int b; short c; };
int main(void) { struct P *arr = malloc(2 * sizeof *arr); if (arr[__VERIFIER_nondet_int() & 1].b == 1) reach_error(); }`},
	{name: "a pointer in two halves", may: true, src: `
unsigned lo, hi; int ready;
void *w(void *x) { if (ready) *(int *)((unsigned long)lo | (unsigned long)hi << 32) = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
  int *h = malloc(4); *h = 0;
  unsigned long v = (unsigned long)h; lo = v; hi = v >> 32; ready = 1;
  if (*h == 1) reach_error(); }`},
	{name: "a function with fewer parameters in a table", src: `
int a() { reach_error(); return 0; }
int b(int x) { return 0; }
int (*tab[2])(int) = {(int (*)(int))a, b};
int main(void) { tab[__VERIFIER_nondet_int() & 1](3); }`},
	{name: "a thread with fewer parameters in a table", src: `
void *a(void) { reach_error(); return 0; }
void *b(void *x) { return 0; }
void *(*tab[2])(void *) = {(void *(*)(void *))a, b};
int main(void) { pthread_t t; pthread_create(&t, 0, tab[__VERIFIER_nondet_int() & 1], 0); pthread_join(t, 0); }`},
	{name: "the initial thread is joined", src: `
pthread_t m; int g;
void *w(void *x) { pthread_join(m, 0); if (g == 1) reach_error(); return 0; }
int main(void) { pthread_t t; m = pthread_self(); pthread_create(&t, 0, w, 0); g = 1; pthread_exit(0); }`},
	{name: "an iteration that ends one section and begins another", may: true, src: `
int x;
void *w(void *p) { x = 1; return 0; }
int main(void) { pthread_t t; int a, b; pthread_create(&t, 0, w, 0);
  __VERIFIER_atomic_begin(); a = x;
  while (__VERIFIER_nondet_int()) { __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); }
  b = x; __VERIFIER_atomic_end(); if (a != b) reach_error(); }`},
	{name: "a jump over a declaration", src: `
int main(void) { if (__VERIFIER_nondet_int()) goto on; int x; x = 5;
on: if (x != 5) reach_error(); }`},
	{name: "a declaration before the first case", src: `
int main(void) { switch (__VERIFIER_nondet_int()) { int x; case 1: x = 5; case 2: if (x != 5) reach_error(); } }`},
	{name: "the constant address of another thread's object", may: true, src: `
#define KEY 0x5555555500000000ul
void *w(void *x) { *(int *)((unsigned long)x ^ KEY) = 1; return 0; }
int main(void) { pthread_t t; int *h = malloc(4); *h = 0;
  pthread_create(&t, 0, w, (void *)((unsigned long)h ^ KEY)); if (*h == 1) reach_error(); }`},
	{name: "a thread that starts behind a join", src: `
int g;
void *a(void *x) { g = 1; return 0; }
void *b(void *x) { if (g == 1) reach_error(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); pthread_join(t, 0); pthread_create(&t, 0, b, 0); pthread_join(t, 0); }`},
}

// TestFreedByAnother checks that a read of a place that its own thread alone
// writes is none of an object that another thread has freed.
func TestFreedByAnother(t *testing.T) {
	p, err := loadC(foundPrelude+`
int *h;
void *w(void *x) { free(h); return 0; }
int main(void) { pthread_t t; int *p = malloc(4); *p = 1; h = p;
  pthread_create(&t, 0, w, 0); pthread_join(t, 0); if (*p == 1) reach_error(); }`, c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	res, err := bmc.New(bmc.Config{}).Check(context.Background(), engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict.Kind == property.False {
		t.Error("violated, but every execution ends at the invalid read")
	}
}

// TestFound checks that each violation is found, as lowered and after the
// passes, and that its trace replays.
func TestFound(t *testing.T) {
	ctx := context.Background()
	for _, tt := range found {
		t.Run(tt.name, func(t *testing.T) {
			lowered, err := loadC(foundPrelude+tt.src, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			passed := simplify(t, lowered)
			for _, p := range []*engine.Task{{Program: lowered}, {Program: passed}} {
				for _, cfg := range eventConfigurations() {
					res, err := cfg.check(ctx, engine.Task{Program: p.Program, Property: property.UnreachCall, MaxUnwind: 4})
					switch {
					case err != nil:
						t.Errorf("%s: %v", cfg.name, err)
					case res.Verdict.Kind == property.False:
						if _, err := interp.Replay(ctx, lowered, res.Trace); err != nil {
							t.Errorf("%s: the trace does not replay: %v", cfg.name, err)
						}
					case res.Verdict.Kind == property.True || !tt.may:
						t.Errorf("%s: %s (%s), want a violation", cfg.name, res.Verdict, res.Why)
					}
				}
			}
		})
	}
}

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
		fmt.Fprintf(&src, "if (n == %d && g == %d) { s = %d; __VERIFIER_atomic_end(); return %d; }\n", 3*i, i%3, i, i)
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
	res, err := bmc.New(bmc.Config{}).Check(context.Background(), engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict.Kind != property.True {
		t.Errorf("%s (%s), want true", res.Verdict, res.Why)
	}
}

// TestDistanceOfFunctions checks that there is no proof where a function is
// called by an address that was computed from that of another.
func TestDistanceOfFunctions(t *testing.T) {
	p, err := loadC(foundPrelude+`
void f(void) {}
void h(void) { reach_error(); }
int main(void) { unsigned long d = (unsigned long)h - (unsigned long)f;
  void (*p)(void) = (void (*)(void))((unsigned long)f + (__VERIFIER_nondet_int() ? d : 0)); p(); }`, c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	res, err := bmc.New(bmc.Config{}).Check(context.Background(), engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict.Kind == property.True {
		t.Errorf("%s (%s), but h can be called", res.Verdict, res.Why)
	}
}
