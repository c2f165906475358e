package native

import (
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// Arrays are kept as their own small graph beside the gates. A select becomes a vector of free inputs (a
// read) unless the axioms show its bits at once or by a few multiplexers; an equation of arrays becomes one
// free input. What the inputs must satisfy is found out model by model, see refine.go.

func (bs *vectors) at(p place) []aig.Lit {
	return bs.slab[p.off : int(p.off)+int(p.w) : int(p.off)+int(p.w)]
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
	sort     term.Sort
	iw, ew   int32 // widths of index and element; 1 for Bool, 0 for sorts without bits
	a, b     int32
	cond     aig.Lit
	idx, val place
	cost     int32 // symbolic stores and choices below, see eagerCost
	tainted  bool  // depends on a select or an equation of arrays
	by       owner // of a symbol: what it is the result of

	elems []place // of a table, see arrays_small.go; nil for other arrays
}

// arrayRead is a select whose bits are free inputs.
type arrayRead struct {
	arr       int32
	idx, elem place
}

// arrayEq is an equation of arrays whose truth value is a free input.
type arrayEq struct {
	a, b  int32
	e     aig.Lit
	axiom aig.Lit // e, or the arrays differ at a witness
}

// arrays is the part of the solver that knows of arrays.
type arrays struct {
	st     *term.Store
	bits   *vectors
	atoms  *atoms
	places *places
	cfg    *Config

	nodes []arrayNode
	reads []arrayRead
	eqs   []arrayEq

	selects    map[uint64]place // (array, offset of index) to the bits of the select
	equalities map[uint64]aig.Lit
	differ     map[uint64]struct{} // pairs of vectors, see prep_differ.go

}

// eagerCost is the number of stores and choices up to which a read is expanded by
// the axioms in advance: below, multiplexers are cheaper than finding out by models.
const eagerCost = 12

// reset forgets all arrays.
func (ar *arrays) reset() {
	*ar = arrays{st: ar.st, bits: ar.bits, atoms: ar.atoms, places: ar.places, cfg: ar.cfg}
}

// blast translates an array term, whose operands are translated.
func (ar *arrays) blast(t term.Term) error {
	n := ar.newNode(ar.st.Sort(t))
	args := ar.st.Args(t)
	switch ar.st.Op(t) {
	case term.OpSymbol:
	case term.OpConstArray:
		n.kind = aConst
		n.val = ar.places.of(args[0])
	case term.OpStore:
		n.kind = aStore
		n.a = ar.bits.array(args[0])
		n.idx, n.val = ar.places.of(args[1]), ar.places.of(args[2])
		if b := &ar.nodes[n.a]; b.kind == aStore && ar.places.relate(b.idx, n.idx) == aig.MustEqual {
			n.a = b.a // the store below is overwritten
		}
		n.cost = ar.nodes[n.a].cost + 1
	case term.OpIte:
		p := ar.places.choose(ar.bits.bit(args[0]), ar.places.of(args[1]), ar.places.of(args[2]))
		ar.places.put(t, p)
		return nil
	default:
		return unsupported(ar.st, t)
	}
	ar.places.put(t, ar.add(n))
	return nil
}

// newNode returns a symbol of the sort, to be completed.
func (ar *arrays) newNode(sort term.Sort) arrayNode {
	index, elem := ar.st.ArrayParts(sort)
	width := func(sort term.Sort) int32 {
		if sort.IsBool() {
			return 1
		}
		return int32(sort.Width())
	}
	return arrayNode{kind: aSymbol, sort: sort, iw: width(index), ew: width(elem)}
}

// add adds a node, whose operands are nodes.
func (ar *arrays) add(n arrayNode) place {
	n.tainted = n.by.kind != 0 || ar.bits.g.Tainted(n.cond) || ar.places.tainted(n.idx) ||
		ar.places.tainted(n.val) || n.kind != aSymbol && n.kind != aConst && ar.nodes[n.a].tainted ||
		n.kind == aIte && ar.nodes[n.b].tainted
	if ar.isSmall(&n) {
		n.elems = ar.elements(&n)
	}
	ar.nodes = append(ar.nodes, n)
	return place{uint32(len(ar.nodes) - 1), inArrays}
}

// symbol returns a new array: a free one, or the result of what the owner says.
func (ar *arrays) symbol(sort term.Sort, by owner) place {
	n := ar.newNode(sort)
	n.by = by
	return ar.add(n)
}

// choose returns c ? a : b, for a condition that is no constant and arrays that are not the same.
func (ar *arrays) choose(c aig.Lit, a, b int32) place {
	n := ar.newNode(ar.nodes[a].sort)
	n.kind, n.cond, n.a, n.b = aIte, c, a, b
	n.cost = min(ar.nodes[a].cost+ar.nodes[b].cost+1, 1<<20)
	return ar.add(n)
}

// selectPlace returns the element of array a at idx.
func (ar *arrays) selectPlace(a int32, idx place) place {
	// Walk over what the literals of the indices decide.
	for {
		n := &ar.nodes[a]
		if n.kind == aConst {
			return n.val
		}
		if n.kind != aStore {
			break
		}
		rel := ar.places.relate(n.idx, idx)
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
	var r place
	if n.elems != nil {
		r = ar.places.lookUp(n.elems, idx)
	} else if n.kind == aSymbol || n.cost > eagerCost || ar.cfg.LazyArrays {
		r = ar.newRead(a, idx)
	} else {
		r = ar.expandRead(&n, idx)
	}
	if ar.selects == nil {
		ar.selects = map[uint64]place{}
	}
	ar.selects[key] = r
	return r
}

// expandRead applies the read-over-write axiom, or that of a choice, to a select.
func (ar *arrays) expandRead(n *arrayNode, idx place) place {
	below := ar.selectPlace(n.a, idx)
	if n.kind == aStore {
		return ar.places.choose(ar.places.equal(n.idx, idx), n.val, below)
	}
	return ar.places.choose(n.cond, below, ar.selectPlace(n.b, idx))
}

// newRead makes a select a value of its own.
func (ar *arrays) newRead(a int32, idx place) place {
	_, sort := ar.st.ArrayParts(ar.nodes[a].sort)
	elem := ar.places.dependent(sort, owner{atomRead, int32(len(ar.reads))})
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
		return ar.places.equal(na.val, nb.val)
	}
	key := uint64(a)<<32 | uint64(b)
	if l, ok := ar.equalities[key]; ok {
		return l
	}
	if na.elems != nil {
		l := ar.places.equalTables(na.elems, nb.elems)
		if ar.equalities == nil {
			ar.equalities = map[uint64]aig.Lit{}
		}
		ar.equalities[key] = l
		return l
	}
	id := len(ar.eqs)
	e := ar.atoms.input(atomEq, int32(id))
	ar.eqs = append(ar.eqs, arrayEq{a: a, b: b, e: e})
	if ar.equalities == nil {
		ar.equalities = map[uint64]aig.Lit{}
	}
	ar.equalities[key] = e
	// Extensionality: arrays that differ do so at the witness.
	index, _ := ar.st.ArrayParts(na.sort)
	k := ar.places.free(index)
	same := ar.places.equal(ar.selectPlace(a, k), ar.selectPlace(b, k))
	ar.eqs[id].axiom = ar.bits.g.Or(e, same.Neg())
	return e
}
