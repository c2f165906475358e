package prune

import (
	"slices"
	"testing"

	"whittle.dev/internal/frontend/c/library"
)

// TestGlanceMissesNoName looks for all names that the pieces of the library models declare.
func TestGlanceMissesNoName(t *testing.T) {
	names, err := library.Models()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{}
	for _, n := range names {
		if texts[n], err = library.Model(n, nil); err != nil {
			t.Fatal(err)
		}
	}
	if texts["the fixed arguments"], err = library.Model("main.c", []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		seen := glance(text)
		for _, p := range Cut(text, true).pieces {
			for _, n := range p.names {
				if p.kind == pieceNamed &&
					!slices.ContainsFunc(seen, func(s []byte) bool { return string(s) == n }) {
					t.Errorf("%s: %s is not declared in a first line at the margin: %.60q", name, n,
						text[p.start:p.end])
				}
			}
		}
	}
}
