package probe

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// Finding what the places of probes are in the syntax trees. A place without a column is the first suitable
// one of its line; one whose column is that of nothing suitable is taken for the place that it is most likely
// to mean, with a note, since tools differ in what they count as the begin of a call or a statement.

// physical is a place of a text as the parser sees it. An offset is in bytes from the begin of the text.
type physical struct {
	text      *ctext.Text
	line, col int // col in bytes from 1; 0: not known
}

// candidate is a node that a probe may be about.
type candidate struct {
	node cc.Node
	at   token.Position
	// block: the statement stands in a block; braces are not needed to put another one before it.
	block bool
	// enclosing is the innermost statement or declaration around an expression, as a candidate.
	enclosing *candidate
}

// unitPlaces are the nodes of one unit that probes may be about, in the order of the text.
type unitPlaces struct {
	unit       *parse.Unit
	statements []*candidate // and declarations, and bodies of functions
	loops      []*candidate
	calls      []*candidate
	branches   []*candidate
	fulls      []*candidate // full expressions
}

// placesOf collects the nodes of a unit.
func placesOf(u *parse.Unit) *unitPlaces {
	p := &unitPlaces{unit: u}
	for ed := range syntax.Externals(u.AST) {
		if ed.FunctionDefinition != nil {
			p.function(ed.FunctionDefinition)
		}
	}
	for _, list := range []*[]*candidate{&p.statements, &p.loops, &p.calls, &p.branches, &p.fulls} {
		slices.SortStableFunc(*list, func(a, b *candidate) int {
			return cmp.Or(cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Column, b.at.Column))
		})
	}
	return p
}

func (p *unitPlaces) function(fd *cc.FunctionDefinition) {
	body := fd.CompoundStatement
	if body == nil {
		return
	}
	p.statements = append(p.statements, &candidate{node: body, at: body.Position()})
	p.visit(body, nil)
}

// visit collects what is below a node; in is the statement around it.
func (p *unitPlaces) visit(n cc.Node, in *candidate) {
	syntax.Walk(n, func(x cc.Node) bool {
		if x == n {
			return true
		}
		switch x := x.(type) {
		case *cc.BlockItem:
			switch x.Case {
			case cc.BlockItemDecl:
				if d := x.Declaration; !isSynthetic(d) {
					p.enter(&candidate{node: d, at: d.Position(), block: true})
				}
				return false
			case cc.BlockItemStmt:
				p.enter(&candidate{node: x.Statement, at: x.Statement.Position(), block: true})
				return false
			}
		case *cc.Statement:
			p.enter(&candidate{node: x, at: x.Position()})
			return false
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall {
				p.calls = append(p.calls, &candidate{node: x, at: x.Token2.Position(), enclosing: in})
			}
		case *cc.ConditionalExpression:
			if x.Token.SrcStr() == "?" {
				p.branches = append(p.branches, &candidate{node: x, at: x.Token.Position(), enclosing: in})
			}
		}
		return true
	})
}

// isSynthetic recognises the declaration of __func__, which the parser makes.
func isSynthetic(d *cc.Declaration) bool {
	l := d.InitDeclaratorList
	return l != nil && l.InitDeclarator.Declarator != nil && l.InitDeclarator.Declarator.Name() == "__func__"
}

// enter adds a statement or declaration and what is below it.
func (p *unitPlaces) enter(c *candidate) {
	p.statements = append(p.statements, c)
	if s, ok := c.node.(*cc.Statement); ok {
		full := func(e cc.ExpressionNode) {
			if !syntax.IsNil(e) {
				p.fulls = append(p.fulls, &candidate{node: e, at: e.Position(), enclosing: c})
			}
		}
		switch s.Case {
		case cc.StatementExpr:
			full(s.ExpressionStatement.ExpressionList)
		case cc.StatementSelection:
			p.branches = append(p.branches, &candidate{node: s.SelectionStatement,
				at: s.SelectionStatement.Token.Position(), enclosing: c})
			full(s.SelectionStatement.ExpressionList)
		case cc.StatementIteration:
			it := s.IterationStatement
			at := &candidate{node: it, at: it.Token.Position(), enclosing: c}
			p.branches, p.loops = append(p.branches, at), append(p.loops, at)
			full(it.ExpressionList)
			full(it.ExpressionList2)
			full(it.ExpressionList3)
		case cc.StatementJump:
			full(s.JumpStatement.ExpressionList)
		}
	}
	p.visit(c.node, c)
}

// sameEnd counts the elements that two file names have in common, from the end on. Equal names have
// more than any other ones.
func sameEnd(name, want string) int {
	name, want = path.Clean(name), path.Clean(want)
	if name == want {
		return 1 << 30
	}
	a, b := strings.Split(name, "/"), strings.Split(want, "/")
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// fileNames lists the names under which a unit knows its files: those of texts, and those that
// line markers give.
func fileNames(u *parse.Unit) (texts, presumed []string) {
	for n, t := range u.Texts {
		texts = append(texts, n)
		for _, file := range t.PresumedFiles() {
			presumed = append(presumed, u.Files.Name(file))
		}
	}
	slices.Sort(texts)
	slices.Sort(presumed)
	return texts, slices.Compact(presumed)
}

// fileOf finds the file that a place means, by its name in all units: the one whose name ends most like that
// of the place. Without any, it is the only input file of a program. Presumed says that line markers know the
// name.
func fileOf(want string, places []*unitPlaces) (name string, presumed bool, err error) {
	var best []string
	most := 0
	consider := func(names []string, isPresumed bool) {
		for _, n := range names {
			switch k := sameEnd(n, want); {
			case k > most:
				best, most, presumed = []string{n}, k, isPresumed
			case k == most && k > 0 && presumed == isPresumed && !slices.Contains(best, n):
				best = append(best, n)
			}
		}
	}
	var marked []string
	for _, u := range places {
		texts, names := fileNames(u.unit)
		consider(texts, false)
		marked = append(marked, names...)
	}
	consider(marked, true)
	switch {
	case len(best) == 1:
		return best[0], presumed, nil
	case len(best) > 1:
		return "", false, fmt.Errorf("the program has several files %s: %s", want, strings.Join(best, ", "))
	case len(places) == 1:
		return places[0].unit.Name, false, nil
	}
	return "", false, fmt.Errorf("the program has no file %s", want)
}

// locate finds the physical places of a unit that a place in a file can mean.
func locate(u *parse.Unit, p Place, name string, presumed bool) []physical {
	if !presumed {
		if t := u.Texts[name]; t != nil {
			return []physical{{t, p.Line, t.Column(p.Line, p.Col)}}
		}
		return nil
	}
	texts, _ := fileNames(u)
	var out []physical
	for _, n := range texts {
		t := u.Texts[n]
		for _, line := range t.PresumedAt(func(file int32) bool { return u.Files.Name(file) == name },
			p.Line) {
			out = append(out, physical{t, line, t.Column(line, p.Col)})
		}
	}
	return out
}

// found is what a place means.
type found struct {
	text *ctext.Text
	*candidate
	note string
}

// find looks for what a place means among lists of candidates; the earlier lists are preferred on one line.
// begins gives further columns at which a candidate may be said to be.
func (p *unitPlaces) find(at physical, what string, list []*candidate,
	begins func(*candidate) []token.Position) (found, error) {
	var line []*candidate
	for _, c := range list {
		if c.at.Line == at.line && c.at.Filename == at.text.Name {
			line = append(line, c)
		}
	}
	name := func() string { return p.unit.Files.Format(at.text.Pos(at.line, max(at.col, 1))) }
	if at.col == 0 {
		if len(line) == 0 {
			return found{}, fmt.Errorf("there is no %s on line %d of %s", what, at.line, at.text.Name)
		}
		return found{text: at.text, candidate: line[0]}, nil
	}
	for _, c := range line {
		if c.at.Column == at.col {
			return found{text: at.text, candidate: c}, nil
		}
	}
	for _, c := range list {
		for _, b := range begins(c) {
			if b.Filename == at.text.Name && b.Line == at.line && b.Column == at.col {
				return found{text: at.text, candidate: c}, nil
			}
		}
	}
	if len(line) == 0 {
		return found{}, fmt.Errorf("there is no %s at %s, nor anywhere on that line", what, name())
	}
	// The one that begins last before the column, else the first.
	best := line[0]
	for _, c := range line {
		if c.at.Column <= at.col {
			best = c
		}
	}
	note := fmt.Sprintf("no %s is at %s; the one at %s is taken", what, name(),
		p.unit.Files.Format(p.pos(best.at)))
	return found{text: at.text, candidate: best, note: note}, nil
}

// pos is the place of a node as people know it.
func (p *unitPlaces) pos(at token.Position) source.Pos { return p.unit.Pos(at) }
