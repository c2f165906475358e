package c

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
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
	pos    source.Pos
}

func (f *fn) switchStatement(n *cc.SelectionStatement) {
	f.describe(n.ExpressionList)
	v := f.arith.Promote(f.expr(n.ExpressionList))
	s := f.types.Scalar(v.Type)
	if s.Class != repr.Integer {
		f.flow.Unsupported("a switch over " + v.Type.String())
		v = f.values.Int(0)
		s = f.types.Scalar(v.Type)
	}
	pos, text := f.flow.Pos, f.flow.Text
	if !f.ts.IsConst(v.Term) {
		// One register, so that the cases read one value.
		v = f.values.Hold(v)
	}
	watched, isWatched := f.branchSite(n.Token)
	if isWatched {
		// Whether no case matches is known behind the body.
		f.flow.Renew()
	}
	dispatch := f.flow.Cur
	done := f.flow.NewLoc()
	ctx := &switchCtx{ty: v.Type}
	f.switches = append(f.switches, ctx)
	f.breaks = append(f.breaks, f.frame.Here(done))
	f.flow.Cur = f.flow.NewLoc() // statements before the first label are dead
	f.flow.Pin(dispatch)
	f.statement(n.Statement)
	f.flow.Jump(done)
	f.switches = f.switches[:len(f.switches)-1]
	f.breaks = f.breaks[:len(f.breaks)-1]

	f.flow.Cur, f.flow.Pos, f.flow.Text = dispatch, pos, text
	if isWatched {
		none := f.ts.True()
		for _, c := range ctx.cases {
			none = f.ts.And(none, f.ts.Not(f.caseHit(v.Term, c, s.Signed)))
		}
		f.watchSwitch(watched, v.Term, none)
		dispatch, f.flow.Pos, f.flow.Text = f.flow.Cur, pos, text
	}
	other := f.ts.True()
	for _, c := range ctx.cases {
		hit := f.caseHit(v.Term, c, s.Signed)
		if f.ts.IsFalse(hit) {
			continue
		}
		f.frame.AddLeap(dispatch, flow.Step{Op: cfa.Assume{Cond: hit}, Pos: c.pos, Text: text + " == " +
			c.text}, c.to)
		other = f.ts.And(other, f.ts.Not(hit))
	}
	rest := f.frame.Here(done)
	if ctx.deflt != nil {
		rest = *ctx.deflt
	}
	if !f.ts.IsFalse(other) {
		f.frame.AddLeap(dispatch, flow.Step{Op: cfa.Assume{Cond: other}, Pos: pos, Text: text + " else"},
			rest)
	}
	f.flow.Cur = done
}

// caseHit is the condition that a case matches the value of a switch.
func (f *fn) caseHit(v term.Term, c switchCase, signed bool) term.Term {
	if c.hi != term.None {
		return f.ts.And(f.arith.Compare(value.OpLe, c.lo, v, signed),
			f.arith.Compare(value.OpLe, v, c.hi, signed))
	}
	return f.ts.Eq(v, c.lo)
}

func (f *fn) labeled(n *cc.LabeledStatement) {
	f.defineLabel(n)
	f.statement(n.Statement)
}

// defineLabel makes a label's place the current one.
func (f *fn) defineLabel(n *cc.LabeledStatement) {
	f.at(n)
	switch n.Case {
	case cc.LabeledStatementLabel:
		name := n.Token.SrcStr()
		f.frame.Define(name)
		if name != "" && name == f.cfg.ErrorLabel && !f.unit.model && f.reachability {
			f.flow.Text = name + ":"
			f.fullAt = f.unit.pos(n.Statement) // what is violated is said of either
			f.flow.Violate(cfa.Violation{Property: property.UnreachCall, Message: "the label " + name +
				" is reached"}, n)
		}
	case cc.LabeledStatementDefault:
		at := f.flow.NewLoc()
		f.flow.GoTo(at)
		if ctx := f.switchOf(); ctx != nil {
			to := f.frame.Here(at)
			ctx.deflt = &to
			f.flow.Pin(at)
		}
	case cc.LabeledStatementCaseLabel, cc.LabeledStatementRange:
		ctx := f.switchOf()
		if ctx == nil {
			return
		}
		c := switchCase{to: f.frame.Here(f.flow.NewLoc()), pos: f.flow.Pos,
			text: syntax.Excerpt(n.ConstantExpression)}
		f.flow.Pin(c.to.At)
		c.lo = f.caseValue(n.ConstantExpression, ctx.ty)
		if n.Case == cc.LabeledStatementRange {
			c.hi = f.caseValue(n.ConstantExpression2, ctx.ty)
		}
		f.flow.GoTo(c.to.At)
		ctx.cases = append(ctx.cases, c)
	}
}

func (f *fn) switchOf() *switchCtx {
	if len(f.switches) == 0 {
		return nil
	}
	return f.switches[len(f.switches)-1]
}

func (f *fn) caseValue(n cc.ExpressionNode, ty cc.Type) term.Term {
	v, what := f.constExpr(n)
	if what != "" {
		f.flow.Unsupported("a case label that is no constant")
		return f.values.Zero(f.types.Scalar(ty).Width)
	}
	return f.arith.Convert(v, ty).Term
}

func (f *fn) jumpStatement(n *cc.JumpStatement) {
	f.describe(n)
	switch n.Case {
	case cc.JumpStatementGoto:
		name := n.Token2.SrcStr()
		f.frame.Goto(name)
	case cc.JumpStatementGotoExpr:
		v := f.expr(n.ExpressionList)
		f.frame.GotoAddress(v.Term)
	case cc.JumpStatementContinue:
		if k := len(f.continues); k > 0 {
			f.frame.Leap(f.continues[k-1])
		}
	case cc.JumpStatementBreak:
		if k := len(f.breaks); k > 0 {
			f.frame.Leap(f.breaks[k-1])
		}
	case cc.JumpStatementReturn:
		v := value.Value{Type: f.types.Void}
		if n.ExpressionList != nil {
			f.fullAt = f.unit.pos(n.ExpressionList)
			v = f.expr(n.ExpressionList)
			f.at(n)
			f.flow.Text = syntax.Excerpt(n)
		}
		switch {
		case n.ExpressionList == nil && !repr.IsVoid(f.result):
			f.fallOff()
		default:
			f.ret(v)
		}
	}
}
