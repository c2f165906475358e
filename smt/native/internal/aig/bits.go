package aig

// Vectors of literals are little-endian: index 0 is the least significant bit.

// Scratch hands out short-lived vectors without allocating: they are all given
// back at once, when the term that needed them has its bits.
type Scratch struct {
	buf []Lit
	n   int
}

// Get returns a vector of w literals, whose values are not defined.
func (s *Scratch) Get(w int) []Lit {
	if s.n+w > len(s.buf) {
		// Vectors handed out before keep the old memory alive.
		s.buf = make([]Lit, max(2*len(s.buf), w, 1<<10))
		s.n = 0
	}
	v := s.buf[s.n : s.n+w : s.n+w]
	s.n += w
	return v
}

// Release takes all vectors back.
func (s *Scratch) Release() { s.n = 0 }

// Constant reports whether all bits of v are constant.
func Constant(v []Lit) bool {
	for _, l := range v {
		if !l.IsConst() {
			return false
		}
	}
	return true
}

// constUint is the value of a constant vector; ok only if it fits in 64 bits.
func constUint(v []Lit) (x uint64, ok bool) {
	for i, l := range v {
		switch {
		case !l.IsConst():
			return 0, false
		case l == True && i >= 64:
			return 0, false
		case l == True:
			x |= 1 << i
		}
	}
	return x, true
}

// Relation of two vectors of equal width as far as the literals themselves show it.
type Relation uint8

// The relations of two vectors.
const (
	MayEqual Relation = iota
	MustEqual
	MustDiffer
)

// Relate compares two vectors.
func Relate(a, b []Lit) Relation {
	r := MustEqual
	for i := range a {
		switch a[i] {
		case b[i]:
		case b[i].Neg():
			return MustDiffer
		default:
			r = MayEqual
		}
	}
	return r
}

// lessVec orders vectors, so that commutative circuits are built one way round.
func lessVec(a, b []Lit) bool {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// HashVec adds a vector to a hash.
func HashVec(h uint64, v []Lit) uint64 {
	for _, l := range v {
		h = (h ^ uint64(l)) * 0x9fb21c651e98df25
		h ^= h >> 29
	}
	return h
}
