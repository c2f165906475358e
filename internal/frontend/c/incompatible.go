package c

import (
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/term"
)

// A call through a pointer is undefined behaviour if the function has another type (C11 6.3.2.3p8,
// 6.5.2.2p9). Types that gcc represents in the same way count as one here: pointers to whatever, signed and
// unsigned integers, and results that are dropped. Programs rely on that, above all for functions that
// compare, and what happens then is no secret. Every other call ends the path. Which functions a pointer may
// lead to is known when all of the program is lowered, so this is done last of all.

// A throughPointer is a call or a start of a thread through a pointer.
type throughPointer struct {
	proc *cfa.Proc
	edge *cfa.Edge
	typ  *cc.FunctionType // nil for the start of a thread, also by the procedure that threads start with
	args int              // how many the call gives
}

// notePointer returns what remembers the edge of a call or a start of a thread through a pointer.
func (l *lowerer) notePointer(typ *cc.FunctionType, args int) func(*cfa.Proc, *cfa.Edge) {
	return func(p *cfa.Proc, e *cfa.Edge) {
		l.throughPointers = append(l.throughPointers, throughPointer{p, e, typ, args})
	}
}

// maxNamed is how many functions of other types have an undefined behaviour of their own at a call.
const maxNamed = 4

// endIncompatible lets the calls through pointers to functions of other types be undefined behaviour.
func (l *lowerer) endIncompatible() {
	changed := map[*cfa.Proc]bool{}
	addrs := slices.Sorted(maps.Keys(l.byAddr))
	for _, c := range l.throughPointers {
		var target term.Term
		switch op := c.edge.Op.(type) {
		case cfa.Call:
			target = op.Target
		case cfa.Spawn:
			target = op.Target
		}
		var what []string
		var is []term.Term
		all := l.ts.False()
		for _, addr := range addrs {
			e := l.byAddr[addr]
			def := e.signature()
			if def == nil || !l.incompatible(def, c) {
				continue
			}
			if same := l.ts.Eq(target, l.prog.Ptr(addr)); !l.ts.IsFalse(same) {
				what = append(what, "call of "+e.name+" through an incompatible type")
				is = append(is, same)
				all = l.ts.Or(all, same)
			}
		}
		switch {
		case len(is) == 0:
			continue
		case l.ts.IsTrue(all):
			c.edge.Op, c.edge.To = cfa.UB{What: what[0]}, c.proc.NewLoc(c.edge.Pos)
		default:
			if len(is) > maxNamed {
				what, is = []string{"call of a function through an incompatible type"}, []term.Term{all}
			}
			for i, cond := range is {
				l.endWhere(c, cond, what[i])
			}
			from := c.edge.From
			c.edge.From = c.proc.NewLoc(c.edge.Pos)
			l.prog.NewEdge(c.proc, from, c.edge.From, cfa.Assume{Cond: l.ts.Not(all)}, c.edge.Pos)
		}
		changed[c.proc] = true
	}
	for p := range changed {
		p.Rebuild(nil)
	}
}

// endWhere adds a way that ends before a call if cond holds.
func (l *lowerer) endWhere(c throughPointer, cond term.Term, what string) {
	at := c.proc.NewLoc(c.edge.Pos)
	l.prog.NewEdge(c.proc, c.edge.From, at, cfa.Assume{Cond: cond}, c.edge.Pos)
	l.prog.NewEdge(c.proc, at, c.proc.NewLoc(c.edge.Pos), cfa.UB{What: what}, c.edge.Pos)
}

// incompatible reports whether a function is something else, for the compiler, than what is called. A thread
// may start with any function that takes at most one scalar.
func (l *lowerer) incompatible(def *cc.FunctionType, c throughPointer) bool {
	params := repr.Params(def)
	if c.typ == nil {
		return len(params) > 1 || len(params) == 1 &&
			(repr.IsAggregate(params[0]) || l.types.Scalar(params[0]).Class == repr.Floating) ||
			repr.IsAggregate(def.Result())
	}
	switch result := c.typ.Result(); {
	case repr.IsVoid(result):
		if repr.IsAggregate(def.Result()) {
			return true
		}
	case repr.IsVoid(def.Result()) || !l.types.Alike(result, def.Result()):
		return true
	}
	if def.IsVariadic() != c.typ.IsVariadic() {
		return true
	}
	called := repr.Params(c.typ)
	switch {
	case len(params) == 0 && def.MaxArgs() != 0:
		return false // defined without a prototype
	case len(called) == 0 && c.typ.MaxArgs() != 0:
		return c.args != len(params)
	case len(called) != len(params):
		return true
	}
	for i, p := range params {
		if !l.types.Alike(p, called[i]) {
			return true
		}
	}
	return false
}
