package cnf

import (
	"testing"

	"whittle.dev/sat"
)

// TestRandomFamilies compares answers of formulas with those that their definitions imply.
func TestRandomFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"planted", sat.Sat, func() *Formula { return Planted(1, 3, 60, 240) }},
		{"few clauses", sat.Sat, func() *Formula { return Random(1, 3, 60, 120) }},
		{"many clauses", sat.Unsat, func() *Formula { return Random(1, 3, 40, 400) }},
	})
}
