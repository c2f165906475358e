package property

import (
	"fmt"
	"regexp"
	"strings"

	"whittle.dev/internal/ltl"
)

// PRPError is an error in a property file.
type PRPError struct {
	Line int // from 1; 0 when the error is about the whole file
	Msg  string
}

// Error returns the message, with the line when there is one.
func (e *PRPError) Error() string {
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Msg)
}

// Specification is the text of a property file for p: one line for each part.
func (p Property) Specification(entry string) string {
	var lines []string
	for _, q := range p.Parts() {
		if r := q.entry(); len(r.formulas) > 0 {
			lines = append(lines, fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", entry, r.formulas[0]))
		}
	}
	return strings.Join(lines, "\n")
}

// File is what a property file asks for.
type File struct {
	Property Property
	Formula  string // of LTL; else empty
	Entry    string // the function named in init
}

// ParsePRP reads an SV-COMP property file: lines of the form CHECK( init(main()), LTL(formula) ). Several
// lines are the conjunction of their properties; a formula that is none of those with a name stands alone.
// Errors are of type *PRPError.
func ParsePRP(text string) (File, error) {
	var order []Property
	var entry, formula string
	for i, line := range strings.Split(text, "\n") {
		n := i + 1
		s := strings.TrimSpace(line)
		if s == "" || strings.HasPrefix(s, "//") || strings.HasPrefix(s, "#") {
			continue
		}
		q, g, f, err := parseCheck(s, n)
		if err != nil {
			return File{}, err
		}
		if entry != "" && f != entry {
			return File{}, &PRPError{n, fmt.Sprintf("entry function %s contradicts %s above", f, entry)}
		}
		if len(order) > 0 && (g != "" || formula != "") {
			return File{}, &PRPError{n, "a formula of temporal logic is checked alone"}
		}
		entry, formula = f, g
		order = append(order, q)
	}
	if len(order) == 0 {
		return File{}, &PRPError{0, "no property: expected CHECK( init(main()), LTL(...) )"}
	}
	return File{Property: Join(order...), Formula: formula, Entry: entry}, nil
}

// checkLine is a CHECK line: the name of the entry function and the formula.
var checkLine = regexp.MustCompile(
	`^CHECK\s*\(\s*init\s*\(\s*([^\s()]+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((.*)\)\s*\)$`)

// parseCheck reads one CHECK line. The formula is that of LTL.
func parseCheck(s string, line int) (p Property, formula, entry string, err error) {
	if strings.HasPrefix(s, "COVER") {
		return "", "", "", &PRPError{line, "coverage properties are not supported"}
	}
	m := checkLine.FindStringSubmatch(s)
	if m == nil {
		return "", "", "", &PRPError{line, "expected CHECK( init(main()), LTL(...) )"}
	}
	entry, formula = m[1], strings.TrimSpace(m[2])
	for _, r := range table {
		for _, f := range r.formulas {
			if withoutBlanks(formula) == withoutBlanks(f) {
				return r.name, "", entry, nil
			}
		}
	}
	if _, err := ltl.Parse(formula); err != nil {
		return "", "", "", &PRPError{line, fmt.Sprintf("property LTL(%s) is not supported: %v", formula, err)}
	}
	return LTL, formula, entry, nil
}

func withoutBlanks(s string) string { return strings.Join(strings.Fields(s), "") }
