package interpolate

import (
	"math/big"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// A model of A, restricted to shared symbols, contradicts B. It is generalised to few of the literals that
// hold in it: what of them contradicts B is a disjunct of an interpolant, without a proof (Chockler, Ivrii,
// Matsliah, "Computing interpolants without proofs", HVC 2012). Over words and numbers this enumerates
// constants unless the literals are rich: so atoms of the formulas, relations of symbols and parities come
// first, comparisons with constants of the formulas second, and the values of the model last.

// Limits on the literals of a model.
const (
	maxPairs  = 150 // pairs of symbols that are related
	maxLimits = 12  // constants that a symbol is compared to
)

// richness is what the literals of all models of a question are made of.
type richness struct {
	atoms  []term.Term                // over shared symbols
	things []term.Term                // shared symbols, applications of functions and reads of arrays
	limits map[term.Sort][]term.Value // constants in the formulas by sort
}

// frozen are literals that hold in a model, in three ranks.
type frozen [3][]term.Term

// enrich collects atoms and constants of both sides.
func (q *question) enrich() *richness {
	if q.rich != nil {
		return q.rich
	}
	st := q.p.st
	r := &richness{limits: map[term.Sort][]term.Value{}}
	r.atoms = append(r.atoms, q.opt.Reuse...)
	seen := map[term.Term]bool{}
	var things, stack []term.Term
	for _, side := range q.sides {
		stack = append(stack, side...)
	}
	slices.Reverse(stack)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		sort := st.Sort(t)
		switch op := st.Op(t); {
		case op == term.OpApply && !sort.IsBool(), op == term.OpSelect && !sort.IsBool():
			things = append(things, t)
		case op == term.OpConst && !sort.IsBool():
			r.limits[sort] = append(r.limits[sort], st.ConstValue(t))
		case sort.IsBool() && op != term.OpSymbol && op != term.OpConst && op != term.OpNot &&
			op != term.OpAnd && op != term.OpOr && op != term.OpIte:
			r.atoms = append(r.atoms, t)
		}
		stack = append(stack, st.Args(t)...)
	}
	local := func(t term.Term) bool { return !q.shared(t) }
	r.atoms = slices.DeleteFunc(r.atoms, local)
	for _, s := range q.symbols {
		if !st.Sort(s).IsFunc() {
			things = append(things, s)
		}
	}
	r.things = slices.DeleteFunc(things, local)
	q.rich = r
	return r
}

// freeze returns literals over shared symbols that hold in a model; those of the last rank say what the
// values of all symbols are.
func (q *question) freeze(m term.Assignment) frozen {
	st, r := q.p.st, q.enrich()
	ev := term.NewEvaluator(st, m)
	var f frozen
	// add enters t, or its negation, whichever holds.
	add := func(rank int, t term.Term) {
		v, err := ev.Eval(t)
		if err != nil || st.IsConst(t) {
			return
		}
		if !v.Bool() {
			t = st.Not(t)
		}
		f[rank] = append(f[rank], t)
	}
	for _, s := range r.things {
		if st.Sort(s).IsBool() {
			add(0, s)
		}
	}
	for _, t := range r.atoms {
		add(0, t)
	}
	q.relate(func(t term.Term) { add(0, t) })
	for _, s := range r.things {
		q.parities(s, func(t term.Term) { add(0, t) })
	}
	for _, s := range r.things {
		v, err := ev.Eval(s)
		if err != nil {
			continue
		}
		for _, c := range nearest(r.limits[st.Sort(s)], v) {
			for _, t := range compare(st, s, st.FromValue(c)) {
				add(1, t)
			}
		}
		switch sort := st.Sort(s); {
		case sort.IsBool():
		case sort.IsBitVec(), sort.IsInt(), sort.IsReal():
			// Both bounds, so that one of them may go.
			c := st.FromValue(v)
			if sort.IsBitVec() {
				add(2, st.BVUle(s, c))
				add(2, st.BVUle(c, s))
			} else {
				add(2, st.Le(s, c))
				add(2, st.Le(c, s))
			}
		case sort.IsArray():
			add(2, st.Eq(s, st.FromValue(v)))
		}
	}
	return f
}

// relate calls add with comparisons of shared things of one sort.
func (q *question) relate(add func(term.Term)) {
	st := q.p.st
	pairs := 0
	for i, s := range q.rich.things {
		for _, t := range q.rich.things[:i] {
			if st.Sort(s) != st.Sort(t) || st.Sort(s).IsBool() {
				continue
			}
			if pairs++; pairs > maxPairs {
				return
			}
			add(st.Eq(t, s))
			for _, c := range compare(st, t, s) {
				add(c)
			}
		}
	}
}

// compare returns the comparisons s <= t and s < t of numbers, of words with and without sign.
func compare(st *term.Store, s, t term.Term) []term.Term {
	switch sort := st.Sort(s); {
	case sort.IsBitVec():
		return []term.Term{st.BVUle(s, t), st.BVUlt(s, t), st.BVSle(s, t), st.BVSlt(s, t)}
	case sort.IsInt(), sort.IsReal():
		return []term.Term{st.Le(s, t), st.Lt(s, t)}
	}
	return nil
}

// parities calls add with what the low bits of a word, or small remainders of an integer, may be; add negates
// those that do not hold, which together determine the remainder.
func (q *question) parities(s term.Term, add func(term.Term)) {
	st := q.p.st
	switch sort := st.Sort(s); {
	case sort.IsBitVec():
		for i := range min(3, sort.Width()) {
			add(st.Eq(st.Extract(i, i, s), st.BV(1, 0)))
		}
	case sort.IsInt():
		for _, n := range []int64{2, 3} {
			for k := range n {
				add(st.Eq(st.IntMod(s, st.Int64(n)), st.Int64(k)))
			}
		}
	}
}

// nearest returns the constants next to a value, below and above.
func nearest(limits []term.Value, v term.Value) []term.Value {
	number := func(x term.Value) *big.Rat {
		if x.Sort().IsReal() {
			return x.Rat()
		}
		if b := x.Big(); b != nil {
			return new(big.Rat).SetInt(b)
		}
		return new(big.Rat)
	}
	at := number(v)
	distance := func(x term.Value) *big.Rat {
		d := new(big.Rat).Sub(number(x), at)
		return d.Abs(d)
	}
	out := slices.Clone(limits)
	slices.SortStableFunc(out, func(x, y term.Value) int { return distance(x).Cmp(distance(y)) })
	return out[:min(len(out), maxLimits)]
}

// generalise returns few literals of a model of A that contradict B.
func (q *question) generalise(f frozen) (term.Term, error) {
	var literals []term.Term
	for rank, more := range f {
		literals = append(literals, more...)
		status, err := q.check(sideB, literals...)
		if err != nil {
			return term.None, err
		}
		if status == smt.Unsat || rank == len(f)-1 {
			break
		}
	}
	core, err := q.minimise(sideB, literals)
	if err != nil {
		return term.None, err
	}
	return q.p.st.And(core...), nil
}
