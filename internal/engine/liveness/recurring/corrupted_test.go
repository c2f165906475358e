package recurring

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

var errNoSafety = errors.New("no safety is decided")

// noSafety leaves what measures do not decide.
type noSafety struct{ engine.Engine }

func (noSafety) Check(context.Context, engine.Task) (engine.Result, error) {
	return engine.Result{}, errNoSafety
}

func fresh(st *term.Store) (smt.Solver, error) { return native.New(st, native.Config{}), nil }

// TestCorrupted spoils the violations and proofs of random systems so that they are none for certain, and
// checks that they are refused.
func TestCorrupted(t *testing.T) {
	made := map[string]int{}
	lassos, proofs := 0, 0
	for seed := range testflag.Seeds(60) {
		s := randltl.NewSystem(uint64(seed), 3)
		res, err := Decide(t.Context(), engine.Task{System: s.System, Property: property.LTL},
			Config{Safety: noSafety{}})
		if errors.Is(err, errNoSafety) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if p := res.Path; p != nil {
			lassos += spoilLasso(t, seed, s.System, p, made)
			continue
		}
		if p, ok := res.Proof.(*measureProof); ok {
			spoilAbout(t, seed, s.System, p.product, made)
			proofs += spoilMeasures(t, seed, p, made)
		}
	}
	if lassos < 100 || proofs < 100 {
		t.Errorf("only %d lassos and %d proofs were spoilt", lassos, proofs)
	}
	t.Logf("%d lassos, %d proofs: %v", lassos, proofs, made)
}

// spoilLasso spoils a violation that comes back to a state.
func spoilLasso(t *testing.T, seed int64, s *transition.System, p *transition.Path, made map[string]int) int {
	if err := s.Replay(p); err != nil {
		t.Errorf("seed %d: the violation itself: %v", seed, err)
	}
	n := 0
	refused := func(kind string, change func(s *transition.System, p *transition.Path)) {
		c, q, l := *s, *p, *p.Loop
		c.Temporals = slices.Clone(s.Temporals)
		q.States, q.Steps, q.Loop = slices.Clone(p.States), slices.Clone(p.Steps), &l
		for i := range q.States {
			q.States[i] = slices.Clone(q.States[i])
		}
		change(&c, &q)
		made[kind]++
		n++
		if err := c.Replay(&q); err == nil {
			t.Errorf("seed %d: %s: the replay takes it", seed, kind)
		}
	}
	other := func(v term.Value) term.Value {
		if v.Sort().IsBool() {
			return term.BoolValue(!v.Bool())
		}
		return term.BVValue(v.Sort().Width(), v.Uint64()^1)
	}
	last := len(p.Steps) - 1
	refused("a formula that the run satisfies", func(s *transition.System, _ *transition.Path) {
		s.Temporals[0].Formula = ltl.Negation(s.Temporals[0].Formula)
	})
	refused("a condition of fairness that is never met", func(s *transition.System, _ *transition.Path) {
		s.Temporals[0].Fair = append(slices.Clip(s.Temporals[0].Fair), s.Terms.False())
	})
	refused("the loop does not close", func(_ *transition.System, p *transition.Path) {
		p.States[last+1][0] = other(p.States[last+1][0])
	})
	refused("the loop is empty", func(_ *transition.System, p *transition.Path) { p.Loop.Back = last + 1 })
	refused("the loop begins before the run", func(_ *transition.System, p *transition.Path) {
		p.Loop.Back = -1
	})
	refused("a step too few", func(_ *transition.System, p *transition.Path) { p.Steps = p.Steps[:last] })
	refused("another property", func(_ *transition.System, p *transition.Path) { p.Goal = 1 })
	for i, step := range p.Steps {
		for _, u := range s.Transitions[step.Transition].Updates {
			refused("a step gives another value", func(_ *transition.System, p *transition.Path) {
				p.States[i+1][u.Var] = other(p.States[i+1][u.Var])
			})
			break
		}
	}
	return n
}

// accepted reports whether a check takes a proof.
func accepted(ctx context.Context, p proof.Proof) bool {
	c, err := p.Check(ctx, fresh)
	return err == nil && c.Checked
}

// satisfiable reports whether conditions can hold together.
func satisfiable(t *testing.T, st *term.Store, conds ...term.Term) bool {
	f := st.Fork()
	switch r := native.New(f, native.Config{}).Check(t.Context(), conds...); r.Status {
	case smt.Sat:
		return true
	case smt.Unsat:
		return false
	}
	t.Fatal("a question over small words is not answered")
	return false
}

// spoilMeasures spoils the measures of a product.
func spoilMeasures(t *testing.T, seed int64, p *measureProof, made map[string]int) int {
	n, st := 0, p.product.Terms
	refused := func(kind string, change func(p *measureProof, st *term.Store)) {
		q, r, sys := *p, *p.product, *p.product.System
		sys.Terms = st.Fork()
		r.System, q.product = &sys, &r
		q.measures = nil
		for _, m := range p.measures {
			c := *m
			c.strict = slices.Clone(m.strict)
			q.measures = append(q.measures, &c)
		}
		q.inv = map[int][]term.Term{}
		for c, list := range p.inv {
			q.inv[c] = slices.Clone(list)
		}
		change(&q, sys.Terms)
		sys.Terms.Freeze()
		made[kind]++
		n++
		if accepted(t.Context(), &q) {
			t.Errorf("seed %d: %s: the check takes it", seed, kind)
		}
	}
	if !accepted(t.Context(), p) {
		t.Errorf("seed %d: the proof itself is not taken", seed)
	}
	if satisfiable(t, st, p.product.Init) {
		refused("a condition that does not hold at first", func(q *measureProof, st *term.Store) {
			c := p.product.code(p.product.monitor.automaton.Initial[0], 0, 0)
			q.inv[c] = append(q.inv[c], st.False())
		})
	}
	for k, m := range p.measures {
		refused("a measure is missing", func(q *measureProof, _ *term.Store) {
			q.measures = slices.Delete(q.measures, k, k+1)
		})
		refused("a measure falls by nothing", func(q *measureProof, _ *term.Store) {
			q.measures[k].drop = new(big.Rat)
		})
		refused("a measure decreases in no step", func(q *measureProof, _ *term.Store) {
			q.measures[k].strict = nil
		})
		if slices.ContainsFunc(m.strict, func(i int) bool {
			return satisfiable(t, st, p.product.step(i, p.inv)...)
		}) {
			refused("a measure that is the same everywhere", func(q *measureProof, st *term.Store) {
				q.measures[k].value = st.BV(4, 0)
			})
		}
		for _, i := range without(m.steps, m.strict) {
			refused("a step that does not decrease a measure is said to",
				func(q *measureProof, _ *term.Store) {
					q.measures[k].strict = append(q.measures[k].strict, i)
				})
			break
		}
	}
	return n
}

// spoilAbout asks whether a product is that of other tasks, and whether other products are that of the task.
func spoilAbout(t *testing.T, seed int64, s *transition.System, p *product, made map[string]int) {
	if err := p.about(t.Context(), engine.Task{System: s}); err != nil {
		t.Errorf("seed %d: the product itself: %v", seed, err)
	}
	refused := func(kind string, p *product, task engine.Task) {
		made[kind]++
		if err := p.about(t.Context(), task); err == nil {
			t.Errorf("seed %d: the product is taken: %s", seed, kind)
		}
	}
	other := func(kind string, change func(q *product)) {
		q, sys, m := *p, *p.System, *p.monitor
		q.System, q.monitor, q.steps = &sys, &m, slices.Clone(p.steps)
		sys.Transitions = slices.Clone(p.Transitions)
		change(&q)
		refused(kind, &q, engine.Task{System: s})
	}
	refused("another system", p, engine.Task{System: s.Fork()})
	refused("a property that there is not", p, engine.Task{System: s, Goal: len(s.Temporals)})
	f := s.Temporals[0]
	s.Temporals[0].Formula = ltl.Negation(f.Formula)
	refused("another formula", p, engine.Task{System: s})
	s.Temporals[0] = f
	s.Temporals[0].Atoms = append([]term.Term{s.Terms.False()}, f.Atoms[min(1, len(f.Atoms)):]...)
	if !slices.Equal(f.Atoms, s.Temporals[0].Atoms) {
		q := *p
		m := *p.monitor
		q.monitor, m.f = &m, &f
		refused("other atoms", &q, engine.Task{System: s})
	}
	s.Temporals[0] = f
	other("a product that begins elsewhere", func(q *product) { q.Init = s.Vars[0].Sym })
	if len(p.steps) == 0 {
		return
	}
	other("a product without a transition", func(q *product) { q.Transitions = q.Transitions[1:] })
	other("a product whose step leads elsewhere", func(q *product) { q.steps[0].place++ })
	other("a product that counts", func(q *product) { q.bound++ })
}

// TestCorruptedSet replaces the set that recurs in a violation by others that do not, or that the path does
// not come to.
func TestCorruptedSet(t *testing.T) {
	st := term.NewStore()
	s := &transition.System{Terms: st}
	x := s.Vars[s.AddVar("x", term.Int)].Sym
	n := func(i int64) term.Term { return st.Int(big.NewInt(i)) }
	s.Init = st.Eq(x, n(3))
	s.Transitions = []transition.Transition{{Name: "up", Process: transition.Shared,
		Guards: []term.Term{st.Le(n(0), x)}, Updates: []transition.Update{{Value: st.IntAdd(x, n(2))}}}}
	f, err := ltl.Parse("F p")
	if err != nil {
		t.Fatal(err)
	}
	s.Temporals = []transition.Temporal{{Name: "falls", Formula: f, Atoms: []term.Term{st.Lt(x, n(3))}}}
	st.Freeze()
	res, err := Decide(t.Context(), engine.Task{System: s, Property: property.LTL},
		Config{Safety: noSafety{}})
	if err != nil || res.Path == nil {
		t.Fatalf("%v, %v", res.Verdict, err)
	}
	takes := func(set func(st *term.Store) term.Term) bool {
		p, l := *res.Path, *res.Path.Loop
		l.Terms = l.Terms.Fork()
		l.Recurs, p.Loop = set(l.Terms), &l
		l.Terms.Freeze()
		if s.Replay(&p) != nil {
			return false
		}
		a, err := inductive.CheckLoop(t.Context(), s, &p, fresh)
		return err == nil && a.Status == inductive.Holds
	}
	if !takes(func(*term.Store) term.Term { return res.Path.Loop.Recurs }) {
		t.Error("the set itself is not taken")
	}
	for i := range int64(10) {
		for kind, set := range map[string]func(st *term.Store) term.Term{
			"bounded": func(st *term.Store) term.Term { return st.Le(x, st.Int(big.NewInt(50+i))) },
			"too large: the formula sees other things": func(st *term.Store) term.Term {
				return st.Le(st.Int(big.NewInt(2-i)), x)
			},
			"not come to": func(st *term.Store) term.Term { return st.Le(st.Int(big.NewInt(100+i)), x) },
			"one state":   func(st *term.Store) term.Term { return st.Eq(x, st.Int(big.NewInt(i))) },
			"everything":  (*term.Store).True,
			"nothing":     (*term.Store).False,
		} {
			if takes(set) {
				t.Errorf("%s, %d: the check takes it", kind, i)
			}
		}
	}
}
