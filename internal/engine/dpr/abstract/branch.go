package abstract

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/scope"
)

// branch takes the side that a condition or a choice demands, or all that are open.
func (x *execution) branch(f *frame, at *site) outcome {
	b := at.branch
	may := x.possible(b)
	var only *scope.Side
	relevant := 0
	for i := range may {
		if may[i].Relevant {
			relevant++
			only = &may[i]
		}
	}
	switch {
	case relevant == 0:
		return dead
	case relevant == 1:
		x.take(f, b, *only)
		return arrived
	case at.arms != nil:
		return x.straight(f, at, may)
	}
	live := may
	if relevant < len(may) {
		live = nil
		for _, s := range may {
			if s.Relevant {
				live = append(live, s)
			}
		}
	}
	return x.sides(f, b, live)
}

// possible lists the sides that may be taken.
func (x *execution) possible(b *scope.Branch) []scope.Side {
	if b.Binary {
		e := b.Edges[0].Edge
		switch v, n := x.term(e, 0); {
		case v != nil:
			return x.chosen(b, b.Edges)
		case n != 0:
			return b.Edges[:1]
		}
		return b.Edges[1:]
	}
	var may []scope.Side
	for i, s := range b.Edges {
		v, n := x.term(s.Edge, 0)
		switch {
		case v != nil:
			may = append(may, s)
		case n != 0:
			return b.Edges[i : i+1]
		}
	}
	if len(may) > 1 {
		return x.chosen(b, may)
	}
	return may
}

// chosen leaves the sides that a choice that is made allows.
func (x *execution) chosen(b *scope.Branch, may []scope.Side) []scope.Side {
	if !slices.ContainsFunc(b.Edges, func(s scope.Side) bool { return x.r.named[s.Edge.ID] }) {
		return may
	}
	if b.Binary {
		outcome, ok := x.fixed[x.index.At(b.Edges[0].Edge.ID, 0)]
		switch {
		case !ok:
			return may
		case outcome:
			return b.Edges[:1]
		}
		return b.Edges[1:]
	}
	var left []scope.Side
	for _, s := range may {
		outcome, ok := x.fixed[x.index.At(s.Edge.ID, 1)]
		if ok && outcome {
			return []scope.Side{s}
		}
		if !ok {
			left = append(left, s)
		}
	}
	return left
}

// take goes on with a side.
func (x *execution) take(f *frame, b *scope.Branch, s scope.Side) {
	x.narrow(s.Edge, true)
	if len(b.Edges) > 1 {
		x.index.Branch(s.Edge.ID, b.Scoped, b.Repeats, len(x.frames), b.Meet)
	}
	f.loc = s.Edge.To
}

// Bounds of what is executed on open conditions: sides within sides, and the steps of sides in which no
// target lies before they are given up.
const (
	maxDepth  = 200
	sideSteps = 4_000
	// joinedChanges is how many changes that are joined count for a step.
	joinedChanges = 4
)

// sides executes several sides one after the other, up to where they meet, and joins what comes of them.
func (x *execution) sides(f *frame, b *scope.Branch, open []scope.Side) outcome {
	if x.depth >= maxDepth {
		return failed
	}
	harmless := b.Meet != scope.NoLoc
	for _, s := range open {
		harmless = harmless && !s.Violates
	}
	limit := x.limit
	if harmless {
		x.limit = min(limit, x.steps+sideSteps)
	}
	x.depth++
	depth := len(x.frames)
	start := x.mark()
	var ends []delta
	var frames []*frame
	var loc cfa.LocID
	how := arrived
	for _, s := range open {
		x.take(f, b, s)
		how = x.until(depth, b.Meet)
		if how == arrived {
			ends = append(ends, x.delta(start))
			x.steps += (len(x.log) - start.log) / joinedChanges // a join costs as well
			frames, loc = x.frames, x.top().loc
		}
		x.undo(start)
		if how == failed {
			break
		}
	}
	x.depth--
	x.limit = limit
	switch {
	case how == failed && harmless && x.steps < limit:
		x.giveUp(f, b)
		return arrived
	case how == failed:
		return failed
	case len(ends) == 0:
		return dead
	}
	x.frames = frames
	for n := len(start.frames); n > len(frames); n-- {
		x.index.Return(n)
	}
	x.top().loc = loc
	x.join(ends)
	return arrived
}

// giveUp goes on where sides meet that set they know not what.
func (x *execution) giveUp(f *frame, b *scope.Branch) {
	for _, r := range b.Sets {
		x.assign(r, anything(width(x.r.info.Prog.Regs[r].Sort)), 0)
	}
	x.spoil(b.Stores, b.Anywhere)
	f.loc = b.Meet
}
