package main

import (
	"slices"
	"testing"
)

// TestGCCFlags: -include is that of a compiler, but for what stands after "--".
func TestGCCFlags(t *testing.T) {
	args := []string{"check", "-include", "a.h", "--include", "-includeb.h", "--", "-include", "c.c"}
	before := slices.Clone(args)
	want := []string{"check", "--include", "a.h", "--include", "-includeb.h", "--", "-include", "c.c"}
	if got := gccFlags(args); !slices.Equal(got, want) || !slices.Equal(args, before) {
		t.Errorf("got %q of %q", got, args)
	}
}
