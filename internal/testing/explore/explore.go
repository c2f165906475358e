package explore

import (
	"context"

	"whittle.dev/internal/ts"
)

// Options bounds an exploration.
type Options struct {
	// Depth is the length of the longest paths; 0: no bound.
	Depth int
	// MaxStates bounds the states; 0: 100,000.
	MaxStates int
	// Visit is called for each state when it is first found, at the end of a shortest path
	// to it; nil: no one listens. It must not change the state.
	Visit func(x *ts.State, depth int)
}

// Exploration is what All found.
type Exploration struct {
	States int
	// Reached has, for each goal, the length of a shortest path to it, or -1.
	Reached []int
	// Complete is set when no state was left out, but for those beyond the depth.
	Complete bool
	// Deeper is set when states were left out beyond the depth.
	Deeper bool
}

// All visits the states of a system, breadth first. Inputs of up to three bits
// take all values, wider ones make the exploration incomplete.
func All(ctx context.Context, s *ts.System, opt Options) (*Exploration, error) {
	limit := opt.MaxStates
	if limit == 0 {
		limit = 100_000
	}
	out := &Exploration{Complete: true, Reached: make([]int, len(s.Goals))}
	for i := range out.Reached {
		out.Reached[i] = -1
	}
	var queue []*ts.State
	seen := map[string]bool{}
	add := func(x *ts.State, depth int) error {
		k := x.Key()
		if seen[k] {
			return nil
		}
		if len(seen) >= limit {
			out.Complete = false
			return nil
		}
		seen[k] = true
		queue = append(queue, x)
		if opt.Visit != nil {
			opt.Visit(x, depth)
		}
		for i := range s.Goals {
			g := &s.Goals[i]
			for _, m := range s.Choices(g.Inputs, &out.Complete) {
				ok, err := x.Reached(g, m)
				if err != nil {
					return err
				}
				if ok && out.Reached[i] < 0 {
					out.Reached[i] = depth
				}
			}
		}
		return nil
	}
	for _, m := range s.Choices(s.InitialInputs(), &out.Complete) {
		x, err := s.Initial(m)
		if err != nil {
			return nil, err
		}
		if err := add(x, 0); err != nil {
			return nil, err
		}
	}
	for depth := 0; len(queue) > 0; depth++ {
		level := queue
		queue = nil
		if opt.Depth > 0 && depth == opt.Depth {
			out.Deeper = true
			break
		}
		for _, x := range level {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for i := range s.Instructions {
				in := &s.Instructions[i]
				for _, m := range s.Choices(in.Inputs, &out.Complete) {
					y, err := x.Next(in, m)
					if err != nil {
						return nil, err
					}
					if y != nil {
						if err := add(y, depth+1); err != nil {
							return nil, err
						}
					}
				}
			}
		}
	}
	out.States = len(seen)
	return out, nil
}
