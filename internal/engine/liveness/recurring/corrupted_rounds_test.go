package recurring

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

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
		refused := func(kind string, change func(st *term.Store) term.Term) {
			st := p.terms.Fork()
			inv := change(st)
			if inv == term.None {
				return
			}
			made[kind]++
			if accepted(t.Context(), &roundsProof{p.product, st, inv}) {
				t.Errorf("seed %d: %s: the check takes it", seed, kind)
			}
		}
		for range 4 {
			refused("without a state that is reached", func(st *term.Store) term.Term {
				at := p.reached(t, st, r)
				if at == nil {
					return term.None
				}
				return st.And(p.inv, st.Not(p.is(st, at)))
			})
			refused("only a state that is reached", func(st *term.Store) term.Term {
				at := p.reached(t, st, r)
				if at == nil || !p.goesOn(t, st, at) {
					return term.None
				}
				return p.is(st, at)
			})
		}
		refused("with a state in which everything has recurred too often", func(st *term.Store) term.Term {
			at := model(t, st, p.product, p.product.Goals[0].Cond)
			if at == nil {
				return term.None
			}
			return st.Or(p.inv, p.is(st, at))
		})
		refused("everything", func(st *term.Store) term.Term {
			if model(t, st, p.product, p.product.Goals[0].Cond) == nil {
				return term.None
			}
			return st.True()
		})
		refused("nothing", func(st *term.Store) term.Term {
			if model(t, st, p.product, p.product.Init) == nil {
				return term.None
			}
			return st.False()
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
	d := &decider{ctx: t.Context(), cfg: Config{Safety: pdr.New(pdr.Config{})},
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

// relation is that of a transition.
func (p *roundsProof) relation(st *term.Store, i int) term.Term {
	sys := *p.product.System
	sys.Terms = st
	return sys.Relation(&sys.Transitions[i])
}

// is says that a state is one with the given values.
func (p *roundsProof) is(st *term.Store, at term.Map) term.Term {
	all := []term.Term{st.True()}
	for _, v := range p.product.Vars {
		all = append(all, st.Eq(v.Sym, st.FromValue(at[v.Sym])))
	}
	return st.And(all...)
}

// model are the values of variables in a state with a condition; nil: there is none.
func model(t *testing.T, st *term.Store, p *product, cond term.Term) term.Map {
	t.Helper()
	return valuesOf(t, st, p, func(v transition.Var) term.Term { return v.Sym }, cond)
}

// valuesOf are the values of symbols of the variables with which conditions hold; nil: there are none.
func valuesOf(t *testing.T, st *term.Store, p *product, symbol func(transition.Var) term.Term,
	conds ...term.Term) term.Map {
	t.Helper()
	solver := native.New(st, native.Config{})
	if r := solver.Check(t.Context(), conds...); r.Status != smt.Sat {
		return nil
	}
	out := term.Map{}
	for _, v := range p.Vars {
		value, ok := solver.Value(symbol(v))
		if !ok {
			value = st.ZeroValue(st.Sort(v.Sym))
		}
		out[v.Sym] = value
	}
	return out
}

// successor is a state that a random transition leads to; nil: it leads to none.
func (p *roundsProof) successor(t *testing.T, st *term.Store, at term.Map, r *rand.Rand) term.Map {
	t.Helper()
	i := r.IntN(len(p.product.Transitions))
	return valuesOf(t, st, p.product, func(v transition.Var) term.Term { return v.Next }, p.is(st, at),
		p.relation(st, i))
}

// reached is a state that a random walk comes to; nil: there is no initial one.
func (p *roundsProof) reached(t *testing.T, st *term.Store, r *rand.Rand) term.Map {
	t.Helper()
	at := model(t, st, p.product, p.product.Init)
	for range r.IntN(5) {
		if at == nil {
			break
		}
		if next := p.successor(t, st, at, r); next != nil {
			at = next
		}
	}
	return at
}

// goesOn reports whether a step leads from a state to another one.
func (p *roundsProof) goesOn(t *testing.T, st *term.Store, at term.Map) bool {
	t.Helper()
	other := []term.Term{st.False()}
	for _, v := range p.product.Vars {
		other = append(other, st.Not(st.Eq(v.Next, st.FromValue(at[v.Sym]))))
	}
	for i := range p.product.Transitions {
		step := p.relation(st, i)
		next := func(v transition.Var) term.Term { return v.Next }
		if valuesOf(t, st, p.product, next, p.is(st, at), step, st.Or(other...)) != nil {
			return true
		}
	}
	return false
}
