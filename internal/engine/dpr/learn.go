package dpr

import (
	"slices"

	"whittle.dev/internal/engine/dpr/abstract"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/sat"
)

// learner learns from an execution: reasons, the choices by which none that makes them reaches a violation
// (algorithms 3 and 5).
type learner interface {
	reasons(r *run) [][]sat.Lit
}

// everything learns nothing but that the execution was made.
type everything struct{}

func (everything) reasons(r *run) [][]sat.Lit { return [][]sat.Lit{r.path} }

// provenance learns the choices that the branches not taken depend on.
type provenance struct{}

func (p provenance) reasons(r *run) [][]sat.Lit { return [][]sat.Lit{p.reason(r)} }

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
// explain it than do the smallest ones. Further reasons, if wanted, leave out those before some choice first.
type deletion struct {
	runner *abstract.Runner
	number int                  // of reasons
	fixed  map[oracle.Name]bool // scratch
	// tried and left count the choices that were left open, and those that could be.
	tried, left int
	// skip is how many executions have not been looked at, of pause.
	skip, pause int
	// tail is how many of the last choices the reason before did not need.
	tail int
}

// Bounds of what deletion does: steps of an abstract execution, as a multiple of those of the execution and
// at least; how many choices are tried before it is asked whether it is worth its while, the share of
// them, as a divisor, of those that can be left out then, and how many executions are not looked at if it
// is smaller: twice as many each time that nothing can be left out, up to a bound.
const (
	abstractFactor = 4
	abstractSteps  = 4_000
	trial          = 64
	worthwhile     = 25
	skipped        = 32
	mostSkipped    = 1024
	// purse and share bound the steps of all abstract executions: so many, and so many for each step of an
	// execution of the program. What is learnt must not cost much more than what is executed.
	purse = 50_000
	share = 24
)

func (d *deletion) reasons(r *run) (out [][]sat.Lit) {
	all := provenance{}.reason(r)
	if d.tried > trial && d.left*worthwhile < d.tried {
		if d.skip < d.pause {
			d.skip++
			return [][]sat.Lit{all}
		}
		defer func(left int) {
			d.pause = min(2*d.pause, mostSkipped)
			if d.left > left {
				d.pause = skipped
			}
		}(d.left)
	}
	d.skip = 0
	for i := range d.number {
		cut := len(all) - i*len(all)/d.number
		out = append(out, d.shrink(slices.Concat(all[cut:], all[:cut]), r))
	}
	return out
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
	d.tried += all
	step := max(1, d.tail)
	d.tail = 0
	most := int64(d.number) * (purse + share*r.s.steps)
	for end := all; end > 0 && d.runner.Steps < most; { // lits[end:] are needed
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
	d.left += all - len(lits)
	return lits
}

// fix makes choices.
func (d *deletion) fix(lits []sat.Lit, space *oracle.Space) {
	for _, l := range lits {
		d.fixed[space.Choice(l)] = !l.Negated()
	}
}
