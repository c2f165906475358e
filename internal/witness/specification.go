package witness

import (
	"fmt"
	"strings"

	"whittle.dev/internal/property"
)

// ParseSpecification reads Task.Specification. Some tools write the formula
// alone; the entry function is main then.
func ParseSpecification(text string) (p property.Property, entry string, err error) {
	if !strings.Contains(text, "CHECK") && strings.TrimSpace(text) != "" {
		text = "CHECK( init(main()), LTL(" + strings.TrimSpace(text) + ") )"
	}
	// Several properties may stand on one line.
	text = strings.ReplaceAll(text, "CHECK", "\nCHECK")
	f, err := property.ParsePRP(text)
	if err != nil {
		return "", "", fmt.Errorf("specification %q: %w", strings.TrimSpace(text), err)
	}
	if f.Formula != "" {
		return "", "", fmt.Errorf("specification %q: witnesses of formulas are not supported",
			strings.TrimSpace(text))
	}
	return f.Property, f.Entry, nil
}
