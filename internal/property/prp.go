package property

import (
	"fmt"
	"slices"
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

// ParsePRP reads an SV-COMP property file: lines of the form CHECK( init(main()), LTL(formula) ). The lines
// of all parts of a conjunction together are that property. The returned entry is the function named in init.
// Errors are of type *PRPError.
func ParsePRP(text string) (p Property, entry string, err error) {
	found := map[Property]bool{}
	var order []Property
	last := 0
	for i, line := range strings.Split(text, "\n") {
		n := i + 1
		s := strings.Join(strings.Fields(line), "")
		if s == "" || strings.HasPrefix(s, "//") || strings.HasPrefix(s, "#") {
			continue
		}
		last = n
		q, f, err := parseCheck(s, n)
		if err != nil {
			return "", "", err
		}
		if entry != "" && f != entry {
			return "", "", &PRPError{n, fmt.Sprintf("entry function %s contradicts %s above", f, entry)}
		}
		entry = f
		if !found[q] {
			found[q] = true
			order = append(order, q)
		}
	}
	switch {
	case len(order) == 0:
		return "", "", &PRPError{0, "no property: expected CHECK( init(main()), LTL(...) )"}
	case len(order) == 1:
		return order[0], entry, nil
	}
	for _, r := range table {
		if len(r.parts) == len(order) &&
			!slices.ContainsFunc(r.parts, func(q Property) bool { return !found[q] }) {
			return r.name, entry, nil
		}
	}
	return "", "", &PRPError{last, "more than one property in one file is not supported"}
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
