package ranking

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step"
	"whittle.dev/internal/ts/reduce"
	"whittle.dev/term"
)

// A flat program has one procedure, one thread and no memory but what is followed exactly. It has an endless
// execution if the program that it is made of has one, so measures of its loops are a proof for that one; an
// execution of its own shows nothing.
//
// Where a procedure is called that was not inlined, and where a thread is started, a flat program chooses: it
// goes on after the place, with any result and with what memory may hold then, or it enters the procedure
// for good. The activations of procedures and the threads of an endless execution, each below the one that
// has made it, are an infinite tree in which each has finitely many below it, or one of them is endless
// itself: by König's lemma one of the ways down is endless, and the flat program has it. There is no need to
// say which thread goes on when: not even an unfair choice among them makes the execution endless. What a
// thread waits for is taken to come, and whether it does is another question, see waits.go.
//
// Memory is loose if package fromcfa does not follow it, or somebody else may write it: what is read there is
// an input. Only what is known of the links of lists (links.go) is assumed of it.
type flat struct {
	prog *cfa.Program
	// threads says that the program starts threads, recursive that a procedure may call itself.
	threads, recursive bool
	// waits says that threads may wait for something, and all that all memory is loose.
	waits, all bool
	loose      bool // some access is one of loose memory
	// invalid are accesses of loose memory that are taken to be valid.
	invalid []source.Pos
	// made is the register that has the latest address; NoReg: there are no links.
	made cfa.RegID
	// data are the registers that are sure to hold no address.
	data map[cfa.RegID]bool
}

// flattening makes a flat program.
type flattening struct {
	ctx   context.Context
	from  *cfa.Program
	regs  *cfa.RegIndex
	pts   *pointsto.Result
	ended *pointsto.Outlived
	loose map[pointsto.ObjID]bool
	all   bool // all memory is loose
	links *links

	out   *flat
	proc  *cfa.Proc
	of    map[cfa.ProcID]*body
	todo  []*body
	entry cfa.ProcID
}

// body is a procedure that is copied.
type body struct {
	proc  *cfa.Proc
	regs  *cfa.Renaming
	locs  []cfa.LocID // of the copy
	live  live.Set    // at the entry
	order *analysis.Order
}

// looseness says how much of a program a flat one leaves open.
type looseness struct {
	all     bool // all memory is loose
	noLinks bool // nothing is assumed of links
}

// flatten makes a flat program; nil: none.
func flatten(ctx context.Context, p *cfa.Program, how looseness) (*flat, error) {
	pl, err := pass.Named("resolve", "tail", "inline", "unreachable", "dead", "const", "unreachable", "dead")
	if err != nil {
		return nil, err
	}
	from, err := pl.Run(ctx, p, pass.Options{Recursion: 1})
	if err != nil {
		return nil, fmt.Errorf("ranking: %w", err)
	}
	x := &flattening{ctx: ctx, from: from, regs: cfa.NewRegIndex(from), all: how.all, entry: from.Entry,
		loose: map[pointsto.ObjID]bool{}, of: map[cfa.ProcID]*body{}}
	if x.pts, err = pointsto.Analyse(ctx, from, x.regs); err != nil {
		return nil, err
	}
	if x.ended, err = pointsto.NewOutlived(ctx, from, x.regs, x.pts); err != nil {
		return nil, err
	}
	if !x.look() {
		return nil, nil
	}
	if !how.noLinks {
		if x.links, err = findLinks(ctx, x); err != nil {
			return nil, err
		}
	}
	q := from.Clone()
	main := from.Procs[from.Entry]
	x.out = &flat{prog: q, made: cfa.NoReg, data: map[cfa.RegID]bool{}}
	x.out.threads, x.out.recursive = x.starts()
	x.out.waits = slices.ContainsFunc(x.edges(), func(e *cfa.Edge) bool {
		return step.Of(from, e.Op).Waits
	})
	x.out.all = x.all
	x.proc = q.NewProc(main.Name, main.Pos)
	x.proc.Locs, x.proc.Result = nil, main.Result
	q.Entry = x.proc.ID
	first, err := x.body(from.Entry)
	if err != nil {
		return nil, err
	}
	x.proc.Entry = x.begin(first)
	for len(x.todo) > 0 {
		b := x.todo[0]
		x.todo = x.todo[1:]
		if err := x.copy(b); err != nil {
			return nil, err
		}
	}
	x.proc.Rebuild(nil)
	x.findData()
	q.Terms.Freeze()
	if err := cfa.Check(q); err != nil {
		return nil, fmt.Errorf("ranking: flat program: %w", err)
	}
	return x.out, nil
}

// starts reports whether the program starts threads, and whether it has calls that are left.
func (x *flattening) starts() (threads, calls bool) {
	for _, e := range x.edges() {
		does := step.Of(x.from, e.Op)
		starts := does.Enters && does.From == step.Started
		threads, calls = threads || starts, calls || does.Enters && !starts
	}
	return threads, calls
}

// edges are those of all procedures that the program may enter.
func (x *flattening) edges() []*cfa.Edge {
	var out []*cfa.Edge
	used := cfa.NewCallGraph(x.from, x.pts.Callees).Reach(x.from.Entry, true)
	for i, proc := range x.from.Procs {
		if used[i] {
			out = append(out, proc.Edges...)
		}
	}
	return out
}

// body is the copy of a procedure, which is made later.
func (x *flattening) body(id cfa.ProcID) (*body, error) {
	if b := x.of[id]; b != nil {
		return b, nil
	}
	q, proc := x.out.prog, x.from.Procs[id]
	b := &body{proc: proc, regs: q.NewRenaming(x.regs.Locals(proc), x.proc.ID), order: analysis.WTO(proc)}
	states, err := live.Registers(x.ctx, x.regs, x.from, proc, b.order)
	if err != nil {
		return nil, err
	}
	b.live = states[proc.Entry]
	for _, l := range proc.Locs {
		n := x.proc.NewLoc(l.Pos)
		x.proc.Locs[n].Label = l.Label
		b.locs = append(b.locs, n)
	}
	x.of[id] = b
	x.todo = append(x.todo, b)
	return b, nil
}

// add adds an edge that stands for another one.
func (x *flattening) add(from, to cfa.LocID, op cfa.Op, like *cfa.Edge) {
	e := x.out.prog.NewEdge(x.proc, from, to, op, like.Pos)
	e.Origin, e.Text = like.Origin, like.Text
}

// then adds an edge to a new location.
func (x *flattening) then(from cfa.LocID, op cfa.Op, like *cfa.Edge) cfa.LocID {
	to := x.proc.NewLoc(like.Pos)
	x.add(from, to, op, like)
	return to
}

// copy copies the edges of a procedure.
func (x *flattening) copy(b *body) error {
	for _, e := range b.proc.Edges {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		from, to := b.locs[e.From], b.locs[e.To]
		op := b.regs.Op(e.Op)
		switch does := step.Of(x.out.prog, op); {
		case does.Enters:
			if err := x.enter(b, e, does.Proc, does.Args, does.From == step.Started); err != nil {
				return err
			}
			continue
		case does.Waits && does.Guard != term.None:
			x.add(from, to, cfa.Assume{Cond: does.Guard}, e)
			continue
		case does.Thread != term.None:
			x.set(from, to, does.Set, e)
			continue
		case does.Section != 0:
			x.add(from, to, cfa.Fence{}, e)
			continue
		case does.Ends == step.ProcedureEnds && b.proc.ID != x.entry:
			x.add(from, to, cfa.Exit{Kind: cfa.ExitThread, Value: term.None}, e)
			continue
		}
		switch op := op.(type) {
		case cfa.Load:
			x.load(b, e, op)
		case cfa.Store:
			x.store(b, e, op)
		case cfa.Alloc:
			x.alloc(b, e, op)
		case cfa.Free:
			x.free(b, e, op)
		default:
			x.add(from, to, op, e)
		}
	}
	return nil
}

// set makes a register an input.
func (x *flattening) set(from, to cfa.LocID, r cfa.RegID, like *cfa.Edge) {
	if r == cfa.NoReg {
		x.add(from, to, cfa.Fence{}, like)
		return
	}
	x.add(from, to, cfa.Havoc{Dst: r, What: "what is not followed"}, like)
}

// enter goes on after a call or the start of a thread, or enters the procedure.
func (x *flattening) enter(b *body, e *cfa.Edge, id cfa.ProcID, args []term.Term, thread bool) error {
	q := x.out.prog
	callee, err := x.body(id)
	if err != nil {
		return err
	}
	choice := q.NewReg(cfa.Reg{Name: "enters", Sort: term.Bool, Proc: x.proc.ID})
	at := x.then(b.locs[e.From], cfa.Havoc{Dst: choice, What: "whether it is entered"}, e)
	inside := x.then(at, cfa.Assume{Cond: q.Sym(choice)}, e)
	behind := x.then(at, cfa.Assume{Cond: q.Terms.Not(q.Sym(choice))}, e)
	for i, r := range q.Regs {
		if r.Scope == cfa.Thread && cfa.RegID(i) != q.Self && !thread {
			behind = x.then(behind, cfa.Havoc{Dst: cfa.RegID(i), What: "what is not followed"}, e)
		}
	}
	behind = x.advance(behind, id, e)
	x.set(behind, b.locs[e.To], cfa.Def(b.regs.Op(e.Op)), e)

	var moved []cfa.RegID
	for i, r := range callee.proc.Params {
		sort := q.Regs[r].Sort
		value := term.None
		switch {
		case i >= len(args) || sort.IsBitVec() && sort.Width() == 0:
		case q.Terms.Sort(args[i]) == sort:
			value = args[i]
		case thread && sort.IsBitVec() && q.Terms.Sort(args[i]).IsBitVec():
			value = reduce.LowBits(q.Terms, args[i], sort.Width())
		}
		copied := q.NewReg(cfa.Reg{Name: "argument", Sort: sort, Proc: x.proc.ID})
		moved = append(moved, copied)
		if value == term.None {
			inside = x.then(inside, cfa.Havoc{Dst: copied, What: "what is not followed"}, e)
		} else {
			inside = x.then(inside, cfa.Assign{Dst: copied, Value: value}, e)
		}
	}
	for i, r := range callee.proc.Params {
		inside = x.then(inside, cfa.Assign{Dst: callee.regs.Reg(r), Value: q.Sym(moved[i])}, e)
	}
	for _, r := range callee.live {
		if x.from.Regs[r].Scope == cfa.Local && !slices.Contains(callee.proc.Params, r) {
			inside = x.then(inside, cfa.Havoc{Dst: callee.regs.Reg(r), What: "what is not followed"}, e)
		}
	}
	if thread {
		for i, r := range x.from.Regs {
			if r.Scope == cfa.Thread {
				inside = x.then(inside, cfa.Havoc{Dst: cfa.RegID(i), What: "what is not followed"}, e)
			}
		}
	}
	x.add(inside, callee.locs[callee.proc.Entry], cfa.Fence{}, e)
	return nil
}

// findData finds the registers that hold no addresses.
func (x *flattening) findData() {
	for _, b := range x.of {
		for _, r := range x.regs.Locals(b.proc) {
			v := x.pts.Reg(r)
			narrow := !x.from.Regs[r].Sort.IsBitVec() || x.from.Regs[r].Sort.Width() < x.from.PtrWidth
			x.out.data[b.regs.Reg(r)] = narrow || !v.Unknown && len(v.Refs) == 0
		}
	}
}

// linked reports whether something is assumed of links.
func (f *flat) linked() bool { return f.made != cfa.NoReg }
