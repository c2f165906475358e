package native

import "whittle.dev/smt/native/internal/aig"

import (
	"sort"

	"whittle.dev/term"
)

// Arrays are kept as their own small graph beside the gates. A select becomes a
// vector of free inputs (a read) unless the axioms show its bits at once or by a
// few multiplexers; an equation of arrays becomes one free input. What the
// inputs must satisfy is found out model by model, see refine.go.

// vecRef is a vector in the slab.
type vecRef struct {
	off uint32
	w   int32
}

func (s *Solver) at(r vecRef) []aig.Lit {
	return s.slab[r.off : int(r.off)+int(r.w) : int(r.off)+int(r.w)]
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

// atom maps the first input of a read or equation to it.
type atom struct {
	gate uint32
	id   int32 // read, or ^equation
}

// arrays is the part of the solver that knows of arrays.
type arrays struct {
	nodes []arrayNode
	reads []arrayRead
	eqs   []arrayEq
	atoms []atom // by ascending gate

	selects map[uint64]vecRef // (array, offset of index) to the bits of the select
	equal   map[uint64]aig.Lit
	differ  map[uint64]struct{} // pairs of vectors, see prep_differ.go
	flags   map[aig.Lit]uint32  // slab offsets of Bool indices and elements

	// Reads and equations that occur in clauses.
	readActive, eqActive, nodeActive []bool
	liveReads, liveEqs               []int32

	refinement
}

// eagerCost is the number of stores and choices up to which a read is expanded by
// the axioms in advance: below, multiplexers are cheaper than finding out by models.
const eagerCost = 12

func (a *arrays) reset() { *a = arrays{} }

// vecRef returns the place of the bits of a translated Bool or bit-vector term.
func (s *Solver) vecRef(t term.Term) vecRef {
	if w := s.st.Sort(t).Width(); w > 0 {
		return vecRef{s.table.Get(t) - 1, int32(w)}
	}
	l := s.bit(t)
	off, ok := s.arr.flags[l]
	if !ok {
		off = s.keep([]aig.Lit{l})
		if s.arr.flags == nil {
			s.arr.flags = map[aig.Lit]uint32{}
		}
		s.arr.flags[l] = off
	}
	return vecRef{off, 1}
}

// blastArray translates an array term, whose operands are translated.
func (s *Solver) blastArray(t term.Term) error {
	srt := s.st.Sort(t)
	index, elem := s.st.ArrayParts(srt)
	for _, part := range []term.Sort{index, elem} {
		if !part.IsBool() && !part.IsBitVec() {
			return &unsupportedError{"sort " + s.st.SortString(srt)}
		}
	}
	n := arrayNode{iw: int32(max(index.Width(), 1)), ew: int32(max(elem.Width(), 1))}
	args := s.st.Args(t)
	switch s.st.Op(t) {
	case term.OpSymbol:
		n.kind = aSymbol
	case term.OpConstArray:
		n.kind = aConst
		n.val = s.vecRef(args[0])
	case term.OpStore:
		n.kind = aStore
		n.a = s.array(args[0])
		n.idx, n.val = s.vecRef(args[1]), s.vecRef(args[2])
		if b := &s.arr.nodes[n.a]; b.kind == aStore && aig.Relate(s.at(b.idx), s.at(n.idx)) == aig.MustEqual {
			n.a = b.a // the store below is overwritten
		}
		n.cost = s.arr.nodes[n.a].cost + 1
	case term.OpIte:
		n.kind = aIte
		n.cond = s.bit(args[0])
		n.a, n.b = s.array(args[1]), s.array(args[2])
		switch {
		case n.cond == aig.True || n.a == n.b:
			s.table.Set(t, uint32(n.a)+1)
			return nil
		case n.cond == aig.False:
			s.table.Set(t, uint32(n.b)+1)
			return nil
		}
		n.cost = min(s.arr.nodes[n.a].cost+s.arr.nodes[n.b].cost+1, 1<<20)
	default:
		return s.unsupported(t)
	}
	n.tainted = s.g.Tainted(n.cond) || s.g.Tainted(s.at(n.idx)...) || s.g.Tainted(s.at(n.val)...) ||
		n.kind != aSymbol && n.kind != aConst && s.arr.nodes[n.a].tainted ||
		n.kind == aIte && s.arr.nodes[n.b].tainted
	if s.isSmall(&n) {
		n.elems = s.elements(&n)
	}
	s.arr.nodes = append(s.arr.nodes, n)
	s.table.Set(t, uint32(len(s.arr.nodes)))
	return nil
}

// selectBits returns the bits of array a at idx.
func (s *Solver) selectBits(a int32, idx vecRef) []aig.Lit { return s.at(s.selectRef(a, idx)) }

func (s *Solver) selectRef(a int32, idx vecRef) vecRef {
	// Walk over what the literals of the indices decide.
	for {
		n := &s.arr.nodes[a]
		if n.kind == aConst {
			return n.val
		}
		if n.kind != aStore {
			break
		}
		rel := aig.Relate(s.at(n.idx), s.at(idx))
		if rel == aig.MustEqual {
			return n.val
		}
		if rel == aig.MayEqual && !s.knownDifferent(n.idx, idx) {
			break
		}
		a = n.a
	}
	key := uint64(a)<<32 | uint64(idx.off)
	if r, ok := s.arr.selects[key]; ok {
		return r
	}
	n := s.arr.nodes[a]
	var r vecRef
	if n.elems != nil {
		r = s.lookUp(n.elems, idx)
	} else if n.kind == aSymbol || n.cost > eagerCost || s.cfg.LazyArrays {
		r = s.newRead(a, idx)
	} else {
		r = s.expandRead(&n, idx)
	}
	if s.arr.selects == nil {
		s.arr.selects = map[uint64]vecRef{}
	}
	s.arr.selects[key] = r
	return r
}

// expandRead applies the read-over-write axiom, or that of a choice, to a select.
func (s *Solver) expandRead(n *arrayNode, idx vecRef) vecRef {
	below := s.selectRef(n.a, idx)
	out := vecRef{s.room(int(n.ew)), n.ew}
	if n.kind == aStore {
		hit := s.g.Equal(s.at(n.idx), s.at(idx), s.tmp.Get(int(n.iw)))
		s.g.Choose(s.at(out), hit, s.at(n.val), s.at(below))
		return out
	}
	other := s.selectRef(n.b, idx)
	s.g.Choose(s.at(out), n.cond, s.at(below), s.at(other))
	return out
}

// newRead makes a select of free inputs.
func (s *Solver) newRead(a int32, idx vecRef) vecRef {
	w := s.arr.nodes[a].ew
	elem := vecRef{s.room(int(w)), w}
	v := s.at(elem)
	for i := range v {
		v[i] = s.atomInput(int32(len(s.arr.reads)))
	}
	s.arr.reads = append(s.arr.reads, arrayRead{a, idx, elem})
	s.arr.readActive = append(s.arr.readActive, false)
	return elem
}

// atomInput makes an input whose encoding is to be noticed.
func (s *Solver) atomInput(id int32) aig.Lit {
	l := s.g.Input()
	if l != aig.False {
		s.g.MarkAtom(l)
		s.arr.atoms = append(s.arr.atoms, atom{l.Node(), id})
	}
	return l
}

// equalArrays returns the literal of the equation of two arrays of one sort.
func (s *Solver) equalArrays(a, b int32) aig.Lit {
	if a == b {
		return aig.True
	}
	if a > b {
		a, b = b, a
	}
	na, nb := s.arr.nodes[a], s.arr.nodes[b]
	if na.kind == aConst && nb.kind == aConst {
		return s.g.Equal(s.at(na.val), s.at(nb.val), s.tmp.Get(int(na.ew)))
	}
	key := uint64(a)<<32 | uint64(b)
	if l, ok := s.arr.equal[key]; ok {
		return l
	}
	if na.elems != nil {
		l := s.equalTables(na.elems, nb.elems)
		if s.arr.equal == nil {
			s.arr.equal = map[uint64]aig.Lit{}
		}
		s.arr.equal[key] = l
		return l
	}
	eq := arrayEq{a: a, b: b}
	eq.e = s.atomInput(^int32(len(s.arr.eqs)))
	// Extensionality: arrays that differ do so at the witness.
	k := vecRef{s.room(int(na.iw)), na.iw}
	v := s.at(k)
	for i := range v {
		v[i] = s.g.Input()
	}
	ra, rb := s.selectRef(a, k), s.selectRef(b, k)
	same := s.g.Equal(s.at(ra), s.at(rb), s.tmp.Get(int(na.ew)))
	eq.axiom = s.g.Or(eq.e, same.Neg())
	s.arr.eqs = append(s.arr.eqs, eq)
	s.arr.eqActive = append(s.arr.eqActive, false)
	if s.arr.equal == nil {
		s.arr.equal = map[uint64]aig.Lit{}
	}
	s.arr.equal[key] = eq.e
	return eq.e
}

// activate notices the reads and equations whose inputs got a variable. What they
// depend on gets variables too, reads among it, so that the model of the clauses is
// complete for all that refine looks at; and an equation gets its extensionality axiom.
func (s *Solver) activate() {
	a := &s.arr
	for len(s.cnf.atoms) > 0 {
		gate := s.cnf.atoms[len(s.cnf.atoms)-1]
		s.cnf.atoms = s.cnf.atoms[:len(s.cnf.atoms)-1]
		i := sort.Search(len(a.atoms), func(i int) bool { return a.atoms[i].gate >= gate })
		id := a.atoms[i].id
		switch {
		case id >= 0 && !a.readActive[id]:
			a.readActive[id] = true
			a.liveReads = append(a.liveReads, id)
			r := a.reads[id]
			s.encodeVec(r.idx)
			s.encodeVec(r.elem)
			s.activateArray(r.arr)
		case id < 0 && !a.eqActive[^id]:
			id = ^id
			a.eqActive[id] = true
			a.liveEqs = append(a.liveEqs, id)
			s.cnf.assert(a.eqs[id].axiom, 0)
			s.activateArray(a.eqs[id].a)
			s.activateArray(a.eqs[id].b)
		}
	}
}

// activateArray gives variables to all indices, elements and choices below an array.
func (s *Solver) activateArray(id int32) {
	a := &s.arr
	if n := len(a.nodes); len(a.nodeActive) < n {
		a.nodeActive = append(a.nodeActive, make([]bool, n-len(a.nodeActive))...)
	}
	stack := []int32{id}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if a.nodeActive[id] {
			continue
		}
		a.nodeActive[id] = true
		if elems := a.nodes[id].elems; elems != nil {
			for _, e := range elems {
				s.encodeVec(e)
			}
			continue
		}
		switch n := &a.nodes[id]; n.kind {
		case aConst:
			s.encodeVec(n.val)
		case aStore:
			s.encodeVec(n.idx)
			s.encodeVec(n.val)
			stack = append(stack, n.a)
		case aIte:
			s.cnf.lit(n.cond)
			stack = append(stack, n.b, n.a)
		}
	}
}

func (s *Solver) encodeVec(r vecRef) {
	for _, l := range s.at(r) {
		if !l.IsConst() {
			s.cnf.need(l)
		}
	}
	s.cnf.define()
}

// deactivate forgets which atoms are in clauses, because there are no clauses.
func (a *arrays) deactivate() {
	clear(a.readActive)
	clear(a.eqActive)
	clear(a.nodeActive)
	a.liveReads, a.liveEqs = a.liveReads[:0], a.liveEqs[:0]
}
