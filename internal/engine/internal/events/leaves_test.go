package events

import (
	"slices"
	"testing"

	"whittle.dev/term"
)

// TestConcatParts splits concatenations: constants are put in their places, each constant that a conditional
// part may be counts, and bits of a term in another place than they had are left out.
func TestConcatParts(t *testing.T) {
	s := term.NewStore()
	x, y := s.Symbol("x", term.BitVec(8)), s.Symbol("y", term.BitVec(16))
	b, c := s.Symbol("b", term.Bool), s.Symbol("c", term.Bool)
	konst := func(v uint64) term.Term { return s.BV(8, v) }
	low, high := s.Extract(7, 0, y), s.Extract(15, 8, y)
	type terms = []term.Term
	for _, tt := range []struct {
		name      string
		t         term.Term
		constants []uint64
		parts     terms
	}{
		{"a number below", s.Concat(konst(0x12), x), []uint64{0x1200}, terms{x}},
		{"a number above and one below", s.Concat(konst(0x12), s.Concat(x, konst(0x34))), []uint64{0x120034},
			terms{x}},
		{"in place", s.Concat(high, x), []uint64{0}, terms{x, high}},
		{"out of place", s.Concat(low, x), []uint64{0}, terms{x}},
		{"a choice", s.Concat(s.Ite(b, konst(1), konst(2)), x), []uint64{0, 0x100, 0x200}, terms{x}},
		{"a choice of choices", s.Concat(s.Ite(b, s.Ite(c, konst(3), x), konst(2)), konst(7)),
			[]uint64{7, 0x307, 0x207}, terms{x}},
	} {
		constants, parts := ConcatParts(s, tt.t)
		for _, list := range [][]uint64{constants, tt.constants} {
			slices.Sort(list)
		}
		slices.Sort(parts)
		slices.Sort(tt.parts)
		if !slices.Equal(constants, tt.constants) || !slices.Equal(parts, tt.parts) {
			t.Errorf("%s: %s: %#x, %v, want %#x, %v", tt.name, s.String(tt.t), constants, parts, tt.constants,
				tt.parts)
		}
	}
}
