package library

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// A program that compares the result of malloc with null has code for the case that there is no memory, and
// means it. One that never looks takes it for granted that there is. Which of both a call is, is read off the
// text of its function: the next that is done with what it returns, by the same expression, is a comparison
// with null or it is not. A comparison in another function is not seen.

// A Check says what a program does first of all with the result of a call that allocates.
type Check uint8

// The checks.
const (
	// Unchecked: something else than comparing it with null, or asserting that it is not null.
	Unchecked Check = iota
	// CheckedAtExit: it compares it with null, and all that it does then is to end.
	CheckedAtExit
	// Checked: it compares it with null, and goes on.
	Checked
)

// allocators lists the functions that return null where there is no memory.
var allocators = strings.Fields(`malloc calloc realloc reallocarray aligned_alloc memalign strdup strndup`)

// Allocates reports whether a function returns null where there is no memory.
func Allocates(function string) bool { return slices.Contains(allocators, function) }

// Checks are the checks of the calls of allocating functions in a unit; those that are unchecked are left
// out.
func Checks(ast *cc.AST) map[*cc.PostfixExpression]Check {
	if !refersToAny([]*unit{{ast: ast}}, allocators) {
		return nil
	}
	out, defined := map[*cc.PostfixExpression]Check{}, map[string]*cc.FunctionDefinition{}
	for ed := range syntax.Externals(ast) {
		if ed.Case == cc.ExternalDeclarationFuncDef {
			defined[ed.FunctionDefinition.Declarator.Name()] = ed.FunctionDefinition
		}
	}
	for ed := range syntax.Externals(ast) {
		if ed.Case != cc.ExternalDeclarationFuncDef {
			continue
		}
		if calls := allocationsIn(ed, defined); len(calls) > 0 {
			b := newBody(ed.FunctionDefinition, defined)
			for _, c := range calls {
				if is := b.check(c); is != Unchecked {
					out[c] = is
				}
			}
		}
	}
	return out
}

// allocationsIn lists the calls of allocating functions that the program does not define itself.
func allocationsIn(n cc.Node, defined map[string]*cc.FunctionDefinition) (out []*cc.PostfixExpression) {
	syntax.Walk(n, func(n cc.Node) bool {
		if d := syntax.Called(n); d != nil && Allocates(d.Name()) && defined[d.Name()] == nil {
			out = append(out, n.(*cc.PostfixExpression))
		}
		return true
	})
	return out
}

// body is a function with the nodes in the order of its text.
type body struct {
	defined  map[string]*cc.FunctionDefinition
	order    *syntax.Order
	parent   map[cc.Node]cc.Node
	from, to map[cc.Node]int // numbers of the first and the last node inside of one
	lvalues  []lvalue        // in the order of the text
	writes   []lvalue        // those that are assigned or counted
	labels   []*cc.LabeledStatement
	next     int
}

// lvalue is an expression that designates an object by variables, members and elements.
type lvalue struct {
	node cc.ExpressionNode
	key  string // the same for the same designation
}

func newBody(f *cc.FunctionDefinition, defined map[string]*cc.FunctionDefinition) *body {
	b := &body{defined: defined, order: syntax.NewOrder(), parent: map[cc.Node]cc.Node{},
		from: map[cc.Node]int{}, to: map[cc.Node]int{}}
	b.add(f.CompoundStatement, nil)
	return b
}

func (b *body) add(n, parent cc.Node) {
	b.parent[n], b.from[n] = parent, b.next
	b.next++
	switch x := n.(type) {
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr,
			cc.UnaryExpressionAlignofType:
			b.to[n] = b.next
			return // the operand is only looked at
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			b.written(x.UnaryExpression)
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionInc || x.Case == cc.PostfixExpressionDec {
			b.written(x.PostfixExpression)
		}
	case *cc.AssignmentExpression:
		if x.Case != cc.AssignmentExpressionCond {
			b.written(x.UnaryExpression)
		}
	case *cc.TypeSpecifier:
		if syntax.IsTypeof(x) {
			b.to[n] = b.next
			return
		}
	case *cc.LabeledStatement:
		b.labels = append(b.labels, x)
	}
	if e, ok := n.(cc.ExpressionNode); ok && syntax.Unparen(e) == e {
		if key := designation(e); key != "" {
			b.lvalues = append(b.lvalues, lvalue{e, key})
		}
	}
	for _, p := range b.order.Parts(n) {
		if p.Node != nil {
			b.add(p.Node, n)
		}
	}
	b.to[n] = b.next
	b.next++
}

func (b *body) written(n cc.ExpressionNode) {
	if key := designation(n); key != "" {
		b.writes = append(b.writes, lvalue{n, key})
	}
}

// designation is a text that is the same for expressions that designate the same object as long as the
// variables in them keep their values; empty: it is no such expression.
func designation(n cc.ExpressionNode) string {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent &&
			d.Type().Kind() != cc.Function {
			return variable(d)
		}
	case *cc.PostfixExpression:
		of, member := "", x.Token2.SrcStr()
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionIndex:
			of = designation(x.PostfixExpression)
		}
		switch {
		case of == "":
		case x.Case == cc.PostfixExpressionSelect:
			return of + "." + member
		case x.Case == cc.PostfixExpressionPSelect:
			return of + "->" + member
		case x.Case == cc.PostfixExpressionIndex:
			i := x.ExpressionList
			if v, ok := syntax.ParserValue(i); ok {
				return fmt.Sprintf("%s[%d]", of, v)
			}
			if at := designation(i); at != "" {
				return of + "[" + at + "]"
			}
		}
	case *cc.UnaryExpression:
		if x.Case != cc.UnaryExpressionDeref {
			return ""
		}
		if of := designation(x.CastExpression); of != "" {
			return "*" + of
		}
	}
	return ""
}

// variable is the designation of a variable, which is a part of no other one's.
func variable(d *cc.Declarator) string {
	name := d.NameTok()
	return fmt.Sprintf("%s@%d;", d.Name(), name.Seq())
}

// check finds out what becomes of the result of a call.
func (b *body) check(call *cc.PostfixExpression) Check {
	var names []string
	for n := cc.ExpressionNode(call); ; {
		outer, value := b.around(n)
		if is, ok := b.test(outer, value); ok {
			return is
		}
		switch x := outer.(type) {
		case *cc.AssignmentExpression:
			if key := designation(x.UnaryExpression); x.Case == cc.AssignmentExpressionAssign && key != "" {
				names = append(names, key)
				n = x
				continue
			}
		case *cc.Initializer:
			if d, ok := b.parent[outer].(*cc.InitDeclarator); ok && x.Case == cc.InitializerExpr {
				names = append(names, variable(d.Declarator))
			}
		}
		if len(names) == 0 {
			return Unchecked
		}
		return b.firstRead(call, names)
	}
}

// firstRead finds out whether the next that is done with the objects that the result of a call went to is a
// test. In a loop what stands before the call comes next where nothing after it in the loop does.
func (b *body) firstRead(call cc.Node, names []string) Check {
	for at := b.parent[call]; at != nil; at = b.parent[at] {
		if _, loop := at.(*cc.IterationStatement); !loop {
			continue
		}
		for _, part := range [][2]int{{b.to[call], b.to[at]}, {b.from[at], b.from[call]}} {
			if is, found := b.readBetween(call, names, part[0], part[1]); found {
				return is
			}
		}
	}
	is, _ := b.readBetween(call, names, b.to[call], b.next)
	return is
}

// readBetween says what the first read is in a part of the text, and whether there is one.
func (b *body) readBetween(call cc.Node, names []string, from, to int) (is Check, found bool) {
	for _, l := range b.lvalues {
		at := b.from[l.node]
		switch {
		case at < from || at > to || !slices.Contains(names, l.key), b.isOverwritten(l.node),
			at > b.to[call] && b.apart(call, l.node):
			continue
		}
		is, ok := b.test(b.around(l.node))
		if !ok || b.otherCase(call, l.node) || b.changed(names, from, at) {
			is = Unchecked
		}
		return is, true
	}
	return Unchecked, false
}

// isOverwritten reports whether an object gets a new value, and its old one is not read.
func (b *body) isOverwritten(n cc.ExpressionNode) bool {
	outer, value := b.around(n)
	x, ok := outer.(*cc.AssignmentExpression)
	return ok && x.Case == cc.AssignmentExpressionAssign &&
		syntax.Unparen(x.UnaryExpression) == syntax.Unparen(value)
}

// apart reports whether two nodes are in the two parts of an if.
func (b *body) apart(m, n cc.Node) bool {
	for at := b.parent[m]; at != nil; at = b.parent[at] {
		x, ok := at.(*cc.SelectionStatement)
		if !ok || x.Case != cc.SelectionStatementIfElse {
			continue
		}
		if b.inside(m, x.Statement) && b.inside(n, x.Statement2) ||
			b.inside(m, x.Statement2) && b.inside(n, x.Statement) {
			return true
		}
	}
	return false
}

func (b *body) inside(n, outer cc.Node) bool {
	return b.from[outer] <= b.from[n] && b.to[n] <= b.to[outer]
}

// otherCase reports whether between two nodes there is a label of a switch that both are in.
func (b *body) otherCase(m, n cc.Node) bool {
	return slices.ContainsFunc(b.labels, func(l *cc.LabeledStatement) bool {
		if l.Case == cc.LabeledStatementLabel || b.from[l] < b.to[m] || b.from[n] < b.from[l] {
			return false
		}
		for at := b.parent[cc.Node(l)]; at != nil; at = b.parent[at] {
			if x, ok := at.(*cc.SelectionStatement); ok && x.Case == cc.SelectionStatementSwitch {
				return b.inside(m, x)
			}
		}
		return false
	})
}

// changed reports whether a variable by which one of some objects is designated gets another value.
func (b *body) changed(names []string, from, to int) bool {
	return slices.ContainsFunc(b.writes, func(w lvalue) bool {
		at := b.from[w.node]
		return at > from && at < to && slices.ContainsFunc(names, func(name string) bool {
			return name != w.key && strings.Contains(name, w.key)
		})
	})
}
