package compdb

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text     string
		want     []string
		response []string // nil: the same
	}{
		{"", nil, nil},
		{"  \t\n", nil, nil},
		{"gcc -c a.c", []string{"gcc", "-c", "a.c"}, nil},
		{" gcc\t-c\n a.c ", []string{"gcc", "-c", "a.c"}, nil},
		{`"a b" 'c d'`, []string{"a b", "c d"}, nil},
		{`a"b c"d`, []string{"ab cd"}, nil},
		{`""`, []string{""}, nil},
		{`'' x`, []string{"", "x"}, nil},
		{`a\ b`, []string{"a b"}, nil},
		{`\a`, []string{"a"}, nil},
		{`a\\b`, []string{`a\b`}, nil},
		{`"a\"b"`, []string{`a"b`}, nil},
		{`"a\nb"`, []string{"anb"}, nil},
		{`-DX=\"s\"`, []string{`-DX="s"`}, nil},
		{`"-DX=\"a b\""`, []string{`-DX="a b"`}, nil},
		{`'-DX="a b"'`, []string{`-DX="a b"`}, nil},
		{`'a\b'`, []string{`a\b`}, []string{"ab"}},
		{`"it's"`, []string{"it's"}, nil},
		{`'"'`, []string{`"`}, nil},
		{"$HOME `x` *", []string{"$HOME", "`x`", "*"}, nil},
		{"a \\\n b", []string{"a", "b"}, []string{"a", "\n", "b"}},
		{"größe 漢", []string{"größe", "漢"}, nil},
	} {
		got, err := Split(c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Split(%q) = %q, %v, want %q", c.text, got, err, c.want)
		}
		want := c.response
		if want == nil {
			want = c.want
		}
		got, err = SplitResponse(c.text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("SplitResponse(%q) = %q, %v, want %q", c.text, got, err, want)
		}
	}
}

func TestSplitErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`gcc "-DX`, `the quote " is not closed (column 5)`},
		{`'`, `the quote ' is not closed (column 1)`},
		{`"a'b`, `the quote " is not closed (column 1)`},
		{`gcc \`, "a backslash at the end (column 5)"},
		{`"a\`, "a backslash at the end (column 3)"},
	} {
		if _, err := Split(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Split(%q): %v, want %q", c.text, err, c.want)
		}
	}
}
