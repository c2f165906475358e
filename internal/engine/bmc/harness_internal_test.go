package bmc

import (
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/passes"
)

// loadSimplified loads the text of a C program and runs the default passes; its terms are frozen.
func loadSimplified(t *testing.T, src string) *cfa.Program {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(name, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	p, _, err := c.Load(t.Context(), c.Config{Files: []string{name}, Property: property.UnreachCall,
		DataModel: c.LP64})
	if err != nil {
		t.Fatal(err)
	}
	if p, err = passes.All().Run(t.Context(), p, pass.Options{}); err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	return p
}
