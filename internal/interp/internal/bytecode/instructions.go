package bytecode

import (
	"math/bits"

	"whittle.dev/term"
)

// opcode is the operation of one instruction.
type opcode uint8

// The instructions. x and y are the operands, w the width of the operands, v the width of the result where it
// differs. Values of less than 64 bits are kept zero-extended; truth values are 0 and 1.
const (
	opConst  opcode = iota // imm
	opMove                 // x
	opThread               // register a of scope Thread
	opEval                 // the term imm, by the slow way (see wide.go)

	opNot // x ^ 1
	opIte // x ? y : slot imm
	opAnd
	opOr
	opXor
	opEq
	opNe

	opBVNot
	opNeg
	opAdd
	opSub
	opMul
	opUDiv
	opURem
	opSDiv
	opSRem
	opSMod
	opShl
	opLShr
	opAShr

	opUlt
	opUle
	opSlt
	opSle

	opConcat  // x << width of y | y; w is the width of y
	opExtract // x >> imm, truncated to w
	opSext    // from width w to width v
	opRotl    // by imm

	opNegO
	opUAddO
	opSAddO
	opSSubO
	opUMulO
	opSMulO
	opSDivO
)

// instruction computes one slot from others. Slots count from the start of the frame.
type instruction struct {
	op  opcode
	w   uint8
	v   uint8
	dst int32
	a   int32
	b   int32 // slot of y; negative: y is imm
	imm uint64
}

// mask has the w lowest bits set, 1 <= w <= 64.
func mask(w uint8) uint64 { return ^uint64(0) >> ((64 - w) & 63) }

// sext reads x as a two's complement number of width w.
func sext(x uint64, w uint8) int64 {
	s := (64 - w) & 63
	return int64(x<<s) >> s
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Cond evaluates the condition of an edge of pc over the words of a frame and the registers of its thread: 0
// or 1.
func (c *Program) Cond(e *Edge, pc *Proc, fr, regs []uint64) uint64 {
	if e.A.lo < e.A.hi {
		c.exec(pc.ins[e.A.lo:e.A.hi], fr, regs)
	}
	return fr[e.A.slot]
}

// Value evaluates an expression of pc; that of no term is zero.
func (c *Program) Value(e *Expr, pc *Proc, fr, regs []uint64) (lo, hi uint64) {
	switch {
	case e.Width < 0:
		return 0, 0
	case e.Width > 64:
		var words [2]uint64
		ValueWords(words[:], c.evalWide(e.wide, fr, regs))
		return words[0], words[1]
	}
	if e.lo < e.hi {
		c.exec(pc.ins[e.lo:e.hi], fr, regs)
	}
	return fr[e.slot], 0
}

// Assign computes the value of an Assign of at most 64 bits into the frame.
func (c *Program) Assign(e *Edge, pc *Proc, fr, regs []uint64) {
	c.exec(pc.ins[e.A.lo:e.A.hi], fr, regs)
}

// exec runs a straight line of instructions over the words of a frame; regs are the registers of scope
// Thread.
func (c *Program) exec(ins []instruction, fr, regs []uint64) {
	for i := range ins {
		in := &ins[i]
		x := fr[in.a]
		y := in.imm
		if in.b >= 0 {
			y = fr[in.b]
		}
		var r uint64
		switch in.op {
		case opConst:
			r = in.imm
		case opMove:
			r = x
		case opThread:
			r = regs[in.imm]
		case opEval:
			r = c.evalSlow(term.Term(in.imm), fr, regs)
		case opNot:
			r = x ^ 1
		case opIte:
			r = y
			if x == 0 {
				r = fr[in.imm]
			}
		case opAnd:
			r = x & y
		case opOr:
			r = x | y
		case opXor:
			r = x ^ y
		case opEq:
			r = b2u(x == y)
		case opNe:
			r = b2u(x != y)
		case opBVNot:
			r = ^x & mask(in.w)
		case opNeg:
			r = -x & mask(in.w)
		case opAdd:
			r = (x + y) & mask(in.w)
		case opSub:
			r = (x - y) & mask(in.w)
		case opMul:
			r = (x * y) & mask(in.w)
		case opUlt:
			r = b2u(x < y)
		case opUle:
			r = b2u(x <= y)
		case opSlt:
			r = b2u(sext(x, in.w) < sext(y, in.w))
		case opSle:
			r = b2u(sext(x, in.w) <= sext(y, in.w))
		case opConcat:
			r = x<<(in.w&63) | y
		case opExtract:
			r = x >> (in.imm & 63) & mask(in.w)
		case opSext:
			r = uint64(sext(x, in.w)) & mask(in.v)
		case opShl:
			if y < uint64(in.w) {
				r = x << y & mask(in.w)
			}
		case opLShr:
			if y < uint64(in.w) {
				r = x >> y
			}
		case opAShr:
			r = uint64(sext(x, in.w)>>min(y, 63)) & mask(in.w)
		default:
			r = execRare(in.op, in.w, x, y)
		}
		fr[in.dst] = r
	}
}

// execRare holds the operations that are seldom executed or long, so that the loop above stays small.
func execRare(op opcode, w uint8, x, y uint64) uint64 {
	switch op {
	case opUDiv:
		if y == 0 {
			return mask(w)
		}
		return x / y
	case opURem:
		if y == 0 {
			return x
		}
		return x % y
	case opSDiv:
		return sdiv(x, y, w)
	case opSRem:
		return srem(x, y, w)
	case opSMod:
		r := srem(x, y, w)
		// The remainder has the sign of the dividend, the modulus that of the divisor.
		if r != 0 && y != 0 && (sext(r, w) < 0) != (sext(y, w) < 0) {
			r = (r + y) & mask(w)
		}
		return r
	case opRotl:
		n := y % uint64(w)
		if n == 0 {
			return x
		}
		return (x<<n | x>>(uint64(w)-n)) & mask(w)
	case opNegO:
		return b2u(x == 1<<(w-1))
	case opUAddO:
		sum, carry := bits.Add64(x, y, 0)
		return b2u(carry != 0 || sum > mask(w))
	case opSAddO:
		return b2u(addOverflows(sext(x, w), sext(y, w), w))
	case opSSubO:
		a, b := sext(x, w), sext(y, w)
		d := a - b
		if w < 64 {
			return b2u(sext(uint64(d)&mask(w), w) != d)
		}
		return b2u((a^b)&(a^d) < 0)
	case opUMulO:
		hi, lo := bits.Mul64(x, y)
		return b2u(hi != 0 || lo > mask(w))
	case opSMulO:
		return b2u(mulOverflows(sext(x, w), sext(y, w), w))
	case opSDivO:
		return b2u(x == 1<<(w-1) && y == mask(w))
	}
	panic("interp: unknown instruction")
}

// sdiv divides as bvsdiv: towards zero, and by zero as bvudiv of magnitudes.
func sdiv(x, y uint64, w uint8) uint64 {
	a, b := sext(x, w), sext(y, w)
	switch {
	case b == 0 && a < 0:
		return 1
	case b == 0:
		return mask(w)
	case b == -1:
		return -x & mask(w) // also avoids the overflow of the machine
	}
	return uint64(a/b) & mask(w)
}

// srem is the remainder of sdiv, with the sign of the dividend; by zero it is the dividend.
func srem(x, y uint64, w uint8) uint64 {
	a, b := sext(x, w), sext(y, w)
	switch b {
	case 0:
		return x
	case -1:
		return 0
	}
	return uint64(a%b) & mask(w)
}

func addOverflows(a, b int64, w uint8) bool {
	s := a + b
	if w < 64 {
		return sext(uint64(s)&mask(w), w) != s
	}
	return (a^s)&(b^s) < 0
}

func mulOverflows(a, b int64, w uint8) bool {
	neg := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	limit := uint64(1) << (w - 1) // of a negative product; one less otherwise
	if !neg {
		limit--
	}
	return hi != 0 || lo > limit
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}
