package native

import (
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// Arrays are kept as their own small graph beside the gates. A select becomes a vector of free inputs (a
// read) unless the axioms show its bits at once or by a few multiplexers; an equation of arrays becomes one
// free input. What the inputs must satisfy is found out model by model, see refine.go.

// vecRef is a vector in the slab.
type vecRef struct {
	off uint32
	w   int32
}

func (bs *vectors) at(r vecRef) []aig.Lit {
	return bs.slab[r.off : int(r.off)+int(r.w) : int(r.off)+int(r.w)]
}

type arrayKind uint8

const (
	aSymbol arrayKind = iota
	aStore            // base a, idx, val
	aIte              // cond ? a : b
	aConst            // val everywhere
)

type arrayNode struct {
	kind     arrayKind
	iw, ew   int32 // widths of index and element; 1 for Bool
	a, b     int32
	cond     aig.Lit
	idx, val vecRef
	cost     int32 // symbolic stores and choices below, see eagerCost
	tainted  bool  // depends on a select or an equation of arrays

	elems []vecRef // of a table, see arrays_small.go; nil for other arrays
}

// arrayRead is a select whose bits are free inputs.
type arrayRead struct {
	arr       int32
	idx, elem vecRef
}

// arrayEq is an equation of arrays whose truth value is a free input.
type arrayEq struct {
	a, b  int32
	e     aig.Lit
	axiom aig.Lit // e, or the arrays differ at a witness
}

// arrays is the part of the solver that knows of arrays.
type arrays struct {
	st    *term.Store
	bits  *vectors
	atoms *atoms
	cfg   *Config

	nodes []arrayNode
	reads []arrayRead
	eqs   []arrayEq

	selects    map[uint64]vecRef // (array, offset of index) to the bits of the select
	equalities map[uint64]aig.Lit
	differ     map[uint64]struct{} // pairs of vectors, see prep_differ.go

}

// eagerCost is the number of stores and choices up to which a read is expanded by
// the axioms in advance: below, multiplexers are cheaper than finding out by models.
const eagerCost = 12

// reset forgets all arrays.
func (ar *arrays) reset() { *ar = arrays{st: ar.st, bits: ar.bits, atoms: ar.atoms, cfg: ar.cfg} }

// vecRef returns the place of the bits of a translated Bool or bit-vector term.
func (bs *vectors) vecRef(t term.Term) vecRef {
	if w := bs.st.Sort(t).Width(); w > 0 {
		return vecRef{bs.table.Get(t) - 1, int32(w)}
	}
	l := bs.bit(t)
	off, ok := bs.flags[l]
	if !ok {
		off = bs.keep([]aig.Lit{l})
		if bs.flags == nil {
			bs.flags = map[aig.Lit]uint32{}
		}
		bs.flags[l] = off
	}
	return vecRef{off, 1}
}

// blast translates an array term, whose operands are translated.
func (ar *arrays) blast(t term.Term) error {
	srt := ar.st.Sort(t)
	index, elem := ar.st.ArrayParts(srt)
	for _, part := range []term.Sort{index, elem} {
		if !part.IsBool() && !part.IsBitVec() {
			return &unsupportedError{"sort " + ar.st.SortString(srt)}
		}
	}
	n := arrayNode{iw: int32(max(index.Width(), 1)), ew: int32(max(elem.Width(), 1))}
	args := ar.st.Args(t)
	switch ar.st.Op(t) {
	case term.OpSymbol:
		n.kind = aSymbol
	case term.OpConstArray:
		n.kind = aConst
		n.val = ar.bits.vecRef(args[0])
	case term.OpStore:
		n.kind = aStore
		n.a = ar.bits.array(args[0])
		n.idx, n.val = ar.bits.vecRef(args[1]), ar.bits.vecRef(args[2])
		if b := &ar.nodes[n.a]; b.kind == aStore &&
			aig.Relate(ar.bits.at(b.idx), ar.bits.at(n.idx)) == aig.MustEqual {
			n.a = b.a // the store below is overwritten
		}
		n.cost = ar.nodes[n.a].cost + 1
	case term.OpIte:
		n.kind = aIte
		n.cond = ar.bits.bit(args[0])
		n.a, n.b = ar.bits.array(args[1]), ar.bits.array(args[2])
		switch {
		case n.cond == aig.True || n.a == n.b:
			ar.bits.table.Set(t, uint32(n.a)+1)
			return nil
		case n.cond == aig.False:
			ar.bits.table.Set(t, uint32(n.b)+1)
			return nil
		}
		n.cost = min(ar.nodes[n.a].cost+ar.nodes[n.b].cost+1, 1<<20)
	default:
		return unsupported(ar.st, t)
	}
	n.tainted = ar.bits.g.Tainted(n.cond) || ar.bits.g.Tainted(ar.bits.at(n.idx)...) ||
		ar.bits.g.Tainted(ar.bits.at(n.val)...) ||
		n.kind != aSymbol && n.kind != aConst && ar.nodes[n.a].tainted ||
		n.kind == aIte && ar.nodes[n.b].tainted
	if ar.isSmall(&n) {
		n.elems = ar.elements(&n)
	}
	ar.nodes = append(ar.nodes, n)
	ar.bits.table.Set(t, uint32(len(ar.nodes)))
	return nil
}

// selectBits returns the bits of array a at idx.
func (ar *arrays) selectBits(a int32, idx vecRef) []aig.Lit { return ar.bits.at(ar.selectRef(a, idx)) }

func (ar *arrays) selectRef(a int32, idx vecRef) vecRef {
	// Walk over what the literals of the indices decide.
	for {
		n := &ar.nodes[a]
		if n.kind == aConst {
			return n.val
		}
		if n.kind != aStore {
			break
		}
		rel := aig.Relate(ar.bits.at(n.idx), ar.bits.at(idx))
		if rel == aig.MustEqual {
			return n.val
		}
		if rel == aig.MayEqual && !ar.knownDifferent(n.idx, idx) {
			break
		}
		a = n.a
	}
	key := uint64(a)<<32 | uint64(idx.off)
	if r, ok := ar.selects[key]; ok {
		return r
	}
	n := ar.nodes[a]
	var r vecRef
	if n.elems != nil {
		r = ar.bits.lookUp(n.elems, idx)
	} else if n.kind == aSymbol || n.cost > eagerCost || ar.cfg.LazyArrays {
		r = ar.newRead(a, idx)
	} else {
		r = ar.expandRead(&n, idx)
	}
	if ar.selects == nil {
		ar.selects = map[uint64]vecRef{}
	}
	ar.selects[key] = r
	return r
}

// expandRead applies the read-over-write axiom, or that of a choice, to a select.
func (ar *arrays) expandRead(n *arrayNode, idx vecRef) vecRef {
	below := ar.selectRef(n.a, idx)
	out := vecRef{ar.bits.room(int(n.ew)), n.ew}
	if n.kind == aStore {
		hit := ar.bits.g.Equal(ar.bits.at(n.idx), ar.bits.at(idx), ar.bits.tmp.Get(int(n.iw)))
		ar.bits.g.Choose(ar.bits.at(out), hit, ar.bits.at(n.val), ar.bits.at(below))
		return out
	}
	other := ar.selectRef(n.b, idx)
	ar.bits.g.Choose(ar.bits.at(out), n.cond, ar.bits.at(below), ar.bits.at(other))
	return out
}

// newRead makes a select of free inputs.
func (ar *arrays) newRead(a int32, idx vecRef) vecRef {
	w := ar.nodes[a].ew
	elem := vecRef{ar.bits.room(int(w)), w}
	v := ar.bits.at(elem)
	for i := range v {
		v[i] = ar.atoms.input(atomRead, int32(len(ar.reads)))
	}
	ar.reads = append(ar.reads, arrayRead{a, idx, elem})
	return elem
}

// equal returns the literal of the equation of two arrays of one sort.
func (ar *arrays) equal(a, b int32) aig.Lit {
	if a == b {
		return aig.True
	}
	if a > b {
		a, b = b, a
	}
	na, nb := ar.nodes[a], ar.nodes[b]
	if na.kind == aConst && nb.kind == aConst {
		return ar.bits.g.Equal(ar.bits.at(na.val), ar.bits.at(nb.val), ar.bits.tmp.Get(int(na.ew)))
	}
	key := uint64(a)<<32 | uint64(b)
	if l, ok := ar.equalities[key]; ok {
		return l
	}
	if na.elems != nil {
		l := ar.bits.equalTables(na.elems, nb.elems)
		if ar.equalities == nil {
			ar.equalities = map[uint64]aig.Lit{}
		}
		ar.equalities[key] = l
		return l
	}
	eq := arrayEq{a: a, b: b}
	eq.e = ar.atoms.input(atomEq, int32(len(ar.eqs)))
	// Extensionality: arrays that differ do so at the witness.
	k := vecRef{ar.bits.room(int(na.iw)), na.iw}
	v := ar.bits.at(k)
	for i := range v {
		v[i] = ar.bits.g.Input()
	}
	ra, rb := ar.selectRef(a, k), ar.selectRef(b, k)
	same := ar.bits.g.Equal(ar.bits.at(ra), ar.bits.at(rb), ar.bits.tmp.Get(int(na.ew)))
	eq.axiom = ar.bits.g.Or(eq.e, same.Neg())
	ar.eqs = append(ar.eqs, eq)
	if ar.equalities == nil {
		ar.equalities = map[uint64]aig.Lit{}
	}
	ar.equalities[key] = eq.e
	return eq.e
}

// activate notices the atoms whose inputs got a variable. What they
// depend on gets variables too, reads among it, so that the model of the clauses is
// complete for all that refine looks at; and an equation gets its extensionality axiom.
func (r *refinement) activate() {
	a := r.arr
	r.readActive = append(r.readActive, make([]bool, len(a.reads)-len(r.readActive))...)
	r.eqActive = append(r.eqActive, make([]bool, len(a.eqs)-len(r.eqActive))...)
	for len(r.cnf.atoms) > 0 {
		gate := r.cnf.atoms[len(r.cnf.atoms)-1]
		r.cnf.atoms = r.cnf.atoms[:len(r.cnf.atoms)-1]
		at := a.atoms.at(gate)
		id := at.id
		switch {
		case at.kind == atomNumber:
			r.theory.activate(id)
		case at.kind == atomRead && !r.readActive[id]:
			r.readActive[id] = true
			r.liveReads = append(r.liveReads, id)
			read := a.reads[id]
			r.encodeVec(read.idx)
			r.encodeVec(read.elem)
			r.activateArray(read.arr)
		case at.kind == atomEq && !r.eqActive[id]:
			r.eqActive[id] = true
			r.liveEqs = append(r.liveEqs, id)
			r.cnf.assert(a.eqs[id].axiom, 0)
			r.activateArray(a.eqs[id].a)
			r.activateArray(a.eqs[id].b)
		}
	}
}

// activateArray gives variables to all indices, elements and choices below an array.
func (r *refinement) activateArray(id int32) {
	a := r.arr
	if n := len(a.nodes); len(r.nodeActive) < n {
		r.nodeActive = append(r.nodeActive, make([]bool, n-len(r.nodeActive))...)
	}
	stack := []int32{id}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r.nodeActive[id] {
			continue
		}
		r.nodeActive[id] = true
		if elems := a.nodes[id].elems; elems != nil {
			for _, e := range elems {
				r.encodeVec(e)
			}
			continue
		}
		switch n := &a.nodes[id]; n.kind {
		case aConst:
			r.encodeVec(n.val)
		case aStore:
			r.encodeVec(n.idx)
			r.encodeVec(n.val)
			stack = append(stack, n.a)
		case aIte:
			r.cnf.lit(n.cond)
			stack = append(stack, n.b, n.a)
		}
	}
}

func (r *refinement) encodeVec(v vecRef) {
	for _, l := range r.bits.at(v) {
		if !l.IsConst() {
			r.cnf.need(l)
		}
	}
	r.cnf.define()
}

// deactivate forgets which atoms are in clauses, because there are no clauses.
func (r *refinement) deactivate() {
	clear(r.readActive)
	clear(r.eqActive)
	clear(r.nodeActive)
	r.liveReads, r.liveEqs = r.liveReads[:0], r.liveEqs[:0]
}
