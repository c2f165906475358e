package property

import (
	"fmt"
	"strings"
)

// Property is what is checked, under its SV-COMP name.
type Property string

// The properties. ValidMemsafety is the conjunction of ValidDeref, ValidFree
// and ValidMemtrack; a violation of it names the one that is violated.
const (
	UnreachCall     Property = "unreach-call"     // no call of reach_error, no failing assertion
	NoDataRace      Property = "no-data-race"     // no two unordered accesses, one a plain one and one a write
	NoDeadlock      Property = "no-deadlock"      // some thread can always go on until all have ended
	NoOverflow      Property = "no-overflow"      // no signed integer operation overflows
	ValidMemsafety  Property = "valid-memsafety"  // all three below
	ValidDeref      Property = "valid-deref"      // every access is inside a live object
	ValidFree       Property = "valid-free"       // only live heap objects are freed, once
	ValidMemtrack   Property = "valid-memtrack"   // allocated memory stays reachable until it is freed
	ValidMemcleanup Property = "valid-memcleanup" // allocated memory is freed before the end
	Termination     Property = "termination"      // every execution ends
)

// All returns every property, in the order in which help texts list them.
func All() []Property {
	return []Property{UnreachCall, NoDataRace, NoDeadlock, NoOverflow, ValidMemsafety,
		ValidDeref, ValidFree, ValidMemtrack, ValidMemcleanup, Termination}
}

// Parse reads the name of a property. The error lists the known names.
func Parse(name string) (Property, error) {
	for _, p := range All() {
		if name == string(p) {
			return p, nil
		}
	}
	names := make([]string, 0, len(All()))
	for _, p := range All() {
		names = append(names, string(p))
	}
	return "", fmt.Errorf("unknown property %q (known: %s)", name, strings.Join(names, ", "))
}

// Covers reports whether a violation of q is a violation of p: p itself, or
// one of the parts of valid-memsafety.
func (p Property) Covers(q Property) bool {
	if p == q {
		return true
	}
	return p == ValidMemsafety && (q == ValidDeref || q == ValidFree || q == ValidMemtrack)
}

// Prefix reports whether a violation of p is visible in a finite prefix of an
// execution, whatever the other threads would do next. Reductions that leave
// out unneeded steps of other threads are sound for these properties only.
func (p Property) Prefix() bool {
	switch p {
	case UnreachCall, NoDataRace, NoOverflow, ValidDeref, ValidFree:
		return true
	}
	return false
}
