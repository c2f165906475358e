package model

import (
	"fmt"
	"maps"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/step/large"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// maxSplits bounds the variables that one step gives values in all combinations.
const maxSplits = 4

// maxCopied bounds the conditions of one template about the node.
const maxCopied = 24

// splitConflicts bounds the effort for one question.
const splitConflicts = 1_000

// promoter adds variables that say of each thread whether it is about the element that is followed: one for
// each condition under which an access is. A step after which that is not known becomes two. So control
// states tell the threads that are at this element from all others.
type promoter struct {
	x     *extractor
	ghost []map[term.Term]term.Term // by template: variables by condition
	order [][]term.Term             // the conditions
	never map[term.Term]term.Term   // conditions that hold of no element, with the value false
	// here is what the analysis of intervals says where the present edge begins.
	here term.Term
	// solver decides what follows from a guard.
	solver smt.Solver
}

// promote adds the variables for all conditions that were met.
func (x *extractor) promote() {
	p := &promoter{x: x, never: map[term.Term]term.Term{}, here: x.st.True()}
	for i := range x.sys.Templates {
		p.ghost = append(p.ghost, map[term.Term]term.Term{})
		p.order = append(p.order, nil)
		p.declare(i, &x.sys.Templates[i])
	}
	for i := range x.sys.Templates {
		t := &x.sys.Templates[i]
		var edges []Edge
		for _, e := range t.Edges {
			p.here = p.ranges(i, e.From)
			edges = append(edges, p.split(i, t, e)...)
		}
		t.Edges = edges
		for k := range t.Accesses {
			a := &t.Accesses[k]
			put := term.NewSubstituter(x.st, p.known(i, t, a.From))
			a.Guard, a.About = put.Apply(a.Guard), put.Apply(a.About)
		}
		t.link()
		p.forget(i, t)
	}
}

// link lists the steps of each location.
func (t *Template) link() {
	for l := range t.Locs {
		t.Locs[l].Out = nil
	}
	for k := range t.Edges {
		from := &t.Locs[t.Edges[k].From]
		from.Out = append(from.Out, k)
	}
}

// forget takes the variables out of locations from which on nothing depends on them.
func (p *promoter) forget(i int, t *Template) {
	ghost := map[term.Term]bool{}
	for _, g := range p.ghost[i] {
		ghost[g] = true
	}
	needed := make([]map[term.Term]bool, len(t.Locs))
	for l := range needed {
		needed[l] = map[term.Term]bool{}
	}
	changed := true
	use := func(l int, v term.Term) {
		for _, sym := range p.x.st.Symbols(v) {
			if ghost[sym] && !needed[l][sym] {
				needed[l][sym], changed = true, true
			}
		}
	}
	for _, a := range t.Accesses {
		use(a.From, p.x.st.And(a.Guard, a.About))
	}
	for changed {
		changed = false
		for _, e := range t.Edges {
			use(e.From, e.Guard)
			for sym, v := range e.Updates {
				if !ghost[sym] || needed[e.To][sym] {
					use(e.From, v)
				}
			}
			if e.Spawn != nil {
				for _, v := range e.Spawn.Args {
					use(e.From, v)
				}
			}
			for sym := range needed[e.To] {
				if _, set := e.Updates[sym]; !set && e.Kind == Step {
					use(e.From, sym)
				}
			}
		}
	}
	for l := range t.Locs {
		t.Locs[l].Live = slices.DeleteFunc(t.Locs[l].Live, func(sym term.Term) bool {
			return ghost[sym] && !needed[l][sym]
		})
	}
	for _, e := range t.Edges {
		maps.DeleteFunc(e.Updates, func(sym, _ term.Term) bool { return ghost[sym] && !needed[e.To][sym] })
	}
}

// declare makes the variables of a template, live wherever their conditions are known.
func (p *promoter) declare(i int, t *Template) {
	local := map[term.Term]bool{}
	for _, v := range t.Locals {
		local[v.Sym] = true
	}
	found := map[term.Term]bool{}
	for k := range t.Edges {
		maps.Copy(found, p.matches(&t.Edges[k]))
	}
	p.copied(t, found)
	for _, m := range slices.Sorted(maps.Keys(found)) {
		ours := true
		for _, sym := range p.x.st.Symbols(m) {
			ours = ours && (local[sym] || slices.Contains(p.x.sys.Rigid, sym))
		}
		if !ours {
			continue
		}
		if p.implied(p.x.st.True(), p.x.st.Not(m)) {
			p.never[m] = p.x.st.False()
			continue
		}
		t.Hints = append(t.Hints, m, p.x.memory.hint(p.x, m))
		name := fmt.Sprintf("%s::at element %d", t.Name, len(p.order[i]))
		g := p.x.st.Fresh(name, term.Bool)
		p.ghost[i][m] = g
		p.order[i] = append(p.order[i], m)
		t.Locals = append(t.Locals, Var{Name: name, Sym: g})
	}
	for l := range t.Locs {
		for _, m := range p.order[i] {
			if p.alive(t, l, m) {
				t.Locs[l].Live = append(t.Locs[l].Live, p.ghost[i][m])
			}
		}
	}
}

// copied adds what has to hold before a step so that a pointer leads to the node after it.
func (p *promoter) copied(t *Template, found map[term.Term]bool) {
	st := p.x.st
	if p.x.nodes == nil {
		return
	}
	for changed := true; changed; {
		changed = false
		for k := range t.Edges {
			before := term.NewSubstituter(st, t.Edges[k].Updates)
			for _, m := range slices.Sorted(maps.Keys(found)) {
				c := before.Apply(m)
				if st.Op(c) != term.OpEq || found[c] || len(found) >= maxCopied ||
					st.Arg(c, 0) != p.x.nodes.node && st.Arg(c, 1) != p.x.nodes.node {
					continue
				}
				found[c], changed = true, true
			}
		}
	}
}

// matches are the conditions in an edge by which an access is about an element that is followed.
func (p *promoter) matches(e *Edge) map[term.Term]bool {
	st := p.x.st
	found := map[term.Term]bool{}
	note := func(u term.Term) {
		for u := range st.Subterms(u) {
			if st.Op(u) == term.OpEq && (slices.Contains(p.x.sys.Rigid, st.Arg(u, 0)) ||
				slices.Contains(p.x.sys.Rigid, st.Arg(u, 1))) {
				found[u] = true
			}
		}
	}
	note(e.Guard)
	for _, v := range e.Updates {
		note(v)
	}
	if e.Spawn != nil {
		for _, v := range e.Spawn.Args {
			note(v)
		}
	}
	return found
}

// alive reports whether all locals of a condition are live at a location. None is where the program begins:
// its first step decides them.
func (p *promoter) alive(t *Template, l int, m term.Term) bool {
	if l == 0 && t == &p.x.sys.Templates[0] {
		return false
	}
	for _, sym := range p.x.st.Symbols(m) {
		if !slices.Contains(p.x.sys.Rigid, sym) && !slices.Contains(t.Locs[l].Live, sym) {
			return false
		}
	}
	return true
}

// known are the conditions that the variables stand for at a location.
func (p *promoter) known(i int, t *Template, l int) map[term.Term]term.Term {
	out := maps.Clone(p.never)
	for _, m := range p.order[i] {
		if p.alive(t, l, m) {
			out[m] = p.ghost[i][m]
		}
	}
	return out
}

// ranges is what the analysis of intervals says of the registers of a thread at a location.
func (p *promoter) ranges(template, l int) term.Term {
	x, st, w := p.x, p.x.st, p.x.walkers[template]
	out := st.True()
	at := w.Todo[l]
	if !x.valid || at == large.Ended {
		return out
	}
	for _, r := range slices.Sorted(maps.Keys(w.regs)) {
		sort := x.prog.Regs[r].Sort
		if !sort.IsBitVec() || sort.Width() > 64 || sort.Width() == 0 || !w.live[at].Has(r) {
			continue
		}
		if v, reached := x.inv.RegAt(w.proc.ID, at, r); reached && !v.IsFull() && v.Width == sort.Width() {
			span := (v.Hi - v.Lo) & absint.Mask(v.Width)
			out = st.And(out, st.BVUle(st.BVSub(x.prog.Sym(r), st.BV(v.Width, v.Lo)), st.BV(v.Width, span)))
		}
	}
	return out
}

// implied reports whether a condition follows from a guard, for the values of rigid symbols that count and
// what the analysis of intervals says.
func (p *promoter) implied(guard, cond term.Term) bool {
	if p.solver == nil {
		p.solver = native.New(p.x.st, native.Config{Conflicts: splitConflicts})
	}
	known := append(slices.Clone(p.x.sys.Assume), p.here, guard, p.x.st.Not(cond))
	return p.solver.Check(p.x.ctx, known...).Status == smt.Unsat
}

// split makes of an edge one that assigns the variables, or several where conditions are open.
func (p *promoter) split(i int, t *Template, e Edge) []Edge {
	st := p.x.st
	after := term.NewSubstituter(st, e.Updates)
	put := term.NewSubstituter(st, p.known(i, t, e.From))
	e.Guard = put.Apply(e.Guard)
	updates := map[term.Term]term.Term{}
	for sym, v := range e.Updates {
		updates[sym] = put.Apply(v)
	}
	if e.Kind == Step {
		for _, m := range p.order[i] {
			if v := put.Apply(after.Apply(m)); p.alive(t, e.To, m) && v != p.ghost[i][m] {
				updates[p.ghost[i][m]] = v
			}
		}
	}
	if e.Spawn != nil {
		e.Spawn = p.spawn(e.Spawn, put.Apply)
	}
	e.Updates = updates
	return p.decide(&e, slices.Sorted(maps.Keys(p.matches(&e))))
}

// decide puts the values of conditions into an edge; one that is open makes two of it.
func (p *promoter) decide(e *Edge, conditions []term.Term) []Edge {
	st := p.x.st
	value := map[term.Term]term.Term{}
	var open []term.Term
	for _, c := range conditions {
		switch {
		case p.implied(e.Guard, st.Not(c)):
			value[c] = st.False()
		case p.implied(e.Guard, c):
			value[c] = st.True()
		case len(open) < maxSplits:
			open = append(open, c)
		}
	}
	var out []Edge
	for choice := range 1 << len(open) {
		c := *e
		var taken []term.Term
		for k, cond := range open {
			if value[cond] = st.False(); choice>>k&1 != 0 {
				value[cond] = st.True()
				taken = append(taken, cond)
			} else {
				taken = append(taken, st.Not(cond))
			}
		}
		put := term.NewSubstituter(st, value).Apply
		c.Guard = st.And(append(taken, put(e.Guard))...)
		c.Updates = map[term.Term]term.Term{}
		for sym, v := range e.Updates {
			c.Updates[sym] = put(v)
		}
		if e.Spawn != nil {
			c.Spawn = p.spawn(e.Spawn, put)
		}
		if !st.IsFalse(c.Guard) && (len(open) == 0 || !p.implied(c.Guard, st.False())) {
			out = append(out, c)
		}
	}
	return out
}

// spawn is the creation of a thread with other arguments, and with the variables of the thread. A condition
// is about what the new thread's locals begin with: one that begins with any value leaves its variable open.
func (p *promoter) spawn(s *Spawn, put func(term.Term) term.Term) *Spawn {
	c := &Spawn{Template: s.Template, Args: map[term.Term]term.Term{}}
	t := &p.x.sys.Templates[s.Template]
	begin := map[term.Term]term.Term{}
	for _, v := range t.Locals {
		if v.Init != term.None {
			begin[v.Sym] = v.Init
		}
	}
	maps.Copy(begin, s.Args)
	for _, m := range p.order[s.Template] {
		open := slices.ContainsFunc(p.x.st.Symbols(m), func(sym term.Term) bool {
			return begin[sym] == term.None && !slices.Contains(p.x.sys.Rigid, sym)
		})
		if !open && p.alive(t, 0, m) {
			c.Args[p.ghost[s.Template][m]] = put(p.x.st.Substitute(m, begin))
		}
	}
	for sym, v := range s.Args {
		c.Args[sym] = put(v)
	}
	return c
}
