package htmlreport

import (
	"testing"
)

func TestShell(t *testing.T) {
	for word, want := range map[string]string{
		"a.c": "a.c", "": "''", "two words": "'two words'", "it's": `'it'\''s'`, "$x": "'$x'",
		"--property=no-data-race": "--property=no-data-race", "*.c": "'*.c'", "ü": "'ü'",
	} {
		if got := shellWord(word); got != want {
			t.Errorf("%q is quoted as %s, want %s", word, got, want)
		}
	}
}
