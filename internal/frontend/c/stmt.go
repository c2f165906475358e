package c

import (
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

func (f *fn) compound(n *cc.CompoundStatement) {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		f.blockItem(l.BlockItem)
	}
}

func (f *fn) blockItem(n *cc.BlockItem) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.BlockItemDecl:
		f.stmtAt, f.fullAt = f.unit.pos(n.Declaration), source.Pos{}
		f.declaration(n.Declaration)
	case cc.BlockItemStmt:
		f.statement(n.Statement)
	case cc.BlockItemFuncDef:
		f.at(n.Declarator)
		f.flow.Unsupported("the nested function " + n.Declarator.Name())
	}
}

// describe makes an expression the text of the steps that follow.
func (f *fn) describe(n cc.Node) {
	f.at(n)
	f.fullAt = f.unit.pos(n)
	f.flow.Text = syntax.Excerpt(n)
	f.fromMacro(n)
}

// fromMacro notes where in the definition of a macro the steps that follow stand, if they come from one.
func (f *fn) fromMacro(n cc.Node) {
	if f.unit.model || f.unit.macro == nil {
		return
	}
	f.flow.Macro, f.flow.MacroUse = f.unit.macro(n), f.unit.pos(n)
}

func (f *fn) statement(n *cc.Statement) {
	if n == nil {
		return
	}
	stmt, full := f.stmtAt, f.fullAt
	f.stmtAt, f.fullAt = f.unit.pos(n), source.Pos{}
	defer func() { f.stmtAt, f.fullAt = stmt, full }()
	switch n.Case {
	case cc.StatementLabeled:
		f.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		f.frame.Block(func() { f.compound(n.CompoundStatement) })
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil {
			f.describe(e)
			f.effect(e)
		}
	case cc.StatementSelection:
		f.selection(n.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(n.IterationStatement)
	case cc.StatementJump:
		f.jumpStatement(n.JumpStatement)
	case cc.StatementAsm:
		f.asm(n.AsmStatement)
	}
}

// asm is inline assembly. Without instructions it is a barrier for the
// compiler; but a pure output operand ("=r") gets the value of an input.
func (f *fn) asm(n *cc.AsmStatement) {
	f.describe(n)
	if isEmptyAsm(n.Asm) && !asmWrites(n.Asm) {
		f.flow.Emit(cfa.Fence{Order: cfa.SeqCst})
		return
	}
	f.flow.Unsupported("inline assembly")
}

func isEmptyAsm(a *cc.Asm) bool {
	s := a.Token3.SrcStr()
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', ' ', '\\', 'n', 't':
		default:
			return false
		}
	}
	return true
}

// asmWrites reports whether an operand is only written.
func asmWrites(a *cc.Asm) bool {
	for l := a.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			// The parser reads "=r"(x) as a call.
			if strings.HasPrefix(cc.NodeSource(e.AssignmentExpression), `"=`) {
				return true
			}
		}
	}
	return false
}

func (f *fn) selection(n *cc.SelectionStatement) {
	switch n.Case {
	case cc.SelectionStatementSwitch:
		f.switchStatement(n)
		return
	}
	yes, no, done := f.flow.NewLoc(), f.flow.NewLoc(), f.flow.NewLoc()
	f.describe(n.ExpressionList)
	if n.Case == cc.SelectionStatementIf {
		to, past := f.watched(n.Token, yes, done)
		f.condJump(n.ExpressionList, to, past)
		f.flow.Cur = yes
		f.substatement(n.Statement)
		f.flow.Jump(done)
		f.flow.Cur = done
		return
	}
	to, past := f.watched(n.Token, yes, no)
	f.condJump(n.ExpressionList, to, past)
	f.flow.Cur = yes
	f.substatement(n.Statement)
	f.flow.Jump(done)
	f.flow.Cur = no
	f.substatement(n.Statement2)
	f.flow.Jump(done)
	f.flow.Cur = done
}

// substatement lowers the body of a statement, which is a block (C11 6.8.4p3, 6.8.5p5).
func (f *fn) substatement(n *cc.Statement) {
	if n == nil || n.Case == cc.StatementCompound {
		f.statement(n)
		return
	}
	f.frame.Block(func() { f.statement(n) })
}

func (f *fn) iteration(n *cc.IterationStatement) {
	if n.Case == cc.IterationStatementForDecl {
		f.at(n)
		f.frame.Block(func() { f.loop(n) })
		return
	}
	f.loop(n)
}

func (f *fn) loop(n *cc.IterationStatement) {
	f.at(n)
	head, body, next, done := f.flow.NewLoc(), f.flow.NewLoc(), f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Label(head, "loop head")
	var condition, step cc.ExpressionNode
	switch n.Case {
	case cc.IterationStatementWhile:
		condition = n.ExpressionList
	case cc.IterationStatementFor:
		if n.ExpressionList != nil {
			f.describe(n.ExpressionList)
			f.effect(n.ExpressionList)
		}
		condition, step = n.ExpressionList2, n.ExpressionList3
	case cc.IterationStatementForDecl:
		f.declaration(n.Declaration)
		condition, step = n.ExpressionList, n.ExpressionList2
	case cc.IterationStatementDo:
		f.doLoop(n, head, next, done)
		return
	}
	f.flow.Jump(head)
	f.flow.Cur = head
	f.flow.Loops++
	condition = f.loopProbe(condition)
	if condition != nil {
		f.describe(condition)
		to, past := f.watched(n.Token, body, done)
		f.condJump(condition, to, past)
	} else {
		f.flow.Jump(body)
	}
	f.flow.Cur = body
	f.loopBody(n.Statement, next, done)
	f.flow.Jump(next)
	f.flow.Cur = next
	if step != nil {
		f.describe(step)
		f.effect(step)
	}
	f.flow.Jump(head)
	f.flow.Loops--
	f.flow.Cur = done
}

func (f *fn) doLoop(n *cc.IterationStatement, head, next, done flow.Loc) {
	f.flow.Jump(head)
	f.flow.Cur = head
	f.flow.Loops++
	f.loopBody(n.Statement, next, done)
	f.flow.Jump(next)
	f.flow.Cur = next
	condition := f.loopProbe(n.ExpressionList)
	f.describe(condition)
	to, past := f.watched(n.Token, head, done)
	f.condJump(condition, to, past)
	f.flow.Loops--
	f.flow.Cur = done
}

func (f *fn) loopBody(n *cc.Statement, next, done flow.Loc) {
	f.breaks = append(f.breaks, f.frame.Here(done))
	f.continues = append(f.continues, f.frame.Here(next))
	f.substatement(n)
	f.breaks = f.breaks[:len(f.breaks)-1]
	f.continues = f.continues[:len(f.continues)-1]
}

// statementExpr is a GNU statement expression: its value is that of its last
// expression statement. It is a block, and its value outlives that.
func (f *fn) statementExpr(n *cc.CompoundStatement) value.Value {
	text := f.flow.Text
	var result value.Value
	f.frame.Block(func() { result = f.statementsValue(n) })
	f.flow.Text = text
	return result
}

func (f *fn) statementsValue(n *cc.CompoundStatement) value.Value {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItemList == nil && l.BlockItem.Case == cc.BlockItemStmt { // as in syntax.BlockValue
			if e := syntax.LastExpression(l.BlockItem.Statement); e != nil {
				f.labelsOf(l.BlockItem.Statement)
				return f.outlasting(f.expr(e))
			}
		}
		f.blockItem(l.BlockItem)
	}
	return value.Value{Type: f.types.Void}
}

// outlasting makes a value of the current block one that does not depend on what happens to the objects of
// the block.
func (f *fn) outlasting(v value.Value) value.Value {
	v = f.values.Decay(v)
	switch {
	case repr.IsVoid(v.Type):
	case v.Term != term.None:
		// Later statements may change what it was computed from.
		return f.values.Hold(v)
	case v.Addr != term.None && repr.IsAggregate(v.Type) && f.frame.HasObjects():
		var addr term.Term
		f.frame.Outside(func() { addr = f.mem.Temp(v.Type, "value") })
		f.mem.Copy(addr, v.Addr, v.Type)
		v.Addr = addr
	}
	return v
}

// labelsOf defines the labels in front of a statement.
func (f *fn) labelsOf(n *cc.Statement) {
	for n != nil && n.Case == cc.StatementLabeled {
		f.defineLabel(n.LabeledStatement)
		n = n.LabeledStatement.Statement
	}
}
