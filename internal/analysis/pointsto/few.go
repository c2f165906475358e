package pointsto

import (
	"iter"
	"slices"

	"whittle.dev/internal/absint"
)

// A pointer that is one of two members, such as two condition variables of a queue that are passed to one
// function, is at two offsets. The congruence over both goes on after the second: to where, perhaps, an
// array of pointers lies. So a few offsets are kept one by one, for what memory holds.

// maxFew bounds how many.
const maxFew = 4

// few are offsets in ascending order; none: they are not kept.
type few struct {
	n  uint8
	at [maxFew]int64
}

// offsets are the offsets of a reference, one by one where that is known.
func (r Ref) offsets() iter.Seq[absint.Congruence] {
	return func(yield func(absint.Congruence) bool) {
		if r.few.n == 0 {
			yield(r.Off)
		}
		for _, n := range r.few.at[:r.few.n] {
			if !yield(absint.Exactly(n)) {
				return
			}
		}
	}
}

// exactly are the offsets of a reference if each is known.
func (r Ref) exactly() []int64 {
	if n, ok := r.Off.Exact(); ok {
		return []int64{n}
	}
	return r.few.at[:r.few.n]
}

// joined is a reference to the same object at the offsets of either.
func (r Ref) joined(q Ref) Ref {
	if r == q {
		return r
	}
	a, b := r.exactly(), q.exactly()
	r.start = r.startJoined(q)
	r.Off, r.few = r.Off.Join(q.Off), few{}
	if len(a) == 0 || len(b) == 0 {
		return r
	}
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > 1 && len(all) <= maxFew {
		r.few.n, r.start = uint8(copy(r.few.at[:], all)), start{}
	}
	return r
}

// shifted is the reference moved by the numbers in c.
func (r Ref) shifted(c absint.Congruence) Ref {
	n, exact := c.Exact()
	if !exact {
		r.start = r.indexed()
	}
	r.Off = r.Off.Add(c)
	if !exact {
		r.few = few{}
	}
	for i := range r.few.at[:r.few.n] {
		r.few.at[i] += n
	}
	return r
}

// indexed is the start of what an index leads to from a reference.
func (r Ref) indexed() start {
	if at := r.exactly(); len(at) > 0 {
		return start{at[0] >= 0, at[0], 0}
	}
	return start{r.Off.Mod > maxScalar, r.Off.Rem, r.Off.Mod}
}

// maxScalar is the size of what is mostly no structure.
const maxScalar = 8

// startJoined is the start of a reference that is either: a pointer that walks over an array begins with it.
func (r Ref) startJoined(q Ref) start {
	a, b := r.start, q.start
	if at := r.exactly(); len(at) > 0 {
		a = r.indexed()
	}
	if at := q.exactly(); len(at) > 0 {
		b = q.indexed()
	}
	if !a.known || !b.known || a.every != b.every {
		return start{}
	}
	a.at = min(a.at, b.at)
	return a
}

// startAt is the start for one of the offsets.
func (r Ref) startAt(off absint.Congruence) start {
	if _, exact := off.Exact(); exact {
		return start{}
	}
	return r.start
}
