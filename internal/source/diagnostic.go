package source

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"unicode"
)

// Severity grades a Diagnostic.
type Severity uint8

// The severities, from the worst down.
const (
	Error Severity = iota
	Warning
	Note
)

// String returns "error", "warning" or "note".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	}
	return "note"
}

// Diagnostic is one message about a place in the source.
type Diagnostic struct {
	Pos      Pos
	Severity Severity
	Message  string
}

// Diagnostics collects messages about the files of one program.
type Diagnostics struct {
	Files *Files
	list  []Diagnostic
	seen  map[Diagnostic]bool
}

// Add records a message; the same message at the same place is kept once.
func (d *Diagnostics) Add(sev Severity, pos Pos, format string, args ...any) {
	m := Diagnostic{Pos: pos, Severity: sev, Message: fmt.Sprintf(format, args...)}
	if d.seen[m] {
		return
	}
	if d.seen == nil {
		d.seen = make(map[Diagnostic]bool)
	}
	d.seen[m] = true
	d.list = append(d.list, m)
}

// All returns the messages in the order of their places; messages at one
// place stay in the order in which they were added.
func (d *Diagnostics) All() []Diagnostic {
	out := append([]Diagnostic(nil), d.list...)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Pos.Before(out[j].Pos) })
	return out
}

// HasErrors reports whether a message of severity Error was added.
func (d *Diagnostics) HasErrors() bool {
	for _, m := range d.list {
		if m.Severity == Error {
			return true
		}
	}
	return false
}

// Err returns the first message of severity Error as an error, or nil.
func (d *Diagnostics) Err() error {
	for _, m := range d.All() {
		if m.Severity == Error {
			return errors.New(d.Format(m))
		}
	}
	return nil
}

// Format prints one message as "file:line:column: severity: message".
func (d *Diagnostics) Format(m Diagnostic) string {
	if !m.Pos.IsValid() {
		return fmt.Sprintf("%s: %s", m.Severity, m.Message)
	}
	return fmt.Sprintf("%s: %s: %s", d.Files.Format(m.Pos), m.Severity, m.Message)
}

// maxQuote is how many characters of a source line are quoted.
const maxQuote = 120

// Quote prints the source line that a message is about and, below it, a caret at the place: two lines with
// the number of the line in front, or nothing if the text is not known.
func (d *Diagnostics) Quote(m Diagnostic) string {
	line, ok := d.Files.Line(m.Pos)
	at := int(m.Pos.Col) - 1
	if !ok || at < 0 || at > len(line) {
		return ""
	}
	before, after := []rune(line[:at]), []rune(line[at:])
	if n := len(before) - maxQuote*2/3; n > 0 {
		before = append([]rune("..."), before[n:]...)
	}
	if n := maxQuote - len(before); len(after) > n {
		after = append(slices.Clip(after[:n]), []rune("...")...)
	}
	blank := func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}
	number := fmt.Sprint(m.Pos.Line)
	return fmt.Sprintf(" %4s | %s\n %4s | %s^\n", number, printable(string(before)+string(after)),
		strings.Repeat(" ", len(number)), strings.Map(blank, string(before)))
}

// printable replaces what would change how a terminal shows a line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, s)
}

// Print writes all messages, one a line.
func (d *Diagnostics) Print(w io.Writer) error {
	for _, m := range d.All() {
		if _, err := fmt.Fprintln(w, d.Format(m)); err != nil {
			return err
		}
	}
	return nil
}
