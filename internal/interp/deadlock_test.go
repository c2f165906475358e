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

// by lists a thread that holds a lock.
func by(thread int) []trace.Holder { return []trace.Holder{{Thread: thread}} }

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
			[]trace.Wait{{Thread: 1, Kind: "lock", Object: "b", Holders: by(2)},
				{Thread: 2, Kind: "lock", Object: "a", Holders: by(1)}}},
		{"inversion beside a thread that goes on", `int go(void) { for (;;) flag++; }
void both(pthread_mutex_t *p, pthread_mutex_t *q) { pthread_mutex_lock(p); pthread_mutex_lock(q);
	pthread_mutex_unlock(q); pthread_mutex_unlock(p); }
void *f(void *x) { both(&a, &b); return 0; }
void *g(void *x) { both(&b, &a); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); go(); }`,
			[]trace.Wait{{Thread: 1, Kind: "lock", Object: "b", Holders: by(2)},
				{Thread: 2, Kind: "lock", Object: "a", Holders: by(1)}}},
		{"not given back", `void *f(void *x) { pthread_mutex_lock(&a); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_mutex_lock(&a); }`,
			[]trace.Wait{{Thread: 0, Kind: "lock", Object: "a",
				Holders: []trace.Holder{{Thread: 1, Ended: true}}}}},
		{"joins in a circle", `pthread_t first;
void *f(void *x) { pthread_join(first, 0); return 0; }
int main(void) { pthread_t t; first = pthread_self(); pthread_create(&t, 0, f, 0); pthread_join(t, 0); }`,
			[]trace.Wait{{Thread: 0, Kind: trace.WaitJoin, Child: 1},
				{Thread: 1, Kind: trace.WaitJoin, Child: 0}}},
		{"joined under a lock", `
void *f(void *x) { pthread_mutex_lock(&a); pthread_mutex_unlock(&a); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&a); pthread_join(t, 0); }`,
			[]trace.Wait{{Thread: 0, Kind: trace.WaitJoin, Child: 1},
				{Thread: 1, Kind: "lock", Object: "a", Holders: by(0)}}},
		{"two readers", `void *f(void *x) { pthread_rwlock_rdlock(&rw); pthread_rwlock_wrlock(&rw); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_rwlock_rdlock(&rw);
	pthread_rwlock_unlock(&rw); for (;;) flag++; }`,
			[]trace.Wait{{Thread: 1, Kind: "wrlock", Object: "rw",
				Holders: []trace.Holder{{Thread: 1}, {Thread: 0}}}}},
		{"destroyed and made anew", `int main(void) { for (int i = 0; i < 2; i++) { pthread_mutex_t m;
	pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); } for (int i = 0; i < 2; i++) {
	pthread_mutex_init(&a, 0); pthread_mutex_lock(&a); } }`, nil},
		{"order",
			`void *f(void *x) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0; }
void *g(void *x) { return f(x); }` + two, nil},
		{"guarded inversion", `pthread_mutex_t gate_lock;
void *f(void *x) { pthread_mutex_lock(&gate_lock); pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); pthread_mutex_unlock(&gate_lock); return 0; }
void *g(void *x) { pthread_mutex_lock(&gate_lock); pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); pthread_mutex_unlock(&gate_lock); return 0; }` + two, nil},
		{"twice", `int main(void) { pthread_mutex_lock(&a); pthread_mutex_lock(&a); }`,
			[]trace.Wait{{Thread: 0, Kind: "lock", Object: "a", Holders: by(0)}}},
		{"upgrade", `int main(void) { pthread_rwlock_rdlock(&rw); pthread_rwlock_wrlock(&rw); }`,
			[]trace.Wait{{Thread: 0, Kind: "wrlock", Object: "rw", Holders: by(0)}}},
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
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }`,
			[]trace.Wait{{Thread: 1, Kind: "lock", Object: "a", Holders: by(1)}}},
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
				waits[i].ThreadName, waits[i].ChildName, waits[i].Pos = "", "", source.Pos{}
				for k := range waits[i].Holders {
					h := &waits[i].Holders[k]
					*h = trace.Holder{Thread: h.Thread, Ended: h.Ended}
				}
			}
			if !reflect.DeepEqual(waits, tc.waits) || (got.Ended > 0) != (tc.waits != nil) {
				t.Errorf("%d of %d: %v, want %v", got.Ended, got.Tried, waits, tc.waits)
			}
		})
	}
}
