package addresses

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Free returns p if nothing that it does depends on where its objects lie, and otherwise a program in which
// what does is an input. Its edges are those of p, with the same numbers, and further ones from p.NumEdges
// on, which take the inputs. The terms of p are frozen by this. The error is ctx's, or says that the program
// cannot be made so.
func Free(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	if !hasObjects(p) {
		p.Terms.Freeze()
		return p, nil
	}
	pts, err := pointsto.Analyse(ctx, p, cfa.NewRegIndex(p))
	if err != nil {
		return nil, err
	}
	w := &rewriter{orig: p, pts: pts}
	q, err := w.program(ctx)
	if !w.parts || ctx.Err() != nil {
		return q, err
	}
	// Parts of addresses may have come from arrays of pointers to the numbers beside them, as far as the
	// analysis knows. Nearly all programs keep their indexes in bounds, so this is left out, and a store that
	// does it is not supported.
	if pts, err = pointsto.AnalyseBeside(ctx, p, cfa.NewRegIndex(p)); err != nil {
		return nil, err
	}
	return (&rewriter{orig: p, pts: pts, narrow: pts.Narrow()}).program(ctx)
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
	if w.prog.NumEdges == p.NumEdges {
		return p, nil
	}
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
	lives      *lives                 // nil until an equality asks
	parts      bool                   // some input is a part of the number of an address
	narrow     []pointsto.NarrowPlace // that addresses are kept from

	same    map[term.Term]kind      // terms that stay, whatever the place
	memo    map[term.Term]result    // at this place
	numbers map[term.Term]term.Term // at this place: values that were made plain
	// proc and edge are where the rewriter is, inputs what is taken before the location of the edge.
	proc    *cfa.Proc
	edge    *cfa.Edge
	inputs  []cfa.Havoc
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
		out := slices.Clone(proc.Locs[l].Out)
		for _, i := range out {
			w.edge = proc.Edges[i]
			w.edge.Op = w.operation(w.edge.Op)
		}
		if len(w.inputs) > 0 {
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
	at := l
	for n, in := range w.inputs {
		to := behind
		if n < len(w.inputs)-1 {
			to = proc.NewLoc(proc.Locs[l].Pos)
		}
		w.prog.NewEdge(proc, at, to, in, w.edge.Pos)
		at = to
	}
}

// keepApart puts before a store or load that its address does not lead from an array of pointers to numbers
// beside it. That ends the execution in something that is not supported.
func (w *rewriter) keepApart(proc *cfa.Proc, i int32) bool {
	if len(w.narrow) == 0 {
		return false
	}
	orig, e := w.orig.Procs[proc.ID].Edges[i].Op, proc.Edges[i]
	var addr term.Term
	what := "an address that is stored across numbers beside an array of pointers"
	switch op := e.Op.(type) {
	case cfa.Store:
		addr = op.Addr
	case cfa.Load:
		addr = op.Addr
		what = "an address that is read from numbers beside an array of pointers"
	default:
		return false
	}
	ptr, n := uint64(w.prog.PtrWidth/8), w.prog.OffsetBits
	low := w.s.Extract(n-1, 0, addr)
	var meets []term.Term
	for _, p := range w.narrow {
		r, ok := w.pts.Strays(orig, p)
		if !ok {
			continue
		}
		// Objects begin at this offset of their regions.
		first := w.s.BV(n, 1<<(n-2)+p.Off-(ptr-1))
		across := w.s.BVUlt(w.s.BVSub(low, first), w.s.BV(n, p.Size+ptr-1))
		meets = append(meets, w.s.And(w.isObject(addr, pointsto.Value{Refs: []pointsto.Ref{r}}), across))
	}
	some := w.s.Or(meets...)
	if w.s.IsFalse(some) {
		return false
	}
	from, pos := e.From, e.Pos
	at := proc.Locs[from].Pos
	checked, bad, end := proc.NewLoc(at), proc.NewLoc(at), proc.NewLoc(at)
	e.From = checked
	w.prog.NewEdge(proc, from, checked, cfa.Assume{Cond: w.s.Not(some), Bytes: true}, pos)
	w.prog.NewEdge(proc, from, bad, cfa.Assume{Cond: some, Bytes: true}, pos)
	w.prog.NewEdge(proc, bad, end, cfa.Unsupported{What: what}, pos)
	return true
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
	r := w.prog.NewReg(cfa.Reg{Name: w.proc.Name + "::layout", Sort: sort, Proc: w.proc.ID, Pos: w.edge.Pos})
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
