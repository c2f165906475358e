package eventfacts_test

import (
	"testing"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/testing/compiled"
)

// TestHappensBefore orders writes by program order, creation and joins. Each write is named by its value.
func TestHappensBefore(t *testing.T) {
	p := compiled.Passed(t, compiled.File("a.c", `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x, y;
void *a(void *p) { y = 2; if (__VERIFIER_nondet_int()) y = 3; return 0; }
void *b(void *p) { y = 4; return 0; }
int main(void) {
	pthread_t t, u;
	x = 1;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	x = 5;
	pthread_join(t, 0);
	x = 6;
}`))
	plan, err := events.NewPlan(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	g, err := events.Unroll(t.Context(), plan, events.Options{Bound: 2, MaxThreads: 8})
	if err != nil {
		t.Fatal(err)
	}
	writes := map[uint64]*events.Event{}
	for _, ev := range g.Events {
		if v, ok := g.Terms.ConstUint64(ev.Value); ok && ev.Write && ev.Size == 4 {
			for _, o := range p.Objects {
				if at, _ := g.Terms.ConstUint64(ev.Addr); at == o.Addr && (o.Name == "x" || o.Name == "y") {
					writes[v] = ev
				}
			}
		}
	}
	order := eventfacts.NewHappensBefore(g)
	for _, tt := range []struct {
		a, b           uint64
		before, surely bool // a is before b; and takes place whenever b does
	}{
		{1, 5, true, true},   // program order
		{2, 3, true, true},   // program order
		{1, 2, true, true},   // creation
		{1, 4, true, true},   // creation
		{5, 2, false, false}, // after the creation
		{2, 5, false, false}, // before the join
		{2, 6, true, true},   // join
		{3, 6, true, false},  // join, on one of two paths
		{4, 6, false, false}, // not joined
		{2, 4, false, false},
	} {
		a, b := writes[tt.a], writes[tt.b]
		if a == nil || b == nil {
			t.Fatalf("the writes of %d and %d are no events", tt.a, tt.b)
		}
		if got := order.Before(a, b); got != tt.before {
			t.Errorf("%d is before %d: %t", tt.a, tt.b, got)
		}
		if tt.before && order.Surely(a, b) != tt.surely {
			t.Errorf("%d takes place whenever %d does: %t", tt.a, tt.b, !tt.surely)
		}
	}
}
