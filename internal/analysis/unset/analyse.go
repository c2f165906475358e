package unset

import (
	"context"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxSteps bounds the analysis: so many edges are looked at.
const maxSteps = 400_000

// Result says where a program may use what was never written. All lists are by edge.
type Result struct {
	prog *cfa.Program
	pts  *pointsto.Result
	regs *cfa.RegIndex

	uses    map[*cfa.Edge]bool   // what decides may be undefined
	loads   map[*cfa.Edge]bool   // what is read may be
	defs    map[*cfa.Edge]uint64 // what the register gets may be
	args    map[*cfa.Edge]bool   // of starts of threads and of calls
	stores  map[*cfa.Edge]bool   // what is written may be
	refused bool                 // the program is too large
}

// analysis is the work of Analyse.
type analyser struct {
	*Result
	ctx     context.Context
	steps   int
	changed bool // of what follows, which counts everywhere in the program
	gone    []content
	known   []content
	stored  []content
	wild    bool // what was never written may have been stored anywhere
	params  map[cfa.RegID]uint64
	thread  map[cfa.RegID]uint64
	results []uint64
	single  bool // the procedure at hand is executed once
	eval    evaluator
}

// Analyse looks at a program whose calls have been copied into their callers as far as possible.
func Analyse(ctx context.Context, p *cfa.Program) (*Result, error) {
	regs := cfa.NewRegIndex(p)
	pts, err := pointsto.Analyse(ctx, p, regs)
	if err != nil {
		return nil, err
	}
	r := &Result{prog: p, pts: pts, regs: regs, uses: map[*cfa.Edge]bool{}, loads: map[*cfa.Edge]bool{},
		defs: map[*cfa.Edge]uint64{}, args: map[*cfa.Edge]bool{}, stores: map[*cfa.Edge]bool{}}
	n := len(pts.Objects)
	a := &analyser{Result: r, ctx: ctx, gone: make([]content, n), known: make([]content, n),
		stored: make([]content, n), params: map[cfa.RegID]uint64{}, thread: map[cfa.RegID]uint64{},
		results: make([]uint64, len(p.Procs)),
		eval:    evaluator{ts: p.Terms, regs: regs, prog: p}}
	used := cfa.NewCallGraph(p, pts.Callees).Reach(p.Entry, true)
	entered := map[cfa.ProcID]bool{}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			for _, c := range pts.Callees(e) {
				entered[c] = true
			}
		}
	}
	for a.changed = true; a.changed && !r.refused; {
		a.changed = false
		for i, proc := range p.Procs {
			if used[i] && !r.refused {
				a.single = proc.ID == p.Entry && !entered[proc.ID]
				if err := a.procedure(proc); err != nil {
					return nil, err
				}
			}
		}
	}
	return r, nil
}

// procedure follows a procedure until nothing changes.
func (a *analyser) procedure(proc *cfa.Proc) error {
	order := analysis.WTO(proc)
	list := analysis.NewWorklist(order, false)
	states := make([]*state, len(proc.Locs))
	begin := newState()
	for _, p := range proc.Params {
		if m := a.params[p]; m != 0 {
			begin.masks[p] = m
		}
	}
	states[proc.Entry] = begin
	list.Push(proc.Entry)
	for !list.Empty() {
		if a.steps++; a.steps > maxSteps {
			a.refused = true
			return nil
		}
		if a.steps&255 == 0 && a.ctx.Err() != nil {
			return a.ctx.Err()
		}
		at := list.Pop()
		out := proc.Locs[at].Out
		for i, k := range out {
			e := proc.Edges[k]
			s := states[at]
			last := i == len(out)-1
			if last && len(proc.Locs[at].In) < 2 && at != proc.Entry {
				states[at] = nil // nothing else comes here
			} else {
				s = s.clone()
			}
			if !a.step(proc, e, s) {
				continue
			}
			switch old := states[e.To]; {
			case old == nil:
				states[e.To] = s
			case !old.join(s):
				continue
			}
			list.Push(e.To)
		}
	}
	return nil
}

// grow adds to what is known everywhere.
func (a *analyser) grow(to *content, c content) {
	if d, more := to.join(c); more {
		*to = d
		a.changed = true
	}
}

func (a *analyser) growMask(to map[cfa.RegID]uint64, r cfa.RegID, m uint64) {
	if to[r]|m != to[r] {
		to[r] |= m
		a.changed = true
	}
}

// maskIn returns what gives the mask of a term in a state.
func (a *analyser) in(s *state) *evaluator {
	v := &a.eval
	v.memo, v.divisor = map[term.Term]uint64{}, false
	v.of = func(r cfa.RegID) uint64 {
		if a.prog.Regs[r].Scope == cfa.Thread {
			return a.thread[r]
		}
		return s.masks[r]
	}
	return v
}
