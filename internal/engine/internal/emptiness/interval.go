package emptiness

import (
	"slices"

	"whittle.dev/internal/engine/internal/box"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// bounds is what comparisons of one symbol with constants leave of its values: those in a box that are not
// excluded. That is exact, as deciding needs it; the sets of package absint are too large where they cannot
// be exact.
type bounds struct {
	width    int
	in       box.Box
	excluded []uint64
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
	b := bounds{width: w, in: box.Full(w)}
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
		b.in = b.in.Meet(b.width, box.Single(b.width, k))
	case op == term.OpEq:
		b.excluded = append(b.excluded, k)
	case op == term.OpBVUlt:
		b.unsigned(k, right, holds)
	default:
		b.signed(box.AsSigned(b.width, k), right, holds)
	}
	return true
}

// unsigned takes x < k (right) or k < x into account, or that it does not hold.
func (b *bounds) unsigned(k uint64, right, holds bool) {
	low, high, last := uint64(0), box.Mask(b.width), box.Mask(b.width)
	switch {
	case right && holds && k == 0, !right && holds && k == last:
		b.in = box.Nothing()
	case right && holds:
		high = k - 1
	case right:
		low = k
	case holds:
		low = k + 1
	default:
		high = k
	}
	b.in = b.in.Meet(b.width, box.Unsigned(b.width, low, high))
}

// signed is unsigned for the signed order.
func (b *bounds) signed(k int64, right, holds bool) {
	least, most := box.MinSigned(b.width), box.MaxSigned(b.width)
	low, high := least, most
	switch {
	case right && holds && k == least, !right && holds && k == most:
		b.in = box.Nothing()
	case right && holds:
		high = k - 1
	case right:
		low = k
	case holds:
		low = k + 1
	default:
		high = k
	}
	b.in = b.in.Meet(b.width, box.Signed(b.width, low, high))
}

// value returns a value that is left.
func (b *bounds) value() (uint64, bool) {
	if b.in.Empty {
		return 0, false
	}
	slices.Sort(b.excluded)
	mask := box.Mask(b.width)
	// The values between the signed bounds are one or two ranges of unsigned ones.
	for _, half := range [2][2]int64{{max(b.in.Min, 0), b.in.Max}, {b.in.Min, min(b.in.Max, -1)}} {
		if half[0] > half[1] {
			continue
		}
		low, high := max(uint64(half[0])&mask, b.in.Low), min(uint64(half[1])&mask, b.in.High)
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
