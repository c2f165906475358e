package harness

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// nasty are texts that would end a string or a comment, or be trigraphs.
var nasty = []string{"", `"`, `\`, `a\"b`, "??/", "??)x", "line\nand\ttab", "é ∀ \x00\x7f", "*/ int x;", "**//",
	"/* a */", "7\x017"}

// TestQuote: the C string of a text means that text, byte by byte, and has nothing that C would replace.
func TestQuote(t *testing.T) {
	octal := regexp.MustCompile(`\\(\d\d\d|.)`)
	for _, text := range nasty {
		got := quote(text)
		inner := strings.TrimSuffix(strings.TrimPrefix(got, `"`), `"`)
		back := octal.ReplaceAllStringFunc(inner, func(s string) string {
			if len(s) == 2 {
				return s[1:]
			}
			n, err := strconv.ParseUint(s[1:], 8, 8)
			if err != nil {
				t.Errorf("%q: %v", got, err)
			}
			return string([]byte{byte(n)})
		})
		odd := func(r rune) bool { return r < ' ' || r > '~' || r == '?' }
		if back != text || strings.ContainsFunc(got, odd) {
			t.Errorf("%q is quoted as %s, which is %q", text, got, back)
		}
	}
}

// TestComment: no text ends the comment that it stands in, or its line.
func TestComment(t *testing.T) {
	for _, text := range nasty {
		got := comment(text)
		if strings.Contains(got, "*/") || strings.Contains(got, "\n") {
			t.Errorf("%q becomes %q", text, got)
		}
		if !strings.ContainsAny(text, "*\n\t\x00\x01") && got != text {
			t.Errorf("%q becomes %q without need", text, got)
		}
	}
}
