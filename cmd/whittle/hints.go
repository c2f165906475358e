package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

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
