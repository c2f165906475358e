package probe

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/syntax"
)

// Probes get the scope of their place by standing there: their expressions are put into the text, as
// arguments of calls that the lowering knows, and parsed and typed with the program. The places of everything
// else are mapped back, so that moved columns do not show.

// insertions lists, for each text by its name, what is put into it. Only the expression of the probe called
// only is taken, if that is not negative, so that a wrong one can be found.
func (plan *Plan) insertions(only int) (map[string][]ctext.Insertion, error) {
	out := map[string][]ctext.Insertion{}
	for n, s := range plan.ProbeSites {
		if s.kind == Enter || s.kind == Branch {
			continue
		}
		ins, err := s.insertions(n, plan, only)
		if err != nil {
			return nil, &Error{Probe: s.Probes[0], Target: -1, Msg: err.Error()}
		}
		out[s.text.Name] = append(out[s.text.Name], ins...)
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b ctext.Insertion) int { return a.Offset - b.Offset })
	}
	return out, nil
}

// call is the text of the call that holds the expressions of a site.
func (s *Site) call(n int, plan *Plan, only int) string {
	var b strings.Builder
	name := Call
	if s.kind == Return {
		name = NoteCall
	}
	fmt.Fprintf(&b, "%s(%d", name, n)
	for _, i := range s.Probes {
		e := plan.Probes[i].Expr
		if only >= 0 && i != only {
			e = "1"
		}
		fmt.Fprintf(&b, ", (%s)", strings.ReplaceAll(e, `\result`, fmt.Sprintf("%s%d", ResultName, n)))
	}
	return b.String() + ")"
}

func (s *Site) insertions(n int, plan *Plan, only int) ([]ctext.Insertion, error) {
	call := s.call(n, plan, only)
	switch s.kind {
	case Loop:
		return s.loopInsertion(call)
	case Return:
		x := s.node.node.(*cc.PostfixExpression)
		typ := spellType(x.Type())
		if typ == "" {
			return nil, fmt.Errorf("the function that is called returns no number and no pointer")
		}
		if s.node.enclosing == nil {
			return nil, fmt.Errorf("the call stands in no statement")
		}
		return s.before(s.node.enclosing, fmt.Sprintf("extern %s %s%d; %s; ", typ, ResultName, n, call))
	}
	return s.before(s.node, call+"; ")
}

// before puts a text before a statement or declaration, or at the begin of the body of a function.
func (s *Site) before(c *candidate, text string) ([]ctext.Insertion, error) {
	if body, ok := c.node.(*cc.CompoundStatement); ok {
		in, err := s.insertionAt(body.Token.Position(), "{")
		in.Offset, in.Col, in.Text = in.Offset+1, in.Col+1, " "+text
		return []ctext.Insertion{in}, err
	}
	stmt, ok := c.node.(*cc.Statement)
	block := c.block
	for ok && stmt.Case == cc.StatementLabeled {
		// A jump to the label comes by as well.
		stmt, block = stmt.LabeledStatement.Statement, false
	}
	if !ok {
		in, err := s.insertionAt(c.at, "")
		in.Text = text
		return []ctext.Insertion{in}, err
	}
	begin, err := s.insertionAt(stmt.Position(), "")
	if err != nil || block {
		begin.Text = text
		return []ctext.Insertion{begin}, err
	}
	last := syntax.LastToken(stmt)
	end, err := s.insertionAt(last.Position(), string(last.Src()))
	if err != nil {
		return nil, err
	}
	end.Offset, end.Col = end.Offset+len(last.Src()), end.Col+len(last.Src())
	begin.Text, end.Text = "{ "+text, " }"
	return []ctext.Insertion{begin, end}, nil
}

// loopInsertion puts a call before the controlling expression of a loop.
func (s *Site) loopInsertion(call string) ([]ctext.Insertion, error) {
	it := s.node.node.(*cc.IterationStatement)
	if _, err := s.insertionAt(it.Token.Position(), string(it.Token.Src())); err != nil {
		return nil, err // the condition is not in the text then
	}
	var condition cc.ExpressionNode
	empty := it.Token4
	switch it.Case {
	case cc.IterationStatementFor:
		condition = it.ExpressionList2
	case cc.IterationStatementForDecl:
		condition, empty = it.ExpressionList, it.Token3
	default:
		condition = it.ExpressionList
	}
	if syntax.IsNil(condition) {
		in, err := s.insertionAt(empty.Position(), string(empty.Src()))
		in.Text = call + ", 1"
		return []ctext.Insertion{in}, err
	}
	in, err := s.insertionAt(condition.Position(), "")
	in.Text = call + ", "
	return []ctext.Insertion{in}, err
}

// insertionAt is an insertion before a token, which is checked to be there: it may come from a macro.
func (s *Site) insertionAt(p token.Position, src string) (ctext.Insertion, error) {
	at := s.text.Offset(p.Line, p.Column)
	if p.Filename != s.text.Name || at < 0 ||
		!strings.HasPrefix(string(s.text.Text[at:min(len(s.text.Text), at+len(src))]), src) {
		return ctext.Insertion{}, fmt.Errorf("the place comes from a macro or another file")
	}
	return ctext.Insertion{Offset: at, Line: p.Line, Col: p.Column}, nil
}

// spellType writes a scalar type; "" for others.
func spellType(t cc.Type) string {
	if t == nil {
		return ""
	}
	switch t.Kind() {
	case cc.Bool:
		return "_Bool"
	case cc.Char:
		return "char"
	case cc.SChar:
		return "signed char"
	case cc.UChar:
		return "unsigned char"
	case cc.Short:
		return "short"
	case cc.UShort:
		return "unsigned short"
	case cc.Int, cc.Enum:
		return "int"
	case cc.UInt:
		return "unsigned int"
	case cc.Long:
		return "long"
	case cc.ULong:
		return "unsigned long"
	case cc.LongLong:
		return "long long"
	case cc.ULongLong:
		return "unsigned long long"
	case cc.Ptr:
		return "void *"
	}
	return ""
}
