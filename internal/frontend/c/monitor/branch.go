package monitor

import (
	"strconv"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// BranchSite is the site of a branching whose keyword is a token.
func (wa *Watch) BranchSite(t cc.Token) (int, bool) {
	if wa.Monitor == nil || wa.Model || wa.Flow.Constant {
		return 0, false
	}
	n, ok := wa.Monitor.SiteAt(probe.Branch, wa.Pos(syntax.TokenNode{Token: t}))
	return n, ok
}

// Watched puts the probes of a branching between its condition and where it
// leads: the places that the condition leads to are returned.
func (wa *Watch) Watched(t cc.Token, yes, no flow.Loc) (flow.Loc, flow.Loc) {
	n, ok := wa.BranchSite(t)
	if !ok {
		return yes, no
	}
	return wa.watch(n, yes, true), wa.watch(n, no, false)
}

func (wa *Watch) watch(n int, to flow.Loc, taken bool) flow.Loc {
	saved := wa.Flow.Cur
	at := wa.Flow.NewLoc()
	wa.Flow.Pin(at)
	wa.Flow.Cur = at
	wa.RunSite(n, func(i int) term.Term {
		return wa.Ts.Bool(
			(wa.Monitor.Probes[wa.Monitor.ProbeSites[n].Probes[i]].Expr == "true") == taken)
	})
	wa.Flow.Jump(to)
	wa.Flow.Cur = saved
	return at
}

// WatchSwitch looks at the probes of a switch whose controlling expression has
// the value v; other is the condition that no case matches.
func (wa *Watch) WatchSwitch(n int, v, other term.Term) {
	wa.RunSite(n, func(i int) term.Term {
		e := wa.Monitor.Probes[wa.Monitor.ProbeSites[n].Probes[i]].Expr
		if e == "default" {
			return other
		}
		k, err := strconv.ParseInt(e, 0, 64)
		if err != nil {
			return wa.Ts.False()
		}
		w := wa.Ts.Sort(v).Width()
		c := wa.Values.BV(w, uint64(k))
		if back, ok := wa.Ts.ConstUint64(c); ok && w < 64 && int64(back<<(64-w))>>(64-w) != k &&
			int64(back) != k {
			return wa.Ts.False() // no value of this type
		}
		return wa.Ts.Eq(v, c)
	})
}

// WatchValue looks at the probes of a conditional expression with the condition c.
func (wa *Watch) WatchValue(n int, c term.Term) term.Term {
	if !wa.Ts.IsConst(c) {
		r := wa.Flow.NewReg("cond", term.Bool, "", false)
		wa.Flow.Emit(cfa.Assign{Dst: r, Value: c})
		c = wa.Flow.Sym(r)
	}
	wa.RunSite(n, func(i int) term.Term {
		if wa.Monitor.Probes[wa.Monitor.ProbeSites[n].Probes[i]].Expr == "true" {
			return c
		}
		return wa.Ts.Not(c)
	})
	return c
}

// LoopProbe lowers the probe before the controlling expression of a loop and
// returns the expression without it; nil if there is none.
func (wa *Watch) LoopProbe(n cc.ExpressionNode) cc.ExpressionNode {
	l, ok := n.(*cc.ExpressionList)
	if wa.Monitor == nil || !ok || l == nil {
		return n
	}
	x, ok := syntax.Unparen(l.AssignmentExpression).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall || l.ExpressionList == nil {
		return n
	}
	if d := syntax.Callee(x.PostfixExpression); d == nil || d.Name() != probe.Call {
		return n
	}
	wa.Exprs.Effect(l.AssignmentExpression)
	if rest := l.ExpressionList; rest.ExpressionList == nil {
		return rest.AssignmentExpression
	}
	return l.ExpressionList
}
