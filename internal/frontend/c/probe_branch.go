package c

import (
	"strconv"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// branchSite is the site of a branching whose keyword is a token.
func (f *fn) branchSite(t cc.Token) (int, bool) {
	if f.monitor == nil || f.unit.model || f.flow.Constant {
		return 0, false
	}
	n, ok := f.monitor.byPlace[probeKey{ProbeBranch, f.unit.pos(tokenNode{t})}]
	return n, ok
}

// watched puts the probes of a branching between its condition and where it
// leads: the places that the condition leads to are returned.
func (f *fn) watched(t cc.Token, yes, no flow.Loc) (flow.Loc, flow.Loc) {
	n, ok := f.branchSite(t)
	if !ok {
		return yes, no
	}
	return f.watch(n, yes, true), f.watch(n, no, false)
}

func (f *fn) watch(n int, to flow.Loc, taken bool) flow.Loc {
	saved := f.flow.Cur
	at := f.flow.NewLoc()
	f.flow.Pin(at)
	f.flow.Cur = at
	f.runSite(n, func(i int) term.Term {
		return f.ts.Bool((f.monitor.Probes[f.monitor.sites[n].probes[i]].Expr == "true") == taken)
	})
	f.flow.Jump(to)
	f.flow.Cur = saved
	return at
}

// watchSwitch looks at the probes of a switch whose controlling expression has
// the value v; other is the condition that no case matches.
func (f *fn) watchSwitch(n int, v, other term.Term) {
	f.runSite(n, func(i int) term.Term {
		e := f.monitor.Probes[f.monitor.sites[n].probes[i]].Expr
		if e == "default" {
			return other
		}
		k, err := strconv.ParseInt(e, 0, 64)
		if err != nil {
			return f.ts.False()
		}
		w := f.ts.Sort(v).Width()
		c := f.values.BV(w, uint64(k))
		if back, ok := f.ts.ConstUint64(c); ok && w < 64 && int64(back<<(64-w))>>(64-w) != k &&
			int64(back) != k {
			return f.ts.False() // no value of this type
		}
		return f.ts.Eq(v, c)
	})
}

// watchValue looks at the probes of a conditional expression with the condition c.
func (f *fn) watchValue(n int, c term.Term) term.Term {
	if !f.ts.IsConst(c) {
		r := f.flow.NewReg("cond", term.Bool, "", false)
		f.flow.Emit(cfa.Assign{Dst: r, Value: c})
		c = f.flow.Sym(r)
	}
	f.runSite(n, func(i int) term.Term {
		if f.monitor.Probes[f.monitor.sites[n].probes[i]].Expr == "true" {
			return c
		}
		return f.ts.Not(c)
	})
	return c
}

// loopProbe lowers the probe before the controlling expression of a loop and
// returns the expression without it; nil if there is none.
func (f *fn) loopProbe(n cc.ExpressionNode) cc.ExpressionNode {
	l, ok := n.(*cc.ExpressionList)
	if f.monitor == nil || !ok || l == nil {
		return n
	}
	x, ok := syntax.Unparen(l.AssignmentExpression).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall || l.ExpressionList == nil {
		return n
	}
	if d := syntax.Callee(x.PostfixExpression); d == nil || d.Name() != probeCall {
		return n
	}
	f.effect(l.AssignmentExpression)
	if rest := l.ExpressionList; rest.ExpressionList == nil {
		return rest.AssignmentExpression
	}
	return l.ExpressionList
}
