package abstract

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/step"
)

// site is what is executed at a location: an edge, or a branch.
type site struct {
	edge   *cfa.Edge
	branch *scope.Branch
	// arms, if not nil, are the sides of a branch of which each is a few assignments, up to where they meet,
	// and targets those registers that any of them may set.
	arms     [][]*cfa.Edge
	targets  []place
	assigned int         // the first targets; the others are those that the conditions narrow
	ends     [][]operand // scratch: what the targets hold at the end of each side
}

// site returns what is at the location of a frame.
func (r *Runner) site(f *frame) *site {
	s := f.sites[f.loc]
	if s == nil {
		s = r.look(f.proc, f.loc)
		f.sites[f.loc] = s
	}
	return s
}

func (r *Runner) look(proc *cfa.Proc, l cfa.LocID) *site {
	out := proc.Locs[l].Out
	if len(out) == 1 {
		e := proc.Edges[out[0]]
		if _, ok := e.Op.(cfa.Assume); !ok {
			return &site{edge: e}
		}
	}
	s := &site{branch: r.info.Branch(proc.ID, l)}
	s.straighten(r, proc)
	return s
}

// armLength is how many assignments a side may have that is executed as a straight one.
const armLength = 16

// straighten looks whether each side is but a few assignments.
func (s *site) straighten(r *Runner, proc *cfa.Proc) {
	b := s.branch
	if b.Meet == scope.NoLoc || !b.AllRelevant {
		return
	}
	arms := make([][]*cfa.Edge, len(b.Edges))
	var targets, narrowed []place
	for i, side := range b.Edges {
		if args := r.operations[side.Edge.ID][0].args; len(args) == 1 {
			narrowed = append(narrowed, args[0].place)
		}
		for l := side.Edge.To; l != b.Meet; {
			out := proc.Locs[l].Out
			if len(out) != 1 || len(arms[i]) == armLength || !r.info.Relevant(proc.ID, l) {
				return
			}
			e := proc.Edges[out[0]]
			dst, _, ok := step.Computes(e.Op)
			if !ok {
				return
			}
			arms[i] = append(arms[i], e)
			targets = append(targets, r.places[dst])
			l = e.To
		}
	}
	s.arms = arms
	add := func(places []place) {
		for _, p := range places {
			if !slices.Contains(s.targets, p) {
				s.targets = append(s.targets, p)
			}
		}
	}
	add(targets)
	s.assigned = len(s.targets)
	add(narrowed)
}

// straight executes sides that are but a few assignments, and joins what they leave.
func (x *execution) straight(f *frame, at *site, open []scope.Side) outcome {
	ends := at.ends[:0]
	targets := at.targets
	if len(open) == len(at.branch.Edges) {
		targets = targets[:at.assigned] // together the sides have all that there was
	}
	start := len(x.log)
	x.depth++
	for i := range at.branch.Edges {
		side := &at.branch.Edges[i]
		if len(open) < len(at.branch.Edges) &&
			!slices.ContainsFunc(open, func(s scope.Side) bool { return s.Edge == side.Edge }) {
			continue
		}
		x.narrow(side.Edge, true)
		for _, e := range at.arms[i] {
			x.steps++
			x.edge(f, e)
		}
		ends = x.leave(ends, f, targets)
		x.takeBack(start)
	}
	x.depth--
	at.ends = ends
	for k, p := range targets {
		g := p.frame(x, f)
		all := ends[0][k]
		for _, end := range ends[1:] {
			all.value, all.number = x.r.ranges.join(all.value, all.number, end[k].value, end[k].number,
				x.r.widths[g.proc][p.at])
		}
		if v := g.values[p.at]; v != all.value || v == nil && g.words[p.at] != all.number {
			x.set(g, p.at, all.value, all.number)
		}
	}
	f.loc = at.branch.Meet
	return arrived
}

// leave adds what registers hold.
func (x *execution) leave(ends [][]operand, f *frame, targets []place) [][]operand {
	if len(ends) < cap(ends) {
		ends = ends[:len(ends)+1]
	} else {
		ends = append(ends, nil)
	}
	end := ends[len(ends)-1][:0]
	for _, p := range targets {
		g := p.frame(x, f)
		end = append(end, operand{g.values[p.at], g.words[p.at]})
	}
	ends[len(ends)-1] = end
	return ends
}

// frame is where a register is.
func (p place) frame(x *execution, f *frame) *frame {
	if p.thread {
		return x.thread
	}
	return f
}
