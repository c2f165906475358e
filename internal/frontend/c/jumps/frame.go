package jumps

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// frame is a procedure that jumps leave or go to.
type frame struct {
	*jumps
	proc   *cfa.Proc
	sites  []site
	number cfa.RegID // of the activation; NoReg: it has none
	base   cfa.RegID // whether the thread began with it; NoReg: it cannot have
	allocs []*alloc
	twice  cfa.RegID // an object was made again before it ended; NoReg: none can be
	depth  map[cfa.LocID]int
	leave  cfa.LocID // where the objects end and the procedure returns
}

// site is a call of setjmp.
type site struct {
	call   *cfa.Edge
	id     term.Term
	back   cfa.LocID // where it goes on
	lives  map[*alloc]life
	change []cfa.RegID // the variables without a value after a jump
}

// alloc is where an object of the stack is made.
type alloc struct {
	edge *cfa.Edge
	reg  cfa.RegID
	live cfa.RegID
}

// apply changes a procedure.
func (j *jumps) apply(p *cfa.Proc) {
	f := &frame{jumps: j, proc: p, number: cfa.NoReg, base: cfa.NoReg, twice: cfa.NoReg}
	var calls []*cfa.Edge
	for _, e := range p.Edges {
		if j.mayJump(e) {
			calls = append(calls, e)
		}
	}
	f.depth = f.sections()
	f.findSites(calls)
	if len(calls) > 0 {
		f.followObjects()
		f.makeLeave()
		for _, e := range calls {
			f.after(e)
		}
	}
	f.begin()
	p.Rebuild(nil)
}

// gap is where steps are to be added.
type gap struct {
	f   *frame
	at  cfa.LocID
	pos source.Pos
}

func (g *gap) add(op cfa.Op) {
	next := g.f.proc.NewLoc(g.pos)
	g.f.prog.NewEdge(g.f.proc, g.at, next, op, g.pos)
	g.at = next
}

func (g *gap) set(r cfa.RegID, v term.Term) { g.add(cfa.Assign{Dst: r, Value: v}) }

// branch goes on where a condition is false, and returns where it is true.
func (g *gap) branch(cond term.Term) *gap {
	yes, no := g.f.proc.NewLoc(g.pos), g.f.proc.NewLoc(g.pos)
	g.f.prog.NewEdge(g.f.proc, g.at, yes, cfa.Assume{Cond: cond}, g.pos)
	g.f.prog.NewEdge(g.f.proc, g.at, no, cfa.Assume{Cond: g.f.ts.Not(cond)}, g.pos)
	g.at = no
	return &gap{g.f, yes, g.pos}
}

// undefined ends a gap with undefined behaviour.
func (g *gap) undefined(what string) {
	if g.f.behaviour {
		g.add(cfa.Violation{Property: property.NoUndefinedBehaviour, Behaviour: property.Jump, Message: what})
		return
	}
	g.add(cfa.UB{What: what})
}

// goTo ends a gap at a location.
func (g *gap) goTo(to cfa.LocID) {
	g.f.prog.NewEdge(g.f.proc, g.at, to, cfa.Assume{Cond: g.f.ts.True()}, g.pos)
}

// behind makes a gap after an edge; to is where it led.
func (f *frame) behind(e *cfa.Edge) (g *gap, to cfa.LocID) {
	to = e.To
	e.To = f.proc.NewLoc(e.Pos)
	return &gap{f, e.To, e.Pos}, to
}

func (f *frame) local(name string, s term.Sort) cfa.RegID {
	return f.prog.NewReg(cfa.Reg{Name: f.proc.Name + "::" + name, Sort: s, Scope: cfa.Local, Proc: f.proc.ID,
		Pos: f.proc.Pos})
}

// begin adds what happens where the procedure begins.
func (f *frame) begin() {
	entry := f.proc.Entry
	f.proc.Entry = f.proc.NewLoc(f.proc.Pos)
	g := &gap{f, f.proc.Entry, f.proc.Pos}
	if f.number != cfa.NoReg {
		g.set(f.count, f.ts.BVAdd(f.prog.Sym(f.count), f.ts.BV(32, 1)))
		g.set(f.number, f.prog.Sym(f.count))
	}
	if f.base != cfa.NoReg {
		g.set(f.base, f.ts.Not(f.prog.Sym(f.begun)))
		g.set(f.begun, f.ts.True())
	}
	for _, a := range f.allocs {
		g.set(a.live, f.ts.False())
	}
	if f.twice != cfa.NoReg {
		g.set(f.twice, f.ts.False())
	}
	g.goTo(entry)
}

// makeLeave makes the place from which a jump goes on to the caller.
func (f *frame) makeLeave() {
	f.leave = f.proc.NewLoc(f.proc.Pos)
	g := &gap{f, f.leave, f.proc.Pos}
	if f.first[f.proc.ID] {
		f.base = f.local("first", term.Bool)
		g.branch(f.prog.Sym(f.base)).undefined("longjmp to a function that has returned")
	}
	if f.twice != cfa.NoReg {
		g.branch(f.prog.Sym(f.twice)).add(cfa.Unsupported{What: "a long jump out of " + f.proc.Name +
			", in which several objects of one place are on the stack"})
	}
	for _, a := range f.allocs {
		live := g.branch(f.prog.Sym(a.live))
		live.end(a)
		live.goTo(g.at)
	}
	value := term.None
	switch s := f.proc.Result; {
	case s == term.Bool:
		value = f.ts.False()
	case s != 0:
		value = f.ts.BV(s.Width(), 0)
	}
	g.add(cfa.Return{Value: value})
}

// end ends an object.
func (g *gap) end(a *alloc) {
	g.add(cfa.Free{Addr: g.f.prog.Sym(a.reg), Kind: cfa.Stack})
	g.set(a.live, g.f.ts.False())
}

// after looks after a call whether it has ended in a jump.
func (f *frame) after(e *cfa.Edge) {
	g, to := f.behind(e)
	target := f.sym(toFrame)
	jump := g.branch(f.ts.Not(f.ts.Eq(target, f.ts.BV(32, 0))))
	g.goTo(to)
	if f.depth[e.From] > 0 {
		jump.add(cfa.Unsupported{What: "a long jump out of an atomic section"})
		return
	}
	if f.number != cfa.NoReg {
		here := jump.branch(f.ts.Eq(target, f.prog.Sym(f.number)))
		for i := range f.sites {
			f.arrive(here.branch(f.ts.Eq(f.sym(toSite), f.sites[i].id)), &f.sites[i])
		}
		here.undefined("longjmp with a buffer that was not set by setjmp")
	}
	jump.goTo(f.leave)
}

// arrive goes on after a call of setjmp.
func (f *frame) arrive(g *gap, s *site) {
	for _, a := range f.allocs {
		if s.lives[a] == lives {
			continue
		}
		inner := g.branch(f.prog.Sym(a.live))
		if s.lives[a] == mayLive {
			inner.add(cfa.Unsupported{What: "a long jump past the beginning of objects"})
			continue
		}
		inner.end(a)
		inner.goTo(g.at)
	}
	for _, r := range s.change {
		g.add(cfa.Havoc{Dst: r, What: "longjmp: " + f.prog.Regs[r].Name, Unset: true})
	}
	if c := s.call.Op.(cfa.Call); c.Dst != cfa.NoReg {
		g.set(c.Dst, f.sym(withValue))
	}
	g.set(f.regs[toFrame], f.ts.BV(32, 0))
	g.goTo(s.back)
}
