package unset

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
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

	uses    map[*cfa.Edge]bool         // what decides may be undefined
	loads   map[*cfa.Edge]bool         // what is read may be
	defs    map[*cfa.Edge]uint64       // what the register gets may be
	args    map[*cfa.Edge]bool         // of starts of threads and of calls
	stores  map[*cfa.Edge]bool         // what is written may be
	sizes   map[*cfa.Edge]int64        // of objects; negative: not known
	early   map[cfa.ProcID][]cfa.RegID // registers that are read before they are set
	refused bool                       // the program is too large
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
	started []bool // by procedure: threads run it
	exits   uint64 // what threads leave to those who join them
	// own are the objects that the procedure at hand alone makes, if it is executed once: those that are not
	// the newest ones have the content of when they were replaced.
	own  map[pointsto.ObjID]bool
	eval evaluator
}

// Analyse looks at a program whose calls have been copied into their callers as far as possible.
func Analyse(ctx context.Context, p *cfa.Program) (*Result, error) {
	regs := cfa.NewRegIndex(p)
	pts, err := pointsto.Analyse(ctx, p, regs)
	if err != nil {
		return nil, err
	}
	r := &Result{prog: p, pts: pts, regs: regs, uses: map[*cfa.Edge]bool{}, loads: map[*cfa.Edge]bool{},
		defs: map[*cfa.Edge]uint64{}, args: map[*cfa.Edge]bool{}, stores: map[*cfa.Edge]bool{},
		sizes: map[*cfa.Edge]int64{}, early: map[cfa.ProcID][]cfa.RegID{}}
	n := len(pts.Objects)
	a := &analyser{Result: r, ctx: ctx, gone: make([]content, n), known: make([]content, n),
		stored: make([]content, n), params: map[cfa.RegID]uint64{}, thread: map[cfa.RegID]uint64{},
		results: make([]uint64, len(p.Procs)), started: make([]bool, len(p.Procs)),
		eval: evaluator{ts: p.Terms, regs: regs, prog: p}}
	used := cfa.NewCallGraph(p, pts.Callees).Reach(p.Entry, true)
	entered := map[cfa.ProcID]bool{}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			_, starts := e.Op.(cfa.Spawn)
			for _, c := range pts.Callees(e) {
				entered[c] = true
				a.started[c] = a.started[c] || starts
			}
		}
	}
	for a.changed = true; a.changed && !r.refused; {
		a.changed = false
		for i, proc := range p.Procs {
			if used[i] && !r.refused {
				a.own = map[pointsto.ObjID]bool{}
				if proc.ID == p.Entry && !entered[proc.ID] {
					a.makes(proc)
				}
				if err := a.procedure(proc); err != nil {
					return nil, err
				}
			}
		}
	}
	return r, nil
}

// makes notes the objects that a procedure makes.
func (a *analyser) makes(proc *cfa.Proc) {
	for _, e := range proc.Edges {
		if _, ok := e.Op.(cfa.Alloc); ok {
			if o, ok := a.pts.Site(e); ok {
				a.own[o] = true
			}
		}
	}
}

// procedure follows a procedure until nothing changes.
func (a *analyser) procedure(proc *cfa.Proc) error {
	order := analysis.WTO(proc)
	list := analysis.NewWorklist(order, false)
	states := make([]cases, len(proc.Locs))
	begin := newState()
	if err := a.begins(proc, order, begin); err != nil {
		return err
	}
	states[proc.Entry].add(begin, true)
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
		alone := len(proc.Locs[at].In) < 2 && at != proc.Entry // nothing else comes here
		for _, s := range states[at].take(alone) {
			for i, k := range out {
				e, t := proc.Edges[k], s
				if !alone || i < len(out)-1 {
					t = s.clone()
				}
				if a.step(proc, e, t) && states[e.To].add(t, order.IsHead(e.To)) {
					list.Push(e.To)
				}
			}
		}
	}
	return nil
}

// begins notes what registers may hold at the entry: what calls pass, and nothing where a declaration is
// jumped over.
func (a *analyser) begins(proc *cfa.Proc, order *analysis.Order, begin *state) error {
	if _, ok := a.early[proc.ID]; !ok {
		needed, err := live.Registers(a.ctx, a.regs, a.prog, proc, order)
		if err != nil {
			return err
		}
		a.early[proc.ID] = slices.DeleteFunc(slices.Clone(needed[proc.Entry]), func(r cfa.RegID) bool {
			return slices.Contains(proc.Params, r)
		})
	}
	for _, r := range a.early[proc.ID] {
		begin.masks[r] = ones(width(a.prog.Terms, a.prog.Sym(r)))
	}
	for _, p := range proc.Params {
		if m := a.params[p]; m != 0 {
			begin.masks[p] = m
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
