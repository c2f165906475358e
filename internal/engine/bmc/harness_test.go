package bmc_test

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/testing/passes"
)

// enumerated enumerates the interleavings of a random program; nil if there are too many.
func enumerated(t *testing.T, seed int64, p *cfa.Program) *enumerate.Result {
	t.Helper()
	if err := cfa.Check(p); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	want, err := enumerate.Run(t.Context(), p, enumerate.Options{})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if !want.Complete {
		return nil
	}
	return want
}

// simplify runs the default passes and freezes the terms of the result.
func simplify(t *testing.T, lowered *cfa.Program) *cfa.Program {
	t.Helper()
	p, err := passes.All().Run(t.Context(), lowered, pass.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	return p
}
