package c

import (
	"context"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/source"
)

// TestGlanceMissesNoName looks for all names that the pieces of the library models declare.
func TestGlanceMissesNoName(t *testing.T) {
	names, err := library.Models()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{"the fixed arguments": must(library.Model("main.c", []string{"a", "b"}))}
	for _, n := range names {
		if texts[n], err = library.Model(n, nil); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range texts {
		seen := glance(text)
		for _, p := range outline(text, true).pieces {
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

// TestSmallProgramsReadNoModel checks that a program pays for no model that it does not need: reading them
// would take longer than deciding it.
func TestSmallProgramsReadNoModel(t *testing.T) {
	text := "#include <stdio.h>\n#include <pthread.h>\nint n;\nint main(void) { printf(\"%d\\n\", n); " +
		"puts(\"x\"); return 0; }\n"
	files := &source.Files{}
	units, err := parse(context.Background(), Config{Files: []string{"t.c"},
		Read: mapReader(map[string]string{"t.c": text})}, files, &source.Diagnostics{})
	if err != nil {
		t.Fatal(err)
	}
	for name := range units[len(units)-1].part.texts {
		if strings.HasPrefix(name, library.ModelDir) {
			t.Errorf("%s is read", name)
		}
	}
}
