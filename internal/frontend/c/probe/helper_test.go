package probe

import (
	"context"
	"testing"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/source"
)

// planOf finds the places of a monitor in a program that is the file t.c.
func planOf(t *testing.T, text string, m *Monitor) (*Plan, error) {
	t.Helper()
	units, err := parse.Program(context.Background(), parse.Config{Inputs: []parse.Input{{File: "t.c"}},
		Needs: library.Needs{Entry: "main"},
		Read:  func(string) ([]byte, error) { return []byte(text), nil }}, &source.Files{},
		&source.Diagnostics{})
	if err != nil {
		t.Fatal(err)
	}
	return planMonitor(m, units)
}

// probeAt is a probe in t.c.
func probeAt(kind Kind, line, col int, expr string) Probe {
	return Probe{Kind: kind, Place: Place{File: "t.c", Line: line, Col: col}, Expr: expr, State: Always,
		Thread: Anyone}
}
