package prune

import (
	"strings"
	"testing"
)

// TestBlank checks that what follows a part that was left out stays in its line
// and column, and that what is left is white space and comments.
func TestBlank(t *testing.T) {
	for _, text := range []string{"", "a", "ab", "abc", "abcd", "abcdefgh", "a\n", "a\nb", "a\nbc",
		"abc\n\n\nbcd", "\n", "a\n\nbcdefg"} {
		got := string(blank([]byte("x"), []byte(text)))[1:]
		lines := strings.Count(text, "\n")
		if strings.Count(got, "\n") != lines ||
			len(got)-strings.LastIndexByte(got, '\n') != len(text)-strings.LastIndexByte(text, '\n') {
			t.Errorf("%q becomes %q", text, got)
		}
		o := Outline{Text: []byte(got + "x")}
		if o.space(); o.i != len(got) {
			t.Errorf("%q becomes %q, which is not empty", text, got)
		}
	}
}
