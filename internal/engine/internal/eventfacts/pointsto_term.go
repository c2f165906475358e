package eventfacts

import (
	"math/bits"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// of computes what is known of a bit-vector term.
func (a *PointsTo) of(t term.Term) Pointer {
	if v, ok := a.memo[t]; ok {
		return v
	}
	v := a.compute(t)
	a.memo[t] = v
	return v
}

func (a *PointsTo) compute(t term.Term) Pointer {
	s := a.g.Terms
	arg := func(i int) Pointer { return a.of(s.Arg(t, i)) }
	switch s.Op(t) {
	case term.OpConst:
		return a.constant(t)
	case term.OpSymbol:
		if v, ok := a.symbols[t]; ok {
			return a.settle(v)
		}
		return Pointer{}
	case term.OpIte:
		return arg(1).join(arg(2))
	case term.OpBVAdd, term.OpBVSub, term.OpBVMul:
		x := arg(0)
		for i := 1; i < s.NumArgs(t); i++ {
			x = combine(s.Op(t), x, arg(i))
		}
		if s.Op(t) == term.OpBVMul && scales(s, t) {
			x.regions, x.all = nil, false
		}
		return x
	case term.OpBVNeg:
		x := arg(0)
		x.low = -x.low & box.Mask(x.known)
		return x
	case term.OpBVNot:
		x := arg(0)
		x.low = ^x.low & box.Mask(x.known)
		return x
	case term.OpBVAnd, term.OpBVOr, term.OpBVXor:
		x := arg(0)
		for i := 1; i < s.NumArgs(t); i++ {
			x = bitwise(s.Op(t), x, arg(i))
		}
		return x
	case term.OpBVShl:
		x, y := arg(0), arg(1)
		if k, ok := s.ConstUint64(s.Arg(t, 1)); ok && !x.none {
			if k >= 64 {
				return number(0)
			}
			x.known = min(64, x.known+int(k))
			x.low = x.low << k & box.Mask(x.known)
			if k > 0 {
				x.regions, x.all = nil, false
			}
			return x
		}
		return mix(x, y)
	case term.OpConcat:
		hi, lo := arg(0), arg(1)
		w := s.Sort(s.Arg(t, 1)).Width()
		c := mix(hi, lo)
		if s.Sort(t).Width() <= 64 && !c.none {
			constants, parts := events.ConcatParts(s, t)
			c.regions, c.all = nil, false
			for _, k := range constants {
				c.regions = events.Union(c.regions, a.g.RegionsOf(k))
			}
			for _, p := range parts {
				x := a.of(p)
				c.regions, c.all = events.Union(c.regions, x.regions), c.all || x.all
			}
		}
		c.low, c.known = lo.low&box.Mask(w), min(lo.known, w)
		if lo.known >= w && w < 64 && !c.none {
			c.low |= hi.low << w
			c.known = min(64, w+hi.known)
			c.low &= box.Mask(c.known)
		}
		return c
	case term.OpExtract:
		x := arg(0)
		if _, lo := s.Params(t); lo == 0 {
			return x
		} else if !x.none {
			x.known = max(0, x.known-lo)
			if lo < 64 {
				x.low >>= lo
			} else {
				x.low, x.known = 0, 0
			}
			x.low &= box.Mask(x.known)
		}
		return x
	case term.OpZeroExt, term.OpSignExt:
		x := arg(0)
		if w := s.Sort(s.Arg(t, 0)).Width(); x.known >= w && !x.none {
			x.known = w
			x.low &= box.Mask(w)
		}
		return x
	}
	c := bottom
	found := false
	for i := range s.NumArgs(t) {
		if s.Sort(s.Arg(t, i)).IsBitVec() {
			if found {
				c = mix(c, arg(i))
			} else {
				c, found = arg(i), true
			}
		}
	}
	if !found {
		return Pointer{}
	}
	c.low, c.known = 0, 0
	return c
}

func (a *PointsTo) constant(t term.Term) Pointer {
	s, p := a.g.Terms, a.g.Program
	if v, ok := s.ConstUint64(t); ok {
		c := number(v)
		c.regions = a.g.RegionsOf(v)
		return c
	}
	c := Pointer{}
	if s.Sort(t).IsBitVec() {
		for lo := 0; lo+p.PtrWidth <= s.Sort(t).Width(); lo += 8 {
			c.regions = events.Union(c.regions, a.of(s.Extract(lo+p.PtrWidth-1, lo, t)).regions)
		}
	}
	return c
}

// scales reports whether a product has a constant factor that makes a number of
// an address: any but -1, which is how differences are written.
func scales(s *term.Store, t term.Term) bool {
	for i := range s.NumArgs(t) {
		if x := s.Arg(t, i); s.IsConst(x) && s.BVNeg(x) != s.BV(s.Sort(x).Width(), 1) {
			return true
		}
	}
	return false
}

// mix is what is known of a value computed from two by an operation about which nothing more is known.
func mix(x, y Pointer) Pointer {
	if x.none || y.none {
		return bottom
	}
	return Pointer{regions: events.Union(x.regions, y.regions), all: x.all || y.all,
		guessed: x.guessed || y.guessed}
}

func combine(op term.Op, x, y Pointer) Pointer {
	c := mix(x, y)
	if c.none {
		return c
	}
	switch op {
	case term.OpBVAdd:
		c.known, c.low = min(x.known, y.known), x.low+y.low
	case term.OpBVSub:
		c.known, c.low = min(x.known, y.known), x.low-y.low
	case term.OpBVMul:
		// The low bits of a product are known as far as one factor is
		// known, shifted by the trailing zeros of the other.
		zx, zy := trailing(x), trailing(y)
		c.known = min(64, x.known+zy, y.known+zx)
		c.low = x.low * y.low
	}
	c.low &= box.Mask(c.known)
	return c
}

func trailing(x Pointer) int {
	if x.low == 0 {
		return x.known
	}
	return bits.TrailingZeros64(x.low)
}

func bitwise(op term.Op, x, y Pointer) Pointer {
	c := mix(x, y)
	if c.none {
		return c
	}
	c.known = min(x.known, y.known)
	switch op {
	case term.OpBVAnd:
		c.low = x.low & y.low
		// A known zero on either side is a zero.
		for c.known < 64 && (zeroAt(x, c.known) || zeroAt(y, c.known)) {
			c.known++
		}
	case term.OpBVOr:
		c.low = x.low | y.low
	case term.OpBVXor:
		c.low = x.low ^ y.low
	}
	c.low &= box.Mask(c.known)
	return c
}

func zeroAt(x Pointer, bit int) bool { return bit < x.known && x.low>>bit&1 == 0 }
