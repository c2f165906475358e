package jumps

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// life says whether an object lives at a place.
type life uint8

const (
	unseen life = iota
	dead
	lives
	mayLive
)

func join(a, b life) life {
	switch {
	case a == unseen || a == b:
		return b
	case b == unseen:
		return a
	}
	return mayLive
}

// findSites numbers the calls of setjmp, and tells the activation and the place to each; calls may end in
// jumps.
func (f *frame) findSites(calls []*cfa.Edge) {
	found := f.sitesOf(f.proc)
	if len(found) == 0 {
		return
	}
	f.number = f.local("frame", frameSort)
	for _, e := range found {
		f.jumps.sites++
		s := site{call: e, id: f.ts.BV(32, f.jumps.sites), change: f.changed(e, calls)}
		from := e.From
		e.From = f.proc.NewLoc(e.Pos)
		f.depth[e.From] = f.depth[from]
		g := &gap{f, from, e.Pos}
		g.set(f.regs[fromFrame], f.prog.Sym(f.number))
		g.set(f.regs[fromSite], s.id)
		if f.depth[from] > 0 {
			g.add(cfa.Unsupported{What: "setjmp in an atomic section"})
			g = &gap{f, f.proc.NewLoc(e.Pos), e.Pos} // nothing leads there
			e.From = g.at
			f.sites = append(f.sites, s)
			continue
		}
		g.goTo(e.From)
		f.sites = append(f.sites, s)
	}
	f.proc.Rebuild(nil)
	for i := range f.sites {
		// Of the objects that live there something is known later; the place is the same.
		f.sites[i].back = f.sites[i].call.To
	}
}

// changed are the variables that may be assigned after a call of setjmp and before a jump.
func (f *frame) changed(from *cfa.Edge, calls []*cfa.Edge) []cfa.RegID {
	// If it is the same buffer each time, a jump leads to the last call.
	again := !f.sameBuffer(from)
	after := f.closure([]cfa.LocID{from.To}, from, again, func(l *cfa.Loc) []int32 { return l.Out },
		func(e *cfa.Edge) cfa.LocID { return e.To })
	var ends []cfa.LocID
	for _, c := range calls {
		ends = append(ends, c.From)
	}
	before := f.closure(ends, from, again, func(l *cfa.Loc) []int32 { return l.In },
		func(e *cfa.Edge) cfa.LocID { return e.From })
	var out []cfa.RegID
	for _, e := range f.proc.Edges {
		r := assigned(e.Op)
		if r == cfa.NoReg || e == from || !after[e.From] || !before[e.To] {
			continue
		}
		if reg := f.prog.Regs[r]; reg.Scope == cfa.Local && reg.Type != "" && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// sameBuffer reports whether a call of setjmp has the same buffer each time in an activation.
func (f *frame) sameBuffer(e *cfa.Edge) bool {
	args := e.Op.(cfa.Call).Args
	if len(args) == 0 {
		return false
	}
	for _, r := range cfa.NewRegIndex(f.prog).Of(args[0]) {
		if !f.fixed(r) {
			return false
		}
	}
	return true
}

// fixed reports whether a register is a parameter that is never assigned, or the address of one object.
func (f *frame) fixed(r cfa.RegID) bool {
	n := 0
	for _, e := range f.proc.Edges {
		if a, ok := e.Op.(cfa.Alloc); ok && a.Dst == r {
			n++
		} else if assigned(e.Op) == r {
			return false
		}
	}
	return n <= 1
}

// closure is where edges lead from some places, in one direction, without one of them unless it may be taken.
func (f *frame) closure(from []cfa.LocID, not *cfa.Edge, take bool, next func(*cfa.Loc) []int32,
	end func(*cfa.Edge) cfa.LocID) map[cfa.LocID]bool {
	seen, work := map[cfa.LocID]bool{}, slices.Clone(from)
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[l] {
			continue
		}
		seen[l] = true
		for _, i := range next(&f.proc.Locs[l]) {
			if e := f.proc.Edges[i]; e != not || take {
				work = append(work, end(e))
			}
		}
	}
	return seen
}

// assigned is the register that an operation sets; NoReg: none. What an allocation sets is not a variable.
func assigned(op cfa.Op) cfa.RegID {
	if _, ok := op.(cfa.Alloc); ok {
		return cfa.NoReg
	}
	return cfa.Def(op)
}

// sections says how many atomic sections are open at the places of the procedure.
func (f *frame) sections() map[cfa.LocID]int {
	depth := map[cfa.LocID]int{f.proc.Entry: 0}
	work := []cfa.LocID{f.proc.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range f.proc.Locs[l].Out {
			e, d := f.proc.Edges[i], depth[l]
			switch e.Op.(type) {
			case cfa.AtomicBegin:
				d++
			case cfa.AtomicEnd:
				d--
			}
			if _, ok := depth[e.To]; !ok {
				depth[e.To] = d
				work = append(work, e.To)
			}
		}
	}
	return depth
}

// followObjects gives each object of the stack a register that says whether it lives, and finds which live
// at the calls of setjmp.
func (f *frame) followObjects() {
	by := map[*cfa.Edge]*alloc{}
	for _, e := range slices.Clone(f.proc.Edges) {
		op, ok := e.Op.(cfa.Alloc)
		if !ok || op.Kind != cfa.Stack || f.prog.Regs[op.Dst].Scope != cfa.Local {
			continue
		}
		a := f.allocOf(op.Dst)
		if a == nil {
			a = &alloc{edge: e, reg: op.Dst, live: f.local("lives", term.Bool)}
			f.allocs = append(f.allocs, a)
		}
		by[e] = a
	}
	for i := range f.sites {
		f.sites[i].lives = map[*alloc]life{}
	}
	for _, a := range f.allocs {
		at := f.livesAt(a, by)
		for i := range f.sites {
			f.sites[i].lives[a] = at[f.sites[i].call.From]
		}
		for e, b := range by {
			if b == a && at[e.From] != dead {
				f.mayRepeat()
			}
		}
	}
	for _, e := range slices.Clone(f.proc.Edges) {
		a := by[e]
		free, isFree := e.Op.(cfa.Free)
		if isFree && free.Kind == cfa.Stack {
			a = f.allocAt(free.Addr)
		}
		if a == nil {
			continue
		}
		g, to := f.behind(e)
		if !isFree && f.twice != cfa.NoReg {
			g.set(f.twice, f.ts.Or(f.prog.Sym(f.twice), f.prog.Sym(a.live)))
		}
		g.set(a.live, f.ts.Bool(!isFree))
		g.goTo(to)
	}
	f.proc.Rebuild(nil)
	for i := range f.sites {
		f.sites[i].back = f.sites[i].call.To
	}
}

// mayRepeat has it noticed that an object is made again before it has ended.
func (f *frame) mayRepeat() {
	if f.twice == cfa.NoReg {
		f.twice = f.local("several", term.Bool)
	}
}

func (f *frame) allocOf(r cfa.RegID) *alloc {
	i := slices.IndexFunc(f.allocs, func(a *alloc) bool { return a.reg == r })
	if i < 0 {
		return nil
	}
	return f.allocs[i]
}

func (f *frame) allocAt(addr term.Term) *alloc {
	i := slices.IndexFunc(f.allocs, func(a *alloc) bool { return f.prog.Sym(a.reg) == addr })
	if i < 0 {
		return nil
	}
	return f.allocs[i]
}

// livesAt says at which places an object lives.
func (f *frame) livesAt(a *alloc, by map[*cfa.Edge]*alloc) map[cfa.LocID]life {
	at := map[cfa.LocID]life{f.proc.Entry: dead}
	work := []cfa.LocID{f.proc.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range f.proc.Locs[l].Out {
			e, now := f.proc.Edges[i], at[l]
			if by[e] == a {
				now = lives
			} else if free, ok := e.Op.(cfa.Free); ok && free.Kind == cfa.Stack &&
				free.Addr == f.prog.Sym(a.reg) {
				now = dead
			}
			if n := join(at[e.To], now); n != at[e.To] {
				at[e.To] = n
				work = append(work, e.To)
			}
		}
	}
	return at
}
