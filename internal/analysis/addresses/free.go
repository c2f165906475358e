package addresses

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Free returns p if nothing that it does depends on where its objects lie, and otherwise a program in which
// what does is an input. Its edges are those of p, with the same numbers, and further ones from p.NumEdges
// on, which take the inputs. The terms of p are frozen by this. The error is ctx's, or says that the program
// cannot be made so.
func Free(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	q, _, err := free(ctx, p, nil)
	return q, err
}

// free makes the program, for an order of static objects that is fixed if there is one, and says which static
// objects have an order that is observed.
func free(ctx context.Context, p *cfa.Program,
	ranks map[pointsto.ObjID]uint64) (*cfa.Program, []pointsto.ObjID, error) {
	if p.Unobserved || !hasObjects(p) {
		p.Terms.Freeze()
		return p, nil, nil
	}
	pts, err := pointsto.Analyse(ctx, p, cfa.NewRegIndex(p))
	if err != nil {
		return nil, nil, err
	}
	w := &rewriter{orig: p, pts: pts, ranks: ranks}
	q, err := w.program(ctx)
	if !w.parts || ctx.Err() != nil {
		return q, w.compared, err
	}
	// Parts of addresses may have come from arrays of pointers to the numbers beside them, as far as the
	// analysis knows. Nearly all programs keep their indexes in bounds, so this is left out, and an access
	// that does it is not supported.
	looked := w.lookedAt()
	if pts, err = pts.Beside(ctx, func(r cfa.RegID) bool { return looked[r] }); err != nil {
		return nil, nil, err
	}
	w = &rewriter{orig: p, pts: pts, ranks: ranks}
	q, err = w.program(ctx)
	return q, w.compared, err
}

// hasObjects reports whether a program has objects, or may make some.
func hasObjects(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Alloc); ok {
				return true
			}
		}
	}
	return len(p.Objects) > 0
}

// program makes the program in which what depends on the layout is an input.
func (w *rewriter) program(ctx context.Context) (*cfa.Program, error) {
	p := w.orig
	w.calls = cfa.NewCallGraph(p, w.pts.Callees)
	w.threads = analysis.NewThreads(p, w.calls, w.pts.Callees)
	w.prog = p.Clone()
	w.prog.Origins = 0 // the edges added are edges of a program as lowered
	w.s = w.prog.Terms
	w.regs = cfa.NewRegIndex(w.prog)
	used := w.calls.Reach(p.Entry, true)
	for i, proc := range w.prog.Procs {
		if !used[i] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w.procedure(proc)
	}
	if w.prog.NumEdges == p.NumEdges && !w.ordered {
		return p, nil
	}
	w.takeOutside()
	w.markReuse()
	if err := cfa.CheckWith(w.regs); err != nil {
		return nil, fmt.Errorf("inputs for what depends on addresses: %w", err)
	}
	w.s.Freeze()
	return w.prog, nil
}

// rewriter makes the program that observes nothing.
type rewriter struct {
	orig, prog *cfa.Program
	s          *term.Store // of prog
	regs       *cfa.RegIndex
	pts        *pointsto.Result
	calls      *cfa.CallGraph
	threads    *analysis.Threads
	lives      *lives                    // nil until an equality asks
	parts      bool                      // some input is a part of the number of an address
	looked     []cfa.RegID               // of which parts are
	ranks      map[pointsto.ObjID]uint64 // the order of static objects, where it is fixed
	ordered    bool                      // something depends on it
	compared   []pointsto.ObjID          // static objects whose order is observed

	same    map[term.Term]kind      // terms that stay, whatever the place
	memo    map[term.Term]result    // at this place
	numbers map[term.Term]term.Term // at this place: values that were made plain
	// proc, loc and edge are where the rewriter is, inputs what is taken before the location of the edge.
	proc    *cfa.Proc
	loc     cfa.LocID
	edge    *cfa.Edge
	inputs  []cfa.Havoc
	waits   *awaits                   // nil until an input asks
	outside []sectionInputs           // what is taken before sections
	callers map[cfa.ProcID][]freeEdge // by procedure; nil until asked
	reused  []*cfa.Edge               // allocations in whose place something else may have been
}

// kind is what a value may be.
type kind uint8

const (
	plain   kind = iota // depends on no layout
	pointer             // or may be an address, in the width of pointers
	piece               // or may be a part of one
)

type result struct {
	t term.Term
	k kind
}

// procedure rewrites the edges, location by location: edges that leave one location are guards of one choice
// and share inputs.
func (w *rewriter) procedure(proc *cfa.Proc) {
	w.proc = proc
	changed := false
	for l := range w.orig.Procs[proc.ID].Locs {
		w.memo, w.numbers, w.inputs = map[term.Term]result{}, map[term.Term]term.Term{}, nil
		w.loc = cfa.LocID(l)
		out := slices.Clone(proc.Locs[l].Out)
		for _, i := range out {
			w.edge = proc.Edges[i]
			w.edge.Op = w.operation(w.edge.Op)
		}
		switch {
		case len(w.inputs) == 0:
		case w.awaits().at(proc.ID, w.loc):
			changed = w.takeBeforeSection(proc, out) || changed
		default:
			changed = true
			w.takeBefore(proc, cfa.LocID(l), out)
		}
		for _, i := range out {
			changed = w.keepApart(proc, i) || changed
		}
	}
	if changed {
		proc.Rebuild(nil)
	}
}

// takeBefore has the inputs taken before the edges that leave a location.
func (w *rewriter) takeBefore(proc *cfa.Proc, l cfa.LocID, out []int32) {
	// The location is where the inputs are taken; the edges leave a new one behind it.
	behind := proc.NewLoc(proc.Locs[l].Pos)
	for _, i := range out {
		proc.Edges[i].From = behind
	}
	w.takeInputs(proc, l, behind, w.inputs, w.edge.Pos)
}

// takeInputs adds the edges from one location to another that take inputs.
func (w *rewriter) takeInputs(proc *cfa.Proc, at, end cfa.LocID, inputs []cfa.Havoc, pos source.Pos) {
	first := at
	for n, in := range inputs {
		to := end
		if n < len(inputs)-1 {
			to = proc.NewLoc(proc.Locs[first].Pos)
		}
		w.prog.NewEdge(proc, at, to, in, pos)
		at = to
	}
}

// operation returns an operation without observations. An address may be accessed, passed on and stored;
// where a number is needed it is made plain.
func (w *rewriter) operation(op cfa.Op) cfa.Op {
	switch op := op.(type) {
	case cfa.Assume:
		if op.Bytes {
			return op
		}
	case cfa.Print, cfa.Join:
		return op // what is printed has no effect, and ids are no addresses
	case cfa.Assign:
		if op.Fixed {
			return op
		}
		if op.Number {
			op.Value = w.number(op.Value)
			return op
		}
	case cfa.Alloc:
		op.Size = w.number(op.Size)
		return op
	case cfa.Exit:
		if op.Kind == cfa.ExitProcess {
			return op
		}
		return cfa.MapTerms(op, w.value)
	}
	return cfa.MapTerms(op, w.value)
}

func (w *rewriter) value(t term.Term) term.Term { return w.rewrite(t).t }

// number is a value with nothing of an address left in it.
func (w *rewriter) number(t term.Term) term.Term { return w.blur(t, w.rewrite(t)) }

// input is a value that a layout chooses: a number of others, or the outcome of a comparison.
func (w *rewriter) input(sort term.Sort, what string, from ...term.Term) term.Term {
	return w.take(sort, cfa.Havoc{What: what, From: from})
}

func (w *rewriter) take(sort term.Sort, op cfa.Havoc) term.Term {
	reg := cfa.Reg{Name: w.proc.Name + "::layout", Sort: sort, Proc: w.proc.ID, Pos: w.edge.Pos}
	if w.awaits().at(w.proc.ID, w.loc) {
		// What it depends on is not known where it will be taken.
		op = cfa.Havoc{What: op.What}
		if begins, _ := w.awaits().begins(w.proc.ID, w.loc); slices.ContainsFunc(begins, w.elsewhere) {
			reg.Scope, reg.Proc = cfa.Thread, cfa.NoProc
		}
	}
	r := w.prog.NewReg(reg)
	w.regs.Add()
	op.Dst = r
	w.inputs = append(w.inputs, op)
	return w.prog.Sym(r)
}

// markReuse notes on allocations that an address may come again.
func (w *rewriter) markReuse() {
	for _, e := range w.reused {
		op := e.Op.(cfa.Alloc)
		op.Reuse = true
		e.Op = op
	}
}
