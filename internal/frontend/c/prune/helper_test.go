package prune

import (
	"strings"
	"testing"
)

// A cutText is a text with the names that its pieces declare in a file of the user, and in one of our own:
// pieces are separated by commas, and "!" is one that is always needed.
type cutText struct{ text, user, own string }

// checkPieces cuts texts and compares the pieces.
func checkPieces(t *testing.T, cases []cutText) {
	t.Helper()
	for _, c := range cases {
		show := func(own bool) string {
			var out []string
			for _, p := range Cut([]byte(c.text), own).pieces {
				if p.kind == pieceFixed {
					out = append(out, "!")
				} else {
					out = append(out, strings.Join(p.names, " "))
				}
			}
			return strings.Join(out, ",")
		}
		if got := show(false); got != c.user {
			t.Errorf("%s: %q, want %q", c.text, got, c.user)
		}
		if got := show(true); got != c.own {
			t.Errorf("%s (own): %q, want %q", c.text, got, c.own)
		}
	}
}
