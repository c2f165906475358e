package dpr

import (
	"slices"

	"whittle.dev/internal/engine/dpr/abstract"
	"whittle.dev/internal/engine/dpr/oracle"
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
	in := r.of(r.reason)
	var out []sat.Lit
	for _, l := range r.path {
		if _, ok := slices.BinarySearch(in, l); ok {
			out = append(out, l)
		}
	}
	return out
}

// deletion learns what provenance does, without the choices that an execution with abstract values does not
// need: each in turn is left open, the last one first. That order tiles the space of oracles, so that fewer
// reasons explain it than do the smallest ones.
type deletion struct {
	runner *abstract.Runner
	fixed  map[oracle.Name]bool // scratch
	// tried and left count the choices that were left open, and those that could be.
	tried, left int
	skip        int
}

// Bounds of what deletion does: steps of an abstract execution, as a multiple of those of the execution and
// at least; how many choices are tried before it is asked whether it is worth its while, the share of
// them, as a divisor, of those that can be left out then, and how many executions are not looked at if it
// is smaller.
const (
	abstractFactor = 4
	abstractSteps  = 4_000
	trial          = 400
	worthwhile     = 25
	skipped        = 32
)

func (d *deletion) reason(r *run) []sat.Lit {
	lits := provenance{}.reason(r)
	if d.tried > trial && d.left*worthwhile < d.tried && d.skip < skipped {
		d.skip++
		return lits
	}
	d.skip = 0
	limit := abstractFactor*r.steps + abstractSteps
	clear(d.fixed)
	for _, l := range lits {
		d.fixed[r.s.space.Choice(l)] = !l.Negated()
	}
	if len(lits) == 0 || !d.runner.Safe(d.fixed, limit) {
		d.tried += len(lits)
		return lits
	}
	for i := len(lits) - 1; i >= 0; i-- {
		n := r.s.space.Choice(lits[i])
		delete(d.fixed, n)
		d.tried++
		if d.runner.Safe(d.fixed, limit) {
			d.left++
			lits = slices.Delete(lits, i, i+1)
		} else {
			d.fixed[n] = !lits[i].Negated()
		}
	}
	return lits
}
