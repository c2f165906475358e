package pass

import (
	"context"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/intervals"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// constants replaces, in the terms of each edge, registers that have only one value there by it.
func constants(ctx context.Context, w *work) error {
	p := w.prog
	regs := w.regs()
	for _, proc := range p.Procs {
		order := analysis.WTO(proc)
		values, err := intervals.Analyse(ctx, regs, p, proc, order)
		if err != nil {
			return err
		}
		for l, loc := range proc.Locs {
			at := cfa.LocID(l)
			if len(loc.Out) == 0 || !order.Reaches(at) || !values.Reached(at) {
				continue
			}
			known := make(map[term.Term]term.Term)
			values.Values(at, func(r cfa.RegID, i absint.Interval) {
				v, ok := i.Const()
				if !ok {
					return
				}
				if sort := p.Regs[r].Sort; sort.IsBool() {
					known[p.Sym(r)] = p.Terms.Bool(v == 1)
				} else {
					known[p.Sym(r)] = p.Terms.BV(sort.Width(), v)
				}
			})
			if len(known) == 0 {
				continue
			}
			sub := term.NewSubstituter(p.Terms, known)
			for _, i := range loc.Out {
				e := proc.Edges[i]
				e.Op = cfa.MapTerms(e.Op, sub.Apply)
				if e.Sync != nil && e.Sync.Object != term.None {
					sync := *e.Sync
					sync.Object = sub.Apply(sync.Object)
					e.Sync = &sync
				}
			}
		}
	}
	return nil
}
