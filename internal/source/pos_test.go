package source

import (
	"testing"
)

func TestFilesAndLines(t *testing.T) {
	var fs Files
	a, b := fs.Add("a.c"), fs.Add("b.c")
	if fs.Add("a.c") != a || a == b || fs.Len() != 2 {
		t.Fatalf("files %d, %d of %d", a, b, fs.Len())
	}
	fs.SetText(b, []byte("one\ntwo\r\nthree"))
	for _, test := range []struct {
		pos  Pos
		text string
		line string
		ok   bool
	}{
		{Pos{b, 1, 2}, "b.c:1:2", "one", true},
		{Pos{b, 2, 0}, "b.c:2", "two", true},
		{Pos{b, 3, 1}, "b.c:3:1", "three", true},
		{Pos{b, 4, 1}, "b.c:4:1", "", false},
		{Pos{a, 1, 1}, "a.c:1:1", "", false},
		{Pos{7, 1, 1}, "?:1:1", "", false},
		{Pos{}, "-", "", false},
	} {
		if got := fs.Format(test.pos); got != test.text {
			t.Errorf("Format(%v) = %q, want %q", test.pos, got, test.text)
		}
		if line, ok := fs.Line(test.pos); line != test.line || ok != test.ok {
			t.Errorf("Line(%v) = %q, %v", test.pos, line, ok)
		}
	}
}
