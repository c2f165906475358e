package eventfacts_test

import (
	"testing"

	"whittle.dev/term"
)

// TestInitial evaluates the initial content of the places that main reads, at all indices of a table, and
// compares it with the initialisers.
func TestInitial(t *testing.T) {
	known := prepared(t, `#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
pthread_t t;
int table[4] = {5, 0, 7};
void *a(void *p) { table[1] = 1; table[2] = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); unsigned i = __VERIFIER_nondet_uint();
	if (table[i & 3] > 9) reach_error(); }`)
	g, reads := known.Graph, 0
	s := g.Terms
	for _, ev := range g.Events {
		at, fixed := s.ConstUint64(ev.Addr)
		if ev.Write || fixed && at == 0 {
			continue
		}
		for _, c := range known.Cells.Of(ev) {
			if c.Fixed || c.Size != 4 {
				continue
			}
			v, err := known.Initial.Value(c)
			if err != nil {
				t.Fatal(err)
			}
			reads++
			syms := s.Symbols(c.Addr)
			for i := range uint64(4) {
				m := term.Map{}
				for _, sym := range syms {
					m[sym] = term.BVValue(s.Sort(sym).Width(), i)
				}
				got, err := s.Eval(v, m)
				if want := []uint64{5, 0, 7, 0}[i]; err != nil || got.Uint64() != want {
					t.Errorf("element %d: %v, want %d (%v)", i, got, want, err)
				}
			}
		}
	}
	if reads == 0 {
		t.Error("no read at an unknown index")
	}
}
