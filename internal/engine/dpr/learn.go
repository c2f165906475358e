package dpr

import (
	"slices"

	"whittle.dev/sat"
)

// learner learns from an execution: the choices by which none that makes them reaches a violation
// (algorithms 3 and 5).
type learner interface {
	reason(r *run) []sat.Lit
}

// everything learns nothing but that the execution was made.
type everything struct{}

func (everything) reason(r *run) []sat.Lit { return r.path }

// provenance learns the choices that the branches not taken depend on.
type provenance struct{}

func (provenance) reason(r *run) []sat.Lit {
	in := r.s.sets.of(r.reason)
	var out []sat.Lit
	for _, l := range r.path {
		if _, ok := slices.BinarySearch(in, l); ok {
			out = append(out, l)
		}
	}
	return out
}
