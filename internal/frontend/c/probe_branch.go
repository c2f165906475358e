package c

import (
	"strconv"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// branchSite is the site of a branching whose keyword is a token.
func (wa *watch) branchSite(t cc.Token) (int, bool) {
	if wa.low.monitor == nil || wa.unit.model || wa.flow.Constant {
		return 0, false
	}
	n, ok := wa.low.monitor.SiteAt(probe.Branch, wa.unit.pos(tokenNode{t}))
	return n, ok
}

// watched puts the probes of a branching between its condition and where it
// leads: the places that the condition leads to are returned.
func (wa *watch) watched(t cc.Token, yes, no flow.Loc) (flow.Loc, flow.Loc) {
	n, ok := wa.branchSite(t)
	if !ok {
		return yes, no
	}
	return wa.watch(n, yes, true), wa.watch(n, no, false)
}

func (wa *watch) watch(n int, to flow.Loc, taken bool) flow.Loc {
	saved := wa.flow.Cur
	at := wa.flow.NewLoc()
	wa.flow.Pin(at)
	wa.flow.Cur = at
	wa.runSite(n, func(i int) term.Term {
		return wa.ts.Bool(
			(wa.low.monitor.Probes[wa.low.monitor.ProbeSites[n].Probes[i]].Expr == "true") == taken)
	})
	wa.flow.Jump(to)
	wa.flow.Cur = saved
	return at
}

// watchSwitch looks at the probes of a switch whose controlling expression has
// the value v; other is the condition that no case matches.
func (wa *watch) watchSwitch(n int, v, other term.Term) {
	wa.runSite(n, func(i int) term.Term {
		e := wa.low.monitor.Probes[wa.low.monitor.ProbeSites[n].Probes[i]].Expr
		if e == "default" {
			return other
		}
		k, err := strconv.ParseInt(e, 0, 64)
		if err != nil {
			return wa.ts.False()
		}
		w := wa.ts.Sort(v).Width()
		c := wa.values.BV(w, uint64(k))
		if back, ok := wa.ts.ConstUint64(c); ok && w < 64 && int64(back<<(64-w))>>(64-w) != k &&
			int64(back) != k {
			return wa.ts.False() // no value of this type
		}
		return wa.ts.Eq(v, c)
	})
}

// watchValue looks at the probes of a conditional expression with the condition c.
func (wa *watch) watchValue(n int, c term.Term) term.Term {
	if !wa.ts.IsConst(c) {
		r := wa.flow.NewReg("cond", term.Bool, "", false)
		wa.flow.Emit(cfa.Assign{Dst: r, Value: c})
		c = wa.flow.Sym(r)
	}
	wa.runSite(n, func(i int) term.Term {
		if wa.low.monitor.Probes[wa.low.monitor.ProbeSites[n].Probes[i]].Expr == "true" {
			return c
		}
		return wa.ts.Not(c)
	})
	return c
}

// loopProbe lowers the probe before the controlling expression of a loop and
// returns the expression without it; nil if there is none.
func (wa *watch) loopProbe(n cc.ExpressionNode) cc.ExpressionNode {
	l, ok := n.(*cc.ExpressionList)
	if wa.low.monitor == nil || !ok || l == nil {
		return n
	}
	x, ok := syntax.Unparen(l.AssignmentExpression).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall || l.ExpressionList == nil {
		return n
	}
	if d := syntax.Callee(x.PostfixExpression); d == nil || d.Name() != probe.Call {
		return n
	}
	wa.exprs.effect(l.AssignmentExpression)
	if rest := l.ExpressionList; rest.ExpressionList == nil {
		return rest.AssignmentExpression
	}
	return l.ExpressionList
}
