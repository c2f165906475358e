package eventfacts_test

import (
	"context"
	"testing"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/testing/compiled"
)

// TestLocks looks at how many reads are events, and how many critical sections are
// ordered directly, in programs whose locks can be used and cannot.
func TestLocks(t *testing.T) {
	const prelude = `#include <pthread.h>
int x, y, f, arr[4];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t t, u;
void reach_error(void);
int main(void) { void *a(void *), *b(void *); pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }
`
	const writer = `void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }`
	for _, tt := range []struct {
		name, src string
		// The reads of x by thread a that are events.
		reads int
		// The steps that wait for a lock and are ordered directly.
		ordered int
		claims  *eventfacts.Claims // nil: all
	}{
		{name: "two reads", reads: 1, ordered: 2, src: writer + `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }`},
		{name: "switched off", reads: 2, ordered: 2, claims: &eventfacts.Claims{Distinct: true, Unseen: true},
			src: writer + `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }`},
		{name: "a store at an index", reads: 1, ordered: 2, src: writer + `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; arr[f & 3] = 1; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *c(void *p) { f = 1; return 0; }`},
		{name: "a store at an unknown index", reads: 1, ordered: 2, src: writer + `
extern unsigned __VERIFIER_nondet_uint(void);
void *a(void *p) { unsigned i = __VERIFIER_nondet_uint(); pthread_mutex_lock(&m); int r = x; arr[i & 3] = 1; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }`},
		{name: "the same without distinct stores", reads: 2, ordered: 2,
			claims: &eventfacts.Claims{Guarded: true, Unseen: true},
			src: writer + `
extern unsigned __VERIFIER_nondet_uint(void);
void *a(void *p) { unsigned i = __VERIFIER_nondet_uint(); pthread_mutex_lock(&m); int r = x; arr[i & 3] = 1; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }`},
		{name: "a loop", reads: 2, ordered: 3, src: writer + `
void *a(void *p) { for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); if (x > 0) { if (x == 0) reach_error(); x = x - 1; } pthread_mutex_unlock(&m); } return 0; }`},
		{name: "a writer without the lock", reads: 2, ordered: 2, src: `
void *b(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 1; return 0; }
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }`},
		{name: "a lock that anybody gives back", reads: 2, ordered: 0, src: `
void *b(void *p) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }`},
		{name: "a lock that is given back on the way", reads: 2, ordered: 3, src: writer + `
void *a(void *p) {
	pthread_mutex_lock(&m); int r = x; pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			p := compiled.Passed(t, compiled.File("a.c", prelude+tt.src))
			var x uint64
			for _, o := range p.Objects {
				if o.Name == "x" {
					x = o.Addr
				}
			}
			plan, err := events.NewPlan(ctx, p)
			if err != nil {
				t.Fatal(err)
			}
			claims := eventfacts.Claims{Guarded: true, Distinct: true, Unseen: true}
			if tt.claims != nil {
				claims = *tt.claims
			}
			known, err := eventfacts.Unroll(ctx, plan, events.Options{Bound: 2, Spin: true, MaxThreads: 8,
				MaxConst: 10_000, MaxSteps: 20_000}, claims, true)
			if err != nil {
				t.Fatal(err)
			}
			g, reads := known.Graph, 0
			for _, ev := range g.Events {
				if at, ok := g.Terms.ConstUint64(ev.Addr); ok && at == x && !ev.Write &&
					g.Threads[ev.Thread].Entry.Name == "a" {
					reads++
				}
			}
			if reads != tt.reads {
				t.Errorf("%d reads of x are events, want %d", reads, tt.reads)
			}
			known.Prepare(eventfacts.NewMeter(ctx, nil), true, true)
			ordered := 0
			for _, ev := range known.Graph.Events {
				if known.Sections.Waiting(ev) != nil {
					ordered++
				}
			}
			if ordered != tt.ordered {
				t.Errorf("%d steps that wait for a lock are ordered directly, want %d", ordered, tt.ordered)
			}
		})
	}
}
