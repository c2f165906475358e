package eventfacts_test

import (
	"slices"
	"testing"
)

// TestVisible lists the writes that the last read of x in main may see, by their values: those that a later
// sure write hides are left out, and those that come after the read.
func TestVisible(t *testing.T) {
	const prelude = `#include <pthread.h>
int x;
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
pthread_t t;
void *a(void *);
`
	for _, tt := range []struct {
		name, src string
		want      []uint64
	}{
		{"joined", `void *a(void *p) { x = 2; x = 3; return 0; }
int main(void) { x = 1; pthread_create(&t, 0, a, 0); pthread_join(t, 0); if (x > 5) reach_error(); }`,
			[]uint64{3}},
		{"not joined", `void *a(void *p) { x = 2; x = 3; return 0; }
int main(void) { x = 1; pthread_create(&t, 0, a, 0); if (x > 5) reach_error(); }`, []uint64{1, 2, 3}},
		{"on one of two paths", `void *a(void *p) { x = 2; if (__VERIFIER_nondet_int()) x = 3; return 0; }
int main(void) { x = 1; pthread_create(&t, 0, a, 0); pthread_join(t, 0); if (x > 5) reach_error(); }`,
			[]uint64{2, 3}},
		{"own write", `void *a(void *p) { x = 2; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); x = 1; if (x > 5) reach_error(); x = 4; }`, []uint64{1, 2}},
	} {
		known := prepared(t, prelude+tt.src)
		g := known.Graph
		var got []uint64
		for _, ev := range g.Events {
			at, fixed := g.Terms.ConstUint64(ev.Addr)
			if o := g.StaticObject(g.Program.RegionOf(at)); !fixed || o == nil || o.Name != "x" || ev.Write ||
				g.Threads[ev.Thread].Parent >= 0 {
				continue
			}
			got = nil
			for _, c := range known.Cells.Of(ev) {
				near, err := known.Visible.Near(c)
				if err != nil {
					t.Fatal(err)
				}
				_, sources, err := known.Visible.Writes(c, near)
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range sources {
					v, _ := g.Terms.ConstUint64(w.Value)
					got = append(got, v)
				}
			}
		}
		if slices.Sort(got); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
