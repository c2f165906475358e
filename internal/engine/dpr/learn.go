package dpr

import (
	"slices"

	"whittle.dev/internal/engine/dpr/abstract"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/sat"
)

// learner learns from an execution: a reason, choices such that no execution that makes them reaches a
// violation (algorithms 3 and 5).
type learner interface {
	reason(r *run) []sat.Lit
}

// everything learns nothing but that the execution was made.
type everything struct{}

func (everything) reason(r *run) []sat.Lit { return r.path }

// provenance learns the choices that the branches not taken depend on.
type provenance struct{}

func (provenance) reason(r *run) []sat.Lit {
	if r.reason&large == 0 {
		return r.listed(r.reason)
	}
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
// need: they are left open, the last one first. That order tiles the space of oracles, so that fewer reasons
// explain it than do the smallest ones.
type deletion struct {
	runner *abstract.Runner
	fixed  map[oracle.Name]bool // scratch
	// looked is how many executions were looked at, and saved how many of their last choices could be left
	// out: then the execution is not needed in which the last one is made in the other way.
	looked, saved int
	// skip is how many executions have not been looked at, of pause.
	skip, pause int
	// tail is how many of the last choices the reason before did not need.
	tail int
}

// Bounds of what deletion does: steps of an abstract execution, as a multiple of those of the execution and
// at least; how many executions are looked at before it is asked whether it is worth its while, which it is
// if at least one is saved for so many, and how many are not looked at if not: twice as many each time that
// none is saved, up to a bound.
const (
	abstractFactor = 4
	abstractSteps  = 4_000
	trial          = 8
	worthwhile     = 4
	skipped        = 32
	mostSkipped    = 1024
	// purse and share bound the steps of all abstract executions: so many, and so many for each step of an
	// execution of the program. What is learnt must not cost much more than what is executed.
	purse = 50_000
	share = 24
)

func (d *deletion) reason(r *run) []sat.Lit {
	all := provenance{}.reason(r)
	rests := d.looked >= trial && d.saved*worthwhile < d.looked
	if rests && d.skip < d.pause {
		d.skip++
		return all
	}
	d.skip = 0
	d.looked++
	reason := d.shrink(all, r)
	d.saved += d.tail
	switch {
	case d.tail > 0:
		d.pause = skipped
	case rests:
		d.pause = min(2*d.pause, mostSkipped)
	}
	return reason
}

// limit bounds the steps of an abstract execution.
func limit(r *run) int { return abstractFactor*r.steps + abstractSteps }

// shrink leaves out choices, the last one first, as one after the other would be, but several at once as long
// as that goes well: the next reason often needs no more of the last choices than the one before.
func (d *deletion) shrink(lits []sat.Lit, r *run) []sat.Lit {
	space := r.s.space
	clear(d.fixed)
	d.fix(lits, space)
	all := len(lits)
	step := max(1, d.tail)
	d.tail = 0
	for end := all; end > 0 && d.runner.Steps < d.most(r); { // lits[end:] are needed
		step = min(step, end)
		tried := lits[end-step : end]
		for _, l := range tried {
			delete(d.fixed, space.Choice(l))
		}
		if !d.runner.Safe(d.fixed, limit(r)) {
			d.fix(tried, space)
			if step == 1 {
				end--
			}
			step = max(1, step/2)
			continue
		}
		if len(lits) == end {
			d.tail += step
		}
		lits = slices.Delete(lits, end-step, end)
		end -= step
		step = 1
	}
	return lits
}

// most bounds the steps of all abstract executions so far.
func (d *deletion) most(r *run) int64 { return purse + share*r.s.steps }

// fix makes choices.
func (d *deletion) fix(lits []sat.Lit, space *oracle.Space) {
	for _, l := range lits {
		d.fixed[space.Choice(l)] = !l.Negated()
	}
}
