package interp_test

import (
	"context"
	"testing"
	"time"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
)

// prelude declares what the programs below use.
const prelude = `
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
`

// TestEnumerateC explores C programs with the library models.
func TestEnumerateC(t *testing.T) {
	tests := []struct {
		name     string
		text     string
		violated bool
		deadlock bool
	}{
		{"lost update", `
int n;
void *inc(void *p) { n++; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, inc, 0); pthread_create(&b, 0, inc, 0);
	pthread_join(a, 0); pthread_join(b, 0); assert(n == 2); }`, true, false},
		{"mutex", `
int n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *inc(void *p) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, inc, 0); pthread_create(&b, 0, inc, 0);
	pthread_join(a, 0); pthread_join(b, 0); assert(n == 2); }`, false, false},
		{"atomic section", `
int n;
void *inc(void *p) { __VERIFIER_atomic_begin(); n++; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, inc, 0); inc(0); pthread_join(a, 0); assert(n == 2); }`, false, false},
		{"C11 atomic", `
_Atomic int n;
void *inc(void *p) { atomic_fetch_add(&n, 1); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, inc, 0); inc(0); pthread_join(a, 0); assert(n == 2); }`, false, false},
		{"arguments and results", `
void *twice(void *p) { int *x = p; *x *= 2; return (void *)7; }
int main(void) { int v = 21; void *r; pthread_t a; pthread_create(&a, 0, twice, &v); pthread_join(a, &r);
	assert(v == 42 && r == (void *)7); }`, false, false},
		{"two locks in both orders", `
pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER, q = PTHREAD_MUTEX_INITIALIZER;
void *f(void *x) { pthread_mutex_lock(&q); pthread_mutex_lock(&p); pthread_mutex_unlock(&p); pthread_mutex_unlock(&q); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_mutex_lock(&p); pthread_mutex_lock(&q);
	pthread_mutex_unlock(&q); pthread_mutex_unlock(&p); pthread_join(a, 0); }`, false, true},
		{"use after free is no violation", `
int *p; 
void *f(void *x) { free(p); return 0; }
int main(void) { pthread_t a; p = malloc(4); *p = 1; pthread_create(&a, 0, f, 0); int x = *p; assert(x == 1); }`, false, false},
		{"an assumption", `
int x;
void *f(void *p) { x = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); int y = x; __VERIFIER_assume(y == 1); assert(x == 1); }`, false, false},
		{"an input", `
int main(void) { int x = __VERIFIER_nondet_int(); unsigned char c = (unsigned char)x; assert(c != 255); }`, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, model := range []c.DataModel{c.LP64, c.ILP32} {
				p := load(t, model, prelude+tt.text)
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				res, err := enumerate.Run(ctx, p, enumerate.Options{})
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if !res.Complete || len(res.Unsupported) > 0 {
					t.Errorf("incomplete: %s, %v", res.Why, res.Unsupported)
				}
				if (len(res.Violations) > 0) != tt.violated || (len(res.Deadlocks) > 0) != tt.deadlock {
					t.Errorf("%d violations, %d deadlocks in %d states", len(res.Violations),
						len(res.Deadlocks), res.States)
				}
				for _, f := range append(res.Violations, res.Deadlocks...) {
					if _, err := interp.Replay(context.Background(), p, f.Trace.Machine()); err != nil {
						t.Error(err)
					}
				}
				t.Logf("%d states", res.States)
			}
		})
	}
}
