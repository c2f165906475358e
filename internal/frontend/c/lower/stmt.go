package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/monitor"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// statements lowers statements, with the places that break, continue and case lead to.
type statements struct {
	low    *lowerer
	unit   *unit
	types  *repr.Types
	ts     *term.Store
	flow   *flow.Builder
	frame  *flow.Frame
	values *value.Values
	mem    *value.Memory
	arith  *value.Arith
	marks  *marker
	watch  *monitor.Watch
	exprs  *expressions
	vars   *locals
	consts *constants

	breaks    []flow.Target
	continues []flow.Target
	switches  []*switchCtx
}

func (st *statements) compound(n *cc.CompoundStatement) {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		st.blockItem(l.BlockItem)
	}
}

func (st *statements) blockItem(n *cc.BlockItem) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.BlockItemDecl:
		st.watch.StmtAt, st.watch.FullAt = st.unit.pos(n.Declaration), source.Pos{}
		st.vars.declaration(n.Declaration)
	case cc.BlockItemStmt:
		st.statement(n.Statement)
	case cc.BlockItemFuncDef:
		st.marks.At(n.Declarator)
		st.flow.Unsupported("the nested function " + n.Declarator.Name())
	}
}

// Excerpt is the text of a node in one line for people, with the names of macros that stand for values.
func (u *unit) Excerpt(n cc.Node) string { return syntax.ExcerptAs(n, u.part) }

// describe makes an expression the text of the steps that follow.
func (mk *marker) describe(n cc.Node) {
	mk.At(n)
	mk.watch.FullAt = mk.unit.pos(n)
	mk.flow.Text = mk.unit.Excerpt(n)
	mk.fromMacro(n)
}

// fromMacro notes where in the definition of a macro the steps that follow stand, if they come from one.
func (mk *marker) fromMacro(n cc.Node) {
	if mk.unit.Model || mk.unit.macro == nil {
		return
	}
	mk.flow.Macro, mk.flow.MacroUse = mk.unit.macro(n), mk.unit.pos(n)
}

func (st *statements) statement(n *cc.Statement) {
	if n == nil {
		return
	}
	stmt, full := st.watch.StmtAt, st.watch.FullAt
	st.watch.StmtAt, st.watch.FullAt = st.unit.pos(n), source.Pos{}
	defer func() { st.watch.StmtAt, st.watch.FullAt = stmt, full }()
	switch n.Case {
	case cc.StatementLabeled:
		st.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		st.frame.Block(func() { st.compound(n.CompoundStatement) })
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil {
			st.marks.describe(e)
			st.exprs.Effect(e)
		}
	case cc.StatementSelection:
		st.selection(n.SelectionStatement)
	case cc.StatementIteration:
		st.iteration(n.IterationStatement)
	case cc.StatementJump:
		st.jumpStatement(n.JumpStatement)
	case cc.StatementAsm:
		st.asm(n.AsmStatement)
	}
}

func (st *statements) selection(n *cc.SelectionStatement) {
	switch n.Case {
	case cc.SelectionStatementSwitch:
		st.switchStatement(n)
		return
	}
	yes, no, done := st.flow.NewLoc(), st.flow.NewLoc(), st.flow.NewLoc()
	st.marks.describe(n.ExpressionList)
	if n.Case == cc.SelectionStatementIf {
		to, past := st.watch.Watched(n.Token, yes, done)
		st.exprs.condJump(n.ExpressionList, to, past)
		st.flow.Cur = yes
		st.substatement(n.Statement)
		st.flow.Jump(done)
		st.flow.Cur = done
		return
	}
	to, past := st.watch.Watched(n.Token, yes, no)
	st.exprs.condJump(n.ExpressionList, to, past)
	st.flow.Cur = yes
	st.substatement(n.Statement)
	st.flow.Jump(done)
	st.flow.Cur = no
	st.substatement(n.Statement2)
	st.flow.Jump(done)
	st.flow.Cur = done
}

// substatement lowers the body of a statement, which is a block (C11 6.8.4p3, 6.8.5p5).
func (st *statements) substatement(n *cc.Statement) {
	if n == nil || n.Case == cc.StatementCompound {
		st.statement(n)
		return
	}
	st.frame.Block(func() { st.statement(n) })
}

func (st *statements) iteration(n *cc.IterationStatement) {
	if n.Case == cc.IterationStatementForDecl {
		st.marks.At(n)
		st.frame.Block(func() { st.loop(n) })
		return
	}
	st.loop(n)
}

func (st *statements) loop(n *cc.IterationStatement) {
	st.marks.At(n)
	head, body, next, done := st.flow.NewLoc(), st.flow.NewLoc(), st.flow.NewLoc(), st.flow.NewLoc()
	st.flow.Label(head, "loop head")
	var condition, step cc.ExpressionNode
	switch n.Case {
	case cc.IterationStatementWhile:
		condition = n.ExpressionList
	case cc.IterationStatementFor:
		if n.ExpressionList != nil {
			st.marks.describe(n.ExpressionList)
			st.exprs.Effect(n.ExpressionList)
		}
		condition, step = n.ExpressionList2, n.ExpressionList3
	case cc.IterationStatementForDecl:
		st.vars.declaration(n.Declaration)
		condition, step = n.ExpressionList, n.ExpressionList2
	case cc.IterationStatementDo:
		st.doLoop(n, head, next, done)
		return
	}
	st.flow.Jump(head)
	st.flow.Cur = head
	st.flow.Loops++
	condition = st.watch.LoopProbe(condition)
	if condition != nil {
		st.marks.describe(condition)
		to, past := st.watch.Watched(n.Token, body, done)
		st.exprs.condJump(condition, to, past)
	} else {
		st.flow.Jump(body)
	}
	st.flow.Cur = body
	st.loopBody(n.Statement, next, done)
	st.flow.Jump(next)
	st.flow.Cur = next
	if step != nil {
		st.marks.describe(step)
		st.exprs.Effect(step)
	}
	st.flow.Jump(head)
	st.flow.Loops--
	st.flow.Cur = done
}

func (st *statements) doLoop(n *cc.IterationStatement, head, next, done flow.Loc) {
	st.flow.Jump(head)
	st.flow.Cur = head
	st.flow.Loops++
	st.loopBody(n.Statement, next, done)
	st.flow.Jump(next)
	st.flow.Cur = next
	condition := st.watch.LoopProbe(n.ExpressionList)
	st.marks.describe(condition)
	to, past := st.watch.Watched(n.Token, head, done)
	st.exprs.condJump(condition, to, past)
	st.flow.Loops--
	st.flow.Cur = done
}

func (st *statements) loopBody(n *cc.Statement, next, done flow.Loc) {
	st.breaks = append(st.breaks, st.frame.Here(done))
	st.continues = append(st.continues, st.frame.Here(next))
	st.substatement(n)
	st.breaks = st.breaks[:len(st.breaks)-1]
	st.continues = st.continues[:len(st.continues)-1]
}

// statementExpr is a GNU statement expression: its value is that of its last
// expression statement. It is a block, and its value outlives that.
func (st *statements) statementExpr(n *cc.CompoundStatement) value.Value {
	text := st.flow.Text
	var result value.Value
	st.frame.Block(func() { result = st.statementsValue(n) })
	st.flow.Text = text
	return result
}

func (st *statements) statementsValue(n *cc.CompoundStatement) value.Value {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItemList == nil && l.BlockItem.Case == cc.BlockItemStmt { // as in syntax.BlockValue
			if e := syntax.LastExpression(l.BlockItem.Statement); e != nil {
				st.labelsOf(l.BlockItem.Statement)
				return st.outlasting(st.exprs.Expr(e))
			}
		}
		st.blockItem(l.BlockItem)
	}
	return value.Value{Type: st.types.Void}
}

// outlasting makes a value of the current block one that does not depend on what happens to the objects of
// the block.
func (st *statements) outlasting(v value.Value) value.Value {
	v = st.values.Decay(v)
	switch {
	case repr.IsVoid(v.Type):
	case v.Term != term.None:
		// Later statements may change what it was computed from.
		return st.values.Hold(v)
	case v.Addr != term.None && repr.IsAggregate(v.Type) && st.frame.HasObjects():
		var addr term.Term
		st.frame.Outside(func() { addr = st.mem.Temp(v.Type, "value") })
		st.mem.Copy(addr, v.Addr, v.Type)
		v.Addr = addr
	}
	return v
}

// labelsOf defines the labels in front of a statement.
func (st *statements) labelsOf(n *cc.Statement) {
	for n != nil && n.Case == cc.StatementLabeled {
		st.defineLabel(n.LabeledStatement)
		n = n.LabeledStatement.Statement
	}
}
