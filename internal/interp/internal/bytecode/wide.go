package bytecode

import (
	"fmt"
	"math/big"

	"whittle.dev/term"
)

// Terms wider than 64 bits (and operators that have no instruction) are evaluated by the term store. They are
// rare: __int128 and the products that overflow checks of 64-bit numbers are made of.

// frameValues is the assignment of a term evaluation to the registers of a frame and of its thread.
type frameValues struct {
	c        *Program
	fr, regs []uint64
}

// Value implements term.Assignment.
func (a frameValues) Value(sym term.Term) (term.Value, bool) {
	r, ok := a.c.symbols[sym]
	if !ok {
		return term.Value{}, false
	}
	s := a.c.Regs[r]
	words := a.fr
	if s.Thread {
		words = a.regs
	}
	return wordsValue(words[s.First:s.First+s.Words], int(s.Width)), true
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

// ValueWords is the inverse of wordsValue; it fills dst.
func ValueWords(dst []uint64, v term.Value) {
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

// Assignment gives the registers of a frame and of its thread to evaluations of terms.
func (c *Program) Assignment(fr, regs []uint64) term.Assignment {
	return frameValues{c: c, fr: fr, regs: regs}
}

// evalWide is eval for terms whose symbols and sorts the compiler has checked.
func (c *Program) evalWide(t term.Term, fr, regs []uint64) term.Value {
	v, err := c.Terms.Eval(t, c.Assignment(fr, regs))
	if err != nil {
		panic(fmt.Sprintf("interp: evaluating %s: %v", c.Terms.String(t), err))
	}
	return v
}

// evalSlow evaluates a term of at most 64 bits.
func (c *Program) evalSlow(t term.Term, fr, regs []uint64) uint64 {
	var w [1]uint64
	ValueWords(w[:], c.evalWide(t, fr, regs))
	return w[0]
}
