package interp_test

import (
	"context"
	"reflect"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// TestFindDeadlocks has programs of which some executions, all, or none end in a deadlock.
func TestFindDeadlocks(t *testing.T) {
	const head = `#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_barrier_t gate; pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; sem_t s;
int flag;
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
`
	const two = `
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, 0); pthread_join(u, 0); }`
	for _, tc := range []struct {
		name, text string
		waits      []trace.Wait // without the names and places; nil: there is no deadlock
	}{
		{"inversion", `void *f(void *x) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); return 0; }
void *g(void *x) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); return 0; }` + two,
			[]trace.Wait{{Thread: 0, Kind: trace.WaitJoin, Child: 1}, {Thread: 1, Kind: "lock", Object: "b"},
				{Thread: 2, Kind: "lock", Object: "a"}}},
		{"order",
			`void *f(void *x) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0; }
void *g(void *x) { return f(x); }` + two, nil},
		{"guarded inversion", `pthread_mutex_t gate_lock;
void *f(void *x) { pthread_mutex_lock(&gate_lock); pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); pthread_mutex_unlock(&gate_lock); return 0; }
void *g(void *x) { pthread_mutex_lock(&gate_lock); pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); pthread_mutex_unlock(&gate_lock); return 0; }` + two, nil},
		{"twice", `int main(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&a); }`,
			[]trace.Wait{{Thread: 0, Kind: "lock", Object: "a"}}},
		{"upgrade", `int main(void) { pthread_rwlock_rdlock(&rw); pthread_rwlock_wrlock(&rw); }`,
			[]trace.Wait{{Thread: 0, Kind: "wrlock", Object: "rw"}}},
		{"never posted", `int main(void) { sem_init(&s, 0, 1); sem_wait(&s); sem_wait(&s); }`,
			[]trace.Wait{{Thread: 0, Kind: "sem-wait", Object: "s"}}},
		{"posted", `int main(void) { sem_init(&s, 0, 1); sem_wait(&s); sem_post(&s); sem_wait(&s); }`, nil},
		{"barrier", `int main(void) { pthread_barrier_init(&gate, 0, 2); pthread_barrier_wait(&gate); }`,
			[]trace.Wait{{Thread: 0, Kind: "barrier-leave", Object: "gate"}}},
		{"trylock", `int main(void) { pthread_mutex_lock(&a); if (pthread_mutex_trylock(&a)) return 0; }`,
			nil},
		{"wake-ups may be spurious",
			`int main(void) { pthread_mutex_lock(&a); pthread_cond_wait(&c, &a); pthread_mutex_unlock(&a); }`,
			nil},
		{"busy waiting",
			`void *f(void *x) { while (!flag); return 0; } void *g(void *x) { pthread_mutex_lock(&a); flag = 1; pthread_mutex_unlock(&a); return 0; }` + two, nil},
		{"assumed away",
			`int main(void) { pthread_mutex_lock(&a); __VERIFIER_assume(0); pthread_mutex_lock(&a); }`, nil},
		{"endless", `int main(void) { pthread_mutex_lock(&a); for (;;) flag++; }`, nil},
		{"the process ends", `void *f(void *x) { pthread_mutex_lock(&a); pthread_mutex_lock(&a); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			prog := load(t, c.LP64, head+tc.text)
			opt := interp.DeadlockOptions{Executions: 40, Steps: 40_000}
			got, err := interp.FindDeadlocks(context.Background(), prog, opt)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := interp.FindDeadlocks(context.Background(), prog, opt)
			if !reflect.DeepEqual(got, again) {
				t.Errorf("got %v, and then %v", got, again)
			}
			waits := got.Example
			for i := range waits {
				if !waits[i].Pos.IsValid() || waits[i].ThreadName == "start" {
					t.Errorf("%v has no place, or no name", waits[i])
				}
				waits[i].ThreadName, waits[i].Pos = "", source.Pos{}
			}
			if !reflect.DeepEqual(waits, tc.waits) || (got.Ended > 0) != (tc.waits != nil) {
				t.Errorf("%d of %d: %v, want %v", got.Ended, got.Tried, waits, tc.waits)
			}
		})
	}
}
