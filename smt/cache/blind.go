package cache

import (
	"math/bits"

	"whittle.dev/term"
)

// Blind hashes order what is to be normalised. They decide nothing else, so a
// collision costs a miss and never an answer.

// blindOf returns a hash of t in which all symbols of a sort are alike.
func (e *shaper) blindOf(t term.Term) uint64 {
	if h, ok := e.blind.get(t); ok {
		return h
	}
	e.todo = append(e.todo[:0], t)
	for len(e.todo) > 0 {
		t := e.todo[len(e.todo)-1]
		e.kids = e.kids[:0]
		open := len(e.todo)
		for _, a := range e.st.Args(t) {
			h, ok := e.blind.get(a)
			if !ok {
				e.todo = append(e.todo, a)
			}
			e.kids = append(e.kids, h)
		}
		if len(e.todo) > open {
			continue
		}
		e.todo = e.todo[:open-1]
		e.blind.put(t, e.blindNode(t, 0))
	}
	h, _ := e.blind.get(t)
	return h
}

// blindNode hashes a node over the hashes of its operands, which are in e.kids; colour is
// that of a symbol.
func (e *shaper) blindNode(t term.Term, colour uint64) uint64 {
	op := e.st.Op(t)
	h := mix(uint64(op)+1, uint64(len(e.kids)))
	switch op {
	case term.OpSymbol:
		return mix(mix(h, e.blindSort(e.st.Sort(t))), colour)
	case term.OpConst:
		h = mix(h, e.blindSort(e.st.Sort(t)))
		if v, ok := e.st.ConstUint64(t); ok {
			return mix(h, v)
		}
		for _, b := range appendValue(nil, e.st.ConstValue(t)) {
			h = mix(h, uint64(b)+1)
		}
		return h
	}
	if op.NumParams() > 0 {
		hi, lo := e.st.Params(t)
		h = mix(h, uint64(hi)<<32|uint64(lo))
	}
	if commutes(op) {
		sum := uint64(0)
		for _, k := range e.kids {
			sum += mix(k, uint64(op)+7)
		}
		return mix(h, sum)
	}
	for _, k := range e.kids {
		h = mix(h, k)
	}
	return h
}

func (e *shaper) blindSort(s term.Sort) uint64 {
	switch {
	case s.IsBool():
		return 1
	case s.IsInt():
		return 2
	case s.IsReal():
		return 3
	case s.IsBitVec():
		return uint64(s.Width()) + 4
	}
	index, elem := e.st.ArrayParts(s)
	return mix(e.blindSort(index), e.blindSort(elem)) | 1<<63
}

// mix combines two words; it is no cryptographic hash, and decides nothing but orders.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd6e8feb86659fd93)
	return hi ^ lo ^ bits.RotateLeft64(a, 23)
}
