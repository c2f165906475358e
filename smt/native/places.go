package native

import (
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/linear"
	"whittle.dev/term"
)

// place is where the value of a term of any sort is found. Of Bool and bit-vectors it is a vector in the
// slab: its offset, and the width w, 1 for Bool. Of other sorts w is one of the codes below.
type place struct {
	off uint32
	w   int32
}

// What off is if it is no offset.
const (
	inForms    = -1 - iota // a number of arithmetic.forms
	inElements             // an element of an uninterpreted sort
	inArrays               // an array
)

func (p place) isBits() bool { return p.w > 0 }

// places gives values of all sorts the operations that functions and arrays need.
type places struct {
	st    *term.Store
	bits  *vectors
	arith *arithmetic
	elems *elements
	arr   *arrays
	funcs *functions

	flags map[aig.Lit]uint32   // slab offsets of Bool values
	owner map[linear.Var]owner // of unknown numbers
}

// owner is what gives a value its meaning: the read or the application whose result it is. None has kind 0.
type owner struct {
	kind atomKind
	id   int32
}

// reset forgets all values of all sorts.
func (ps *places) reset() {
	ps.flags, ps.owner = nil, nil
	ps.arith.reset()
	ps.elems.reset()
	ps.arr.reset()
	ps.funcs.reset()
}

// supported reports that there are places for values of the sort.
func (ps *places) supported(sort term.Sort) bool {
	for sort.IsArray() {
		index, elem := ps.st.ArrayParts(sort)
		if !ps.supported(index) {
			return false
		}
		sort = elem
	}
	return !sort.IsFunc()
}

// of returns the place of a translated term.
func (ps *places) of(t term.Term) place {
	n := ps.bits.table.Get(t) - 1
	switch sort := ps.st.Sort(t); {
	case sort.IsBool():
		return ps.flag(aig.Lit(n))
	case sort.IsBitVec():
		return place{n, int32(sort.Width())}
	case isNumber(sort):
		return place{n, inForms}
	case sort.IsArray():
		return place{n, inArrays}
	default:
		return place{n, inElements}
	}
}

// flag returns the place of a Bool value.
func (ps *places) flag(l aig.Lit) place {
	off, ok := ps.flags[l]
	if !ok {
		off = ps.bits.keep([]aig.Lit{l})
		if ps.flags == nil {
			ps.flags = map[aig.Lit]uint32{}
		}
		ps.flags[l] = off
	}
	return place{off, 1}
}

// put makes p the place of a term. Places of Bool terms are literals, see [places.literal].
func (ps *places) put(t term.Term, p place) {
	if ps.st.Sort(t).IsBool() {
		ps.bits.table.Set(t, uint32(ps.literal(p))+1)
		return
	}
	ps.bits.table.Set(t, p.off+1)
}

// literal returns the literal of a Bool place.
func (ps *places) literal(p place) aig.Lit { return ps.bits.at(p)[0] }

// form returns the form of a number.
func (ps *places) form(p place) linear.Form { return ps.arith.forms[p.off] }

func (ps *places) number(f linear.Form) place {
	ps.arith.forms = append(ps.arith.forms, f)
	return place{uint32(len(ps.arith.forms) - 1), inForms}
}

// dependent returns a new value of the sort whose meaning the owner gives.
func (ps *places) dependent(sort term.Sort, by owner) place {
	switch {
	case sort.IsBool() || sort.IsBitVec():
		w := max(sort.Width(), 1)
		p := place{ps.bits.room(w), int32(w)}
		v := ps.bits.at(p)
		for i := range v {
			v[i] = ps.arr.atoms.input(by.kind, by.id)
		}
		return p
	case isNumber(sort):
		v := ps.arith.table.Dependent(sort == term.Int)
		if ps.owner == nil {
			ps.owner = map[linear.Var]owner{}
		}
		ps.owner[v] = by
		return ps.number(linear.Of(v))
	case sort.IsArray():
		return ps.arr.symbol(sort, by)
	default:
		return ps.elems.dependent(sort, by)
	}
}

// free returns a new value of the sort that may be anything.
func (ps *places) free(sort term.Sort) place {
	switch {
	case sort.IsBool() || sort.IsBitVec():
		w := max(sort.Width(), 1)
		p := place{ps.bits.room(w), int32(w)}
		v := ps.bits.at(p)
		for i := range v {
			v[i] = ps.bits.g.Input()
		}
		return p
	case isNumber(sort):
		return ps.number(ps.arith.table.Unknown(sort == term.Int))
	case sort.IsArray():
		return ps.arr.symbol(sort, owner{})
	default:
		return ps.elems.symbol(sort)
	}
}

// equal returns the literal of the equation of two values of one sort.
func (ps *places) equal(a, b place) aig.Lit {
	if a == b {
		return aig.True
	}
	switch a.w {
	case inForms:
		return ps.arith.table.Equal(ps.form(a).Sub(ps.form(b)))
	case inElements:
		return ps.elems.equal(int32(a.off), int32(b.off))
	case inArrays:
		return ps.arr.equal(int32(a.off), int32(b.off))
	}
	return ps.bits.g.Equal(ps.bits.at(a), ps.bits.at(b), ps.bits.tmp.Get(int(a.w)))
}

// relate says what is known of the equation of two values of one sort without looking at models.
func (ps *places) relate(a, b place) aig.Relation {
	if a == b {
		return aig.MustEqual
	}
	switch a.w {
	case inForms:
		if f := ps.form(a).Sub(ps.form(b)); f.IsConst() {
			if f.Const.IsZero() {
				return aig.MustEqual
			}
			return aig.MustDiffer
		}
		return aig.MayEqual
	case inElements:
		return ps.elems.relate(int32(a.off), int32(b.off))
	case inArrays:
		return aig.MayEqual
	}
	return aig.Relate(ps.bits.at(a), ps.bits.at(b))
}

// choose returns c ? a : b.
func (ps *places) choose(c aig.Lit, a, b place) place {
	switch {
	case c == aig.True || a == b:
		return a
	case c == aig.False:
		return b
	}
	switch a.w {
	case inForms:
		f, g := ps.form(a), ps.form(b)
		return ps.number(ps.arith.table.Choose(c, f, g, ps.arith.isInt(f) && ps.arith.isInt(g)))
	case inElements:
		return ps.elems.choose(c, int32(a.off), int32(b.off))
	case inArrays:
		return ps.arr.choose(c, int32(a.off), int32(b.off))
	}
	out := place{ps.bits.room(int(a.w)), a.w}
	ps.bits.g.Choose(ps.bits.at(out), c, ps.bits.at(a), ps.bits.at(b))
	return out
}

// tainted reports that the value is only right in a model if it took part in the search.
func (ps *places) tainted(p place) bool {
	switch p.w {
	case 0: // none
		return false
	case inForms:
		return ps.arith.table.Tainted(ps.form(p))
	case inElements:
		return ps.elems.list[p.off].tainted
	case inArrays:
		return ps.arr.nodes[p.off].tainted
	}
	return ps.bits.g.Tainted(ps.bits.at(p)...)
}

// integer returns the place of an integer.
func (ps *places) integer(x int64) place { return ps.number(linear.Number(rational.Of(x))) }
