package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// switchCtx collects the labels of a switch statement.
type switchCtx struct {
	cases []switchCase
	deflt *flow.Target
	ty    cc.Type // promoted type of the controlling expression
}

type switchCase struct {
	lo, hi term.Term
	to     flow.Target
	text   string
	label  string // as it is written
	pos    source.Pos
}

func (st *statements) switchStatement(n *cc.SelectionStatement) {
	st.marks.describe(n.ExpressionList)
	v := st.arith.Promote(st.exprs.Expr(n.ExpressionList))
	s := st.types.Scalar(v.Type)
	if s.Class != repr.Integer {
		st.flow.Unsupported("a switch over " + v.Type.String())
		v = st.values.Int(0)
		s = st.types.Scalar(v.Type)
	}
	pos, text := st.flow.Pos, st.flow.Text
	test := st.switchTest(n.ExpressionList)
	if !st.ts.IsConst(v.Term) {
		// One register, so that the cases read one value.
		v = st.values.Hold(v)
	}
	watched, isWatched := st.watch.BranchSite(n.Token)
	if isWatched {
		// Whether no case matches is known after the body.
		st.flow.Renew()
	}
	dispatch := st.flow.Cur
	done := st.flow.NewLoc()
	ctx := &switchCtx{ty: v.Type}
	st.switches = append(st.switches, ctx)
	st.breaks = append(st.breaks, st.frame.Here(done))
	st.flow.Cur = st.flow.NewLoc() // statements before the first label are dead
	st.flow.Pin(dispatch)
	st.statement(n.Statement)
	st.flow.Jump(done)
	st.switches = st.switches[:len(st.switches)-1]
	st.breaks = st.breaks[:len(st.breaks)-1]

	st.flow.Cur, st.flow.Pos, st.flow.Text = dispatch, pos, text
	if isWatched {
		none := st.ts.True()
		for _, c := range ctx.cases {
			none = st.ts.And(none, st.ts.Not(st.caseHit(v.Term, c, s.Signed)))
		}
		st.watch.WatchSwitch(watched, v.Term, none)
		dispatch, st.flow.Pos, st.flow.Text = st.flow.Cur, pos, text
	}
	other := st.ts.True()
	for _, c := range ctx.cases {
		hit := st.caseHit(v.Term, c, s.Signed)
		if st.ts.IsFalse(hit) {
			continue
		}
		st.frame.AddLeap(dispatch, flow.Step{Op: cfa.Assume{Cond: hit}, Pos: c.pos, Text: text + " == " +
			c.text, Test: st.caseTest(test, "case "+c.label)}, c.to)
		other = st.ts.And(other, st.ts.Not(hit))
	}
	rest := st.frame.Here(done)
	if ctx.deflt != nil {
		rest = *ctx.deflt
	}
	if !st.ts.IsFalse(other) {
		st.frame.AddLeap(dispatch, flow.Step{Op: cfa.Assume{Cond: other}, Pos: pos, Text: text + " else",
			Test: st.caseTest(test, "default")}, rest)
	}
	st.flow.Cur = done
}

// caseHit is the condition that a case matches the value of a switch.
func (st *statements) caseHit(v term.Term, c switchCase, signed bool) term.Term {
	if c.hi != term.None {
		return st.ts.And(st.arith.Compare(value.OpLe, c.lo, v, signed),
			st.arith.Compare(value.OpLe, v, c.hi, signed))
	}
	return st.ts.Eq(v, c.lo)
}

func (st *statements) labeled(n *cc.LabeledStatement) {
	st.defineLabel(n)
	st.statement(n.Statement)
}

// defineLabel makes a label's place the current one.
func (st *statements) defineLabel(n *cc.LabeledStatement) {
	st.marks.At(n)
	switch n.Case {
	case cc.LabeledStatementLabel:
		name := n.Token.SrcStr()
		st.frame.Define(name)
		st.exprs.calls.passes(name)
		if name != "" && name == st.low.Cfg.ErrorLabel && !st.unit.Model && st.low.Reachability {
			st.flow.Text = name + ":"
			st.watch.FullAt = st.unit.pos(n.Statement) // what is violated is said of either
			st.flow.Violate(cfa.Violation{Property: property.UnreachCall, Message: "the label " + name +
				" is reached"}, n)
		}
	case cc.LabeledStatementDefault:
		at := st.flow.NewLoc()
		st.flow.GoTo(at)
		if ctx := st.switchOf(); ctx != nil {
			to := st.frame.Here(at)
			ctx.deflt = &to
			st.flow.Pin(at)
		}
	case cc.LabeledStatementCaseLabel, cc.LabeledStatementRange:
		ctx := st.switchOf()
		if ctx == nil {
			return
		}
		c := switchCase{to: st.frame.Here(st.flow.NewLoc()), pos: st.flow.Pos,
			text: st.unit.Excerpt(n.ConstantExpression)}
		st.flow.Pin(c.to.At)
		c.label = c.text
		c.lo = st.caseValue(n.ConstantExpression, ctx.ty)
		if n.Case == cc.LabeledStatementRange {
			c.hi = st.caseValue(n.ConstantExpression2, ctx.ty)
			c.label += " ... " + st.unit.Excerpt(n.ConstantExpression2)
		}
		st.flow.GoTo(c.to.At)
		ctx.cases = append(ctx.cases, c)
	}
}

func (st *statements) switchOf() *switchCtx {
	if len(st.switches) == 0 {
		return nil
	}
	return st.switches[len(st.switches)-1]
}

func (st *statements) caseValue(n cc.ExpressionNode, ty cc.Type) term.Term {
	v, what := st.consts.ConstExpr(n)
	if what != "" {
		st.flow.Unsupported("a case label that is no constant")
		return st.values.Zero(st.types.Scalar(ty).Width)
	}
	return st.arith.Convert(v, ty).Term
}

func (st *statements) jumpStatement(n *cc.JumpStatement) {
	st.marks.describe(n)
	switch n.Case {
	case cc.JumpStatementGoto:
		name := n.Token2.SrcStr()
		st.frame.Goto(name)
	case cc.JumpStatementGotoExpr:
		v := st.exprs.Expr(n.ExpressionList)
		st.frame.GotoAddress(v.Term)
	case cc.JumpStatementContinue:
		if k := len(st.continues); k > 0 {
			st.frame.Leap(st.continues[k-1])
		}
	case cc.JumpStatementBreak:
		if k := len(st.breaks); k > 0 {
			st.frame.Leap(st.breaks[k-1])
		}
	case cc.JumpStatementReturn:
		v := value.Value{Type: st.types.Void}
		if n.ExpressionList != nil {
			st.watch.FullAt = st.unit.pos(n.ExpressionList)
			v = st.exprs.Expr(n.ExpressionList)
			st.marks.At(n)
			st.flow.Text = st.unit.Excerpt(n)
		}
		switch {
		case n.ExpressionList == nil && !repr.IsVoid(st.vars.result):
			st.fallOff()
		default:
			st.ret(v)
		}
	}
}
