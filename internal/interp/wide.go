package interp

import (
	"fmt"
	"math/big"

	"whittle.dev/term"
)

// Terms wider than 64 bits (and operators that have no instruction) are
// evaluated by the term store. They are rare: __int128 and the products that
// overflow checks of 64-bit numbers are made of.

// frameAssignment gives the registers of a frame and its thread as the
// assignment of a term evaluation.
type frameAssignment struct {
	m  *Machine
	fr []uint64
	t  *thread
}

// Value implements term.Assignment.
func (a frameAssignment) Value(sym term.Term) (term.Value, bool) {
	r, ok := a.m.code.symbols[sym]
	if !ok {
		return term.Value{}, false
	}
	s := a.m.code.regs[r]
	words := a.fr
	if s.thread {
		words = a.t.regs
	}
	return wordsValue(words[s.first:s.first+s.words], int(s.width)), true
}

// wordsValue makes a value of width bits (0: a Bool) of little-endian words.
func wordsValue(words []uint64, width int) term.Value {
	switch {
	case width == 0:
		return term.BoolValue(words[0] != 0)
	case width <= 64:
		return term.BVValue(width, words[0])
	}
	b := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(words[i]))
	}
	return term.BVValueBig(width, b)
}

// valueWords is the inverse of wordsValue; it fills dst.
func valueWords(dst []uint64, v term.Value) {
	switch s := v.Sort(); {
	case s.IsBool():
		dst[0] = b2u(v.Bool())
	case s.Width() <= 64:
		dst[0] = v.Uint64()
	default:
		b := new(big.Int).Set(v.Big())
		low := new(big.Int).SetUint64(^uint64(0))
		for i := range dst {
			dst[i] = new(big.Int).And(b, low).Uint64()
			b.Rsh(b, 64)
		}
	}
}

// eval evaluates any term over the registers.
func (m *Machine) eval(t term.Term, fr []uint64, th *thread) term.Value {
	v, err := m.code.terms.Eval(t, frameAssignment{m: m, fr: fr, t: th})
	if err != nil {
		// The symbols and sorts of every term were checked by the compiler.
		panic(fmt.Sprintf("interp: evaluating %s: %v", m.code.terms.String(t), err))
	}
	return v
}

// evalSlow evaluates a term of at most 64 bits.
func (m *Machine) evalSlow(t uint64, fr []uint64, th *thread) uint64 {
	var w [1]uint64
	valueWords(w[:], m.eval(term.Term(t), fr, th))
	return w[0]
}

// evalWide evaluates an expression of any width into words.
func (m *Machine) evalWide(e *expr, words []uint64, fr []uint64, th *thread) {
	valueWords(words, m.eval(e.wide, fr, th))
}
