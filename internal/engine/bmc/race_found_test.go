package bmc_test

import (
	"context"
	"testing"

	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/passes"
)

const racePrelude = `#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define TWO(f, g) int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); \
  pthread_join(t, 0); pthread_join(u, 0); return 0; }
`

// raceFound are small programs around the accesses that the unrolling and the
// encoding leave out.
var raceFound = []struct {
	name, src string
	racy      bool
	may       bool // there is undefined behaviour, so "unknown" is right too, and "true" is not
	open      bool // "unknown" is right too
}{
	{name: "a read whose value nobody uses", racy: true, src: `
int x; void *f(void *a) { int y = x; return 0; } void *g(void *a) { x = 1; return 0; } TWO(f, g)`},
	{name: "a store of the value that is there", racy: true, src: `
int x; void *f(void *a) { x = 0; return 0; } void *g(void *a) { int y = x; return 0; } TWO(f, g)`},
	{name: "a read in a loop that changes nothing", racy: true, src: `
int x; void *f(void *a) { while (!x); return 0; } void *g(void *a) { x = 1; return 0; } TWO(f, g)`},
	{name: "a store in an endless loop", racy: true, src: `
int x; void *f(void *a) { while (1) x = 0; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return x; }`},
	{name: "a read in a later iteration", racy: true, src: `
int x, y; void *f(void *a) { for (int i = 0; i < 3; i++) if (i == 2 && __atomic_load_n(&y, 5)) x = 1; return 0; }
void *g(void *a) { __atomic_store_n(&y, 1, 5); int z = x; return 0; } TWO(f, g)`},
	{name: "a place that is written before the thread starts and after it ends", src: `
int x; void *f(void *a) { return (void *)(long)x; }
int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x = 2; return x; }`},
	{name: "a place that its only writer writes again", racy: true, src: `
int x; void *f(void *a) { return (void *)(long)x; }
int main(void) { pthread_t t; x = 1; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); return x; }`},
	{name: "a typedef of an atomic typedef", src: `
typedef atomic_int counter; typedef counter again; struct s { again z; } g; counter x; again y[2];
void *f(void *a) { typedef counter local; local *p = &x; (*p)++; x = 1; y[1] = 2; g.z = 1; return 0; } TWO(f, f)`},
	{name: "a typedef of a pointer to what a typedef makes atomic", racy: true, src: `
typedef atomic_int counter; typedef counter *pointer; counter x; pointer p = &x;
void *f(void *a) { p = 0; return 0; } void *g(void *a) { return (void *)p; } TWO(f, g)`},
	{name: "the only writer reads", src: `
int x; void *f(void *a) { x = 1; if (x == 1) x = 2; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x; }`},
	{name: "an object that is private until it is published", src: `
int *_Atomic p; void *f(void *a) { int *q = malloc(4); *q = 1; *q += 1; p = q; return 0; }
void *g(void *a) { int *q = p; if (q) return (void *)(long)*q; return 0; } TWO(f, g)`},
	{name: "an object that is written after it was published", racy: true, src: `
int *_Atomic p; void *f(void *a) { int *q = malloc(4); *q = 1; p = q; *q = 2; return 0; }
void *g(void *a) { int *q = p; if (q) return (void *)(long)*q; return 0; } TWO(f, g)`},
	{name: "an object that is read after it was published", racy: true, src: `
int *_Atomic p; void *f(void *a) { int *q = malloc(4); *q = 1; p = q; return (void *)(long)*q; }
void *g(void *a) { int *q = p; if (q) *q = 3; return 0; } TWO(f, g)`},
	{name: "a constant table", src: `
const int t[2] = {1, 2}; void *f(void *a) { return (void *)(long)t[__VERIFIER_nondet_int() & 1]; } TWO(f, f)`},
	{name: "a structure is copied while a member is written", racy: true, src: `
struct s { int a, b; } x, y; void *f(void *a) { y = x; return 0; } void *g(void *a) { x.b = 1; return 0; } TWO(f, g)`},
	{name: "members side by side", src: `
struct s { char a, b; } x; void *f(void *a) { x.a = 1; return 0; } void *g(void *a) { x.b = 1; return 0; } TWO(f, g)`},
	{name: "bit-fields side by side", racy: true, src: `
struct s { unsigned a : 3, b : 3; } x; void *f(void *a) { x.a = 1; return 0; } void *g(void *a) { x.b = 1; return 0; } TWO(f, g)`},
	{name: "memcpy", racy: true, src: `
char x[4], y[4]; void *f(void *a) { memcpy(y, x, 4); return 0; } void *g(void *a) { x[2] = 1; return 0; } TWO(f, g)`},
	{name: "strlen", racy: true, src: `
char x[4] = "ab"; void *f(void *a) { return (void *)strlen(x); } void *g(void *a) { x[1] = 0; return 0; } TWO(f, g)`},
	{name: "a part of an integer", racy: true, src: `
union { int i; char c[4]; } x; void *f(void *a) { x.i = 1; return 0; } void *g(void *a) { return (void *)(long)x.c[2]; } TWO(f, g)`},
	{name: "an access that is not aligned", racy: true, src: `
struct __attribute__((packed)) P { char a; int b; char c; } x; void *f(void *a) { x.b = 1; return 0; }
void *g(void *a) { ((char *)&x)[4] = 1; return 0; } TWO(f, g)`},
	{name: "its neighbour", src: `
struct __attribute__((packed)) P { char a; int b; char c; } x; void *f(void *a) { x.b = 1; return 0; }
void *g(void *a) { ((char *)&x)[5] = 1; return 0; } TWO(f, g)`},
	{name: "an index that is chosen", racy: true, src: `
int x[4]; void *f(void *a) { x[__VERIFIER_nondet_int() & 3] = 1; return 0; } void *g(void *a) { x[3] = 1; return 0; } TWO(f, g)`},
	{name: "indices that never agree", src: `
int x[4]; void *f(void *a) { x[__VERIFIER_nondet_int() & 2] = 1; return 0; } void *g(void *a) { x[__VERIFIER_nondet_int() & 2 | 1] = 1; return 0; } TWO(f, g)`},
	{name: "atomic accesses", src: `
atomic_int x; void *f(void *a) { x++; return 0; } void *g(void *a) { x = 2; return 0; } TWO(f, g)`},
	{name: "an atomic and a plain access", racy: true, src: `
int x; void *f(void *a) { __atomic_fetch_add(&x, 1, 5); return 0; } void *g(void *a) { x = 2; return 0; } TWO(f, g)`},
	{name: "a section and an atomic operation", src: `
int x; void *f(void *a) { __atomic_fetch_add(&x, 1, 5); return 0; }
void *g(void *a) { __VERIFIER_atomic_begin(); x = 2; __VERIFIER_atomic_end(); return 0; } TWO(f, g)`},
	{name: "a section that cannot end", racy: true, src: `
int x; void *f(void *a) { x = 1; return 0; }
void *g(void *a) { __VERIFIER_atomic_begin(); x = 2; __VERIFIER_assume(0); __VERIFIER_atomic_end(); return 0; } TWO(f, g)`},
	{name: "a section that ends the program", racy: true, src: `
int x; void *f(void *a) { x = 1; return 0; }
void *g(void *a) { __VERIFIER_atomic_begin(); if (x == 0) abort(); __VERIFIER_atomic_end(); return 0; } TWO(f, g)`},
	{name: "a section that looks first", src: `
int x, y; void *f(void *a) { x = 1; __atomic_store_n(&y, 1, 5); return 0; }
void *g(void *a) { __VERIFIER_atomic_begin(); if (y == 1) x = 2; __VERIFIER_atomic_end(); return 0; } TWO(f, g)`},
	{name: "a section that looks first and cannot end", src: `
int x, y; void *f(void *a) { x = 1; __atomic_store_n(&y, 1, 5); return 0; }
void *g(void *a) { __VERIFIER_atomic_begin(); if (y == 1) { x = 2; __VERIFIER_assume(0); } __VERIFIER_atomic_end(); return 0; } TWO(f, g)`},
	{name: "two sections that cannot end", src: `
int x, y, z; void *f(void *a) { __VERIFIER_atomic_begin(); y = 1; x = 2; __VERIFIER_assume(0); __VERIFIER_atomic_end(); return 0; }
void *g(void *a) { if (__atomic_load_n(&y, 5) == 1) { __VERIFIER_atomic_begin(); x = 3; z = 1; __VERIFIER_assume(0); __VERIFIER_atomic_end(); } return 0; }
void *h(void *a) { if (__atomic_load_n(&y, 5) == 1) z = 1; return 0; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_create(&v, 0, h, 0); x = x; pthread_join(v, 0); }`, racy: true},
	{name: "what an unfinished section wrote", src: `
int x, y, z; void *f(void *a) { __VERIFIER_atomic_begin(); y = 1; z = 0; __VERIFIER_assume(0); __VERIFIER_atomic_end(); return 0; }
void *h(void *a) { if (__atomic_load_n(&y, 5) == 1) { z = 1; x = 1; } return 0; }
void *g(void *a) { x = 2; return 0; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_create(&v, 0, h, 0); pthread_exit(0); }`},
	{name: "empty sections around", racy: true, src: `
int x; void e(void) { __VERIFIER_atomic_begin(); __VERIFIER_atomic_end(); }
void *f(void *a) { e(); x = 1; e(); return 0; } void *g(void *a) { e(); e(); x = 2; e(); return 0; } TWO(f, g)`},
	{name: "a condition variable", open: true, src: `
int x, done; pthread_mutex_t m; pthread_cond_t c;
void *f(void *a) { pthread_mutex_lock(&m); x = 1; done = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
void *g(void *a) { pthread_mutex_lock(&m); while (!done) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return (void *)(long)x; } TWO(f, g)`},
	{name: "a barrier", src: `
int x; pthread_barrier_t b; void *f(void *a) { x = 1; pthread_barrier_wait(&b); return 0; }
void *g(void *a) { pthread_barrier_wait(&b); return (void *)(long)x; }
int main(void) { pthread_t t, u; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_exit(0); }`},
	{name: "behind a barrier", racy: true, src: `
int x; pthread_barrier_t b; void *f(void *a) { pthread_barrier_wait(&b); x = 1; return 0; }
void *g(void *a) { pthread_barrier_wait(&b); return (void *)(long)x; }
int main(void) { pthread_t t, u; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_exit(0); }`},
	{name: "a semaphore", src: `
int x; sem_t s; void *f(void *a) { x = 1; sem_post(&s); return 0; } void *g(void *a) { sem_wait(&s); return (void *)(long)x; } TWO(f, g)`},
	{name: "a lock for reading", racy: true, src: `
int x; pthread_rwlock_t l; void *f(void *a) { pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l); return 0; } TWO(f, f)`},
	{name: "a lock for writing", src: `
int x; pthread_rwlock_t l; void *f(void *a) { pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l); return 0; }
void *g(void *a) { pthread_rwlock_rdlock(&l); int y = x; pthread_rwlock_unlock(&l); return 0; } TWO(f, g)`},
	{name: "once", src: `
int x; pthread_once_t o; void init(void) { x = 1; } void *f(void *a) { pthread_once(&o, init); return (void *)(long)x; } TWO(f, f)`},
	{name: "a recursive mutex", src: `
int x; pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t, u; pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a);
  pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); }`},
	{name: "a mutex for each element", src: `
struct { pthread_mutex_t m; int x; } s[2]; void *f(void *a) { int i = __VERIFIER_nondet_int() & 1;
  pthread_mutex_lock(&s[i].m); s[i].x++; pthread_mutex_unlock(&s[i].m); return 0; } TWO(f, f)`},
	{name: "the mutex of another element", racy: true, src: `
struct { pthread_mutex_t m; int x; } s[2]; void *f(void *a) { int i = __VERIFIER_nondet_int() & 1;
  pthread_mutex_lock(&s[i].m); s[0].x++; pthread_mutex_unlock(&s[i].m); return 0; } TWO(f, f)`},
	{name: "a variable of each thread", src: `
_Thread_local int x; void *f(void *a) { x++; return 0; } TWO(f, f)`},
	{name: "a pointer to the variable of another thread", racy: true, src: `
_Thread_local int x; int *_Atomic p; void *f(void *a) { p = &x; x = 1; return 0; } void *g(void *a) { int *q = p; if (q) *q = 2; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_exit(0); }`},
	{name: "a thread that outlives main", racy: true, src: `
int x; void *f(void *a) { x = 1; return 0; } void *g(void *a) { x = 2; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_exit(0); }`},
	{name: "a thread of a thread", racy: true, src: `
int x; void *g(void *a) { x = 2; return 0; } void *f(void *a) { pthread_t u; pthread_create(&u, 0, g, 0); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x; }`},
	{name: "a thread of a thread that is joined", src: `
int x; void *g(void *a) { x = 2; return 0; } void *f(void *a) { pthread_t u; pthread_create(&u, 0, g, 0); pthread_join(u, 0); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x; }`},
	{name: "one of two threads is joined", racy: true, src: `
int x; void *f(void *a) { if (a) x = 2; return 0; }
int main(void) { pthread_t t[2]; for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, f, (void *)i); pthread_join(t[__VERIFIER_nondet_int() & 1], 0); return x; }`},
	{name: "a thread that is started in a section", racy: true, src: `
int x; void *f(void *a) { return (void *)(long)x; }
int main(void) { pthread_t t; __VERIFIER_atomic_begin(); pthread_create(&t, 0, f, 0); x = 1; __VERIFIER_atomic_end(); x = 2; return 0; }`},
	{name: "a section that starts a thread is over before it", src: `
int x; void *f(void *a) { return (void *)(long)x; }
int main(void) { pthread_t t; __VERIFIER_atomic_begin(); pthread_create(&t, 0, f, 0); x = 1; __VERIFIER_atomic_end(); return 0; }`},
	{name: "a function that is called by its address", racy: true, src: `
int x; void a1(void) { x = 1; } void a2(void) {} void (*tab[2])(void) = {a1, a2};
void *f(void *a) { tab[__VERIFIER_nondet_int() & 1](); return 0; } TWO(f, f)`},
	{name: "a pointer that may point to either", racy: true, src: `
int x, y; void *f(void *a) { int *p = __VERIFIER_nondet_int() ? &x : &y; *p = 1; return 0; } void *g(void *a) { return (void *)(long)y; } TWO(f, g)`},
	{name: "freed by another thread", may: true, src: `
int *p; void *f(void *a) { free(p); return 0; } int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, f, 0); *p = 1; return 0; }`},
	{name: "freed in a section", may: true, src: `
int *p; void *f(void *a) { __VERIFIER_atomic_begin(); *p = 2; free(p); __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, f, 0); *p = 1; return 0; }`, racy: true},
	{name: "a string that is printed", racy: false, may: true, src: `
#include <stdio.h>
char x[2]; void *f(void *a) { printf("%s", x); return 0; } void *g(void *a) { x[0] = 'a'; return 0; } TWO(f, g)`},
	{name: "a mutex that is set plainly", racy: true, src: `
pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); return 0; } void *g(void *a) { *(int *)&m = 0; return 0; } TWO(f, g)`},
}

// TestRaceFound compares verdicts with the enumeration and with what is
// expected, as lowered and after the passes, and replays every race.
func TestRaceFound(t *testing.T) {
	ctx := context.Background()
	for _, tt := range raceFound {
		t.Run(tt.name, func(t *testing.T) {
			lowered, err := loadC(racePrelude+tt.src, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			passed, err := passes.All().Run(ctx, lowered, pass.Options{KeepAccesses: true})
			if err != nil {
				t.Fatal(err)
			}
			passed.Terms.Freeze()
			want, err := interp.Enumerate(ctx, lowered, interp.EnumOptions{Races: true})
			if err != nil {
				t.Fatal(err)
			}
			if found := len(want.Races) > 0; found != tt.racy && (want.Complete || found) {
				t.Errorf("the enumeration: %d races", len(want.Races))
			}
			for _, r := range want.Races {
				if _, err := interp.Replay(ctx, lowered, r.Trace); err != nil {
					t.Errorf("a race of the enumeration does not replay: %v", err)
				}
			}
			for i, p := range []*engine.Task{{Program: lowered}, {Program: passed}} {
				for _, cfg := range eventConfigurations() {
					res, err := cfg.check(ctx, engine.Task{Program: p.Program, Property: property.NoDataRace, MaxUnwind: 8})
					switch k := res.Verdict.Kind; {
					case err != nil:
						t.Errorf("%d, %s: %v", i, cfg.name, err)
					case k == property.False && !tt.racy || k == property.True && (tt.racy || tt.may):
						t.Errorf("%d, %s: %s (%s)", i, cfg.name, res.Verdict, res.Why)
					case k == property.Unknown && !tt.may && !tt.open && !cfg.weak:
						t.Errorf("%d, %s: unknown (%s)", i, cfg.name, res.Why)
					case k == property.False:
						if _, err := interp.Replay(ctx, lowered, res.Trace); err != nil {
							t.Errorf("%d, %s: the trace does not replay: %v", i, cfg.name, err)
						}
					}
				}
			}
		})
	}
}
