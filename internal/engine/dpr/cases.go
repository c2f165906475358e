package dpr

import (
	"whittle.dev/internal/engine/dpr/certify"
	"whittle.dev/sat"
)

// The next execution makes the last choice of a reason in the other way. Often a few abstract executions show
// at once that it comes to no violation either, with the other choices of the reason as they are: then the
// last one does not matter, and neither this execution is needed nor what would be learnt from it. In the
// abstract execution the choices are open that were left out before; where that does not suffice there is one
// for each case of the latest of them.

// cases leaves out last choices of reasons that do not matter in either case.
type cases struct {
	*deletion
	// tried and left count the choices that were made in the other way, and those that did not matter.
	tried, left int
	// shown and derived are the reasons that abstract executions have shown, and those that follow, each from
	// those before it by unit propagation.
	shown, derived [][]sat.Lit
}

// Bounds of what is done: of how many choices there is an execution for each case, and how many choices are
// tried before it is asked whether at least one in so many did not matter.
const (
	mostCases  = 2
	casesTried = 64
	casesLeft  = 8
)

// without is a reason without its last choices, as far as they do not matter.
func (c *cases) without(reason []sat.Lit, r *run) []sat.Lit {
	var out []sat.Lit // what was left out
	for len(reason) > 0 && c.pays(r) {
		n := len(reason) - 1
		other := append(reason[:n:n], reason[n].Not())
		clear(c.fixed)
		c.fix(other, r.s.space)
		c.shown, c.derived = c.shown[:0], c.derived[:0]
		c.tried++
		if !c.safe(other, out, mostCases, r) {
			break
		}
		c.left++
		out = append(out, reason[n])
		reason = reason[:n]
		c.certify(reason, r)
	}
	return reason
}

// pays reports whether the execution was looked at, and enough choices were left out so far.
func (c *cases) pays(r *run) bool {
	return c.skip == 0 && (c.tried < casesTried || c.left*casesLeft > c.tried) && c.runner.Steps < c.most(r)
}

// safe reports whether abstract executions that make some choices come to no violation: one of them, or one
// for each case of the latest of those that are open.
func (c *cases) safe(made, open []sat.Lit, depth int, r *run) bool {
	if c.runner.Safe(c.fixed, limit(r)) {
		c.shown = append(c.shown, made)
		return true
	}
	n := len(open) - 1
	if n < 0 || depth == 0 {
		return false
	}
	choice := r.s.space.Choice(open[n])
	defer delete(c.fixed, choice)
	for _, l := range [...]sat.Lit{open[n].Not(), open[n]} {
		c.fixed[choice] = !l.Negated()
		if !c.safe(append(made[:len(made):len(made)], l), open[:n], depth-1, r) {
			return false
		}
	}
	c.derived = append(c.derived, made)
	return true
}

// certify notes why a reason is one, if a certificate is wanted.
func (c *cases) certify(reason []sat.Lit, r *run) {
	s := r.s
	if s.cert == nil {
		return
	}
	for _, made := range c.shown {
		s.cert.Add(certify.Reason{Choices: made, Limit: limit(r)})
	}
	for _, made := range append(c.derived, reason) {
		s.space.Learn(made)
	}
}
