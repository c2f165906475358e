package native

import (
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// elements is the part of the solver that knows of uninterpreted sorts: their terms are elements, and an
// equation of two is an input of the gates that a theory of equality decides, see equality.go.
type elements struct {
	st    *term.Store
	bits  *vectors
	atoms *atoms

	list  []element
	same  []sameAtom
	index map[uint64]int32     // by pair of elements: in same
	fixed map[elementKey]int32 // literals
	ites  map[[3]uint32]int32  // choices
}

type elementKind uint8

const (
	elementSymbol elementKind = iota
	elementChoice             // cond ? a : b
	elementFixed              // a literal
	elementValue              // not of an uninterpreted sort: an operand or a result of a function
)

// element is a value that may be equal to others.
type element struct {
	kind    elementKind
	tainted bool
	sort    term.Sort
	cond    aig.Lit
	a, b    int32
	number  uint64 // of a literal
	at      place  // of an elementValue
	by      owner
}

// sameAtom is the equation of two elements.
type sameAtom struct {
	a, b int32
	lit  aig.Lit
}

type elementKey struct {
	sort   term.Sort
	number uint64
}

// reset forgets all elements.
func (es *elements) reset() {
	*es = elements{st: es.st, bits: es.bits, atoms: es.atoms, list: es.list[:0]}
}

func (es *elements) add(e element) place {
	es.list = append(es.list, e)
	return place{uint32(len(es.list) - 1), inElements}
}

func (es *elements) symbol(sort term.Sort) place { return es.add(element{sort: sort}) }

func (es *elements) dependent(sort term.Sort, by owner) place {
	return es.add(element{sort: sort, by: by, tainted: true})
}

// literal returns the element of a literal.
func (es *elements) literal(sort term.Sort, number uint64) place {
	key := elementKey{sort, number}
	if id, ok := es.fixed[key]; ok {
		return place{uint32(id), inElements}
	}
	p := es.add(element{kind: elementFixed, sort: sort, number: number})
	if es.fixed == nil {
		es.fixed = map[elementKey]int32{}
	}
	es.fixed[key] = int32(p.off)
	return p
}

// choose returns cond ? a : b.
func (es *elements) choose(cond aig.Lit, a, b int32) place {
	key := [3]uint32{uint32(cond), uint32(a), uint32(b)}
	if id, ok := es.ites[key]; ok {
		return place{uint32(id), inElements}
	}
	p := es.add(element{kind: elementChoice, sort: es.list[a].sort, cond: cond, a: a, b: b,
		tainted: es.bits.g.Tainted(cond) || es.list[a].tainted || es.list[b].tainted})
	if es.ites == nil {
		es.ites = map[[3]uint32]int32{}
	}
	es.ites[key] = int32(p.off)
	return p
}

func (es *elements) relate(a, b int32) aig.Relation {
	switch x, y := &es.list[a], &es.list[b]; {
	case a == b:
		return aig.MustEqual
	case x.kind == elementFixed && y.kind == elementFixed:
		return aig.MustDiffer
	}
	return aig.MayEqual
}

// equal returns the literal of the equation of two elements.
func (es *elements) equal(a, b int32) aig.Lit {
	switch es.relate(a, b) {
	case aig.MustEqual:
		return aig.True
	case aig.MustDiffer:
		return aig.False
	}
	if a > b {
		a, b = b, a
	}
	// A choice between others is not an element of its own where it is compared with one of these.
	if e := &es.list[b]; e.kind == elementChoice && (e.a == a || e.b == a) {
		if e.a == a {
			return es.bits.g.Or(e.cond, es.equal(a, e.b))
		}
		return es.bits.g.Or(e.cond.Neg(), es.equal(a, e.a))
	}
	return es.opaque(a, b)
}

// opaque is equal without a look at what the elements are.
func (es *elements) opaque(a, b int32) aig.Lit {
	if a > b {
		a, b = b, a
	}
	key := uint64(a)<<32 | uint64(b)
	if i, ok := es.index[key]; ok {
		return es.same[i].lit
	}
	id := int32(len(es.same))
	l := es.atoms.input(atomSame, id)
	es.same = append(es.same, sameAtom{a, b, l})
	if es.index == nil {
		es.index = map[uint64]int32{}
	}
	es.index[key] = id
	return l
}

// blast returns the element of a term of an uninterpreted sort, whose operands are translated, unless it is
// the result of a function or a read.
func (es *elements) blast(t term.Term) (place, error) {
	args := es.st.Args(t)
	switch es.st.Op(t) {
	case term.OpSymbol:
		return es.symbol(es.st.Sort(t)), nil
	case term.OpConst:
		return es.literal(es.st.Sort(t), es.st.ConstValue(t).Uint64()), nil
	case term.OpIte:
		c, a, b := es.bits.bit(args[0]), es.bits.table.Get(args[1])-1, es.bits.table.Get(args[2])-1
		switch {
		case c == aig.True || a == b:
			return place{a, inElements}, nil
		case c == aig.False:
			return place{b, inElements}, nil
		}
		return es.choose(c, int32(a), int32(b)), nil
	}
	return place{}, unsupported(es.st, t)
}
