package lib

import (
	"errors"
	"io"
	"strings"

	"whittle.dev/term"
)

// Node is an S-expression with its place.
type Node struct {
	Kind   Kind
	Quoted bool // a Symbol between bars, which is never a reserved word
	Pos    Pos
	Text   string // of all kinds but List
	List   []Node
}

// is reports whether n is the reserved word or unquoted symbol s.
func (n *Node) is(s string) bool { return n.Kind == Symbol && !n.Quoted && n.Text == s }

// isApp reports whether n is a list that begins with the reserved word s.
func (n *Node) isApp(s string) bool { return n.Kind == List && len(n.List) > 0 && n.List[0].is(s) }

// String returns the S-expression on one line, with bars around symbols only where they are needed.
func (n *Node) String() string {
	var b strings.Builder
	type item struct {
		n    *Node
		next int
	}
	stack := []item{{n: n}}
	for len(stack) > 0 { // not recursive: scripts nest deeply
		top := &stack[len(stack)-1]
		if top.n.Kind != List {
			b.WriteString(top.n.atom())
			stack = stack[:len(stack)-1]
			continue
		}
		if top.next == len(top.n.List) {
			if top.next == 0 {
				b.WriteByte('(')
			}
			b.WriteByte(')')
			stack = stack[:len(stack)-1]
			continue
		}
		if top.next == 0 {
			b.WriteByte('(')
		} else {
			b.WriteByte(' ')
		}
		top.next++
		stack = append(stack, item{n: &top.n.List[top.next-1]})
	}
	return b.String()
}

func (n *Node) atom() string {
	switch n.Kind {
	case Symbol:
		if !n.Quoted {
			return n.Text
		}
		return term.Quote(n.Text)
	case Keyword:
		return ":" + n.Text
	case Hex:
		return "#x" + n.Text
	case Binary:
		return "#b" + n.Text
	case String:
		return stringLiteral(n.Text)
	}
	return n.Text
}

// Reader reads S-expressions one by one from a stream. It reads no further than
// it must, so that it may sit at the end of a pipe.
type Reader struct {
	lex *lexer
	eof error
}

// NewReader returns a reader of the S-expressions in r.
func NewReader(r io.Reader) *Reader { return &Reader{lex: newLexer(r)} }

// Next returns the next S-expression, and io.EOF at the end. An *Error says that the next S-expression is
// malformed; Next may be called again and goes on after it. Other errors are those of the stream.
func (r *Reader) Next() (Node, error) {
	if r.eof != nil {
		return Node{}, r.eof
	}
	var lists []Node // those that are open
	var bad error    // the first mistake inside the outermost list
	for {
		tok, err := r.lex.next()
		if err != nil {
			var mistake *Error
			if errors.As(err, &mistake) {
				if bad == nil {
					bad = err
				}
				if len(lists) == 0 {
					return Node{}, bad
				}
				continue
			}
			r.eof = err
			switch {
			case !errors.Is(err, io.EOF):
				return Node{}, err
			case bad != nil:
				return Node{}, bad
			case len(lists) > 0:
				return Node{}, errorf(lists[0].Pos, "this parenthesis is not closed")
			}
			return Node{}, io.EOF
		}
		n := Node{Kind: tok.kind, Pos: tok.pos, Text: tok.text, Quoted: tok.quoted}
		switch tok.kind {
		case open:
			n.Kind = List
			lists = append(lists, n)
			continue
		case closing:
			if len(lists) == 0 {
				return Node{}, errorf(tok.pos, "this parenthesis closes nothing")
			}
			n = lists[len(lists)-1]
			lists = lists[:len(lists)-1]
		}
		if len(lists) == 0 {
			return n, bad
		}
		top := &lists[len(lists)-1]
		top.List = append(top.List, n)
	}
}
