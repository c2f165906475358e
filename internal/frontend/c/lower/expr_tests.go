package lower

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// For measures of coverage (Config.Tests) each operand of a condition is a branch of its own, as it is in
// what a compiler makes, and each of its outcomes says which one it is. Elsewhere operands that take no
// steps are joined in one condition, and a ?: of such operands is a term.

// separates reports whether outcomes are told apart here.
func (ex *expressions) separates() bool {
	return (ex.low.followsUnset() || ex.low.Cfg.Tests && !ex.unit.Model) && !ex.flow.Constant
}

// decision is a whole condition.
type decision struct {
	ex *expressions
	cfa.Test
}

// The outcomes of decisions.
const (
	testHolds = "true"
	testFails = "false"
)

// decide goes to yes or no depending on a whole condition.
func (ex *expressions) decide(n cc.ExpressionNode, yes, no flow.Loc) {
	ex.newDecision(n).test(n, yes, no, testHolds, testFails)
}

func (ex *expressions) newDecision(n cc.ExpressionNode) *decision {
	n = syntax.Unparen(n)
	ex.marks.At(n)
	return &decision{ex: ex, Test: cfa.Test{Decision: ex.low.nextDecision(), Pos: ex.flow.Pos,
		Text: ex.unit.Excerpt(n)}}
}

// test goes to yes or no depending on a part of the decision. The decision is holds or fails then; empty:
// that is still open.
func (d *decision) test(n cc.ExpressionNode, yes, no flow.Loc, holds, fails string) {
	n = syntax.Unparen(n)
	ex := d.ex
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		right := ex.flow.NewLoc()
		d.test(x.LogicalAndExpression, right, no, "", fails)
		ex.flow.Cur = right
		d.test(x.InclusiveOrExpression, yes, no, holds, fails)
		return
	case *cc.LogicalOrExpression:
		right := ex.flow.NewLoc()
		d.test(x.LogicalOrExpression, yes, right, holds, "")
		ex.flow.Cur = right
		d.test(x.LogicalAndExpression, yes, no, holds, fails)
		return
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			d.test(x.CastExpression, no, yes, fails, holds)
			return
		}
	}
	d.jump(n, ex.Cond(n), yes, no, holds, fails)
}

// jump goes to yes or no depending on the condition of an operand.
func (d *decision) jump(n cc.ExpressionNode, cond term.Term, yes, no flow.Loc, holds, fails string) {
	text := d.ex.unit.Excerpt(n)
	d.ex.branchTested(n, cond, yes, no, d.outcome(text, testHolds, holds),
		d.outcome(text, testFails, fails))
}

func (d *decision) outcome(operand, outcome, decides string) *cfa.Test {
	t := d.Test
	t.Operand, t.Outcome, t.Decides = operand, outcome, decides
	return &t
}

// decided is the value of && or || as that of a decision.
func (ex *expressions) decided(n cc.ExpressionNode) term.Term {
	r := ex.flow.NewReg("cond", term.Bool, "", false)
	yes, no, join := ex.flow.NewLoc(), ex.flow.NewLoc(), ex.flow.NewLoc()
	ex.decide(n, yes, no)
	for _, side := range []struct {
		at    flow.Loc
		value bool
	}{{yes, true}, {no, false}} {
		ex.flow.Cur = side.at
		ex.flow.Emit(cfa.Assign{Dst: r, Value: ex.ts.Bool(side.value)})
		ex.flow.Jump(join)
	}
	ex.flow.Cur = join
	return ex.flow.Sym(r)
}

// separateConditional is ?: with its condition as a decision.
func (ex *expressions) separateConditional(x *cc.ConditionalExpression) value.Value {
	ty, bits := ex.operandType(x.ExpressionList, x.ConditionalExpression)
	yes, no := ex.flow.NewLoc(), ex.flow.NewLoc()
	ex.decide(x.LogicalOrExpression, yes, no)
	ex.flow.Cur = yes
	a := ex.convertOperand(ex.Expr(x.ExpressionList), ty, bits)
	to1 := ex.flow.Cur
	ex.flow.Cur = no
	b := ex.convertOperand(ex.Expr(x.ConditionalExpression), ty, bits)
	to2 := ex.flow.Cur
	ex.marks.At(x)
	r := ex.joined(ty, a, b, to1, to2)
	r.Bits = bits
	return r
}

// caseTest is the outcome of a switch by which a case is chosen.
func (st *statements) caseTest(s cfa.Test, outcome string) *cfa.Test {
	if !st.exprs.separates() {
		return nil
	}
	s.Outcome, s.Operand, s.Decides = outcome, s.Text, outcome
	return &s
}

// switchTest is what the outcomes of a switch have in common.
func (st *statements) switchTest(n cc.ExpressionNode) (t cfa.Test) {
	if st.exprs.separates() {
		t = cfa.Test{Decision: st.low.nextDecision(), Pos: st.flow.Pos, Text: st.unit.Excerpt(n)}
	}
	return t
}

// nextDecision numbers decisions.
func (l *lowerer) nextDecision() int {
	l.decisions++
	return l.decisions
}
