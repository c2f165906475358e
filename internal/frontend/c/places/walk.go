package places

import (
	"bytes"
	"unicode/utf8"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// placer walks over one unit in the order of its text.
type placer struct {
	unit *parse.Unit
	out  *Places
	// lines are where the lines of the input file begin.
	text   []byte
	lines  []int
	types  *repr.Types
	vars   *Variable
	global bool
	fn     string
}

func newPlacer(u *parse.Unit, model layout.Model, out *Places) *placer {
	p := &placer{unit: u, out: out, text: u.Texts[u.Name].Text, lines: []int{0}}
	for i, c := range p.text {
		if c == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	p.types = repr.New(model, u.AST)
	p.types.AddUnit(u.AST, u.Pack)
	return p
}

// own reports whether a place is in the input file itself.
func (p *placer) own(at token.Position) bool {
	return at.Filename == p.unit.Name && at.Line > 0 && at.Line <= len(p.lines)
}

// spot is a place in characters.
func (p *placer) spot(at token.Position) Spot {
	if !p.own(at) {
		return Spot{}
	}
	t := p.unit.Texts[p.unit.Name]
	line := t.PeopleLine(at.Line)
	return Spot{p.unit.Name, at.Line,
		utf8.RuneCount(line[:min(t.Original(at.Line, at.Column)-1, len(line))]) + 1}
}

// stands reports whether the text has a word at a place: what a macro makes does not stand there.
func (p *placer) stands(at token.Position, word string) bool {
	if !p.own(at) {
		return false
	}
	i := p.lines[at.Line-1] + at.Column - 1
	if i < 0 || i > len(p.text) || !bytes.HasPrefix(p.text[i:], []byte(word)) {
		return false
	}
	i += len(word)
	return !lex.IsIdent(word[0]) || i == len(p.text) || !lex.IsIdent(p.text[i])
}

// last is the place of the last token below a node that is in the input file.
func (p *placer) last(n cc.Node) (out token.Position) {
	syntax.EachToken(n, func(t *cc.Token) {
		if at := t.Position(); p.own(at) &&
			(at.Line > out.Line || at.Line == out.Line && at.Column > out.Column) {
			out = at
		}
	})
	return out
}

// block visits the items of a block, and links those that follow each other.
func (p *placer) block(n *cc.CompoundStatement) {
	if n == nil {
		return
	}
	outer := p.vars
	var before *Stmt
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		var s *Stmt
		switch l.BlockItem.Case {
		case cc.BlockItemDecl:
			if x := l.BlockItem.Declaration.InitDeclaratorList; x != nil &&
				ofParser(x.InitDeclarator.Declarator) {
				continue
			}
			s = p.stmt(StmtPlain, l.BlockItem.Declaration)
			p.blockDeclaration(s, l.BlockItem.Declaration)
		case cc.BlockItemStmt:
			s = p.statement(l.BlockItem.Statement)
		}
		if before != nil {
			before.Next = s
		}
		before = s
	}
	p.vars = outer
}

// blockDeclaration enters what a declaration in a block declares.
func (p *placer) blockDeclaration(s *Stmt, n *cc.Declaration) {
	p.expressions(s, n)
	before := p.vars
	p.declare(n)
	if l := n.InitDeclaratorList; s != nil && l != nil && l.InitDeclaratorList == nil &&
		l.InitDeclarator.Initializer != nil && p.vars != before {
		if e := syntax.ScalarInitializer(l.InitDeclarator.Initializer); e != nil {
			p.target(s, p.vars, e)
		}
	}
}

// target notes that a variable gets the value of a call.
func (p *placer) target(s *Stmt, v *Variable, e cc.ExpressionNode) {
	x, ok := syntax.Unparen(e).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall || v == nil {
		return
	}
	at := p.unit.Pos(x.Position())
	for i := len(p.out.Calls) - 1; i >= 0 && !p.out.Calls[i].Begin.Before(s.Begin); i-- {
		if p.out.Calls[i].Begin == at {
			s.Target, s.Source = v, p.out.Calls[i]
			return
		}
	}
}

// statement visits a statement. It returns the place where its steps begin; nil: that is not known.
func (p *placer) statement(n *cc.Statement) *Stmt {
	if n == nil {
		return nil
	}
	switch n.Case {
	case cc.StatementLabeled:
		return p.statement(n.LabeledStatement.Statement)
	case cc.StatementCompound:
		p.block(n.CompoundStatement)
		return nil
	case cc.StatementSelection:
		x := n.SelectionStatement
		s := p.stmt(StmtSelection, n)
		p.full(s, x.ExpressionList)
		p.statement(x.Statement)
		p.statement(x.Statement2)
		return s
	case cc.StatementIteration:
		return p.loop(n)
	case cc.StatementExpr:
		e := n.ExpressionStatement.ExpressionList
		if e == nil {
			return nil
		}
		s := p.stmt(StmtPlain, n)
		p.expressions(s, e)
		if x, ok := syntax.Unparen(e).(*cc.AssignmentExpression); ok && s != nil &&
			x.Case == cc.AssignmentExpressionAssign {
			if y, ok := syntax.Unparen(x.UnaryExpression).(*cc.PrimaryExpression); ok &&
				y.Case == cc.PrimaryExpressionIdent {
				p.target(s, p.vars.Lookup(y.Token.SrcStr()), x.AssignmentExpression)
			}
		}
		return s
	}
	s := p.stmt(StmtPlain, n)
	p.expressions(s, n)
	return s
}

func (p *placer) loop(n *cc.Statement) *Stmt {
	x := n.IterationStatement
	s := p.stmt(StmtLoop, n)
	outer := p.vars
	cond := x.ExpressionList
	switch x.Case {
	case cc.IterationStatementForDecl:
		p.expressions(s, x.Declaration)
		p.declare(x.Declaration)
		p.full(s, x.ExpressionList)
		p.full(s, x.ExpressionList2)
	case cc.IterationStatementFor:
		cond = x.ExpressionList2
		p.full(s, x.ExpressionList)
		p.full(s, x.ExpressionList2)
		p.full(s, x.ExpressionList3)
	case cc.IterationStatementDo:
		cond = nil
		p.full(s, x.ExpressionList)
	default:
		p.full(s, x.ExpressionList)
	}
	if s != nil {
		s.Vars, s.Cond = p.vars, cond != nil
	}
	p.statement(x.Statement)
	p.vars = outer
	return s
}

// full visits a full expression of a selection or loop.
func (p *placer) full(s *Stmt, n cc.ExpressionNode) {
	if n == nil {
		return
	}
	if s != nil && p.own(n.Position()) {
		s.Exprs = append(s.Exprs, p.span(n))
	}
	p.expressions(s, n)
}

func (p *placer) span(n cc.Node) Span {
	at := n.Position()
	return Span{p.spot(at), p.unit.Pos(at), p.unit.Pos(p.last(n))}
}

// stmt notes the place of a statement.
func (p *placer) stmt(kind StmtKind, n cc.Node) *Stmt {
	at := n.Position()
	if !p.own(at) {
		return nil
	}
	s := &Stmt{
		Kind: kind, At: p.spot(at), Begin: p.unit.Pos(at), End: p.unit.Pos(p.last(n)), Func: p.fn,
		Vars: p.vars,
	}
	p.out.Stmts = append(p.out.Stmts, s)
	return s
}

// expressions visits the calls in an expression or a declaration.
func (p *placer) expressions(s *Stmt, n cc.Node) {
	syntax.Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.CompoundStatement:
			if s != nil {
				s.Opaque = true
			}
			fn, first := p.fn, len(p.out.Stmts)
			p.block(x)
			p.fn = fn
			for _, inner := range p.out.Stmts[first:] {
				inner.Opaque = true
			}
			return false
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall {
				p.call(x)
			}
		}
		return true
	})
}

func (p *placer) call(x *cc.PostfixExpression) {
	d := syntax.Callee(x.PostfixExpression)
	if d == nil || !p.own(x.Position()) {
		return
	}
	c := &CallPlace{Name: d.Name(), Span: p.span(x), Func: p.fn, Result: p.kind(x.Type())}
	if at := x.Token2.Position(); p.stands(at, ")") {
		c.Close = p.spot(at)
	}
	p.out.Calls = append(p.out.Calls, c)
}
