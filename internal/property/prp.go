package property

import (
	"fmt"
	"strings"
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
		s := strings.Join(strings.Fields(line), "")
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

// parseCheck reads one CHECK line, blanks removed.
func parseCheck(s string, line int) (Property, string, error) {
	if strings.HasPrefix(s, "COVER(") {
		return "", "", &PRPError{line, "coverage properties are not supported"}
	}
	bad := &PRPError{line, "expected CHECK( init(main()), LTL(...) )"}
	rest, ok := strings.CutPrefix(s, "CHECK(init(")
	if !ok {
		return "", "", bad
	}
	entry, rest, ok := strings.Cut(rest, "()),LTL(")
	if !ok || entry == "" {
		return "", "", bad
	}
	formula, ok := strings.CutSuffix(rest, "))")
	if !ok {
		return "", "", bad
	}
	for _, r := range table {
		for _, f := range r.formulas {
			if formula == strings.ReplaceAll(f, " ", "") {
				return r.name, entry, nil
			}
		}
	}
	return "", "", &PRPError{line, fmt.Sprintf("property LTL(%s) is not supported", formula)}
}
