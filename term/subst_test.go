package term

import (
	"testing"
)

func TestSubstitute(t *testing.T) {
	s := NewStore()
	x, y, z := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8)), s.Symbol("z", BitVec(8))
	u := s.BVMul(s.BVXor(x, y), z)
	swap := s.Substitute(u, map[Term]Term{x: z, z: x})
	if swap != s.BVMul(s.BVXor(z, y), x) {
		t.Errorf("not at once: %s", s.String(swap))
	}
	if r := s.Substitute(u, map[Term]Term{s.BVXor(x, y): s.BV(8, 1)}); r != z {
		t.Errorf("a compound key: %s", s.String(r))
	}
	if r := s.Substitute(u, map[Term]Term{x: y}); r != s.BV(8, 0) {
		t.Errorf("not simplified: %s", s.String(r))
	}
	if s.Substitute(u, nil) != u || s.Substitute(x, map[Term]Term{x: y}) != y {
		t.Error("trivial substitutions")
	}
	mustPanic(t, "another sort", func() { s.Substitute(u, map[Term]Term{x: s.True()}) })
}
