package factor

import (
	"slices"

	"whittle.dev/term"
)

// Listing 3.1 of the thesis goes through a formula as a tree, and keeps what it has made: its evaluation has
// 36 more tasks that end for want of memory. Here formulas are graphs, whose nodes are looked at once; what
// is remembered is bounded, and so is what the store grows by on our account: nothing is simplified any more
// while formulas that were made here are a large part of it.

const (
	// maxRemembered is how many formulas are remembered; then all are forgotten.
	maxRemembered = 1 << 15
	// maxDepth is how many levels of disjunctions are looked into. Those below stay as they are.
	maxDepth = 500
	// freeBytes is how much the store may grow by in any case, share the part of it that may be ours.
	freeBytes = 4 << 20
	share     = 8
)

// Factorer simplifies formulas of one store. It belongs to one goroutine.
type Factorer struct {
	st      *term.Store
	images  map[term.Term]term.Term
	bytes   int // that the store has grown by
	changed int
}

// New returns a factorer for formulas of a store.
func New(st *term.Store) *Factorer { return &Factorer{st: st, images: map[term.Term]term.Term{}} }

// Changed is the number of disjunctions that became others.
func (f *Factorer) Changed() int { return f.changed }

// Apply returns a formula that is equivalent to t, in which no disjunction has a conjunct that all its
// disjuncts have; t itself if it stays as it is, or memory does not allow more.
func (f *Factorer) Apply(t term.Term) term.Term {
	if f.bytes > freeBytes+f.st.Bytes()/share {
		return t
	}
	if len(f.images) > maxRemembered {
		clear(f.images)
	}
	before := f.st.Bytes()
	defer func() { f.bytes += f.st.Bytes() - before }()
	return f.st.And(f.conjuncts(t, 0)...)
}

// conjuncts are those of a formula, simplified.
func (f *Factorer) conjuncts(t term.Term, depth int) []term.Term {
	var out []term.Term
	for _, c := range f.st.Conjuncts(t) {
		if c = f.simplify(c, depth); f.st.Op(c) == term.OpAnd {
			out = append(out, f.st.Conjuncts(c)...)
		} else {
			out = append(out, c)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// simplify is the function simplifyBooleanFormulaRecursively of Listing 3.1, for a formula that is no
// conjunction.
func (f *Factorer) simplify(t term.Term, depth int) term.Term {
	if f.st.Op(t) != term.OpOr && (f.st.Op(t) != term.OpNot || f.st.Op(f.st.Arg(t, 0)) != term.OpAnd) {
		return t // a single predicate
	}
	if image, ok := f.images[t]; ok || depth == maxDepth {
		if !ok {
			image = t
		}
		return image
	}
	var operands [][]term.Term // of each disjunct: its conjuncts, ascending
	for _, d := range f.st.Disjuncts(t) {
		operands = append(operands, f.conjuncts(d, depth+1))
	}
	mutual := slices.Clone(operands[0])
	for _, list := range operands[1:] {
		mutual = slices.DeleteFunc(mutual, func(c term.Term) bool { return !has(list, c) })
	}
	rests := make([]term.Term, len(operands))
	for i, list := range operands {
		list = slices.DeleteFunc(list, func(c term.Term) bool { return has(mutual, c) })
		rests[i] = f.st.And(list...)
	}
	image := f.st.And(append(mutual, f.st.Or(rests...))...)
	if image != t {
		f.changed++
	}
	f.images[t] = image
	return image
}

// has reports whether an ascending list has an element.
func has(list []term.Term, c term.Term) bool {
	_, ok := slices.BinarySearch(list, c)
	return ok
}
