package cnf

import (
	"context"
	"testing"

	"whittle.dev/sat"
)

// TestHashFamilies compares answers of formulas with those that their definitions imply.
func TestHashFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"md4", sat.Sat, func() *Formula { return Inversion(MD4, 1, 20, 8, false) }},
		{"md4, none", sat.Unsat, func() *Formula { return Inversion(MD4, 1, 20, 8, true) }},
		{"sha1", sat.Sat, func() *Formula { return Inversion(SHA1, 1, 18, 8, false) }},
		{"sha1, none", sat.Unsat, func() *Formula { return Inversion(SHA1, 1, 18, 8, true) }},
		{"xorshift", sat.Sat, func() *Formula { return Xorshift(1, 12, 4, 6, false) }},
		{"xorshift, none", sat.Unsat, func() *Formula { return Xorshift(1, 12, 6, 6, true) }},
	})
}

// TestHashes compares the circuits with known answers for all of a message of one block.
func TestHashes(t *testing.T) {
	// The states after all steps for the padded empty message, before the initial state is added.
	for _, c := range []struct {
		h     Hash
		steps int
		first uint64 // word of the message: the bit that ends it
		add   []uint64
		want  []uint64
	}{
		{MD4, 48, 0x80, []uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476},
			[]uint64{0xe0cfd631, 0x31e96ad1, 0xd7593cb7, 0xc089c0e0}}, // 31d6cfe0 d16ae931 b73c59d7 e0c089c0
		{SHA1, 80, 0x80000000, []uint64{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
			[]uint64{0xda39a3ee, 0x5e6b4b0d, 0x3255bfef, 0x95601890, 0xafd80709}},
	} {
		f := &Formula{}
		message := []Word{f.Constant(32, c.first)}
		for range 15 {
			message = append(message, f.Constant(32, 0))
		}
		state := c.h.Steps(f, message, c.steps)
		s := load(f)
		if s.Solve(context.Background()) != sat.Sat {
			t.Fatal("no value")
		}
		for i, w := range state {
			if got := (number(s, w) + c.add[i]) & 0xffffffff; got != c.want[i] {
				t.Errorf("%s: word %d is %08x, want %08x", c.h.Name, i, got, c.want[i])
			}
		}
	}
}
