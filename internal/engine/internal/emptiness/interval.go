package emptiness

import (
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// bounds is what comparisons of one symbol with constants leave of its values: those between the unsigned and
// the signed bounds that are not excluded. That is exact, as deciding needs it; the sets of package absint
// are too large where they cannot be exact.
type bounds struct {
	width     int
	low, high uint64
	min, max  int64
	excluded  []uint64
	empty     bool
}

// interval decides a conjunction of comparisons of one symbol with constants; Unknown if it is something
// else.
func (e *Checker) interval(p *Part) (smt.Status, term.Map) {
	if len(p.Syms) != 1 {
		return smt.Unknown, nil
	}
	x := p.Syms[0]
	sort := e.s.Sort(x)
	if !sort.IsBitVec() || sort.Width() > 64 {
		return smt.Unknown, nil
	}
	w := sort.Width()
	b := bounds{width: w, high: ^uint64(0) >> (64 - w), max: int64(^uint64(0) >> (64 - w) >> 1)}
	b.min = -b.max - 1
	for _, c := range p.Conj {
		if !b.add(e.s, x, c) {
			return smt.Unknown, nil
		}
	}
	v, ok := b.value()
	if !ok {
		return smt.Unsat, nil
	}
	m := term.Map{x: term.BVValue(w, v)}
	for _, c := range p.Conj {
		if r, err := e.s.Eval(c, m); err != nil || !r.Bool() {
			return smt.Unknown, nil
		}
	}
	return smt.Sat, m
}

// add takes a condition into account and reports whether it is a comparison of x with a constant.
func (b *bounds) add(s *term.Store, x, c term.Term) bool {
	holds := true
	if s.Op(c) == term.OpNot {
		holds, c = false, s.Arg(c, 0)
	}
	op := s.Op(c)
	switch op {
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
	default:
		return false
	}
	l, r := s.Arg(c, 0), s.Arg(c, 1)
	k, right := s.ConstUint64(r)
	if !right || l != x {
		var left bool
		if k, left = s.ConstUint64(l); !left || r != x {
			return false
		}
		right = false
	}
	switch {
	case op == term.OpEq && holds:
		b.atLeast(k)
		b.atMost(k)
	case op == term.OpEq:
		b.excluded = append(b.excluded, k)
	case op == term.OpBVUlt:
		b.unsigned(k, right, holds)
	default:
		b.signed(signExtend(k, b.width), right, holds)
	}
	return true
}

// unsigned takes x < k (right) or k < x into account, or that it does not hold.
func (b *bounds) unsigned(k uint64, right, holds bool) {
	last := ^uint64(0) >> (64 - b.width)
	switch {
	case right && holds && k == 0, !right && holds && k == last:
		b.empty = true
	case right && holds:
		b.atMost(k - 1)
	case right:
		b.atLeast(k)
	case holds:
		b.atLeast(k + 1)
	default:
		b.atMost(k)
	}
}

func (b *bounds) atLeast(k uint64) { b.low = max(b.low, k) }
func (b *bounds) atMost(k uint64)  { b.high = min(b.high, k) }

// signed is unsigned for the signed order.
func (b *bounds) signed(k int64, right, holds bool) {
	last := int64(^uint64(0) >> (64 - b.width) >> 1)
	switch {
	case right && holds && k == -last-1, !right && holds && k == last:
		b.empty = true
	case right && holds:
		b.max = min(b.max, k-1)
	case right:
		b.min = max(b.min, k)
	case holds:
		b.min = max(b.min, k+1)
	default:
		b.max = min(b.max, k)
	}
}

// value returns a value that is left.
func (b *bounds) value() (uint64, bool) {
	if b.empty || b.low > b.high || b.min > b.max {
		return 0, false
	}
	slices.Sort(b.excluded)
	mask := ^uint64(0) >> (64 - b.width)
	// The values between the signed bounds are one or two ranges of unsigned ones.
	for _, half := range [2][2]int64{{max(b.min, 0), b.max}, {b.min, min(b.max, -1)}} {
		if half[0] > half[1] {
			continue
		}
		low, high := max(uint64(half[0])&mask, b.low), min(uint64(half[1])&mask, b.high)
		for v := low; v <= high; v++ {
			if _, found := slices.BinarySearch(b.excluded, v); !found {
				return v, true
			}
			if v == mask {
				break
			}
		}
	}
	return 0, false
}

// signExtend reads the low bits of v as a signed number.
func signExtend(v uint64, width int) int64 { return int64(v<<(64-width)) >> (64 - width) }
