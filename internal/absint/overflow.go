package absint

import (
	"math/bits"

	"whittle.dev/term"
)

// overflows decides overflow where the intervals do.
func overflows(op term.Op, a, b Interval) Interval {
	w := a.Width
	if w > 62 {
		return wideOverflow(op, a, b)
	}
	al, ah := a.Signed()
	bl, bh := b.Signed()
	least, most := int64(-1)<<(w-1), int64(1)<<(w-1)-1
	var lo, hi int64
	ok := true
	switch op {
	case term.OpBVSAddO:
		lo, hi = al+bl, ah+bh
	case term.OpBVSSubO:
		lo, hi = al-bh, ah-bl
	case term.OpBVSMulO:
		for i, p := range [][2]int64{{al, bl}, {al, bh}, {ah, bl}, {ah, bh}} {
			v, fits := mulInt64(p[0], p[1])
			ok = ok && fits
			if i == 0 || v < lo {
				lo = v
			}
			if i == 0 || v > hi {
				hi = v
			}
		}
	case term.OpBVUAddO, term.OpBVUMulO:
		return wideOverflow(op, a, b)
	}
	switch {
	case !ok:
	case lo >= least && hi <= most:
		return Just(1, 0)
	case hi < least || lo > most:
		return Just(1, 1)
	}
	return Full(1)
}

func wideOverflow(op term.Op, a, b Interval) Interval {
	m := Mask(a.Width)
	_, ah := a.Unsigned()
	_, bh := b.Unsigned()
	al, sh := a.Signed()
	bl, th := b.Signed()
	small := func(v int64) bool { return v > -1<<60 && v < 1<<60 && a.Width > 62 }
	switch op {
	case term.OpBVUAddO:
		if ah <= m-bh {
			return Just(1, 0)
		}
	case term.OpBVUMulO:
		if hi, lo := bits.Mul64(ah, bh); hi == 0 && lo <= m {
			return Just(1, 0)
		}
	case term.OpBVSAddO, term.OpBVSSubO:
		if small(al) && small(sh) && small(bl) && small(th) {
			return Just(1, 0)
		}
	case term.OpBVSMulO:
		for _, p := range [][2]int64{{al, bl}, {al, th}, {sh, bl}, {sh, th}} {
			if v, ok := mulInt64(p[0], p[1]); !ok || !small(v) {
				return Full(1)
			}
		}
		return Just(1, 0)
	}
	return Full(1)
}

// mulInt64 multiplies; false when the product does not fit.
func mulInt64(a, b int64) (int64, bool) {
	abs := func(v int64) uint64 {
		if v < 0 {
			return -uint64(v)
		}
		return uint64(v)
	}
	hi, lo := bits.Mul64(abs(a), abs(b))
	if hi != 0 || lo > 1<<62 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}
