package instrument

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

func (p *printer) children(n cc.Node) {
	for _, c := range p.order.Parts(n) {
		p.part(c)
	}
}

func (p *printer) part(c syntax.Part) {
	if c.Token != nil {
		p.token(c.Token)
		return
	}
	if t := p.order.FirstToken(c.Node); t != nil && p.inline > 0 && len(t.Sep()) > 0 {
		p.space()
	}
	p.node(c.Node)
}

// name is what an identifier of the source is called in the unit.
func (p *printer) name(s string) string {
	if r := p.rename[s]; r != "" {
		return r
	}
	if !p.u.Model && isRuntimeName(s) {
		return userPrefix + s // whatever it names, a local variable or a member for example
	}
	return s
}

func (p *printer) token(t *cc.Token) {
	src := p.name(t.SrcStr())
	if src == "" {
		return
	}
	if p.inline == 0 {
		p.sync(p.u.Pos(t.Position()), false)
	}
	if len(t.Sep()) > 0 {
		p.space()
	}
	p.write(src)
}

func (p *printer) space() {
	if n := len(p.b); n > 0 && p.b[n-1] != ' ' && p.b[n-1] != '\n' {
		p.b = append(p.b, ' ')
	}
}

// write writes text, with a space before it where it would otherwise grow together with what is there.
func (p *printer) write(s string) {
	if s == "" {
		return
	}
	if n := len(p.b); n > 0 && joins(p.b[n-1], s[0]) {
		p.b = append(p.b, ' ')
	}
	p.b = append(p.b, s...)
}

func joins(a, b byte) bool {
	if lex.IsIdent(a) || a == '"' || a == '\'' {
		return lex.IsIdent(b) || b == '"' || b == '\'' || b == '.' && a >= '0' && a <= '9'
	}
	const operators = "+-*/%&|^<>=!.:#"
	return strings.IndexByte(operators, a) >= 0 && strings.IndexByte(operators, b) >= 0
}

// text is an expression on one line.
func (p *printer) text(n cc.Node) string {
	outer := p.b
	p.b = nil
	p.inline++
	p.node(n)
	p.inline--
	s := string(p.b)
	p.b = outer
	return strings.TrimSpace(s)
}

// statementAt begins a statement or declaration at its place.
func (p *printer) statementAt(n cc.Node) {
	if p.inline > 0 {
		return
	}
	if t := p.order.FirstToken(n); t != nil {
		p.sync(p.u.Pos(t.Position()), true)
	}
}

// sync goes to a line of the source. Only where directives are allowed it can go back, or to another file.
func (p *printer) sync(pos source.Pos, directive bool) {
	const near = 6 // blank lines instead of a directive
	switch {
	case !pos.IsValid() || pos.File == p.file && pos.Line == p.line:
		return
	case pos.File == p.file && p.line > 0 && pos.Line > p.line &&
		(pos.Line <= p.line+near || !directive && pos.Line <= p.line+100):
		for p.line < pos.Line {
			p.b = append(p.b, '\n')
			p.line++
		}
	case directive:
		p.b = fmt.Appendf(p.b, "\n#line %d %q\n", pos.Line, p.s.low.Program.Files.Name(pos.File))
		p.file, p.line = pos.File, pos.Line
	default:
		return
	}
	p.b = append(p.b, strings.Repeat(" ", min(max(int(pos.Col)-1, 0), 60))...)
}
