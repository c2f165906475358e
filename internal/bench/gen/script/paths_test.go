package script

import "testing"

// TestPathsFamilies compares answers of scripts with those that their definitions imply.
func TestPathsFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"parser, odd", "unsat", func() *Script { return Parser(3, 2, 1, 0) }},
		{"parser", "sat", func() *Script { return Parser(2, 2, 1, (37*(37+'(')+')')%4096) }},
		{"steps", "sat", func() *Script { return Steps(8, 4, 2, 10) }},
		{"steps, too many", "unsat", func() *Script { return Steps(8, 3, 4, 10) }},
		{"divisors", "unsat", func() *Script { return Divisors(4, 3) }},
		{"buckets", "sat", func() *Script { return Buckets(12, 3, 3, 11) }},
		{"filter", "unsat", func() *Script { return Filter(8, 2, 1, 1) }},
		{"filter that grows", "sat", func() *Script { return Filter(8, 3, 3, 1) }},
	})
}
