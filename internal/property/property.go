package property

import (
	"fmt"
	"slices"
	"strings"
)

// Property is what is checked, under its SV-COMP name or the one of the language of a transition system. A
// conjunction of several is written as their names with commas between them; see Join.
type Property string

// The properties. ValidMemsafety is the conjunction of ValidDeref, ValidFree
// and ValidMemtrack; a violation of it names the one that is violated.
const (
	UnreachCall Property = "unreach-call" // no call of reach_error, no failing assertion
	// no two unordered accesses, one a plain one and one a write
	NoDataRace Property = "no-data-race"
	NoDeadlock Property = "no-deadlock" // some thread can always go on until all have ended
	NoOverflow Property = "no-overflow" // no signed integer operation overflows
	// no division by zero, shift or conversion out of range
	NoUndefinedArithmetic Property = "no-undefined-arithmetic"
	// nothing else that C leaves undefined, as far as it is one of Behaviours
	NoUndefinedBehaviour Property = "no-undefined-behaviour"
	// no decision, address or output depends on memory that was never written
	NoUninitialisedUse Property = "no-uninitialised-use"
	ValidMemsafety     Property = "valid-memsafety"  // all three below
	ValidDeref         Property = "valid-deref"      // every access is inside a live object
	ValidFree          Property = "valid-free"       // only live heap objects are freed, once
	ValidMemtrack      Property = "valid-memtrack"   // allocated memory stays reachable until it is freed
	ValidMemcleanup    Property = "valid-memcleanup" // allocated memory is freed before the end
	Termination        Property = "termination"      // every execution ends
	// no thread waits for ever, though each one that can always go on does so
	NoStarvation Property = "no-starvation"
	LTL          Property = "ltl" // a formula of temporal logic, which is given beside it
)

// The properties that programs in Go have beside some of those above.
const (
	NoPanic         Property = "no-panic"          // no panic that nothing recovers from, no fatal error
	NoGoroutineLeak Property = "no-goroutine-leak" // no goroutine waits for what can never happen
)

// The properties of transition systems, by the names that the languages have for them. Bad and InvarProperty
// say that no bad state is reached, the others are about runs that go on for ever.
const (
	Bad           Property = "bad"            // of BTOR2
	InvarProperty Property = "invar-property" // of VMT-LIB
	Justice       Property = "justice"        // of BTOR2: in no run all conditions recur
	LiveProperty  Property = "live-property"  // of VMT-LIB: some time a condition holds for ever
	LTLProperty   Property = "ltl-property"   // of VMT-LIB: a formula of temporal logic
)

// OfRuns reports whether p is a property of the infinite runs of transition systems, or may be.
func (p Property) OfRuns() bool {
	return p == Justice || p == LiveProperty || p == LTLProperty || p == LTL
}

// Everything is the name that Parse reads as the conjunction of all that people expect of a program.
const Everything = "all"

// Default is the property that Everything stands for.
func Default() Property {
	return Join(UnreachCall, ValidMemsafety, NoDeadlock, NoDataRace, NoOverflow, NoUndefinedArithmetic,
		NoUndefinedBehaviour, NoUninitialisedUse)
}

// DefaultOfGo is the property that Everything stands for where the program is one in Go.
func DefaultOfGo() Property {
	return Join(UnreachCall, NoPanic, NoDeadlock, NoGoroutineLeak, NoDataRace)
}

// Parse reads the name of a property, several with commas between them, or "all". The error lists the known
// names.
func Parse(name string) (Property, error) {
	if name == Everything {
		return Default(), nil
	}
	var list []Property
	for word := range strings.SplitSeq(name, ",") {
		p := Property(strings.TrimSpace(word))
		if p.entry().name == "" {
			return "", fmt.Errorf("unknown property %q (known: %s)", word, strings.Join(words(), ", "))
		}
		if len(list) > 0 && p.OfSystems() != list[0].OfSystems() {
			return "", fmt.Errorf("property %q: %s and %s are about different things", name, list[0], p)
		}
		list = append(list, p)
	}
	return Join(list...), nil
}

// words are the names that Parse knows.
func words() []string {
	out := make([]string, len(table))
	for i, r := range table {
		out[i] = string(r.name)
	}
	return out
}

// Covers reports whether a violation of q is a violation of p: all parts of q are parts of p.
func (p Property) Covers(q Property) bool {
	if p == q {
		return true
	}
	parts := p.Parts()
	return !slices.ContainsFunc(q.Parts(), func(r Property) bool { return !slices.Contains(parts, r) })
}
