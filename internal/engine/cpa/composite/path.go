package composite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/cpa/arg"
	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
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

// Path returns the path to a node whose state is an end. The error may be that of the context.
func (a *Analysis) Path(ctx context.Context, end *arg.Node[*State]) (*Path, error) {
	p := &Path{End: end.State.Stop}
	nodes, steps, err := a.way(ctx, end)
	if err != nil {
		return nil, err
	}
	var blocks [][]multistate.Move
	for i, n := range nodes {
		if n.State.Stop == nil && n.State.Abstract() {
			p.Nodes = append(p.Nodes, n)
			blocks = append(blocks, nil)
		}
		if i < len(steps) {
			blocks[len(blocks)-1] = append(blocks[len(blocks)-1], steps[i])
		}
	}
	for i, n := range p.Nodes {
		last := i == len(p.Nodes)-1
		moves := blocks[i]
		var stop *multistate.Stop
		if last {
			stop = p.End
		}
		p.Moves = append(p.Moves, moves...)
		if !last {
			if b := p.Nodes[i+1].State.block; b != nil && b.from == n.State && b.by == names(moves) {
				p.Blocks = append(p.Blocks, b.step)
				continue
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
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
			block = a.step(n.State, to, guard, func(k int) term.Term {
				return a.x.Gathered(after, to.Slots[k].Place, to.gathered)
			})
			to.block = &traced{n.State, names(moves), block}
		}
		p.Blocks = append(p.Blocks, block)
	}
	return p, nil
}

// traced is a block as a guarded assignment, which steps have made from a state.
type traced struct {
	from *State
	by   string
	step *domain.Step
}

// Name names the steps of a path.
func (p *Path) Name() string { return names(p.Moves) }

// names names steps.
func names(moves []multistate.Move) string {
	var b []byte
	for _, m := range moves {
		b = m.Script.Append(binary.AppendUvarint(binary.AppendUvarint(b, uint64(m.Thread)), uint64(m.Watch)))
	}
	return string(b)
}

// way returns the nodes on a path from the first one to an end, and the steps between them. At a node that
// was merged, the parent is one from which the rest of the path can be made, going backwards: the state that
// came from there is as exact as the domains are.
func (a *Analysis) way(ctx context.Context, end *arg.Node[*State]) ([]*arg.Node[*State], []multistate.Move,
	error) {
	nodes := []*arg.Node[*State]{end}
	var steps []multistate.Move
	for n := end; len(n.Parents) > 0; {
		k := 0
		from := n.State.from()
		if len(from) > 1 && len(from) == len(n.Parents) {
			rest := slices.Clone(steps)
			slices.Reverse(rest)
			leads := func(s *State) bool { return ctx.Err() != nil || a.leads(s, rest, end.State.Stop) }
			k = max(0, slices.IndexFunc(from, leads))
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
		}
		steps = append(steps, from[k].Move)
		n = n.Parents[k]
		nodes = append(nodes, n)
	}
	slices.Reverse(nodes)
	slices.Reverse(steps)
	return nodes, steps, nil
}

// leads reports whether steps can be made from an abstraction state.
func (a *Analysis) leads(s *State, steps []multistate.Move, stop *multistate.Stop) bool {
	st, ok := a.Open(s)
	if !ok {
		return false
	}
	_, _, _, err := a.x.Retrace(st, steps, stop)
	return err == nil
}

// Concretise follows a path from the initial state with exact values. Status says whether an execution takes
// it; then the trace is that execution, if the path ends in a violation.
func (p *Path) Concretise(ctx context.Context, prog *cfa.Program, cfg multistate.Config) (
	*trace.Trace, smt.Status, error) {
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
	return rec.Trace(p.End.Property)
}

// Feasible reports whether values exist for which each block leads to the next one. Where threads become
// crowds this says nothing about executions.
func (p *Path) Feasible(ctx context.Context, solver smt.Solver) smt.Status {
	st := p.Blocks[0].Terms
	values := map[term.Term]term.Term{} // of the slots before a block
	var all []term.Term
	for i, b := range p.Blocks {
		if ctx.Err() != nil {
			return smt.Unknown
		}
		terms := slices.Concat(b.Guard, slices.DeleteFunc(slices.Clone(b.Next),
			func(t term.Term) bool { return t == term.None }))
		for k, sym := range st.Symbols(terms...) {
			if _, ok := values[sym]; !ok {
				sort := st.Sort(sym)
				values[sym] = st.Symbol(fmt.Sprintf("path!%d:%d:%d", i, k, sort.Width()), sort)
			}
		}
		sub := term.NewSubstituter(st, values)
		for _, g := range b.Guard {
			all = append(all, sub.Apply(g))
		}
		values = map[term.Term]term.Term{}
		for k, slot := range b.Target {
			if b.Next[k] != term.None {
				values[slot.Sym] = sub.Apply(b.Next[k])
			}
		}
		if b.Term != term.None && st.IsConst(sub.Apply(b.Term)) {
			return smt.Unsat // with exact values it has one
		}
	}
	return solver.Check(ctx, all...).Status
}
