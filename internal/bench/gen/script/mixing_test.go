package script

import "testing"

// TestMixingFamilies compares answers of scripts with those that their definitions imply.
func TestMixingFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"finalizer", "sat", func() *Script { return Finalizer(1, 16, 2, 8, false) }},
		{"finalizer, none", "unsat", func() *Script { return Finalizer(1, 16, 2, 8, true) }},
		{"text", "sat", func() *Script { return Text(1, 2) }},
		{"additions", "sat", func() *Script { return Additions(1, 2) }},
		{"cipher", "sat", func() *Script { return Cipher(1, 16, 4, 2, 8, false) }},
		{"cipher, none", "unsat", func() *Script { return Cipher(1, 16, 4, 2, 8, true) }},
		{"digest", "sat", func() *Script { return Digest(1, 10, 6, false) }},
		{"digest, none", "unsat", func() *Script { return Digest(1, 10, 6, true) }},
		{"generator", "sat", func() *Script { return Generator(1, 12, 4, 4, false) }},
		{"generator, none", "unsat", func() *Script { return Generator(1, 10, 6, 5, true) }},
		{"boxes", "sat", func() *Script { return Boxes(1, 1, 2, false) }},
	})
}
