package lib

import (
	"bufio"
	"io"
	"strings"
)

// Kind says what an S-expression is.
type Kind uint8

// The kinds of S-expressions. Text of a Symbol is its name without bars, of a Keyword its name without the
// colon, of a String its content, and of Hex and Binary the digits after #x and #b.
const (
	List Kind = iota
	Symbol
	Keyword
	Numeral
	Decimal
	Hex
	Binary
	String

	open // tokens that are no S-expressions
	closing
)

// token is a lexical unit.
type token struct {
	kind   Kind
	pos    Pos
	text   string
	quoted bool // a symbol between bars
}

// lexer splits a stream of bytes into tokens.
type lexer struct {
	r    *bufio.Reader
	pos  Pos // of the next character
	buf  []byte
	seen map[string]string // names occur many times: one string for each
}

func newLexer(r io.Reader) *lexer {
	return &lexer{r: bufio.NewReaderSize(r, 1<<16), pos: Pos{1, 1}, seen: map[string]string{}}
}

// advance returns the next byte and moves on.
func (l *lexer) advance() (byte, error) {
	c, err := l.r.ReadByte()
	if err != nil {
		return 0, err
	}
	switch {
	case c == '\n':
		l.pos.Line++
		l.pos.Col = 1
	case c&0xc0 != 0x80: // not a continuation byte of UTF-8
		l.pos.Col++
	}
	return c, nil
}

// peek returns the next byte without moving; 0 at the end.
func (l *lexer) peek() byte {
	b, err := l.r.Peek(1)
	if err != nil {
		return 0
	}
	return b[0]
}

// next returns the next token, io.EOF at the end of the stream, an *Error for
// text that is no token (the lexer is after it then), or an error of the stream.
func (l *lexer) next() (token, error) {
	for {
		pos := l.pos
		c, err := l.advance()
		if err != nil {
			return token{pos: pos}, err
		}
		switch {
		case c == ' ', c == '\t', c == '\r', c == '\n':
			continue
		case c == ';':
			for l.peek() != '\n' && err == nil {
				_, err = l.advance()
			}
			continue
		case c == '(':
			return token{kind: open, pos: pos}, nil
		case c == ')':
			return token{kind: closing, pos: pos}, nil
		case c == '"':
			return l.string(pos)
		case c == '|':
			return l.quoted(pos)
		case c == '#':
			return l.literal(pos)
		case c == ':':
			text := l.word(nil)
			if text == "" {
				return token{pos: pos}, errorf(pos, "a colon without a keyword")
			}
			return token{kind: Keyword, pos: pos, text: text}, nil
		case c >= '0' && c <= '9':
			return l.number(pos, c)
		case isSymbolByte(c):
			return token{kind: Symbol, pos: pos, text: l.word([]byte{c})}, nil
		}
		return token{pos: pos}, errorf(pos, "unexpected character %q", rune(c))
	}
}

// isSymbolByte reports whether c may occur in a simple symbol. Bytes beyond ASCII
// are let through, as most solvers do.
func isSymbolByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 ||
		strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
}

// word reads symbol characters after those of start.
func (l *lexer) word(start []byte) string {
	l.buf = append(l.buf[:0], start...)
	for isSymbolByte(l.peek()) {
		c, err := l.advance()
		if err != nil {
			break
		}
		l.buf = append(l.buf, c)
	}
	return l.intern()
}

// intern returns the buffer as a string.
func (l *lexer) intern() string {
	if s, ok := l.seen[string(l.buf)]; ok {
		return s
	}
	s := string(l.buf)
	if len(s) <= 64 {
		l.seen[s] = s
	}
	return s
}

// string reads a string literal; a doubled quote stands for one.
func (l *lexer) string(pos Pos) (token, error) {
	var b []byte
	for {
		c, err := l.advance()
		if err != nil {
			return token{pos: pos}, errorf(pos, "this string is not closed")
		}
		if c == '"' {
			if l.peek() != '"' {
				return token{kind: String, pos: pos, text: string(b)}, nil
			}
			_, _ = l.advance()
		}
		b = append(b, c)
	}
}

// quoted reads a symbol between bars.
func (l *lexer) quoted(pos Pos) (token, error) {
	l.buf = l.buf[:0]
	var bad error
	for {
		c, err := l.advance()
		if err != nil {
			return token{pos: pos}, errorf(pos, "this quoted symbol is not closed")
		}
		if c == '|' {
			return token{kind: Symbol, pos: pos, text: l.intern(), quoted: true}, bad
		}
		if c == '\\' && bad == nil {
			bad = errorf(pos, `a quoted symbol cannot contain \`)
		}
		l.buf = append(l.buf, c)
	}
}

// literal reads a literal of digits after #.
func (l *lexer) literal(pos Pos) (token, error) {
	text := l.word(nil)
	if len(text) < 2 {
		return token{pos: pos}, errorf(pos, "malformed literal #%s", text)
	}
	kind, digits := Hex, "0123456789abcdefABCDEF"
	switch text[0] {
	case 'x':
	case 'b':
		kind, digits = Binary, "01"
	default:
		return token{pos: pos}, errorf(pos, "malformed literal #%s", text)
	}
	if strings.Trim(text[1:], digits) != "" {
		return token{pos: pos}, errorf(pos, "malformed literal #%s", text)
	}
	return token{kind: kind, pos: pos, text: text[1:]}, nil
}

// number reads a numeral or decimal that begins with c.
func (l *lexer) number(pos Pos, c byte) (token, error) {
	text := l.word([]byte{c})
	whole, frac, isDecimal := strings.Cut(text, ".")
	const digits = "0123456789"
	bad := strings.Trim(whole, digits) != "" || strings.Trim(frac, digits) != "" || isDecimal && frac == "" ||
		len(whole) > 1 && whole[0] == '0'
	switch {
	case bad:
		return token{pos: pos}, errorf(pos, "malformed number %s", text)
	case isDecimal:
		return token{kind: Decimal, pos: pos, text: text}, nil
	}
	return token{kind: Numeral, pos: pos, text: text}, nil
}
