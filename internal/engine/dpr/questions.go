package dpr

import (
	"slices"

	"whittle.dev/internal/engine/dpr/certify"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// questions are those to the solver about inputs: has the condition of a path, with another outcome of its
// last branch, a solution?
type questions struct {
	terms   *term.Store
	solver  smt.Solver
	symbols map[term.Term][]term.Term
	asked   int64
}

func newQuestions(st *term.Store, cfg Config) *questions {
	var s smt.Solver = native.New(st, native.Config{})
	if cfg.Wrap != nil {
		s = cfg.Wrap(st, s)
	}
	return &questions{terms: st, solver: s, symbols: map[term.Term][]term.Term{}}
}

// of returns the inputs of a condition.
func (q *questions) of(t term.Term) []term.Term {
	list, ok := q.symbols[t]
	if !ok {
		list = q.terms.Symbols(t)
		q.symbols[t] = list
	}
	return list
}

// related returns the atoms that share inputs with what is wanted, directly or by others: the rest holds
// with the inputs that there are.
func (q *questions) related(atoms, wanted []atom) (out []atom, inputs map[term.Term]bool) {
	inputs = map[term.Term]bool{}
	for _, w := range wanted {
		for _, x := range q.of(w.cond) {
			inputs[x] = true
		}
	}
	in := make([]bool, len(atoms))
	for changed := true; changed; {
		changed = false
		for i, a := range atoms {
			if in[i] || !slices.ContainsFunc(q.of(a.cond), func(x term.Term) bool { return inputs[x] }) {
				continue
			}
			in[i], changed = true, true
			for _, x := range q.of(a.cond) {
				inputs[x] = true
			}
		}
	}
	for i, a := range atoms {
		if in[i] {
			out = append(out, a)
		}
	}
	return out, inputs
}

// redirect looks for inputs with which an execution goes as the oracle wants it. If there are none, the
// reason is learnt: a conflict of the theory over inputs, whose choices have to be made and asked.
func (s *search) redirect(r *run) (found bool, err error) {
	atoms, inputs := s.ask.related(r.atoms, r.wants)
	all := append(slices.Clone(atoms), r.wants...)
	conds := make([]term.Term, len(all))
	for i, a := range all {
		conds[i] = a.cond
	}
	s.ask.asked++
	switch s.ask.solver.Check(s.ctx, conds...).Status {
	case smt.Sat:
		for x := range inputs {
			v, ok := s.ask.solver.Value(x)
			if !ok {
				continue
			}
			s.inputs[s.owners[x]] = words(v)
		}
		return true, nil
	case smt.Unsat:
		failed := s.ask.solver.Failed()
		var reason []sat.Lit
		for _, a := range all {
			if slices.Contains(failed, a.cond) {
				reason = append(append(reason, a.lit), r.of(a.deps)...)
			}
		}
		slices.Sort(reason)
		reason = slices.Compact(reason)
		s.infeasible++
		if s.cert != nil {
			s.cert.Add(certify.Reason{Choices: reason, Infeasible: slices.Clone(failed)})
		}
		s.space.Made(r.path)
		s.exclude(reason)
		return false, nil
	}
	if s.ctx.Err() == nil {
		s.cut = "a question to the solver was not answered"
		s.space.Made(r.path)
		s.exclude(append(slices.Clone(r.path), choices(r.wants)...))
	}
	return false, nil
}

func choices(atoms []atom) (out []sat.Lit) {
	for _, a := range atoms {
		out = append(out, a.lit)
	}
	return out
}

// words are the low and the high bits of a value.
func words(v term.Value) (w [2]uint64) {
	switch n := v.Sort().Width(); {
	case v.Sort().IsBool():
		if v.Bool() {
			w[0] = 1
		}
	case n <= 64:
		w[0] = v.Uint64()
	default:
		b := v.Big()
		for i := range min(b.BitLen(), 128) {
			w[i/64] |= uint64(b.Bit(i)) << (i % 64)
		}
	}
	return w
}
