package term

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
)

// String returns the SMT-LIB text of t; see [Store.Write].
func (s *Store) String(t Term) string {
	if t == None {
		return "none"
	}
	var b strings.Builder
	_ = s.Write(&b, t) // a strings.Builder takes everything
	return b.String()
}

// Write writes t as SMT-LIB text. Subterms that occur more than once are bound by
// let, so the text is as long as the DAG, not the tree.
func (s *Store) Write(w io.Writer, t Term) error {
	p := printer{s: s, w: bufio.NewWriter(w)}
	p.term(t)
	return p.w.Flush()
}

// printer writes one term.
type printer struct {
	s      *Store
	w      *bufio.Writer
	names  memo[int] // the numbers of shared terms
	prefix string    // of the names bound by let; no symbol starts with it
	stack  []printed
}

// printed is a term whose operands are being written.
type printed struct {
	t    Term
	next int
}

func (p *printer) term(t Term) {
	shared := p.shared(t)
	for i, x := range shared {
		name := p.prefix + strconv.Itoa(i+1)
		p.w.WriteString("(let ((" + name + " ")
		p.tree(x)
		p.w.WriteString(")) ")
		p.names.put(x, i+1)
	}
	p.tree(t)
	for range shared {
		p.w.WriteByte(')')
	}
}

// shared returns the applications that have several parents, operands first, and chooses the prefix.
func (p *printer) shared(t Term) []Term {
	var count memo[int]
	var order []Term
	var stack []printed
	p.prefix = "?"
	visit := func(x Term) {
		n := p.s.node(x)
		if n.op() == OpSymbol {
			for name := p.s.Name(x); strings.HasPrefix(name, p.prefix); {
				p.prefix += "?"
			}
		}
		if n.numArgs() == 0 {
			return
		}
		c, _ := count.get(x)
		count.put(x, c+1)
		if c == 0 {
			stack = append(stack, printed{t: x})
		}
	}
	visit(t)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if args := p.s.Args(top.t); top.next < len(args) {
			top.next++
			visit(args[top.next-1])
			continue
		}
		order = append(order, top.t)
		stack = stack[:len(stack)-1]
	}
	return slices.DeleteFunc(order, func(x Term) bool {
		c, _ := count.get(x)
		return c < 2
	})
}

// tree writes t, and for the shared terms below it their names.
func (p *printer) tree(t Term) {
	p.open(t)
	for len(p.stack) > 0 {
		top := &p.stack[len(p.stack)-1]
		args := p.s.Args(top.t)
		if top.next == len(args) {
			p.w.WriteByte(')')
			p.stack = p.stack[:len(p.stack)-1]
			continue
		}
		p.w.WriteByte(' ')
		top.next++
		p.open(args[top.next-1])
	}
}

// open writes a leaf or a shared term whole, or else the beginning of t and pushes it.
func (p *printer) open(t Term) {
	s := p.s
	n := s.node(t)
	switch n.op() {
	case OpSymbol:
		p.w.WriteString(Quote(s.Name(t)))
		return
	case OpConst:
		p.w.WriteString(s.ConstValue(t).String())
		return
	}
	if i, ok := p.names.get(t); ok {
		p.w.WriteString(p.prefix + strconv.Itoa(i))
		return
	}
	p.w.WriteByte('(')
	hi, lo := s.Params(t)
	next := 0
	switch op := n.op(); {
	case op == OpApply:
		next = 1
		p.w.WriteString(Quote(s.Name(s.Arg(t, 0))))
	case op == OpConstArray:
		p.w.WriteString("(as const " + s.SortString(n.sort()) + ")")
	case op.NumParams() == 2:
		p.w.WriteString("(_ " + op.String() + " " + strconv.Itoa(hi) + " " + strconv.Itoa(lo) + ")")
	case op.NumParams() == 1:
		p.w.WriteString("(_ " + op.String() + " " + strconv.Itoa(hi) + ")")
	default:
		p.w.WriteString(op.String())
	}
	p.stack = append(p.stack, printed{t: t, next: next})
}

// Quote returns a symbol's name as SMT-LIB text, between bars unless it is a
// simple symbol. The characters | and \, which SMT-LIB cannot quote, become _.
func Quote(name string) string {
	if isSimple(name) {
		return name
	}
	return "|" + strings.NewReplacer("|", "_", `\`, "_").Replace(name) + "|"
}

func isSimple(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for _, c := range []byte(name) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && strings.IndexByte("~!@$%^&*_-+=<>.?/", c) < 0 {
			return false
		}
	}
	switch name {
	case "_", "!", "as", "let", "exists", "forall", "match", "par",
		"BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "true", "false":
		return false
	}
	return true
}
