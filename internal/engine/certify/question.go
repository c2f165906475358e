package certify

import (
	"context"
	"io"
	"strconv"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/smt"
	"whittle.dev/smt/dump"
	"whittle.dev/smt/exists"
	"whittle.dev/term"
)

// questions asks whether the values of one state are among those of others. States are given by
// views of the same shape.
type questions struct {
	ctx   context.Context
	st    *term.Store
	make  func(*term.Store) (smt.Solver, error)
	whole smt.Solver // takes quantifiers, and is used for all questions; nil: not tried, or there is none
	tried bool
	asked int64
	names map[nameKey]term.Term
	// folder takes quantified questions as scripts, each with a comment; nil: none does.
	folder *dump.Folder
	note   string
}

// nameKey is the number of a copy, and a symbol.
type nameKey struct {
	copy int
	sym  term.Term
}

// certifyRounds bounds the proposals of one question.
const certifyRounds = 400

// point is a value of some places of a state.
type point struct {
	slots []int
	vals  []term.Value
}

// forall is a formula that holds for all values of some symbols.
type forall struct {
	vars []term.Term
	body term.Term
}

// differ reports whether two states have different constants at a place.
func (q *questions) differ(a, b *multistate.View) bool {
	for i, v := range a.Values {
		if w := b.Values[i]; v != w && q.st.IsConst(v) && q.st.IsConst(w) {
			return true
		}
	}
	return false
}

// inside asks whether all values of a are among those of b: Unsat if so; else a value
// of a that is not. Places that share no symbol in either state are asked about apart.
func (q *questions) inside(a, b *multistate.View) (smt.Status, point) {
	answer := smt.Unsat
	for _, g := range q.divide(a, b) {
		var ga, gb multistate.View
		for _, i := range g.places {
			ga.Values, gb.Values = append(ga.Values, a.Values[i]), append(gb.Values, b.Values[i])
		}
		ga.Conjuncts, gb.Conjuncts = g.left, g.right
		if q.covers(&gb, &ga) {
			continue
		}
		status, p := q.insideAll(&ga, []*multistate.View{&gb})
		switch status {
		case smt.Sat:
			for i, n := range p.slots {
				p.slots[i] = g.places[n]
			}
			return status, p
		case smt.Unknown:
			answer = status
		}
	}
	return answer, point{}
}

// insideAll asks whether each value of a is a value of one of the others: the formula
// notsubseteq, with one quantified formula for each. The point is of all places.
func (q *questions) insideAll(a *multistate.View, bs []*multistate.View) (smt.Status, point) {
	var all []forall
	for n, b := range bs {
		r := q.copy(n, b)
		differ := make([]term.Term, 0, len(a.Values)+len(r.Conjuncts))
		for i, v := range a.Values {
			differ = append(differ, q.st.Not(q.st.Eq(v, r.Values[i])))
		}
		for _, c := range r.Conjuncts {
			differ = append(differ, q.st.Not(c))
		}
		all = append(all, forall{q.st.Symbols(append(r.Values, r.Conjuncts...)...), q.st.Or(differ...)})
	}
	status, vals := q.check(a.Conjuncts, all, a.Values)
	if status != smt.Sat {
		return status, point{}
	}
	if vals == nil {
		return smt.Unknown, point{}
	}
	p := point{vals: vals}
	for i := range vals {
		p.slots = append(p.slots, i)
	}
	return status, p
}

// has asks whether a state has a value.
func (q *questions) has(b *multistate.View, p point) smt.Status {
	conj := append([]term.Term(nil), b.Conjuncts...)
	for i, n := range p.slots {
		conj = append(conj, q.st.Eq(b.Values[n], q.st.FromValue(p.vals[i])))
	}
	if q.st.IsFalse(q.st.And(conj...)) {
		return smt.Unsat
	}
	status, _ := q.check(conj, nil, nil)
	return status
}

// copy is a state with symbols of its own.
func (q *questions) copy(n int, b *multistate.View) *multistate.View {
	if q.names == nil {
		q.names = map[nameKey]term.Term{}
	}
	sub := map[term.Term]term.Term{}
	for _, sym := range q.st.Symbols(append(append([]term.Term(nil), b.Values...), b.Conjuncts...)...) {
		k := nameKey{n, sym}
		y, ok := q.names[k]
		if !ok {
			y = q.st.Symbol("certificate!"+strconv.Itoa(n)+"!"+q.st.Name(sym), q.st.Sort(sym))
			q.names[k] = y
		}
		sub[sym] = y
	}
	u := term.NewSubstituter(q.st, sub)
	out := &multistate.View{}
	for _, t := range b.Values {
		out.Values = append(out.Values, u.Apply(t))
	}
	for _, t := range b.Conjuncts {
		out.Conjuncts = append(out.Conjuncts, u.Apply(t))
	}
	return out
}

// check asks the solver, and returns the values of terms if there is a model.
func (q *questions) check(conj []term.Term, all []forall, want []term.Term) (smt.Status, []term.Value) {
	q.asked++
	s, done, err := q.solver(len(all) > 0)
	if err != nil {
		return smt.Unknown, nil
	}
	defer done()
	if q.folder != nil && len(all) > 0 {
		if d, ok := dump.NewForAller(q.st, s, q.folder); ok {
			d.Note(q.note)
			s = d
		}
	}
	for _, c := range conj {
		if err := s.Assert(c); err != nil {
			return smt.Unknown, nil
		}
	}
	for _, f := range all {
		if len(f.vars) == 0 {
			err = s.Assert(f.body)
		} else {
			err = s.(smt.ForAller).AssertForAll(f.vars, f.body)
		}
		if err != nil {
			return smt.Unknown, nil
		}
	}
	status := s.Check(q.ctx).Status
	if status != smt.Sat {
		return status, nil
	}
	vals := make([]term.Value, len(want))
	for i, t := range want {
		v, ok := s.Value(t)
		if !ok {
			return status, nil
		}
		vals[i] = v
	}
	return status, vals
}

// solver returns a solver with nothing asserted, and what is to be called when its answer was read.
func (q *questions) solver(quantified bool) (smt.Solver, func(), error) {
	if !q.tried {
		q.tried = true
		s, err := q.make(q.st)
		if err != nil {
			return nil, nil, err
		}
		if _, ok := s.(smt.ForAller); ok {
			q.whole = s
		}
	}
	if q.whole != nil {
		q.whole.Push()
		return q.whole, q.whole.Pop, nil
	}
	if !quantified {
		s, err := q.make(q.st)
		return s, func() { closeSolver(s) }, err
	}
	s, err := exists.New(q.st, exists.Config{Rounds: certifyRounds, Solver: q.make})
	if err != nil {
		return nil, nil, err
	}
	return s, func() { s.Close() }, nil // nothing is asked any more
}

func closeSolver(s smt.Solver) {
	if c, ok := s.(io.Closer); ok {
		c.Close() // nothing is asked any more
	}
}
