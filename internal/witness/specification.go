package witness

import (
	"fmt"
	"strings"

	"whittle.dev/internal/property"
)

// formulas are the LTL formulas of the properties as SV-COMP writes them.
var formulas = map[property.Property]string{
	property.UnreachCall:     "G ! call(reach_error())",
	property.NoDataRace:      "G ! data-race",
	property.NoDeadlock:      "G ! deadlock",
	property.NoOverflow:      "G ! overflow",
	property.ValidFree:       "G valid-free",
	property.ValidDeref:      "G valid-deref",
	property.ValidMemtrack:   "G valid-memtrack",
	property.ValidMemcleanup: "G valid-memcleanup",
	property.Termination:     "F end",
}

// Specification is the text of a property for Task.Specification: one line
// for each part.
func Specification(p property.Property, entry string) string {
	parts := []property.Property{p}
	if p == property.ValidMemsafety {
		parts = []property.Property{property.ValidFree, property.ValidDeref, property.ValidMemtrack}
	}
	lines := make([]string, len(parts))
	for i, q := range parts {
		lines[i] = fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", entry, formulas[q])
	}
	return strings.Join(lines, "\n")
}

// ParseSpecification reads Task.Specification. Some tools write the formula
// alone; the entry function is main then.
func ParseSpecification(text string) (p property.Property, entry string, err error) {
	if !strings.Contains(text, "CHECK") && strings.TrimSpace(text) != "" {
		text = "CHECK( init(main()), LTL(" + strings.TrimSpace(text) + ") )"
	}
	// Several properties may stand on one line.
	text = strings.ReplaceAll(text, "CHECK", "\nCHECK")
	p, entry, err = property.ParsePRP(text)
	if err != nil {
		return "", "", fmt.Errorf("specification %q: %w", strings.TrimSpace(text), err)
	}
	return p, entry, nil
}
