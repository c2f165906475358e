package native

import (
	"cmp"
	"slices"

	"whittle.dev/smt/native/internal/aig"
)

// atomKind says what an input of the graph stands for that is not free.
type atomKind uint8

const (
	atomNone   atomKind = iota
	atomRead            // a bit of a select
	atomEq              // an equation of arrays
	atomNumber          // a comparison of numbers, or a bit of a number
	atomSame            // an equation of elements of an uninterpreted sort
	atomApply           // a bit of the result of a function
)

// atom is an input with a meaning: as soon as it gets a variable, what it depends on gets variables too.
type atom struct {
	gate uint32
	kind atomKind
	id   int32 // among those of its kind
}

// atoms are the inputs with a meaning, by ascending gate.
type atoms struct {
	bits *vectors
	list []atom
}

// input makes an input whose encoding is to be noticed.
func (as *atoms) input(kind atomKind, id int32) aig.Lit {
	l := as.bits.g.Input()
	if l != aig.False {
		as.bits.g.MarkAtom(l)
		as.list = append(as.list, atom{l.Node(), kind, id})
	}
	return l
}

// at returns the atom of a gate.
func (as *atoms) at(gate uint32) atom {
	i, _ := slices.BinarySearchFunc(as.list, gate, func(a atom, gate uint32) int {
		return cmp.Compare(a.gate, gate)
	})
	return as.list[i]
}
