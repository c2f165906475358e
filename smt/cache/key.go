package cache

import (
	"encoding/binary"

	"whittle.dev/term"
)

// The first byte of what is hashed keeps apart the keys of Solver and Normaliser.
const (
	domainConjunction = iota
	domainOther
)

// Normaliser computes keys for questions of a caller's own kinds, such as the equality
// of two symbolic states, so that their answers can be remembered in a [Cache]. It is
// bound to a store and belongs to the goroutine that owns it.
type Normaliser struct {
	shaper shaper
	number table[int32]
	buf    []byte
	syms   []term.Term
}

// NewNormaliser returns a normaliser for terms of st.
func NewNormaliser(st *term.Store) *Normaliser { return &Normaliser{shaper: shaper{st: st}} }

// Key returns the key of a list of terms, whose order matters, and the symbols in
// the order of their numbers; the slice is valid until the next call. Two lists have one key only if
// an injective renaming of symbols makes them equal, and the kinds are equal. The kind
// says what is asked about the terms; no kind is that of the conjunctions that a Solver asks about.
func (n *Normaliser) Key(kind string, terms ...term.Term) (Key, []term.Term) {
	n.number.reset()
	n.syms = n.syms[:0]
	n.buf = append(binary.AppendUvarint(append(n.buf[:0], domainOther), uint64(len(kind))), kind...)
	n.buf = binary.AppendUvarint(n.buf, uint64(len(terms)))
	for _, t := range terms {
		shape, syms, _ := n.shaper.shape(t)
		n.buf = append(n.buf, shape[:]...)
		for _, x := range syms {
			i, ok := n.number.get(x)
			if !ok {
				i = int32(len(n.syms))
				n.number.put(x, i)
				n.syms = append(n.syms, x)
			}
			n.buf = binary.AppendUvarint(n.buf, uint64(i))
		}
	}
	return keyOf(n.buf), n.syms
}

// Keys returns the keys of the parts of what is asserted, in the order in which
// their latest conjuncts were.
func (s *Solver) Keys() []Key {
	var keys []Key
	for _, p := range s.forest.made {
		if !p.covered {
			keys = append(keys, s.normalise(p.conjuncts()))
		}
	}
	return keys
}
