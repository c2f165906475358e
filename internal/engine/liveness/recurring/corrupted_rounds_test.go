package recurring

import (
	"context"
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// space is a small system whose states are looked at one by one; its store may be added to.
type space struct {
	ctx context.Context
	sys transition.System
	st  *term.Store
}

func spaceOf(ctx context.Context, s *transition.System, st *term.Store) *space {
	sys := *s
	sys.Terms = st
	return &space{ctx, sys, st}
}

// current and following are the symbols of a variable before and after a step.
func current(v transition.Var) term.Term   { return v.Sym }
func following(v transition.Var) term.Term { return v.Next }

// is says that a state is one with the given values.
func (s *space) is(symbol func(transition.Var) term.Term, at term.Map) term.Term {
	all := []term.Term{s.st.True()}
	for _, v := range s.sys.Vars {
		all = append(all, s.st.Eq(symbol(v), s.st.FromValue(at[v.Sym])))
	}
	return s.st.And(all...)
}

// values are those of symbols of the variables with which conditions hold; nil: there are none.
func (s *space) values(symbol func(transition.Var) term.Term, conds ...term.Term) term.Map {
	solver := native.New(s.st, native.Config{})
	if r := solver.Check(s.ctx, conds...); r.Status != smt.Sat {
		return nil
	}
	out := term.Map{}
	for _, v := range s.sys.Vars {
		value, ok := solver.Value(symbol(v))
		if !ok {
			value = s.st.ZeroValue(s.st.Sort(v.Sym))
		}
		out[v.Sym] = value
	}
	return out
}

// successor is a state to which one of some transitions leads with conditions; nil: there is none.
func (s *space) successor(list []transition.Transition, conds ...term.Term) term.Map {
	for i := range list {
		if at := s.values(following, append(conds, s.sys.Relation(&list[i]))...); at != nil {
			return at
		}
	}
	return nil
}

// reached is a state that a random walk comes to; nil: there is no initial one.
func (s *space) reached(r *rand.Rand) term.Map {
	at := s.values(current, s.sys.Init)
	for range r.IntN(5) {
		if at == nil {
			break
		}
		i := r.IntN(len(s.sys.Transitions))
		if next := s.successor(s.sys.Transitions[i:i+1], s.is(current, at)); next != nil {
			at = next
		}
	}
	return at
}

// exhaustive lists the states that are reached.
type exhaustive struct{ engine.Engine }

// Check says that no goal is reached, with all states that are reached as the invariant, or nothing.
func (exhaustive) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	const most = 200
	s := spaceOf(ctx, t.System, t.System.Terms.Fork())
	reached, after := s.st.False(), s.st.False()
	for range most {
		at := s.values(current, s.sys.Init, s.st.Not(reached))
		if at == nil {
			at = s.successor(s.sys.Transitions, reached, s.st.Not(after))
		}
		if at == nil && s.values(current, reached, s.sys.Goals[0].Cond) != nil {
			break
		}
		if at == nil {
			res := engine.Holds(engine.ByInvariant, "these are all states")
			res.Invariant = &engine.Invariant{Terms: s.st, Cond: reached}
			return res, nil
		}
		reached, after = s.st.Or(reached, s.is(current, at)), s.st.Or(after, s.is(following, at))
	}
	return engine.Unknown("a goal is reached, or there are many states"), nil
}

// TestCorruptedRounds spoils the proofs that everything recurs at most so often of random systems: invariants
// that leave out a state which is reached, or have one in which everything recurs once too often, are none.
// They are refused, whatever else they say.
func TestCorruptedRounds(t *testing.T) {
	made, proofs := map[string]int{}, 0
	for seed := range testflag.Seeds(40) {
		s := randltl.NewSystem(uint64(seed), 3)
		p := countedRounds(t, s)
		if p == nil {
			continue
		}
		proofs++
		if !accepted(t.Context(), &roundsProof{p.product, p.terms.Fork(), p.inv}) {
			t.Errorf("seed %d: the proof itself is not taken", seed)
		}
		r := rand.New(rand.NewPCG(uint64(seed), 6))
		refused := func(kind string, change func(s *space) term.Term) {
			s := spaceOf(t.Context(), p.product.System, p.terms.Fork())
			inv := change(s)
			if inv == term.None {
				return
			}
			made[kind]++
			if accepted(t.Context(), &roundsProof{p.product, s.st, inv}) {
				t.Errorf("seed %d: %s: the check takes it", seed, kind)
			}
		}
		for range 4 {
			refused("without a state that is reached", func(s *space) term.Term {
				at := s.reached(r)
				if at == nil {
					return term.None
				}
				return s.st.And(p.inv, s.st.Not(s.is(current, at)))
			})
			refused("only a state that is reached, and left", func(s *space) term.Term {
				at := s.reached(r)
				if at == nil || s.successor(s.sys.Transitions, s.is(current, at),
					s.st.Not(s.is(following, at))) == nil {
					return term.None
				}
				return s.is(current, at)
			})
		}
		refused("with a state in which everything has recurred too often", func(s *space) term.Term {
			if at := s.values(current, s.sys.Goals[0].Cond); at != nil {
				return s.st.Or(p.inv, s.is(current, at))
			}
			return term.None
		})
		refused("everything", func(s *space) term.Term {
			if s.values(current, s.sys.Goals[0].Cond) == nil {
				return term.None
			}
			return s.st.True()
		})
		refused("nothing", func(s *space) term.Term {
			if s.values(current, s.sys.Init) == nil {
				return term.None
			}
			return s.st.False()
		})
	}
	total := 0
	for _, n := range made {
		total += n
	}
	if proofs < 5 || total < 20 {
		t.Errorf("only %d proofs were spoilt, %d times", proofs, total)
	}
	t.Logf("%d proofs, %d times: %v", proofs, total, made)
}

// countedRounds is a proof of a system by rounds, whether or not it has measures; nil: none with few rounds.
func countedRounds(t *testing.T, s *randltl.System) *roundsProof {
	t.Helper()
	if !s.Holds() {
		return nil
	}
	f := &s.Temporals[0]
	a, err := ltl.Translate(t.Context(), ltl.Negation(f.Formula))
	if err != nil {
		t.Fatal(err)
	}
	d := &decider{ctx: t.Context(), cfg: Config{Safety: exhaustive{}},
		task:    engine.Task{System: s.System, Property: property.LTL},
		monitor: &monitor{f: f, automaton: a}}
	for bound := range 3 {
		res, done, err := d.rounds(bound, turns[0].work)
		if err != nil {
			t.Fatal(err)
		}
		if done {
			p, ok := res.Proof.(*roundsProof)
			if !ok {
				return nil
			}
			p.terms.Freeze()
			return p
		}
	}
	return nil
}
