package property

import (
	"fmt"
	"strings"
)

// Kind is the kind of a Verdict.
type Kind uint8

// The kinds of verdicts.
const (
	Unknown Kind = iota // a limit was hit, or something is not supported
	True                // the property holds
	False               // the property is violated
)

// String returns "true", "false" or "unknown".
func (k Kind) String() string {
	switch k {
	case True:
		return "true"
	case False:
		return "false"
	}
	return "unknown"
}

// Verdict is the answer of a check. The zero Verdict is unknown.
type Verdict struct {
	Kind Kind
	// Property is the property that is violated, when Kind is False; it may
	// be a part of the one that was checked.
	Property Property
}

// Holds is the verdict "true".
func Holds() Verdict { return Verdict{Kind: True} }

// Violated is the verdict "false(p)".
func Violated(p Property) Verdict { return Verdict{Kind: False, Property: p} }

// String returns the verdict in SV-COMP words: "true", "false(unreach-call)", "unknown".
func (v Verdict) String() string {
	if v.Kind == False && v.Property != "" {
		return fmt.Sprintf("false(%s)", v.Property)
	}
	return v.Kind.String()
}

// ParseVerdict reads what String prints.
func ParseVerdict(s string) (Verdict, error) {
	switch {
	case s == "true":
		return Holds(), nil
	case s == "unknown":
		return Verdict{}, nil
	case s == "false":
		return Verdict{Kind: False}, nil
	case strings.HasPrefix(s, "false(") && strings.HasSuffix(s, ")"):
		p, err := Parse(s[len("false(") : len(s)-1])
		if err != nil {
			return Verdict{}, fmt.Errorf("verdict %q: %w", s, err)
		}
		return Violated(p), nil
	}
	return Verdict{}, fmt.Errorf("not a verdict: %q", s)
}
