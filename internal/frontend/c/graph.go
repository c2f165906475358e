package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// loc numbers the places of a graph.
type loc int32

// step is an edge of a graph. An edge without operation is a plain jump.
type step struct {
	from, to loc
	op       cfa.Op
	callee   *entity          // of a Call or Spawn with a known function
	called   *cc.FunctionType // of a Call through a pointer: the type of what is called
	args     int              // of a Call through a pointer: how many the program gives
	unwinds  bool             // the objects on the stack of the thread end here
	pos      source.Pos
	macro    source.Pos // Edge.Macro
	text     string
	sync     *cfa.Sync
	// made and access are Edge.Made and Edge.Access.
	made   *cfa.Made
	access string
	// node is the part of the program that makes this step, where that is one part; see Instrumented.
	node cc.Node
}

// graph is a control-flow automaton under construction. It may hold plain
// jumps and unreachable parts; finish leaves both out.
type graph struct {
	steps  []step
	out    [][]int32 // steps by origin
	in     []int32   // number of steps that lead to a place
	labels map[loc]string
	places []source.Pos
}

func (g *graph) newLoc(pos source.Pos) loc {
	g.out = append(g.out, nil)
	g.in = append(g.in, 0)
	g.places = append(g.places, pos)
	return loc(len(g.out) - 1)
}

func (g *graph) add(s step) {
	g.out[s.from] = append(g.out[s.from], int32(len(g.steps)))
	g.in[s.to]++
	g.steps = append(g.steps, s)
}

func (g *graph) label(at loc, name string) {
	if g.labels == nil {
		g.labels = map[loc]string{}
	}
	if _, ok := g.labels[at]; !ok {
		g.labels[at] = name
	}
}

// skip follows plain jumps from a place. A cycle of plain jumps, an empty
// endless loop, is one place: the first of its places.
func (g *graph) skip(at loc) loc {
	next := func(at loc) (loc, bool) {
		if len(g.out[at]) != 1 {
			return at, false
		}
		s := &g.steps[g.out[at][0]]
		return s.to, s.op == nil
	}
	for range g.out {
		to, plain := next(at)
		if !plain {
			return at
		}
		at = to
	}
	first := at
	for p, _ := next(at); p != at; p, _ = next(p) {
		first = min(first, p)
	}
	return first
}

// finish writes the reachable part of the graph into a procedure.
func (l *lowerer) finish(p *cfa.Proc, g *graph, entry loc) {
	numbers := map[loc]cfa.LocID{}
	var order []loc
	place := func(at loc) cfa.LocID {
		at = g.skip(at)
		if n, ok := numbers[at]; ok {
			return n
		}
		n := p.NewLoc(g.places[at])
		numbers[at] = n
		order = append(order, at)
		return n
	}
	first := g.skip(entry)
	numbers[first] = p.Entry
	p.Locs[p.Entry].Pos = g.places[first]
	order = append(order, first)
	for i := 0; i < len(order); i++ {
		at := order[i]
		for _, si := range g.out[at] {
			s := &g.steps[si]
			op := s.op
			if op == nil {
				op = cfa.Assume{Cond: l.ts.True()}
			}
			if s.callee != nil {
				switch o := op.(type) {
				case cfa.Call:
					o.Proc = l.proc(s.callee)
					op = o
				case cfa.Spawn:
					o.Proc = l.proc(s.callee)
					op = o
				}
			}
			e := l.prog.NewEdge(p, numbers[at], place(s.to), op, s.pos)
			e.Text, e.Sync, e.Made, e.Access, e.Macro = s.text, s.sync, s.made, s.access, s.macro
			l.notePointer(p, e, s)
			if s.unwinds {
				l.unwinds = append(l.unwinds, procEdge{p, e})
			}
			if l.nodes != nil && s.node != nil {
				l.nodes[e.ID] = s.node
			}
		}
	}
	for at, name := range g.labels {
		if n, ok := numbers[g.skip(at)]; ok {
			if old := p.Locs[n].Label; old == "" || name < old {
				p.Locs[n].Label = name
			}
		}
	}
}

// emit adds an operation at the current place.
func (f *fn) emit(op cfa.Op) *step {
	if after := f.raced(op); after != nil {
		i := len(f.g.steps)
		f.emitPlain(op)
		after()
		return &f.g.steps[i]
	}
	return f.emitPlain(op)
}

func (f *fn) emitPlain(op cfa.Op) *step {
	next := f.g.newLoc(f.pos)
	f.g.add(step{from: f.cur, to: next, op: op, pos: f.pos, macro: f.macroPlace(), text: f.text,
		node: f.callNode})
	f.cur = next
	if _, ok := op.(cfa.AtomicBegin); ok {
		f.hasSections = true
	} else if _, ok := op.(cfa.AtomicEnd); ok {
		f.hasSections = true
	}
	f.emitted++
	return &f.g.steps[len(f.g.steps)-1]
}

// end adds an operation that ends the path; what follows is unreachable.
func (f *fn) end(op cfa.Op) {
	f.emit(op)
	f.cur = f.g.newLoc(f.pos)
}

// jump goes on at a place.
func (f *fn) jump(to loc) {
	f.g.add(step{from: f.cur, to: to, pos: f.pos})
	f.emitted++
	f.cur = f.g.newLoc(f.pos)
}

// goTo makes a place, which other steps may lead to, the current one.
func (f *fn) goTo(at loc) {
	f.g.add(step{from: f.cur, to: at, pos: f.pos})
	f.emitted++
	f.cur = at
}

// branch goes to yes where cond holds and to no elsewhere.
func (f *fn) branch(cond term.Term, yes, no loc) {
	negated := ""
	if f.text != "" {
		negated = "!(" + f.text + ")"
	}
	f.branchAs(cond, f.text, negated, yes, no)
}

// branchOn is branch for a condition that is an expression of the program: it is the text of both ways, and
// not the statement or the larger condition that it is a part of.
func (f *fn) branchOn(n cc.ExpressionNode, cond term.Term, yes, no loc) {
	n = syntax.Unparen(n)
	negated := "!(" + syntax.Excerpt(n) + ")"
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.branchOn(x.CastExpression, f.ts.Not(cond), no, yes)
			return
		}
		negated = "!" + syntax.Excerpt(n)
	case *cc.PrimaryExpression, *cc.PostfixExpression:
		negated = "!" + syntax.Excerpt(n)
	}
	f.branchAs(cond, syntax.Excerpt(n), negated, yes, no)
}

// branchAs is branch with the texts of the condition and of its negation.
func (f *fn) branchAs(cond term.Term, text, negated string, yes, no loc) {
	switch {
	case f.ts.IsTrue(cond):
		f.jump(yes)
		return
	case f.ts.IsFalse(cond):
		f.jump(no)
		return
	}
	f.g.add(step{from: f.cur, to: yes, op: cfa.Assume{Cond: cond}, pos: f.pos, macro: f.macroPlace(),
		text: text})
	f.g.add(step{from: f.cur, to: no, op: cfa.Assume{Cond: f.ts.Not(cond)}, pos: f.pos, macro: f.macroPlace(),
		text: negated})
	f.emitted++
	f.cur = f.g.newLoc(f.pos)
}

// assume keeps only the paths on which cond holds.
func (f *fn) assume(cond term.Term) {
	if !f.ts.IsTrue(cond) {
		f.emit(cfa.Assume{Cond: cond})
	}
}

// guard makes cond's failing the end of the path by op.
func (f *fn) guard(cond term.Term, op cfa.Op) {
	if f.ts.IsTrue(cond) {
		return
	}
	ok, bad := f.g.newLoc(f.pos), f.g.newLoc(f.pos)
	f.branch(cond, ok, bad)
	f.cur = bad
	f.violate(op, nil)
	f.cur = ok
}

// isDead reports whether nothing leads to the current place.
func (f *fn) isDead() bool { return f.cur != f.entry && f.g.in[f.cur] == 0 && !f.pinned[f.cur] }
