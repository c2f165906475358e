package pointsto

import (
	"math/bits"

	"whittle.dev/internal/absint"
	"whittle.dev/term"
)

// Values of terms. Pointers keep their objects through every operation of bit-vectors, so that bytes of
// pointers can be copied, masked and reassembled. Arithmetic on a pointer stays with its object: an access
// that arithmetic has led into another object is undefined in C, and the regions of the address space
// (cfa.Program.RegionOf) keep addresses apart.

// eval returns the value of t under the present values of the registers.
// Values of subterms are remembered in x.memo until the caller clears it.
func (x *Result) eval(t term.Term) Value {
	s := x.prog.Terms
	if s.Sort(t).IsBool() {
		return Value{}
	}
	op := s.Op(t)
	switch op {
	case term.OpSymbol:
		if r, ok := x.regs.Reg(t); ok {
			return x.regVal[r]
		}
		return Value{HasNum: true, Num: absint.AnyInt, Unknown: x.trackUnknown}
	case term.OpConst:
		return x.evalConst(t)
	}
	if v, ok := x.memo[t]; ok {
		return v
	}
	v := x.evalOp(op, t)
	x.memo[t] = v
	return v
}

// evalConst finds the object whose region a constant lies in.
func (x *Result) evalConst(t term.Term) Value {
	w := x.prog.Terms.Sort(t).Width()
	n, ok := x.prog.Terms.ConstUint64(t)
	if !ok {
		return anyNumber
	}
	if w == x.prog.PtrWidth {
		if o, ok := x.byRegion[x.prog.RegionOf(n)]; ok {
			return Value{Refs: []Ref{{Obj: o, Off: absint.Exactly(int64(n - x.prog.Objects[o].Addr))}}}
		}
	}
	return number(absint.Exactly(int64(n)).Wrapped(w))
}

func (x *Result) evalOp(op term.Op, t term.Term) Value {
	s := x.prog.Terms
	w := s.Sort(t).Width()
	arg := func(i int) Value { return x.eval(s.Arg(t, i)) }
	switch op {
	case term.OpIte:
		v, _ := arg(1).join(arg(2))
		return v
	case term.OpBVAdd:
		return x.add(arg(0), arg(1), w)
	case term.OpBVSub:
		a, b := arg(0), arg(1)
		if inOneObject(a, b) {
			return anyNumber
		}
		return x.add(a, negated(b), w)
	case term.OpBVNeg:
		return negated(arg(0))
	case term.OpBVNot:
		v := negated(arg(0))
		if v.HasNum {
			v.Num = v.Num.Add(absint.Exactly(-1)).Wrapped(w)
		}
		return v
	case term.OpBVMul:
		for i := range 2 {
			if k, ok := x.smallConst(s.Arg(t, i)); ok {
				return x.scaled(s.Arg(t, 1-i), k, w)
			}
		}
	case term.OpBVShl:
		if k, ok := x.smallConst(s.Arg(t, 1)); ok && k >= 0 && k < 62 {
			return x.scaled(s.Arg(t, 0), 1<<k, w)
		}
	case term.OpBVAnd, term.OpBVOr:
		for i := range 2 {
			if k, ok := x.smallConst(s.Arg(t, i)); ok {
				return masked(arg(1-i), k, op == term.OpBVOr).computed()
			}
		}
	case term.OpConcat:
		return x.evalConcat(t)
	case term.OpExtract:
		v := arg(0)
		num := v.Num
		v = v.blur()
		if hi, lo := s.Params(t); lo == 0 && v.HasNum {
			v.Num = num.Wrapped(hi + 1)
		}
		return v.computed()
	case term.OpSignExt:
		v := arg(0)
		num := v.Num
		v = v.blur()
		v.Num = num
		return v
	case term.OpZeroExt:
		v := arg(0)
		num := v.Num
		v = v.blur()
		if v.HasNum {
			v.Num = num.Unsigned(s.Sort(s.Arg(t, 0)).Width())
		}
		return v
	}
	// Everything else mixes what its operands hold.
	var v Value
	for _, a := range s.Args(t) {
		v, _ = v.join(x.eval(a))
	}
	v = v.blur()
	v.HasNum, v.Num = true, absint.AnyInt
	return v
}

// smallConst returns a constant that is no address, as a signed number.
func (x *Result) smallConst(t term.Term) (int64, bool) {
	if !x.prog.Terms.IsConst(t) {
		return 0, false
	}
	v := x.evalConst(t)
	if !v.HasNum {
		return 0, false
	}
	return v.Num.Exact()
}

// add is the value of a sum. A sum with a pointer is a pointer; where one operand may be a pointer, a number
// that is added to it is an offset, even if the pointer may also be null.
func (x *Result) add(a, b Value, width int) Value {
	var v Value
	switch {
	case len(a.Refs) > 0 && len(b.Refs) > 0:
		v.Refs, _ = joinRefs(a.blur().Refs, b.blur().Refs)
		v = v.computed()
	case len(a.Refs) > 0 && b.HasNum:
		v.Refs = a.shifted(b.Num)
	case len(b.Refs) > 0 && a.HasNum:
		v.Refs = b.shifted(a.Num)
	}
	v.Unknown = a.Unknown && len(b.Refs) == 0 || b.Unknown && len(a.Refs) == 0
	if a.HasNum && b.HasNum && !v.HasNum {
		v.HasNum, v.Num = true, a.Num.Add(b.Num)
		if (a.Num.Mod == 0) == (b.Num.Mod == 0) {
			v.Num = v.Num.Wrapped(width)
		} // else a scaled index and a constant: room was left, see scaled
	}
	return v
}

// inOneObject reports whether both values are addresses in the same abstract object and nothing else, and
// neither is computed from one. Their difference is a number: what it leads to from an address is in the
// object of that address.
func inOneObject(a, b Value) bool {
	p, one := a.Only()
	q, other := b.Only()
	return one && other && p.Obj == q.Obj && !a.HasNum && !b.HasNum
}

func negated(v Value) Value {
	num := v.Num
	v = v.blur()
	if v.HasNum {
		v.Num = num.Neg()
	}
	return v.computed()
}

// scaled is the value of t times k in the given width. A modulus that is no power of two is kept only where
// the product cannot wrap around, because t is the extension of something narrower.
func (x *Result) scaled(t term.Term, k int64, width int) Value {
	v := x.eval(t)
	num := v.Num
	v = v.blur()
	if v.HasNum {
		v.Num = num.Times(k)
		abs := uint64(k)
		if k < 0 {
			abs = -abs
		}
		if x.significant(t)+bits.Len64(abs)+2 > width || v.Num.Mod == 0 {
			v.Num = v.Num.Wrapped(width)
		}
	}
	return v.computed()
}

// significant bounds the number of bits in which the signed value of t fits.
func (x *Result) significant(t term.Term) int {
	s := x.prog.Terms
	switch s.Op(t) {
	case term.OpSignExt:
		return s.Sort(s.Arg(t, 0)).Width()
	case term.OpZeroExt:
		return s.Sort(s.Arg(t, 0)).Width() + 1
	case term.OpConcat:
		if n, ok := s.ConstUint64(s.Arg(t, 0)); ok && n == 0 {
			return s.Sort(s.Arg(t, 1)).Width() + 1
		}
	}
	return s.Sort(t).Width()
}

// masked is the value of v with the constant k and-ed or or-ed. Objects start at multiples of a quarter
// region, so low bits of a pointer are low bits of its offset.
func masked(v Value, k int64, or bool) Value {
	out := v.blur()
	if out.HasNum && !or && k != 0 {
		out.Num = absint.CongruentTo(uint64(k)&-uint64(k), 0)
	}
	for i, r := range v.Refs {
		off, exact := r.Off.Exact()
		switch {
		case !exact || off < 0:
		case or && k >= 0 && k < 4096:
			out.Refs[i].Off = absint.Exactly(off | k)
		case !or && k < 0 && k >= -4096:
			out.Refs[i].Off = absint.Exactly(off & k)
		}
	}
	return out
}

// evalConcat is the value of a concatenation: the sum of its parts in their
// places. The simplifier writes a + b in this way where the bits of a and b do
// not meet, so the high part may be the beginning of a constant address.
func (x *Result) evalConcat(t term.Term) Value {
	s := x.prog.Terms
	hi, lo := s.Arg(t, 0), s.Arg(t, 1)
	w, n := s.Sort(t).Width(), s.Sort(lo).Width()
	high, low := x.placed(hi, n, w, 0), x.placed(lo, 0, w, 0)
	if len(high.Refs) > 0 && len(low.Refs) == 0 || len(low.Refs) > 0 && len(high.Refs) == 0 {
		// At most one part holds a pointer, so the others are offsets.
		return x.add(high, low, w)
	}
	v, _ := high.join(low)
	v = v.blur()
	v.HasNum, v.Num = true, absint.AnyInt
	if n < 62 && high.HasNum && low.HasNum {
		v.Num = high.Num.Add(low.Num).Wrapped(w)
	}
	return v
}

// maxPieces bounds how deep concatenations are taken apart.
const maxPieces = 16

// placed is the value, in a width, of t with place zeros after it and zeros in front.
func (x *Result) placed(t term.Term, place, width, depth int) Value {
	s := x.prog.Terms
	switch op := s.Op(t); {
	case op == term.OpConst && width == x.prog.PtrWidth && place <= x.prog.OffsetBits:
		if c, ok := s.ConstUint64(t); ok {
			v := x.evalAddr(c<<place, width)
			if v.HasNum {
				v.Num = absint.Exactly(int64(c << place)).Wrapped(width)
				v.Unknown = x.trackUnknown && !x.prog.Nowhere(c<<place)
			}
			return v
		}
	case depth == maxPieces:
	case op == term.OpIte:
		v, _ := x.placed(s.Arg(t, 1), place, width, depth+
			1).join(x.placed(s.Arg(t, 2), place, width, depth+1))
		return v
	case op == term.OpConcat:
		hi, lo := s.Arg(t, 0), s.Arg(t, 1)
		return x.add(x.placed(hi, place+s.Sort(lo).Width(), width, depth+1),
			x.placed(lo, place, width, depth+1), width)
	}
	v := x.eval(t)
	num, some := v.Num, v.HasNum
	v = v.blur()
	if n, ok := num.Exact(); some && ok && place < width && !x.prog.Nowhere(uint64(n)<<place) {
		v.Unknown = v.Unknown || x.trackUnknown // the beginning of an address that somebody has made up
	}
	if some {
		v.Num = absint.AnyInt
		if place < 62 {
			v.Num = num.Unsigned(s.Sort(t).Width()).Times(1 << place).Wrapped(width)
		}
	}
	return v
}
