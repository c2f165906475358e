package native

// Vectors of literals are little-endian: index 0 is the least significant bit.

// scratch hands out short-lived vectors without allocating: they are all given
// back at once, when the term that needed them has its bits.
type scratch struct {
	buf []lit
	n   int
}

func (s *scratch) get(w int) []lit {
	if s.n+w > len(s.buf) {
		// Vectors handed out before keep the old memory alive.
		s.buf = make([]lit, max(2*len(s.buf), w, 1<<10))
		s.n = 0
	}
	v := s.buf[s.n : s.n+w : s.n+w]
	s.n += w
	return v
}

func (s *scratch) release() { s.n = 0 }

// constant reports whether all bits of v are constant.
func constant(v []lit) bool {
	for _, l := range v {
		if !l.isConst() {
			return false
		}
	}
	return true
}

// constUint is the value of a constant vector; ok only if it fits in 64 bits.
func constUint(v []lit) (x uint64, ok bool) {
	for i, l := range v {
		switch {
		case !l.isConst():
			return 0, false
		case l == trueLit && i >= 64:
			return 0, false
		case l == trueLit:
			x |= 1 << i
		}
	}
	return x, true
}

// relation of two vectors of equal width as far as the literals themselves show it.
type relation uint8

const (
	mayEqual relation = iota
	mustEqual
	mustDiffer
)

func relate(a, b []lit) relation {
	r := mustEqual
	for i := range a {
		switch a[i] {
		case b[i]:
		case b[i].neg():
			return mustDiffer
		default:
			r = mayEqual
		}
	}
	return r
}

// lessVec orders vectors, so that commutative circuits are built one way round.
func lessVec(a, b []lit) bool {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

func hashVec(h uint64, v []lit) uint64 {
	for _, l := range v {
		h = (h ^ uint64(l)) * 0x9fb21c651e98df25
		h ^= h >> 29
	}
	return h
}

func equalVec(a, b []lit) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
