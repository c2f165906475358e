package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"whittle.dev/internal/source"
)

// Hints: what somebody may have meant, or what helps.

// unknownCommand says what is wrong with a word that is no command.
func unknownCommand(root *cobra.Command, word string) error {
	hint := ""
	switch similar := root.SuggestionsFor(word); {
	case isFile(word):
		hint = fmt.Sprintf(" (to check a file: whittle check %s)", word)
	case len(similar) > 0:
		hint = fmt.Sprintf(" (did you mean %q?)", similar[0])
	}
	return fmt.Errorf("unknown command %q, see 'whittle --help'%s", word, hint)
}

// isFile reports whether a word is the name of a file, or looks like it.
func isFile(word string) bool {
	info, err := os.Stat(word)
	return err == nil && !info.IsDir() || strings.HasSuffix(word, ".c") || strings.HasSuffix(word, ".i")
}

// similarFlag is a hint at the flag that is spelt like one that is unknown, or empty.
func similarFlag(cmd *cobra.Command, err error) string {
	_, name, unknown := strings.Cut(err.Error(), "unknown flag: --")
	if !unknown {
		return ""
	}
	name, _, _ = strings.Cut(name, "=")
	best, least := "", 1+len(name)/3
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := editDistance(name, f.Name); !f.Hidden && d < least {
			best, least = f.Name, d
		}
	})
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean --%s?)", best)
}

// editDistance is how many letters have to be put in, left out, replaced, or exchanged with their neighbours
// to make b of a.
func editDistance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			d[i][j] = min(replace, d[i-1][j]+1, d[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// diagnosticHints say which flags help with errors in the input.
var diagnosticHints = []struct{ message, hint string }{
	{"include file not found", "-I FOLDER names a folder with headers; -p FOLDER takes all flags from a " +
		"compile_commands.json"},
	{"to start with", "--entry NAME names the function to start with"},
}

// hint returns what helps with an error, or "".
func hint(d *source.Diagnostics) string {
	for _, diag := range d.All() {
		for _, h := range diagnosticHints {
			if diag.Severity == source.Error && strings.Contains(diag.Message, h.message) {
				return h.hint
			}
		}
	}
	return ""
}
