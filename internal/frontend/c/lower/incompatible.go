package lower

import (
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/property"
	"whittle.dev/term"

	"modernc.org/cc/v4"
)

// A call through a pointer is undefined behaviour if the function has another type (C11 6.3.2.3p8,
// 6.5.2.2p9). Types that gcc represents in the same way count as one here: pointers to whatever, signed and
// unsigned integers, and results that are dropped. Programs rely on that, above all for functions that
// compare, and what happens then is no secret; only StrictCalls makes a violation of it. Every other call is
// a violation and ends the path. Which functions a pointer may lead to is known when all of the program is
// lowered, so this is done last of all.

// A throughPointer is a call or a start of a thread through a pointer.
type throughPointer struct {
	proc *cfa.Proc
	edge *cfa.Edge
	Called
}

// NotePointer returns what remembers the edge of a call or a start of a thread through a pointer.
func (l *lowerer) NotePointer(c Called) func(*cfa.Proc, *cfa.Edge) {
	return func(p *cfa.Proc, e *cfa.Edge) {
		l.throughPointers = append(l.throughPointers, throughPointer{p, e, c})
	}
}

// noteRetyped remembers that a program converts a pointer to a function to something else.
func (l *lowerer) noteRetyped(x *cc.CastExpression, u *unit, v cc.Type) {
	if _, ok := repr.Elem(v.Decay()).(*cc.FunctionType); !ok || u.Model {
		return
	}
	from, to := u.Types.Value(x.CastExpression), u.Types.Named(x.TypeName)
	if from == nil || to == nil || !ctype.Compatible(from, to.Unqualified()) {
		l.retyped = append(l.retyped, u.pos(x))
	}
}

// maxNamed is how many functions of other types have an undefined behaviour of their own at a call.
const maxNamed = 4

// A wrongTarget is a function that a call through a pointer does not agree with.
type wrongTarget struct {
	is   term.Term // that the pointer leads to it
	what string
}

// endIncompatible lets the calls through pointers to functions of other types be undefined behaviour.
func (l *lowerer) endIncompatible() {
	changed := map[*cfa.Proc]bool{}
	addrs := slices.Sorted(maps.Keys(l.byAddr))
	alike := false
	for _, c := range l.throughPointers {
		var target term.Term
		switch op := c.edge.Op.(type) {
		case cfa.Call:
			target = op.Target
		case cfa.Spawn:
			target = op.Target
		}
		var ends, violates []wrongTarget
		for _, addr := range addrs {
			e := l.byAddr[addr]
			same := l.Ts.Eq(target, l.Prog.Ptr(addr))
			if e.Signature() == nil || l.Ts.IsFalse(same) {
				continue
			}
			switch d := l.disagreement(e, c.Called); {
			case d.what == "":
			case !d.alike:
				ends = append(ends, wrongTarget{same, d.what})
			case l.strictCalls():
				violates = append(violates, wrongTarget{same, d.what})
			default:
				alike = true
			}
		}
		if len(ends)+len(violates) > 0 {
			l.divert(c, violates, false)
			l.divert(c, ends, true)
			changed[c.proc] = true
		}
	}
	for p := range changed {
		p.Rebuild(nil)
	}
	if alike && !l.Cfg.StrictCalls {
		l.Prog.Retyped = append(l.Prog.Retyped, l.retyped...)
	}
}

// strictCalls reports whether a call of a function whose type is only alike is a violation.
func (l *lowerer) strictCalls() bool {
	return l.Cfg.StrictCalls && l.Cfg.Property.Covers(property.NoUndefinedBehaviour)
}

// divert adds ways to violations, where that is looked for, before a call, and lets the path end by undefined
// behaviour or go on with the call. The way around a violation is for the other properties, see
// flow.Builder.Violate.
func (l *lowerer) divert(c throughPointer, wrong []wrongTarget, end bool) {
	if len(wrong) == 0 {
		return
	}
	all := l.Ts.False()
	for _, w := range wrong {
		all = l.Ts.Or(all, w.is)
	}
	if len(wrong) > maxNamed {
		wrong = []wrongTarget{{all, "call of a function through an incompatible type"}}
	}
	edge := func(from, to cfa.LocID, op cfa.Op) { l.Prog.NewEdge(c.proc, from, to, op, c.edge.Pos) }
	loc := func() cfa.LocID { return c.proc.NewLoc(c.edge.Pos) }
	from, call := c.edge.From, loc()
	if l.Ts.IsTrue(all) && end {
		// Nothing is left of the call.
		c.edge.Op, c.edge.To = cfa.Assume{Cond: all}, loc()
		l.violateAt(c, c.edge.To, call, wrong[0].what, end)
		return
	}
	for _, w := range wrong {
		at := loc()
		edge(from, at, cfa.Assume{Cond: w.is})
		l.violateAt(c, at, call, w.what, end)
	}
	if not := l.Ts.Not(all); !l.Ts.IsFalse(not) {
		edge(from, call, cfa.Assume{Cond: not})
	}
	c.edge.From = call
}

// violateAt adds the violation by a call that is about to be made at a place, and what follows it.
func (l *lowerer) violateAt(c throughPointer, at, call cfa.LocID, what string, end bool) {
	edge := func(from, to cfa.LocID, op cfa.Op) { l.Prog.NewEdge(c.proc, from, to, op, c.edge.Pos) }
	loc := func() cfa.LocID { return c.proc.NewLoc(c.edge.Pos) }
	if l.Cfg.Property.Covers(property.NoUndefinedBehaviour) {
		bad, around := loc(), call
		if end {
			around = loc()
		}
		edge(at, bad, cfa.Assume{Cond: l.Ts.True()})
		edge(bad, loc(), cfa.Violation{Property: property.NoUndefinedBehaviour, Behaviour: property.Call,
			Message: what})
		edge(at, around, cfa.Assume{Cond: l.Ts.False()})
		at = around
	}
	if end {
		edge(at, loc(), cfa.UB{What: what})
	}
}
