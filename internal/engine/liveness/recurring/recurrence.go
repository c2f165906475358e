package recurring

import (
	"context"
	"math/big"

	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// setConflicts bounds a question about a set.
const setConflicts = 2000

// findSet looks for a set that recurs in the loop of a path of a system whose store is frozen: variables that
// have come back to their value have this value in it, differences of numbers that have both changed stay
// what they are, numbers that have grown are at least what they were at first, and those that have fallen at
// most that.
func findSet(ctx context.Context, s *transition.System, p *transition.Path, free []bool,
	solver func(*term.Store) (smt.Solver, error)) (bool, error) {
	fork := s.Fork()
	p.Loop.Recurs, p.Loop.Terms = setCondition(fork, p, free), fork.Terms
	a, err := inductive.CheckLoop(ctx, s, p, solver)
	return err == nil && a.Status == inductive.Holds, err
}

// setCondition is the condition of such a set.
func setCondition(s *transition.System, p *transition.Path, free []bool) term.Term {
	st, first, last := s.Terms, p.States[p.Loop.Back], p.States[len(p.Steps)]
	out := []term.Term{st.True()}
	var changed []int
	for v := range s.Vars {
		if first[v].Equal(last[v]) {
			out = append(out, st.Eq(s.Vars[v].Sym, st.FromValue(first[v])))
		} else if free[v] {
			changed = append(changed, v)
		}
	}
	for i, v := range changed {
		x, grows := s.Vars[v].Sym, rat(last[v]).Cmp(rat(first[v])) > 0
		if grows {
			out = append(out, st.Ge(x, st.FromValue(first[v])))
		} else {
			out = append(out, st.Le(x, st.FromValue(first[v])))
		}
		for _, w := range changed[i+1:] {
			y := s.Vars[w].Sym
			if st.Sort(x) != st.Sort(y) {
				continue
			}
			if d := difference(first[v], first[w]); d.Cmp(difference(last[v], last[w])) == 0 {
				out = append(out, st.Eq(st.IntSub(x, y), number(st, st.Sort(x), d)))
			}
		}
	}
	return st.And(out...)
}

func difference(a, b term.Value) *big.Rat { return new(big.Rat).Sub(rat(a), rat(b)) }

func rat(v term.Value) *big.Rat {
	if v.Sort().IsInt() {
		return new(big.Rat).SetInt(v.Big())
	}
	return v.Rat()
}

func number(st *term.Store, sort term.Sort, r *big.Rat) term.Term {
	if sort.IsInt() {
		return st.Int(r.Num())
	}
	return st.Real(r)
}
