package c

import (
	"slices"
	"testing"
)

// TestGlanceMissesNoName looks for all names that the pieces of the library models declare.
func TestGlanceMissesNoName(t *testing.T) {
	names, err := modelNames()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{"the fixed arguments": fixedArguments([]string{"a", "b"})}
	for _, n := range names {
		if texts[n], err = (&Config{}).modelText(n); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range texts {
		seen := glance(text)
		for _, p := range outline(text, true).pieces {
			for _, n := range p.names {
				if p.kind == pieceNamed && !slices.ContainsFunc(seen, func(s []byte) bool { return string(s) == n }) {
					t.Errorf("%s: %s is not declared in a first line at the margin: %.60q", name, n, text[p.start:p.end])
				}
			}
		}
	}
}
