package main

import (
	"slices"
	"testing"
)

func TestSplitWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // nil: an error
	}{
		{"prog", []string{"prog"}},
		{"  prog 3\tfile.txt\n", []string{"prog", "3", "file.txt"}},
		{`p 'a b' "c d"e ''`, []string{"p", "a b", "c de", ""}},
		{`p \  \'x "a\"b\\" 'a\b' "a\b"`, []string{"p", " ", "'x", `a"b\`, `a\b`, `a\b`}},
		{"p $HOME *", []string{"p", "$HOME", "*"}},
		{`p 'a`, nil},
		{`p "a\"`, nil},
		{`p \`, nil},
		{" ", nil},
	} {
		var w wordList
		err := w.Set(c.text)
		if (err != nil) != (c.want == nil) || err == nil && !slices.Equal(w, c.want) {
			t.Errorf("%q: %q, %v; want %q", c.text, w, err, c.want)
		}
		var again wordList
		if err == nil && (again.Set(w.String()) != nil || !slices.Equal(again, w)) {
			t.Errorf("%q: printed as %q, which is read as %q", c.text, w.String(), again)
		}
	}
}
