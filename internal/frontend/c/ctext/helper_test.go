package ctext

import (
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/source"
)

// A respelled is a text before and after what the parser does not know is spelled otherwise; an empty want:
// any text will do.
type respelled struct{ in, want string }

// checkRespelled checks what becomes of texts, and that the place of the sign @ in them is kept.
func checkRespelled(t *testing.T, cases []respelled) {
	t.Helper()
	for _, c := range cases {
		text, err := New("t.c", []byte(c.in), layout.LP64, &source.Files{})
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if c.want == "" {
			continue // any text, but no panic
		}
		if got := string(text.Text); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
			continue
		}
		column := func(s string) (line, col int) {
			i := strings.IndexByte(s, '@')
			return strings.Count(s[:i], "\n") + 1, i - strings.LastIndexByte(s[:i], '\n')
		}
		line, col := column(c.want)
		if _, was := column(c.in); text.Original(line, col) != was || text.current(line, was) != col {
			t.Errorf("%s: column %d was %d and is %d, want %d", c.in, col, text.Original(line, col),
				text.current(line, was), was)
		}
	}
}
