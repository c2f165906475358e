package composite

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/cpa/arg"
	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Path is an abstract path from the initial state to an end, block by block.
type Path struct {
	// Nodes are the abstraction states, the first one first; the last block leads from the last of them to
	// the end.
	Nodes []*arg.Node[*State]
	// Blocks has the steps of each block. The guards are over the slots of its source and symbols of its own,
	// and leave out what domains knew of the slots. The last one has no target.
	Blocks []*domain.Step
	// Moves are all steps.
	Moves []multistate.Move
	End   *multistate.Stop
}

// Path returns the path to a node whose state is an end.
func (a *Analysis) Path(end *arg.Node[*State]) (*Path, error) {
	p := &Path{End: end.State.Stop}
	nodes := end.Path()
	for _, n := range nodes {
		if n.State.Stop == nil && n.State.Abstract() {
			p.Nodes = append(p.Nodes, n)
		}
	}
	for i, n := range p.Nodes {
		last := i == len(p.Nodes)-1
		moves := end.State.Moves.List()
		var stop *multistate.Stop
		if last {
			stop = p.End
		} else {
			moves = p.Nodes[i+1].State.Moves.List()
		}
		p.Moves = append(p.Moves, moves...)
		st, ok := a.Open(n.State)
		if !ok {
			return nil, errors.New("a state without values has successors")
		}
		guard, after, met, err := a.x.Retrace(st, moves, stop)
		if err != nil {
			return nil, fmt.Errorf("block %d of %d: %w", i+1, len(p.Nodes), err)
		}
		block := &domain.Step{Terms: a.x.Terms(), Source: n.State.Slots, Guard: guard}
		if last {
			block.Term = met.Term
		} else {
			to := p.Nodes[i+1].State
			block = a.step(n.State, to, guard,
				func(k int) term.Term { return after.Value(to.Slots[k].Place) })
		}
		p.Blocks = append(p.Blocks, block)
	}
	return p, nil
}

// Concretise follows a path from the initial state with exact values. Status says whether an execution takes
// it; then the trace is that execution, if the path ends in a violation.
func (p *Path) Concretise(ctx context.Context, prog *cfa.Program, cfg multistate.Config,
	prop property.Property) (*trace.Trace, smt.Status, error) {
	x, err := multistate.NewStepper(ctx, prog, cfg)
	if err != nil {
		return nil, smt.Unknown, err
	}
	rec := x.Follow()
	if _, _, err := rec.Through(x.Initial(), p.Moves, p.End); err != nil {
		if errors.Is(err, multistate.ErrLost) {
			return nil, smt.Unsat, nil
		}
		return nil, smt.Unknown, err
	}
	return rec.Trace(prop)
}
