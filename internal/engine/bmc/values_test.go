package bmc_test

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// valueTraps are programs about which careless bounds on values are wrong.
var valueTraps = []trap{
	{name: "increments are lost, not won", src: `
void *a(void *p) { int k = x; x = k + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); if (x > 2) reach_error(); pthread_exit(0); }`},
	{name: "all increments count", violated: true, src: `
void *a(void *p) { int k = x; x = k + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); if (x == 2) reach_error(); pthread_exit(0); }`},
	{name: "the greatest base", violated: true, src: `
void *a(void *p) { int k = x; x = k + 1; return 0; }
void *b(void *p) { x = 5; return 0; }` + `
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (x == 6) reach_error(); pthread_exit(0); }`},
	{name: "a base between increments", violated: true, src: `
void *a(void *p) { x++; x = 3; x++; return 0; }
void *b(void *p) { x++; return 0; }` + `
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (x == 5) reach_error(); pthread_exit(0); }`},
	{name: "wrap-around", violated: true, src: `
unsigned char q = 254;
void *a(void *p) { q++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); q++; pthread_join(t, 0); if (q == 0) reach_error(); }`},
	{name: "wrap-around of signed numbers", violated: true, src: `
signed char q = 126;
void *a(void *p) { q++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); q++; pthread_join(t, 0); if (q == -128) reach_error(); }`},
	{name: "below zero", violated: true, src: `
unsigned q = 1;
void *a(void *p) { q--; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); q--; pthread_join(t, 0); if (q > 1) reach_error(); }`},
	{name: "two take the last one", violated: true, src: `
int q = 1;
void *a(void *p) { if (q > 0) q--; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (q > 0) q--; pthread_join(t, 0); if (q < 0) reach_error(); }`},
	{name: "two take the last one of a read", src: `
int q = 1;
void *a(void *p) { int k = q; if (k > 0) q = k - 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); int k = q; if (k > 0) q = k - 1; pthread_join(t, 0); if (q < 0) reach_error(); }`},
	{name: "what was tested is not what is written", violated: true, src: `
int q = 1;
void *a(void *p) { int k = q; q = 0; if (k > 0) q = q - 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); if (q < 0) reach_error(); }`},
	{name: "the sum of another place", violated: true, src: `
void *a(void *p) { x = y + 1; return 0; }
void *b(void *p) { y = x + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); if (x == 2) reach_error(); }`},
	{name: "around through a second place", violated: true, src: `
void *a(void *p) { x = y + 1; y = x + 1; return 0; }
void *b(void *p) { x = y + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); if (x == 3) reach_error(); }`},
	{name: "around through a second place, at most", src: `
void *a(void *p) { x = y + 1; y = x + 1; return 0; }
void *b(void *p) { x = y + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); if (x > 3) reach_error(); }`},
	{name: "doubled", violated: true, src: `
int q = 1;
void *a(void *p) { q = q + q; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); q = q + q; pthread_join(t, 0); if (q == 4) reach_error(); }`},
	{name: "a read before another write", violated: true, src: `
void *a(void *p) { int k = x; x = 10; x = k + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); int k = x; x = k + 1; pthread_join(t, 0); if (x == 11) reach_error(); }`},
	{name: "one read, two sums", violated: true, src: `
void *a(void *p) { int k = x; x = k + 1; x = k + 4; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); x++; pthread_join(t, 0); if (x == 5) reach_error(); }`},
	{name: "one read, two sums, at most", src: `
void *a(void *p) { int k = x; x = k + 1; x = k + 4; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); x++; pthread_join(t, 0); if (x > 5) reach_error(); }`},
	{name: "a read on one of two ways", violated: true, src: `
void *a(void *p) { int k = 7; if (y) k = x; x = k + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); if (x == 8) reach_error(); }`},
	{name: "a section that fails half-way", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); x++; __VERIFIER_assume(y == 1); x = 9; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (x != 0) reach_error(); pthread_exit(0); }`},
	{name: "a section that increments twice", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); x++; x++; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); x++; pthread_join(t, 0); if (x == 3) reach_error(); }`},
	{name: "a section that increments twice, at most", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); x++; x++; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); x++; pthread_join(t, 0); if (x > 3) reach_error(); }`},
	{name: "bytes of a word", violated: true, src: `
union { unsigned word; unsigned char byte[4]; } q;
void *a(void *p) { q.byte[1]++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); q.word++; pthread_join(t, 0); if (q.word == 257) reach_error(); }`},
	{name: "through a pointer", violated: true, src: `
int *q = &y;
void *a(void *p) { (*q)++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); q = &x; x++; pthread_join(t, 0); if (x == 2) reach_error(); }`},
	{name: "an element at an unknown index", violated: true, src: `
int q[2];
void *a(void *p) { q[__VERIFIER_nondet_bool()] = q[1] + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); q[1]++; pthread_join(t, 0); if (q[1] == 2 || q[0] == 2) reach_error(); }`},
	{name: "objects that are freed", violated: true, src: `
int *q;
void *a(void *p) { free(q); return 0; }
int main(void) { q = malloc(4); *q = 1; *q = *q + 1; int k = *q; pthread_create(&t, 0, a, 0); pthread_join(t, 0); q = malloc(4); *q = k + 1;
  if (*q == 3) reach_error(); }`},
	{name: "an exit value", violated: true, src: `
void *a(void *p) { x++; return (void *)(long)x; }
int main(void) { void *k; pthread_create(&t, 0, a, 0); pthread_join(t, &k); x = (int)(long)k + 1; if (x == 2) reach_error(); }`},
	{name: "guards that say much of each other", src: `
void *a(void *p) { int k = x; if (k >= 1 && k < 3) { int l = k - 1; if (l < 0 || l > 1) reach_error(); y = l; } return 0; }
int main(void) { pthread_create(&t, 0, a, 0); x = 1; x = 2; x = 3; if (y > 1) reach_error(); pthread_exit(0); }`},
	{name: "a thread that may stop", violated: true, src: `
void *a(void *p) { x++; x--; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); pthread_exit(0); }`},
}

// TestValueTraps compares the verdicts on these programs with an enumeration.
func TestValueTraps(t *testing.T) {
	ctx := context.Background()
	for _, tt := range valueTraps {
		t.Run(tt.name, func(t *testing.T) {
			lowered, err := loadC(trapPrelude+tt.src, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			want, err := interp.Enumerate(ctx, lowered, smallEnumeration)
			if err != nil {
				t.Fatal(err)
			}
			if violated := len(want.Violations) > 0; !want.Complete || want.Sampled || violated != tt.violated {
				t.Fatalf("the enumeration: complete %t (%s), sampled %t, violated %t", want.Complete, want.Why, want.Sampled, violated)
			}
			passed := simplify(t, lowered)
			for _, cfg := range []bmc.Config{
				{NoIntervals: true}, {NoIntervals: true, NoProjection: true}, {NoIntervals: true, ExactProjection: true},
				{NoIntervals: true, NoLockedReads: true, NoDistinctStores: true}, {NoIntervals: true, NoValues: true},
			} {
				res, err := bmc.New(cfg).Check(ctx, engine.Task{Program: passed, Property: property.UnreachCall, MaxUnwind: 4})
				if err != nil {
					t.Fatalf("%+v: %v", cfg, err)
				}
				if kind := map[bool]property.Kind{true: property.False, false: property.True}[tt.violated]; res.Verdict.Kind != kind {
					t.Errorf("%+v: %s (%s), want %v", cfg, res.Verdict, res.Why, kind)
				}
				if res.Trace != nil {
					if _, err := interp.Replay(ctx, lowered, res.Trace); err != nil {
						t.Errorf("%+v: the trace does not replay: %v", cfg, err)
					}
				}
			}
		})
	}
}

// TestValuesDecide checks what values decide without a solver.
func TestValuesDecide(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		name  string
		asked bool // a solver has to be asked about the violation
		src   string
	}{
		{"threads that count", false, `
void *a(void *p) { int k = x; x = k + 1; return 0; }
void *b(void *p) { if (x > 5) reach_error(); return 0; }
int main(void) { pthread_create(&t, 0, b, 0); for (int i = 0; i < 5; i++) pthread_create(&u, 0, a, 0); }`},
		{"one more thread counts", true, `
void *a(void *p) { int k = x; x = k + 1; return 0; }
void *b(void *p) { if (x > 5) reach_error(); return 0; }
int main(void) { pthread_create(&t, 0, b, 0); for (int i = 0; i < 6; i++) pthread_create(&u, 0, a, 0); }`},
		{"a bounded stack", false, `
int q[40], top;
void *a(void *p) { for (int i = 0; i < 40; i++) { pthread_mutex_lock(&m); if (top == 40) reach_error(); q[top] = 1; top++; pthread_mutex_unlock(&m); } return 0; }
void *b(void *p) { for (int i = 0; i < 40; i++) { pthread_mutex_lock(&m); if (top > 0) { top--; if (q[top] > 1) reach_error(); } pthread_mutex_unlock(&m); } return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lowered, err := loadC(trapPrelude+tt.src, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			p := simplify(t, lowered)
			var stages []string
			res, err := bmc.New(bmc.Config{NoIntervals: true}).Check(ctx, engine.Task{
				Program: p, Property: property.UnreachCall, MaxUnwind: 16,
				Events: func(e engine.Event) { stages = append(stages, e.Detail) },
			})
			if err != nil {
				t.Fatal(err)
			}
			want := property.True
			if tt.asked {
				want = property.False
			}
			if res.Verdict.Kind != want {
				t.Errorf("%s (%s)", res.Verdict, res.Why)
			}
			if asked := slices.Contains(stages, "violations"); asked != tt.asked {
				t.Errorf("asked about violations: %t", asked)
			}
		})
	}
}
