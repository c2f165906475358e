package pass

import (
	"context"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
)

// deadAssignments drops operations that do nothing but set a register that is not read before it is set
// again: assignments, inputs, and loads from places that are known to be valid. Inputs and loads are counted
// by their origin, so they go only if all edges of the same origin do.
func deadAssignments(ctx context.Context, w *work) error {
	p := w.prog
	regs := w.regs()
	used := w.used()
	for changed := true; changed; {
		changed = false
		dead := make(map[*cfa.Edge]bool)
		needed := make(map[cfa.EdgeID]bool) // origins
		for i, proc := range p.Procs {
			if !used[i] {
				continue
			}
			order := analysis.WTO(proc)
			live, err := live.Registers(ctx, regs, p, proc, order)
			if err != nil {
				return err
			}
			for _, e := range proc.Edges {
				if !order.Reaches(e.From) {
					continue
				}
				if w.isDead(e, live[e.To]) {
					dead[e] = true
				} else {
					needed[e.Origin] = true
				}
			}
		}
		for i, proc := range p.Procs {
			if !used[i] {
				continue
			}
			n := 0
			drop := func(e *cfa.Edge) bool {
				return isSkip(p, e) || dead[e] && (!cfa.IsCounted(e.Op) || !needed[e.Origin])
			}
			for _, e := range proc.Edges {
				if dead[e] && drop(e) {
					n++
					regs.Uses(e.Op, func(cfa.RegID) { changed = true }) // what it has read may be dead now
				}
			}
			if n > 0 {
				contract(p, proc, drop)
			}
		}
	}
	return nil
}

func (w *work) isDead(e *cfa.Edge, live live.Set) bool {
	r := cfa.Def(e.Op)
	if r == cfa.NoReg || w.prog.Regs[r].Scope != cfa.Local || live.Has(r) {
		return false
	}
	switch op := e.Op.(type) {
	case cfa.Assign, cfa.Havoc:
		return true
	case cfa.Load:
		return !w.opt.KeepAccesses &&
			w.prog.StaticPlace(op.Addr, uint64(w.prog.Regs[r].Sort.Width()/8)) != nil
	}
	return false
}
