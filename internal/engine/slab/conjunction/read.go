package conjunction

import (
	"math/big"

	"whittle.dev/term"
)

// Reader reads terms of one store.
type Reader struct {
	st   *term.Store
	refs map[term.Term]Ref
	// vars and inputs count those of each sort of Ref.
	vars, inputs int
	// compared are the numbers that occur otherwise than in equations with constants and with each other.
	compared map[term.Term]bool
	// domains have the number of values of enumerated variables, by index; 0: without bound. Those of inputs
	// come after those of variables.
	domains map[Ref]int64
	// sorts and enum are by Ref.
	sorts map[Ref]term.Sort
	enum  map[Ref]bool
	scale *big.Int
	memo  map[reading]*Formula
}

// reading is a term, or its negation.
type reading struct {
	t   term.Term
	neg bool
}

// maxCases bounds the cases that an ite inside an atom is split into.
const maxCases = 64

// NewReader returns a reader for formulas over the symbols of refs. The terms are those of the system: they
// say which numbers are enumerated, and by what the constants of sort Real are to be multiplied to be
// integers.
func NewReader(st *term.Store, refs map[term.Term]Ref, system []term.Term) *Reader {
	r := &Reader{st: st, refs: map[term.Term]Ref{}, domains: map[Ref]int64{},
		sorts: map[Ref]term.Sort{}, enum: map[Ref]bool{}, memo: map[reading]*Formula{}}
	use := newUsage(st)
	for t := range st.Subterms(system...) {
		use.note(t)
	}
	symbols := map[Ref]term.Term{}
	for sym, ref := range refs {
		symbols[ref] = sym
	}
	for sym, ref := range refs { // a variable is enumerated in all states or in none
		if after, ok := symbols[ref|next]; ok && ref&3 == 0 {
			use.link(sym, after)
		}
	}
	r.compared, r.scale = use.compared(), use.denominator
	for sym, ref := range refs {
		r.know(sym, ref)
	}
	return r
}

// AddInput makes a symbol known that the system did not have, of the same use as one that it had.
func (r *Reader) AddInput(sym, like term.Term, i int) {
	if r.compared[like] {
		r.compared[sym] = true
	}
	r.know(sym, Input(i))
}

func (r *Reader) know(sym term.Term, ref Ref) {
	r.refs[sym], r.sorts[ref], r.enum[ref] = ref, r.st.Sort(sym), r.Enumerated(sym)
	n := int(ref>>2) + 1
	if ref&3 == input {
		r.inputs = max(r.inputs, n)
	} else {
		r.vars = max(r.vars, n)
	}
	switch sort := r.st.Sort(sym); {
	case sort == term.Bool:
		r.domains[ref] = 2
	case sort.Width() > 0 && sort.Width() < 32:
		r.domains[ref] = 1 << sort.Width()
	}
}

// Enumerated reports whether equations with constants are all that is known of a symbol.
func (r *Reader) Enumerated(sym term.Term) bool {
	sort := r.st.Sort(sym)
	return sort == term.Bool || sort.Width() > 0 ||
		(sort == term.Int || sort == term.Real) && !r.compared[sym]
}

// Read returns a term of sort Bool as a formula, or nil if it is not of the fragment.
func (r *Reader) Read(t term.Term) *Formula { return r.read(t, false) }

func (r *Reader) read(t term.Term, neg bool) *Formula {
	key := reading{t, neg}
	f, known := r.memo[key]
	if !known {
		f = r.convert(t, neg)
		r.memo[key] = f
	}
	return f
}

func (r *Reader) convert(t term.Term, neg bool) *Formula {
	st := r.st
	switch st.Op(t) {
	case term.OpConst:
		if st.IsTrue(t) != neg {
			return truth
		}
		return falsity
	case term.OpSymbol:
		if ref, ok := r.refs[t]; ok {
			return &Formula{kind: isValue, x: ref, y: None, c: truthValue(!neg)}
		}
	case term.OpNot:
		return r.read(st.Arg(t, 0), !neg)
	case term.OpAnd, term.OpOr:
		parts := make([]*Formula, st.NumArgs(t))
		for i := range parts {
			if parts[i] = r.read(st.Arg(t, i), neg); parts[i] == nil {
				return nil
			}
		}
		if st.Op(t) == term.OpAnd != neg {
			return all(parts)
		}
		return some(parts)
	case term.OpIte:
		return r.either(st.Arg(t, 0), st.Arg(t, 1), st.Arg(t, 2), neg)
	case term.OpEq:
		return r.equation(t, neg)
	case term.OpLe:
		return r.cases(t, neg)
	}
	return nil
}

func truthValue(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// either is "if c then a else b", or its negation.
func (r *Reader) either(c, a, b term.Term, neg bool) *Formula {
	yes, no := r.read(c, false), r.read(c, true)
	then, other := r.read(a, neg), r.read(b, neg)
	if yes == nil || no == nil || then == nil || other == nil {
		return nil
	}
	return some([]*Formula{all([]*Formula{yes, then}), all([]*Formula{no, other})})
}

func (r *Reader) equation(t term.Term, neg bool) *Formula {
	a, b := r.st.Arg(t, 0), r.st.Arg(t, 1)
	if r.st.Sort(a) != term.Bool {
		return r.cases(t, neg)
	}
	if x, y := r.ref(a), r.ref(b); x != None && y != None && !neg {
		return &Formula{kind: same, x: x, y: y}
	}
	return r.either(a, b, r.st.Not(b), neg)
}

func (r *Reader) ref(t term.Term) Ref {
	if ref, ok := r.refs[t]; ok {
		return ref
	}
	return None
}

// cases reads an equation or a comparison. An ite in it that is no formula is split into its two cases.
func (r *Reader) cases(t term.Term, neg bool) *Formula {
	budget := maxCases
	return r.split(t, neg, &budget)
}

func (r *Reader) split(t term.Term, neg bool, budget *int) *Formula {
	st := r.st
	if op := st.Op(t); op != term.OpEq && op != term.OpLe {
		return r.read(t, neg) // a case was simplified
	}
	inner := r.innerIte(t)
	if inner == term.None {
		return r.atom(t, neg)
	}
	if *budget--; *budget < 0 {
		return nil
	}
	c := st.Arg(inner, 0)
	yes, no := r.read(c, false), r.read(c, true)
	if yes == nil || no == nil {
		return nil
	}
	then := r.split(st.Substitute(t, map[term.Term]term.Term{inner: st.Arg(inner, 1)}), neg, budget)
	other := r.split(st.Substitute(t, map[term.Term]term.Term{inner: st.Arg(inner, 2)}), neg, budget)
	if then == nil || other == nil {
		return nil
	}
	return some([]*Formula{all([]*Formula{yes, then}), all([]*Formula{no, other})})
}

// innerIte returns an outermost ite in the sums of a comparison, or None.
func (r *Reader) innerIte(t term.Term) term.Term {
	switch r.st.Op(t) {
	case term.OpIte:
		return t
	case term.OpEq, term.OpLe, term.OpAdd, term.OpMul:
		for _, a := range r.st.Args(t) {
			if x := r.innerIte(a); x != term.None {
				return x
			}
		}
	}
	return term.None
}
