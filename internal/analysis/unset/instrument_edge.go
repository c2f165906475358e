package unset

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// edge adds what belongs to an edge: old is that of the program that was analysed.
func (x *instrumenter) edge(old, e *cfa.Edge) {
	x.h.memo, x.h.divisors = map[term.Term]term.Term{}, nil
	if x.args[old] {
		x.refuse(e, "an argument or a result that may be uninitialised, of a thread or a recursive function")
		return
	}
	if x.uses[old] {
		x.used(e)
	}
	if op, ok := e.Op.(cfa.Print); ok && isPassed(op) {
		e.Op = cfa.Assume{Cond: x.p.Terms.True()}
	}
	switch op := e.Op.(type) {
	case cfa.Assign:
		x.sets(e, op.Dst, func() term.Term { return x.h.of(op.Value) })
	case cfa.Havoc:
		_, own := x.h.own[op.Dst]
		if op.Unset && own {
			sort := x.p.Regs[op.Dst].Sort
			x.sets(e, op.Dst, func() term.Term { return x.h.all(sort, x.p.Terms.True()) })
			e.Op = cfa.Assign{Dst: op.Dst, Value: x.h.zero(sort)}
			return
		}
		x.defined(e, op.Dst)
	case cfa.Load:
		x.load(old, e, op)
	case cfa.Store:
		x.store(e, op)
	case cfa.Alloc:
		x.alloc(old, e, op)
		x.defined(e, op.Dst)
	default:
		if r := cfa.Def(e.Op); r != cfa.NoReg {
			x.defined(e, r)
		}
	}
}

// used checks what an edge uses.
func (x *instrumenter) used(e *cfa.Edge) {
	ts := x.p.Terms
	var bad []term.Term
	decides := func(t term.Term) {
		if t != term.None {
			bad = append(bad, x.h.some(x.h.of(t)))
		}
	}
	cfa.EachTerm(e.Op, func(t term.Term) { x.h.of(t) }) // for divisors
	for _, d := range x.h.divisors {
		bad = append(bad, x.h.some(d))
	}
	what := "a divisor"
	if len(bad) == 0 {
		what = "a decision"
	}
	if use := useOf(x.p, e.Op); use != "" {
		what = use
	}
	decides(step.Decides(e.Op))
	if does := step.Of(x.p, e.Op); does.Ends != step.GoesOn {
		decides(does.Value)
	}
	if _, prints := e.Op.(cfa.Print); prints {
		cfa.EachTerm(e.Op, decides)
	}
	if from := x.originsOf(e.Op); from != "" {
		what += " depends on " + from
	} else {
		what += " depends on memory that was never written"
	}
	if _, ok := e.Op.(cfa.Assume); ok {
		x.checkBranch(e, ts.Or(bad...), what)
		return
	}
	g := x.before(e)
	x.check(&g, ts.Or(bad...), what, e)
	x.close(g, e.Pos)
}

// useOf names, for people, what an operation uses a value for that it depends on; empty: a decision.
func useOf(p *cfa.Program, op cfa.Op) string {
	if print, ok := op.(cfa.Print); ok {
		if isPassed(print) && print.Name != "" {
			return "an argument of " + print.Name
		}
		return "output"
	}
	x := step.Of(p, op)
	switch {
	case x.Access.Kind == step.Release:
		return "the address of what is freed"
	case x.Access.Kind != step.NoAccess:
		return "the address of an access"
	case x.Enters && x.From == step.Started:
		return "the function that a thread runs"
	case x.Enters:
		return "the function that is called"
	case x.Thread != term.None:
		return "the thread that is waited for"
	case x.From == step.Allocated:
		return "the size of an object"
	case x.Ends != step.GoesOn && x.Ends != step.PathEnds:
		return "the status of the process"
	}
	return ""
}

// checkBranch checks a condition in front of one of the edges of a branch. The check is passed for that edge
// alone, but a violation ends the execution whichever edge would have been taken.
func (x *instrumenter) checkBranch(e *cfa.Edge, bad term.Term, what string) {
	if x.p.Terms.IsFalse(bad) {
		return
	}
	at := x.proc.NewLoc(e.Pos)
	x.depth = append(x.depth, x.depth[e.From])
	x.found(e.From, at, bad, e)
	x.violate(at, what, e)
	op := e.Op.(cfa.Assume)
	op.Cond = x.p.Terms.And(x.p.Terms.Not(bad), op.Cond)
	e.Op = op
}

// sets gives the shadow of a register a value, before an edge.
func (x *instrumenter) sets(e *cfa.Edge, r cfa.RegID, shadow func() term.Term) {
	if own, ok := x.h.own[r]; ok {
		g := x.before(e)
		x.add(&g, cfa.Assign{Dst: own, Value: shadow()}, e.Pos)
		x.close(g, e.Pos)
	}
}

func (x *instrumenter) defined(e *cfa.Edge, r cfa.RegID) {
	x.sets(e, r, func() term.Term { return x.h.zero(x.p.Regs[r].Sort) })
}

// atomically makes one step of an edge and what is added next to it.
func (x *instrumenter) atomically(e *cfa.Edge, behind func(g *gap)) {
	alone := x.threads && x.depth[e.From] == 0
	if alone {
		g := x.before(e)
		x.add(&g, cfa.AtomicBegin{}, e.Pos)
		x.close(g, e.Pos)
	}
	g := x.after(e)
	behind(&g)
	if alone {
		x.add(&g, cfa.AtomicEnd{}, e.Pos)
	}
	x.close(g, e.Pos)
}

func (x *instrumenter) load(old, e *cfa.Edge, op cfa.Load) {
	own, ok := x.h.own[op.Dst]
	switch {
	case !ok:
		return
	case !x.loads[old]:
		x.defined(e, op.Dst)
		return
	case !x.follows(op.Addr):
		x.refuse(e, "a read that may be of uninitialised memory, through an address that is not followed")
		return
	}
	// The register may be part of the address.
	addr := x.p.NewReg(cfa.Reg{Name: "shadow", Sort: x.p.Terms.Sort(op.Addr), Proc: x.proc.ID})
	raw := x.p.NewReg(cfa.Reg{Name: "shadow", Sort: x.p.Regs[op.Dst].Sort, Proc: x.proc.ID})
	g := x.before(e)
	x.add(&g, cfa.Assign{Dst: addr, Value: x.p.PtrAdd(op.Addr, x.p.Ptr(x.distance()))}, e.Pos)
	x.close(g, e.Pos)
	x.atomically(e, func(g *gap) {
		x.add(g, cfa.Load{Dst: raw, Addr: x.p.Sym(addr), Order: max(op.Order, cfa.Relaxed)}, e.Pos)
		x.add(g, cfa.Assign{Dst: own, Value: x.asStored(op.Addr, x.p.Sym(raw))}, e.Pos)
	})
}

func (x *instrumenter) store(e *cfa.Edge, op cfa.Store) {
	switch {
	case !x.touches(op.Addr):
		return
	case !x.follows(op.Addr):
		x.refuse(e, "a write through an address that is not followed, where memory may be uninitialised")
		return
	}
	value := x.asStored(op.Addr, x.h.of(op.Value))
	x.atomically(e, func(g *gap) {
		x.add(g, cfa.Store{Addr: x.p.PtrAdd(op.Addr, x.p.Ptr(x.distance())), Value: value,
			Order: max(op.Order, cfa.Relaxed)}, e.Pos)
	})
}

// isPassed recognises what stands for the arguments of a function.
func isPassed(op cfa.Print) bool {
	_, ok := op.Form.(cfa.Passed)
	return ok
}
