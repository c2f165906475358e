package property

import (
	"fmt"
	"slices"
	"strings"
)

// Property is what is checked, under its SV-COMP name or the one of the language of a transition system.
type Property string

// The properties. ValidMemsafety is the conjunction of ValidDeref, ValidFree
// and ValidMemtrack; a violation of it names the one that is violated.
const (
	UnreachCall Property = "unreach-call" // no call of reach_error, no failing assertion
	// no two unordered accesses, one a plain one and one a write
	NoDataRace      Property = "no-data-race"
	NoDeadlock      Property = "no-deadlock"      // some thread can always go on until all have ended
	NoOverflow      Property = "no-overflow"      // no signed integer operation overflows
	ValidMemsafety  Property = "valid-memsafety"  // all three below
	ValidDeref      Property = "valid-deref"      // every access is inside a live object
	ValidFree       Property = "valid-free"       // only live heap objects are freed, once
	ValidMemtrack   Property = "valid-memtrack"   // allocated memory stays reachable until it is freed
	ValidMemcleanup Property = "valid-memcleanup" // allocated memory is freed before the end
	Termination     Property = "termination"      // every execution ends
)

// The properties of transition systems, by the names that the languages have for them. Both say that no bad
// state is reached.
const (
	Bad           Property = "bad"            // of BTOR2
	InvarProperty Property = "invar-property" // of VMT-LIB
)

// Parse reads the name of a property. The error lists the known names.
func Parse(name string) (Property, error) {
	names := make([]string, len(table))
	for i, r := range table {
		if names[i] = string(r.name); name == names[i] {
			return r.name, nil
		}
	}
	return "", fmt.Errorf("unknown property %q (known: %s)", name, strings.Join(names, ", "))
}

// Covers reports whether a violation of q is a violation of p: p itself, or one of its parts.
func (p Property) Covers(q Property) bool {
	return p == q || slices.Contains(p.Parts(), q)
}
