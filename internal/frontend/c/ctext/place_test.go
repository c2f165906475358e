package ctext

import (
	"slices"
	"testing"
	"unicode/utf8"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/source"
)

// TestColumns: the column of a character, as people count, leads to that character wherever it has moved.
func TestColumns(t *testing.T) {
	const text = "añb\n日x本\n\ny\n"
	u := &Text{Name: "x", Text: []byte(text)}
	u.Insert([]Insertion{{Offset: 0, Text: "<<", Line: 1, Col: 1}, {Offset: 3, Text: "é", Line: 1, Col: 4},
		{Offset: 8, Text: "[]", Line: 2, Col: 4}})
	if got, want := string(u.Text), "<<añéb\n日[]x本\n\ny\n"; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
	line, col := 1, 1
	for _, r := range text {
		if r == '\n' {
			line, col = line+1, 1
			continue
		}
		at := u.Offset(line, u.Column(line, col))
		if got, _ := utf8.DecodeRune(u.Text[at:]); got != r {
			t.Errorf("%d:%d is %q, want %q", line, col, got, r)
		}
		col++
	}
	for _, bad := range [][2]int{{0, 1}, {1, 0}, {9, 1}, {4, 3}, {-1, -1}} {
		if at := u.Offset(bad[0], bad[1]); at >= 0 && at < len(u.Text) {
			t.Errorf("%v is a place: %d", bad, at)
		}
	}
}

// TestPresumedLines: a line that line markers give is found again from what they make of it.
func TestPresumedLines(t *testing.T) {
	const text = "int a;\n# 10 \"x.h\"\nint b;\nint c;\n# 3 \"t.c\"\nint d;\n# 11 \"x.h\"\nint e;\n"
	files := &source.Files{}
	u, err := New("t.c", []byte(text), layout.LP64, files)
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[int]string{1: "t.c:1:1", 3: "x.h:10:1", 4: "x.h:11:1", 6: "t.c:3:1",
		8: "x.h:11:1"} {
		p := u.Pos(line, 1)
		if got := files.Format(p); got != want {
			t.Errorf("line %d is %s, want %s", line, got, want)
		}
		found := u.PresumedAt(func(f int32) bool { return f == p.File }, int(p.Line))
		if line > 1 && !slices.Contains(found, line) {
			t.Errorf("%s is found in the lines %v, not in %d", want, found, line)
		}
		for _, l := range found {
			if u.Pos(l, 1) != p {
				t.Errorf("%s is found in line %d, which is %s", want, l, files.Format(u.Pos(l, 1)))
			}
		}
	}
}
