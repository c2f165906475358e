package c

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/source"
)

// part is a token or a node below a node.
type part struct {
	seq   int64
	token *cc.Token
	node  cc.Node
}

// parts lists what is directly below a node in the order of the text.
func (p *printer) parts(n cc.Node) []part {
	v := reflect.ValueOf(n)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return nil
	}
	v = v.Elem()
	f := fieldsOfType.of(v.Type())
	var out []part
	for _, i := range f.tokens {
		t := v.Field(i).Addr().Interface().(*cc.Token)
		if t.Seq() != 0 {
			out = append(out, part{seq: int64(t.Seq()), token: t})
		}
	}
	for _, i := range f.nodes {
		if fv := v.Field(i); !fv.IsNil() {
			if c, ok := fv.Interface().(cc.Node); ok {
				if seq := p.firstSeq(c); seq != math.MaxInt64 {
					out = append(out, part{seq: seq, node: c})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b part) int { return int(a.seq - b.seq) })
	return out
}

func (p *printer) firstSeq(n cc.Node) int64 {
	if seq, ok := p.first[n]; ok {
		return seq
	}
	seq := int64(math.MaxInt64)
	for _, c := range p.parts(n) {
		seq = min(seq, c.seq)
	}
	p.first[n] = seq
	return seq
}

func (p *printer) firstToken(n cc.Node) *cc.Token {
	for {
		parts := p.parts(n)
		if len(parts) == 0 {
			return nil
		}
		if parts[0].token != nil {
			return parts[0].token
		}
		n = parts[0].node
	}
}

func (p *printer) children(n cc.Node) {
	for _, c := range p.parts(n) {
		p.part(c)
	}
}

func (p *printer) part(c part) {
	if c.token != nil {
		p.token(c.token)
		return
	}
	if t := p.firstToken(c.node); t != nil && p.inline > 0 && len(t.Sep()) > 0 {
		p.space()
	}
	p.node(c.node)
}

// name is what an identifier of the source is called in the unit.
func (p *printer) name(s string) string {
	if r := p.rename[s]; r != "" {
		return r
	}
	if !p.u.model && isRuntimeName(s) {
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
		p.sync(p.u.pos(tokenNode{*t}), false)
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

// write writes text, with a space before it where it would otherwise grow
// together with what is there.
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
	if isIdent(a) || a == '"' || a == '\'' {
		return isIdent(b) || b == '"' || b == '\'' || b == '.' && a >= '0' && a <= '9'
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
	if t := p.firstToken(n); t != nil {
		p.sync(p.u.pos(tokenNode{*t}), true)
	}
}

// sync goes to a line of the source. Only where directives are allowed it can
// go back, or to another file.
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
		p.b = fmt.Appendf(p.b, "\n#line %d %q\n", pos.Line, p.s.prog.Files.Name(pos.File))
		p.file, p.line = pos.File, pos.Line
	default:
		return
	}
	p.b = append(p.b, strings.Repeat(" ", min(max(int(pos.Col)-1, 0), 60))...)
}
