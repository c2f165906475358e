package ctext

import "testing"

// TestLineOfMarker reads line markers, and what looks like them.
func TestLineOfMarker(t *testing.T) {
	for text, want := range map[string]struct {
		line int32
		name string
		ok   bool
	}{
		` 12 "f.c" 1 3`:   {12, "f.c", true},
		`line 7`:          {7, "", true},
		`line 7 "a\\b.c"`: {7, `a\b.c`, true},
		` 3x "f.c"`:       {},
		`define X 1`:      {},
		`line`:            {},
		` 99999999999999`: {},
		` 1 "open`:        {},
		`pragma once`:     {},
	} {
		line, name, ok := parseMarker([]byte(text))
		if line != want.line || string(name) != want.name || ok != want.ok {
			t.Errorf("%q: %d %q %v", text, line, name, ok)
		}
	}
}
