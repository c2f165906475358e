package run

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
)

// Vacuous tells whether the property holds because nothing in the program could violate it, whatever it does:
// for unreach-call that it has no assertion and no call of reach_error. It is false where that is not known.
func (o Outcome) Vacuous() bool {
	if o.prog == nil {
		return false
	}
	for _, p := range o.prog.Procs {
		for _, e := range p.Edges {
			if v, ok := e.Op.(cfa.Violation); ok && v.Property == property.UnreachCall {
				return false
			}
		}
	}
	return o.Property.Covers(property.UnreachCall)
}
