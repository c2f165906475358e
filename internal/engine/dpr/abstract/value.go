package abstract

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/term"
)

// most is how many numbers a set may have.
const most = 12

// value is what a register or some bytes may hold, if that is not a single number: one of several numbers,
// or one in an interval. It is never changed.
type value struct {
	set  []uint64 // ascending; nil: any of the interval
	span absint.Strided
	// either: it is 0 or 1.
	either bool
}

// several is one of several numbers, which are kept.
func several(set []uint64) *value {
	return &value{set: set, either: len(set) == 2 && set[0] == 0 && set[1] == 1}
}

// ranges makes values of intervals. The first ones of an execution are made where those of the execution
// before were, so that what outlives an execution must be kept.
type ranges struct {
	blocks [][]value
	used   int
}

// Sizes of the memory that is used again.
const (
	blockValues = 256
	mostBlocks  = 128
)

// ranged is one of the numbers of an interval.
func (r *ranges) ranged(s absint.Strided) *value {
	block := r.used / blockValues
	if block == mostBlocks {
		return &value{span: s}
	}
	if block == len(r.blocks) {
		r.blocks = append(r.blocks, make([]value, blockValues))
	}
	v := &r.blocks[block][r.used%blockValues]
	r.used++
	v.span = s
	return v
}

// again begins an execution: no value of those before is in use, but for those that were kept.
func (r *ranges) again() { r.used = 0 }

// kept is a value that outlives the execution.
func (v *value) kept() *value {
	if v == nil || v.set != nil {
		return v
	}
	return &value{span: v.span}
}

// same reports whether two values are equal; nil stands for a number.
func (v *value) same(w *value) bool {
	switch {
	case v == w:
		return true
	case v == nil || w == nil || len(v.set) != len(w.set):
		return false
	case v.set != nil:
		return slices.Equal(v.set, w.set)
	}
	return v.span == w.span
}

// width is that of a sort; a Bool is one bit.
func width(s term.Sort) int { return absint.Width(s) }

// anything is the value of what is not known. Of more than 64 bits nothing is ever known.
func anything(width int) *value {
	if width == 1 {
		return several([]uint64{0, 1})
	}
	if width > 64 || width == 0 {
		width = 64
	}
	return &value{span: absint.Everything(width)}
}

// of makes a value of numbers, which it puts in order; single is set if it is one number.
func (r *ranges) of(width int, numbers []uint64) (v *value, single uint64) {
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	switch {
	case len(numbers) == 1:
		return nil, numbers[0]
	case len(numbers) <= most:
		return several(slices.Clone(numbers)), 0
	}
	return r.ranged(absint.Plain(hull(width, numbers))), 0
}

// hull is the smallest interval around ascending numbers, which may go round the end.
func hull(width int, numbers []uint64) absint.Interval {
	gap, after := (numbers[0]-numbers[len(numbers)-1])&absint.Mask(width), 0
	for i := 1; i < len(numbers); i++ {
		if d := numbers[i] - numbers[i-1]; d > gap {
			gap, after = d, i
		}
	}
	if after == 0 {
		return absint.Interval{Lo: numbers[0], Hi: numbers[len(numbers)-1], Width: width}
	}
	return absint.Interval{Lo: numbers[after], Hi: numbers[after-1], Width: width}
}

// strided is the value, or the number if it is one, as an interval.
func strided(v *value, number uint64, width int) absint.Strided {
	switch {
	case v == nil:
		return absint.Single(width, number)
	case v.set != nil:
		s := absint.Single(width, v.set[0])
		for _, n := range v.set[1:] {
			s = s.Join(absint.Single(width, n))
		}
		return s
	}
	return v.span
}

// join is what either of two values may be.
func (r *ranges) join(a *value, na uint64, b *value, nb uint64, width int) (*value, uint64) {
	if a == nil && b == nil && na == nb {
		return nil, na
	}
	if a == b && a != nil {
		return a, 0
	}
	if (a == nil || a.set != nil) && (b == nil || b.set != nil) {
		return r.union(a, na, b, nb, width)
	}
	if width > 64 || width == 0 {
		return anything(width), 0
	}
	x, y := strided(a, na, width), strided(b, nb, width)
	switch all := x.Join(y); {
	case a != nil && a.set == nil && all == x:
		return a, 0
	case b != nil && b.set == nil && all == y:
		return b, 0
	default:
		return r.ranged(all), 0
	}
}

// union is the join of values that are no intervals.
func (r *ranges) union(a *value, na uint64, b *value, nb uint64, width int) (*value, uint64) {
	p, q := [1]uint64{na}, [1]uint64{nb}
	x, y := p[:], q[:]
	if a != nil {
		x = a.set
	}
	if b != nil {
		y = b.set
	}
	var buf [2 * most]uint64
	all := buf[:0]
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case j == len(y) || i < len(x) && x[i] < y[j]:
			all = append(all, x[i])
			i++
		case i == len(x) || y[j] < x[i]:
			all = append(all, y[j])
			j++
		default:
			all = append(all, x[i])
			i, j = i+1, j+1
		}
	}
	switch {
	case a != nil && len(all) == len(x):
		return a, 0
	case b != nil && len(all) == len(y):
		return b, 0
	case len(all) > most:
		return r.ranged(absint.Plain(hull(width, all))), 0
	}
	return several(slices.Clone(all)), 0
}
