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

// ParsePRP reads an SV-COMP property file: lines of the form CHECK( init(main()), LTL(formula) ). Several
// lines are the conjunction of their properties. The returned entry is the function named in init.
// Errors are of type *PRPError.
func ParsePRP(text string) (p Property, entry string, err error) {
	var order []Property
	for i, line := range strings.Split(text, "\n") {
		n := i + 1
		s := strings.TrimSpace(line)
		if s == "" || strings.HasPrefix(s, "//") || strings.HasPrefix(s, "#") {
			continue
		}
		q, f, err := parseCheck(s, n)
		if err != nil {
			return "", "", err
		}
		if entry != "" && f != entry {
			return "", "", &PRPError{n, fmt.Sprintf("entry function %s contradicts %s above", f, entry)}
		}
		entry = f
		order = append(order, q)
	}
	if len(order) == 0 {
		return "", "", &PRPError{0, "no property: expected CHECK( init(main()), LTL(...) )"}
	}
	return Join(order...), entry, nil
}

// checkLine is a CHECK line: the name of the entry function and the formula.
var checkLine = regexp.MustCompile(
	`^CHECK\s*\(\s*init\s*\(\s*([^\s()]+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((.*)\)\s*\)$`)

// parseCheck reads one CHECK line.
func parseCheck(s string, line int) (Property, string, error) {
	if strings.HasPrefix(s, "COVER") {
		return "", "", &PRPError{line, "coverage properties are not supported"}
	}
	m := checkLine.FindStringSubmatch(s)
	if m == nil {
		return "", "", &PRPError{line, "expected CHECK( init(main()), LTL(...) )"}
	}
	entry, formula := m[1], strings.TrimSpace(m[2])
	for _, r := range table {
		for _, f := range r.formulas {
			if withoutBlanks(formula) == withoutBlanks(f) {
				return r.name, entry, nil
			}
		}
	}
	if f, err := ltl.Parse(formula); err == nil {
		return "", "", &PRPError{line,
			fmt.Sprintf("no engine decides formulas of temporal logic yet: LTL(%s)", f)}
	}
	return "", "", &PRPError{line, fmt.Sprintf("property LTL(%s) is not supported", formula)}
}

func withoutBlanks(s string) string { return strings.Join(strings.Fields(s), "") }
