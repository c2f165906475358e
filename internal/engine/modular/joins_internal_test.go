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

// owners are threads that join others and are joined.
const owners = `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x;
pthread_t h, o;
static void put(int v) { x = v; if (x != v) reach_error(); }
void *f(void *arg) { put(1); return 0; }
void *owner(void *arg)
{
	while (__VERIFIER_nondet_int()) {
		pthread_create(&h, 0, f, 0);
		pthread_join(h, 0);
		put(2);
	}
	return 0;
}
int main(void)
{
	pthread_create(&o, 0, owner, 0);
	pthread_join(o, 0);
	put(3);
	return 0;
}
`

// TestCorruptJoins: a certificate is refused whose system is wrong about the ids of threads, or which does
// not follow without what joins tell.
func TestCorruptJoins(t *testing.T) {
	s := &search{ctx: t.Context(), task: engine.Task{Property: property.UnreachCall,
		Program: compiled.Program(t, compiled.File("a.c", owners))}}
	if res, err := s.guarded(); err != nil || res.Verdict != property.Holds() {
		t.Fatalf("%v (%s), %v", res.Verdict, res.Why, err)
	}
	good := s.proof.cert
	if err := refused(t, good); err != nil {
		t.Fatalf("the certificate is refused: %v", err)
	}
	// wrong changes one step after the other, and reports how many there were.
	wrong := func(change func(sys *model.System, template int, e *model.Edge) bool) (changed int) {
		for i := range good.Sys.Templates {
			for k := range good.Sys.Templates[i].Edges {
				e := &good.Sys.Templates[i].Edges[k]
				if e.Kind != model.Step {
					continue
				}
				before := *e
				e.Updates = maps.Clone(e.Updates)
				if e.Spawn != nil {
					sp := *e.Spawn
					sp.Args = maps.Clone(sp.Args)
					e.Spawn = &sp
				}
				if change(good.Sys, i, e) {
					changed++
					var no *certificate.Error
					if err := refused(t, good); !errors.As(err, &no) {
						t.Errorf("step %d of %s: %v", k, good.Sys.Templates[i].Name, err)
					}
				}
				*e = before
			}
		}
		return changed
	}
	life := good.Sys.Lives[0]
	for _, c := range []struct {
		what   string
		change func(sys *model.System, template int, e *model.Edge) bool
	}{
		{what: "a thread has another id than its creation says", change: func(sys *model.System, _ int,
			e *model.Edge) bool {
			if e.Spawn != nil {
				e.Spawn.ID = sys.Terms.Fresh("other", sys.Terms.Sort(sys.Self))
			}
			return e.Spawn != nil
		}},
		{what: "a thread is not told its id", change: func(sys *model.System, _ int, e *model.Edge) bool {
			had := e.Spawn != nil && e.Spawn.Args[sys.Self] != term.None
			if had {
				delete(e.Spawn.Args, sys.Self)
			}
			return had
		}},
		{what: "an id is restricted", change: func(sys *model.System, _ int, e *model.Edge) bool {
			if e.Spawn != nil {
				e.Guard = sys.Terms.And(e.Guard, sys.Terms.BVUlt(e.Spawn.ID,
					sys.Terms.BV(sys.Terms.Sort(sys.Self).Width(), 64)))
			}
			return e.Spawn != nil
		}},
		{what: "an id changes", change: func(sys *model.System, template int, e *model.Edge) bool {
			e.Updates[sys.Self] = sys.Terms.BV(sys.Terms.Sort(sys.Self).Width(), 1)
			return true
		}},
		{what: "an end is not told, or a creation", change: func(_ *model.System, _ int, e *model.Edge) bool {
			_, had := e.Updates[life.State]
			delete(e.Updates, life.State)
			return had
		}},
		{what: "a thread is said to have ended", change: func(sys *model.System, _ int, e *model.Edge) bool {
			told := e.Updates[life.State] != sys.State(model.Ended)
			e.Updates[life.State] = sys.State(model.Ended)
			return told
		}},
		{what: "the id of the only thread changes", change: func(sys *model.System, _ int,
			e *model.Edge) bool {
			e.Updates[life.ID] = sys.Terms.BV(sys.Terms.Sort(sys.Self).Width(), 1)
			return true
		}},
		{what: "a join waits for nobody", change: func(_ *model.System, template int, e *model.Edge) bool {
			had := template == life.Template && len(e.Joins) > 0
			e.Joins = nil
			return had
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			if n := wrong(c.change); n == 0 {
				t.Error("nothing to change")
			}
		})
	}
	c := *good
	c.K = 1
	if err := refused(t, &c); err == nil {
		t.Error("accepted with views of one thread")
	}
	for v := range good.Lemmas {
		c := *good
		c.Lemmas = maps.Clone(good.Lemmas)
		delete(c.Lemmas, v)
		if err := refused(t, &c); err == nil {
			t.Errorf("the view %v is missing: accepted", v)
		}
		if v.B < 0 {
			continue
		}
		c = *good
		c.Near = maps.Clone(good.Near)
		for _, pair := range [][2]int{{v.A, v.B}, {v.B, v.A}} {
			at := certificate.Control{Store: v.Store, Seat: pair[0]}
			c.Near[at] = slices.DeleteFunc(slices.Clone(c.Near[at]), func(s int) bool { return s == pair[1] })
		}
		if err := refused(t, &c); err == nil {
			t.Errorf("the pair %v is missing: accepted", v)
		}
	}
}
