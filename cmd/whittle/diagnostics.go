package main

import (
	"fmt"
	"io"

	"whittle.dev/internal/source"
)

// diagnostics prints the messages about a program.
type diagnostics struct{ list *source.Diagnostics }

// print writes errors and warnings, and notes when verbose; it reports whether there was an error.
func (d diagnostics) print(w io.Writer, verbose bool) (errors bool) {
	if d.list == nil {
		return false
	}
	for _, m := range d.list.All() {
		if m.Severity == source.Error {
			errors = true
		}
		if m.Severity == source.Note && !verbose {
			continue
		}
		fmt.Fprintln(w, d.list.Format(m))
		fmt.Fprint(w, d.list.Quote(m))
	}
	if h := hint(d.list); h != "" {
		fmt.Fprintf(w, "whittle: %s\n", h)
	}
	return errors
}
