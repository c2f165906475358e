package cfa

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/source"
)

// Names says what the names in a program say to people, as its front end knows it. Reports need it; no
// verdict depends on it. A nil *Names takes every name as it is.
type Names struct {
	// InputPrefix is what the names of inputs begin with and what tells nothing.
	InputPrefix string
	// Inside is what may stand between the name of an object of a library type and that of a member that
	// nobody but the library knows.
	Inside []string
	// Expanded stands in the texts of steps that a library macro makes, which are not what people wrote.
	Expanded string
	// Own are what the names of the objects and inputs that the library keeps for itself begin with.
	Own []string
	// Made are the procedures that the front end has made in order to run others, MadeBegin is what the
	// names of those begin with that a compiler has made.
	Made      map[string]bool
	MadeBegin []string
	// Waits and Wakes are library procedures whose first argument is the condition that they wait for, or
	// signal.
	Waits, Wakes map[string]bool
	// Disputed is the word for accesses that are plain or atomic depending on whom one asks, and Dispute
	// says who says what.
	Disputed, Dispute string
}

// Input is the name of an input for people.
func (n *Names) Input(what string) string {
	if n == nil {
		return what
	}
	return strings.TrimPrefix(what, n.InputPrefix)
}

// Whole drops from the name of an object the member of a library type that stands for the whole.
func (n *Names) Whole(object string) string {
	if n == nil {
		return object
	}
	for _, between := range n.Inside {
		object, _, _ = strings.Cut(object, between)
	}
	return object
}

// IsInside reports whether an object is the inside of a library type.
func (n *Names) IsInside(object string) bool {
	within := func(between string) bool { return strings.Contains(object, between) }
	return n != nil && slices.ContainsFunc(n.Inside, within)
}

// IsExpanded reports whether the text of a step is that of a library macro.
func (n *Names) IsExpanded(text string) bool {
	return n != nil && n.Expanded != "" && strings.Contains(text, n.Expanded)
}

// IsOwn reports whether a name is one of what the library keeps for itself.
func (n *Names) IsOwn(name string) bool {
	return n != nil && slices.ContainsFunc(n.Own, func(p string) bool { return strings.HasPrefix(name, p) })
}

// LeadsToOwn reports whether the text of a value is the address of something that the library keeps for
// itself.
func (n *Names) LeadsToOwn(value string) bool {
	object, ok := strings.CutPrefix(value, "&")
	return ok && n.IsOwn(object)
}

// IsMade reports whether the front end has made the procedure of a name.
func (n *Names) IsMade(proc string) bool {
	begins := func(p string) bool { return strings.HasPrefix(proc, p) }
	return n != nil && (n.Made[proc] || slices.ContainsFunc(n.MadeBegin, begins))
}

// IsWait reports whether a library procedure waits for a condition.
func (n *Names) IsWait(proc string) bool { return n != nil && n.Waits[proc] }

// IsWake reports whether a library procedure signals a condition.
func (n *Names) IsWake(proc string) bool { return n != nil && n.Wakes[proc] }

// disputed is the word for accesses of which it is disputed whether they are atomic.
func (n *Names) disputed() string {
	if n == nil || n.Disputed == "" {
		return "disputed"
	}
	return n.Disputed
}

// DisputedRace says that a disputed access races with another one, which stands at a place.
func (p *Program) DisputedRace(at source.Pos) string {
	dispute := "whether it is atomic is not agreed on"
	if p.Names != nil && p.Names.Dispute != "" {
		dispute = p.Names.Dispute
	}
	return fmt.Sprintf("a %s access races with another one, at %s: %s", p.Names.disputed(),
		p.Files.Format(at), dispute)
}
