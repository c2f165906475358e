package ctext

import (
	"strings"
	"testing"
)

// TestOriginalColumns looks for the columns of a text that others were put into.
func TestOriginalColumns(t *testing.T) {
	u := &Text{Name: "x", Text: []byte("ab\ncdef\n")}
	u.Insert([]Insertion{{Offset: 3, Text: "{ ", Line: 2, Col: 1},
		{Offset: 5, Text: "xyz", Line: 2, Col: 3}, {Offset: 7, Text: " }", Line: 2, Col: 5}})
	if got := string(u.Text); got != "ab\n{ cdxyzef }\n" {
		t.Fatalf("%q", got)
	}
	want := map[byte]int{'a': 1, 'b': 2, 'c': 1, 'd': 2, 'e': 3, 'f': 4, 'x': 3, 'y': 3, 'z': 3, '{': 1,
		'}': 5}
	for line, text := range strings.Split(string(u.Text), "\n") {
		for col := range len(text) {
			if w, ok := want[text[col]]; ok && u.Original(line+1, col+1) != w {
				t.Errorf("%c: column %d, want %d", text[col], u.Original(line+1, col+1), w)
			}
		}
	}
}
