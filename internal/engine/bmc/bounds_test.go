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
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/passes"
)

// bounded are programs whose loops, recursions and spawns need bounds of different size.
var bounded = []struct {
	name, src string
	unwind    int
	want      property.Kind
	bound     int    // the greatest at the end
	why       string // part of the reason, if unknown
}{
	{name: "one loop is long", want: property.False, bound: 64, src: `
int g, h;
void *w(void *x) { for (int i = 0; i < 40; i++) { g++; if (__VERIFIER_nondet_int()) break; } return 0; }
void *r(void *x) { int n = 0; while (n < 2 && g < 2) { h = g; n++; } return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, r, 0);
  int last = __VERIFIER_nondet_int() & 1;
  for (int k = 0; k < last; k++) h = 2;
  if (g == 38 && h == 2) reach_error(); }`},
	{name: "the same without the violation", want: property.True, bound: 64, src: `
int g, h;
void *w(void *x) { for (int i = 0; i < 40; i++) { g++; if (__VERIFIER_nondet_int()) break; } return 0; }
void *r(void *x) { int n = 0; while (n < 2 && g < 2) { h = g; n++; } return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, r, 0);
  int last = __VERIFIER_nondet_int() & 1;
  for (int k = 0; k < last; k++) h = 2;
  if (g == 41) reach_error(); }`},
	{name: "a loop that gets long late", want: property.False, bound: 32, src: `
int main(void) { int g = 0, n = 0;
  while (g < 20 && __VERIFIER_nondet_int()) { g++;
    n = 0; while (n < (g == 20 ? 10 : 1) && __VERIFIER_nondet_int()) n++; }
  if (n == 9) reach_error(); }`},
	{name: "a loop behind another", want: property.False, bound: 16, src: `
int main(void) { int g = 0, n = 0;
  while (g < 12 && __VERIFIER_nondet_int()) g++;
  while (n < g && __VERIFIER_nondet_int()) n++;
  if (n == 12) reach_error(); }`},
	{name: "nested loops", want: property.False, bound: 16, src: `
int main(void) { int s = 0, a = __VERIFIER_nondet_int() & 1;
  for (int i = 0; i < 12 && __VERIFIER_nondet_int(); i++) for (int j = 0; j < a; j++) s++;
  if (s == 11) reach_error(); }`},
	{name: "nested loops, no violation", want: property.True, bound: 16, src: `
int main(void) { int s = 0, a = __VERIFIER_nondet_int() & 1;
  for (int i = 0; i < 12 && __VERIFIER_nondet_int(); i++) for (int j = 0; j < a; j++) s++;
  if (s == 13) reach_error(); }`},
	{name: "recursion in a loop", want: property.False, bound: 16, src: `
int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
int main(void) { int s = 0, a = __VERIFIER_nondet_int() & 3;
  for (int i = 0; i < 9 && __VERIFIER_nondet_int(); i++) s += f(a);
  if (s == 27) reach_error(); }`},
	{name: "a loop in a recursion", want: property.False, bound: 8, src: `
int f(int n) { int s = 0, a = __VERIFIER_nondet_int() & 1; for (int i = 0; i < a; i++) s++; return n <= 0 ? s : s + f(n - 1); }
int main(void) { if (f(__VERIFIER_nondet_int() & 7) == 8) reach_error(); }`},
	{name: "threads from loops", want: property.False, bound: 4, src: `
int g;
void *w(void *x) { __VERIFIER_atomic_begin(); g++; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t; int a = __VERIFIER_nondet_int() & 3;
  for (int i = 0; i < a; i++) pthread_create(&t, 0, w, 0);
  if (g == 3) reach_error(); }`},
	{name: "threads with loops from a loop", want: property.False, bound: 8, src: `
int g;
void *w(void *x) { for (int i = 0; i < 6 && __VERIFIER_nondet_int(); i++) { __VERIFIER_atomic_begin(); g++; __VERIFIER_atomic_end(); } return 0; }
int main(void) { pthread_t t; int a = __VERIFIER_nondet_int() & 1;
  for (int i = 0; i <= a; i++) pthread_create(&t, 0, w, 0);
  if (g == 12) reach_error(); }`},
	{name: "a last bound for all", unwind: 6, want: property.Unknown, bound: 6, why: "the bound 6 on loops",
		src: `
int main(void) { int g = 0, n = 0;
  while (g < 20 && __VERIFIER_nondet_int()) { g++;
    n = 0; while (n < (g > 4 ? 10 : 1) && __VERIFIER_nondet_int()) n++; }
  if (n == 7) reach_error(); }`},
	{name: "a last bound that is enough", unwind: 6, want: property.False, bound: 6, src: `
int main(void) { int g = 0, n = 0;
  while (g < 20 && __VERIFIER_nondet_int()) { g++;
    n = 0; while (n < (g > 4 ? 10 : 1) && __VERIFIER_nondet_int()) n++; }
  if (n == 5) reach_error(); }`},
}

// TestBounds checks programs with loops of different length, with one bound for all and with one for each.
func TestBounds(t *testing.T) {
	for _, test := range bounded {
		t.Run(test.name, func(t *testing.T) {
			p, err := loadC(foundPrelude+test.src, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			if p, err = passes.All().Run(ctx, p, pass.Options{}); err != nil {
				t.Fatal(err)
			}
			p.Terms.Freeze()
			for _, cfg := range []bmc.Config{{}, {NoLoopBounds: true}, {NoValues: true, NoIntervals: true}} {
				name := fmt.Sprintf("one bound %v, values %v", cfg.NoLoopBounds, !cfg.NoValues)
				res, err := bmc.New(cfg).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall,
					MaxUnwind: test.unwind})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if res.Verdict.Kind != test.want || !strings.Contains(res.Why, test.why) {
					t.Errorf("%s: %s (%s), want %v %s", name, res.Verdict, res.Why, test.want, test.why)
				}
				if res.Verdict.Kind == property.False {
					if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
						t.Errorf("%s: the trace does not replay: %v", name, err)
					}
				}
				// Values may tell more at once, at a smaller bound.
				for _, s := range res.Stats {
					if s.Name == "loop bound" && cfg.NoValues && int(s.Value) != test.bound {
						t.Errorf("%s: ended at bound %v, want %d", name, s.Value, test.bound)
					}
				}
			}
		})
	}
}

// TestFixedBound checks that the search ends where nothing but a bound that cannot grow is reached.
func TestFixedBound(t *testing.T) {
	p, err := loadC(foundPrelude+`
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) { int g = 0; char b[__VERIFIER_nondet_ulong()];
  while (g < 3 && __VERIFIER_nondet_int()) g++;
  if (g == 4) reach_error(); }`, c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	res, err := bmc.New(bmc.Config{NoIntervals: true}).Check(context.Background(),
		engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if want := "the bound on the size of an allocated object"; res.Verdict.Kind != property.Unknown ||
		!strings.HasPrefix(res.Why, want) {
		t.Errorf("%s (%s), want unknown, %s", res.Verdict, res.Why, want)
	}
}
