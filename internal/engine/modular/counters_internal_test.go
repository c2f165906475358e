package modular

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/certificate"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/term"
)

// inside is proved by counting the threads that have come and not left.
const inside = `#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int in, out;
void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	if (in == 0x7fffffff) {
		__VERIFIER_atomic_end();
		return 0;
	}
	in++;
	__VERIFIER_atomic_end();
	if (out >= in) reach_error();
	__VERIFIER_atomic_begin();
	out++;
	__VERIFIER_atomic_end();
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`

// TestWrongCounters: a certificate whose counters do not count is refused, whatever its lemmas say.
func TestWrongCounters(t *testing.T) {
	for name, text := range map[string]string{"threads": inside, "locals": taking} {
		t.Run(name, func(t *testing.T) { wrongCounters(t, text) })
	}
}

// taking is a program in which threads hold some units each, which no counter of threads tells.
const taking = `#include <pthread.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
unsigned short units = 9;
void *thread(void *arg)
{
	unsigned short k = __VERIFIER_nondet_uchar();
	__VERIFIER_atomic_begin();
	if (units < k) { __VERIFIER_atomic_end(); return 0; }
	units -= k;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
	units += k;
	if (units > 9) reach_error();
	__VERIFIER_atomic_end();
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`

func wrongCounters(t *testing.T, text string) {
	p := compiled.Program(t, compiled.File("a.c", text))
	res, err := New(Config{}).Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil || res.Verdict != property.Holds() {
		t.Fatalf("%v (%s), %v", res.Verdict, res.Why, err)
	}
	good := res.Proof.(modularProof).cert
	if len(good.Sys.Counters) == 0 {
		t.Fatal("there is no counter")
	}
	edges := make([][]*model.Edge, len(good.Sys.Templates))
	for k := range good.Sys.Templates {
		for j := range good.Sys.Templates[k].Edges {
			edges[k] = append(edges[k], &good.Sys.Templates[k].Edges[j])
		}
	}
	kinds := map[string]int{}
	try := func(name string, change func(*model.System)) {
		c := *good
		c.Sys = copied(good.Sys)
		change(c.Sys)
		c.Moves = map[certificate.Control][]certificate.Move{}
		for at, moves := range good.Moves { // of the copied steps
			k := good.Seats[at.Seat].Template
			for _, m := range moves {
				j := slices.IndexFunc(edges[k], func(e *model.Edge) bool { return e == m.Edge })
				m.Edge = &c.Sys.Templates[k].Edges[j]
				c.Moves[at] = append(c.Moves[at], m)
			}
		}
		var wrong *certificate.Error
		if err := refused(t, &c); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
		kinds[name]++
	}
	st := good.Sys.Terms
	for i, n := range good.Sys.Counters {
		first := slices.IndexFunc(good.Sys.Globals, func(v model.Var) bool { return v.Sym == n.Sym })
		one := st.BV(st.Sort(n.Sym).Width(), 1)
		try("it begins with another number", func(s *model.System) {
			s.Globals[first].Init = st.BVAdd(s.Globals[first].Init, one)
		})
		try("it is no shared cell", func(s *model.System) {
			s.Globals = slices.Delete(s.Globals, first, first+1)
		})
		for k := range n.Weight {
			for l := range n.Weight[k] {
				try("a location has another weight", func(s *model.System) { s.Counters[i].Weight[k][l]++ })
				if n.Of == nil || n.Of[k][l] == term.None {
					continue
				}
				for _, other := range []term.Term{term.None, n.Sym} {
					try("another local is added", func(s *model.System) { s.Counters[i].Of[k][l] = other })
				}
			}
			for j, e := range good.Sys.Templates[k].Edges {
				if e.Kind != model.Step {
					continue
				}
				update := func(v term.Term) func(*model.System) {
					return func(s *model.System) { s.Templates[k].Edges[j].Updates[n.Sym] = v }
				}
				if e.Updates[n.Sym] == term.None {
					e.Updates = map[term.Term]term.Term{n.Sym: n.Sym}
				}
				try("a step adds one too many", update(st.BVAdd(e.Updates[n.Sym], one)))
				try("a step sets it to zero", update(st.BVSub(one, one)))
				try("a step depends on it", func(s *model.System) {
					e := &s.Templates[k].Edges[j]
					e.Guard = st.And(e.Guard, st.Eq(n.Sym, one))
				})
			}
		}
	}
	t.Logf("changes: %v", kinds)
}

// copied is a copy of a system that may be changed.
func copied(sys *model.System) *model.System {
	c := *sys
	c.Globals = slices.Clone(c.Globals)
	c.Counters = slices.Clone(c.Counters)
	for i, n := range c.Counters {
		c.Counters[i].Weight = slices.Clone(n.Weight)
		for k := range n.Weight {
			c.Counters[i].Weight[k] = slices.Clone(n.Weight[k])
		}
		c.Counters[i].Of = slices.Clone(n.Of)
		for k := range n.Of {
			c.Counters[i].Of[k] = slices.Clone(n.Of[k])
		}
	}
	c.Templates = slices.Clone(c.Templates)
	for i := range c.Templates {
		t := &c.Templates[i]
		t.Edges = slices.Clone(t.Edges)
		for k := range t.Edges {
			t.Edges[k].Updates = maps.Clone(t.Edges[k].Updates)
		}
	}
	return &c
}
