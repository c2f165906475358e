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

// formulas maps the LTL formula of a property file, without blanks, to what
// it says.
var formulas = []struct {
	text string
	prop Property
}{
	{"G!call(reach_error())", UnreachCall},
	{"G!call(__VERIFIER_error())", UnreachCall},
	{"G!data-race", NoDataRace},
	{"G!deadlock", NoDeadlock},
	{"G!overflow", NoOverflow},
	{"Gvalid-free", ValidFree},
	{"Gvalid-deref", ValidDeref},
	{"Gvalid-memtrack", ValidMemtrack},
	{"Gvalid-memcleanup", ValidMemcleanup},
	{"Fend", Termination},
}

// ParsePRP reads an SV-COMP property file: lines of the form
// CHECK( init(main()), LTL(formula) ). The three lines of valid-memsafety
// together are that property. The returned entry is the function named in
// init. Errors are of type *PRPError.
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
	case len(order) == 3 && found[ValidFree] && found[ValidDeref] && found[ValidMemtrack]:
		return ValidMemsafety, entry, nil
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
	for _, f := range formulas {
		if formula == f.text {
			return f.prop, entry, nil
		}
	}
	return "", "", &PRPError{line, fmt.Sprintf("property LTL(%s) is not supported", formula)}
}
