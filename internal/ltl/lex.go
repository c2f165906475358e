package ltl

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError says what is wrong with the text of a formula.
type SyntaxError struct {
	Col int // in characters, from 1
	Msg string
}

// Error returns the message with its column.
func (e *SyntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.Col, e.Msg) }

// A token is an operator, a parenthesis, a constant, an atom, or the end of the text.
type token struct {
	kind tokenKind
	op   Op
	atom Atom
	col  int
	text string // as it was written, for messages
}

type tokenKind uint8

const (
	atEnd  tokenKind = iota
	prefix           // an operator with one operand
	infix            // an operator with two operands
	constant
	proposition
	open
	closing
)

// signs are the operators and parentheses made of signs. Where one begins with another, it stands first.
var signs = []token{
	{text: "<->", kind: infix, op: Iff},
	{text: "==>", kind: infix, op: Implies}, {text: "->", kind: infix, op: Implies},
	{text: "||", kind: infix, op: Or}, {text: "|", kind: infix, op: Or},
	{text: "&&", kind: infix, op: And}, {text: "&", kind: infix, op: And},
	{text: "<>", kind: prefix, op: Finally}, {text: "[]", kind: prefix, op: Globally},
	{text: "!", kind: prefix, op: Not}, {text: "~", kind: prefix, op: Not},
	{text: "(", kind: open}, {text: ")", kind: closing},
}

// words are the operators and constants made of letters and digits. They are no names of atoms.
var words = map[string]token{
	"true": {kind: constant, op: True}, "1": {kind: constant, op: True},
	"false": {kind: constant, op: False}, "0": {kind: constant, op: False},
	"X": {kind: prefix, op: Next}, "F": {kind: prefix, op: Finally}, "G": {kind: prefix, op: Globally},
	"U": {kind: infix, op: Until}, "W": {kind: infix, op: WeakUntil}, "R": {kind: infix, op: Release},
	"V": {kind: infix, op: Release}, "M": {kind: infix, op: StrongRelease},
	"end": {kind: proposition, atom: Atom{Kind: End}},
}

// maxTokens bounds the size of a formula, and with it the depth of recursion.
const maxTokens = 2_000

// A lexer cuts a text into tokens.
type lexer struct {
	text string
	at   int // where the rest begins
}

// tokens returns the tokens of a text, the last of which is atEnd.
func tokens(text string) ([]token, error) {
	l := &lexer{text: text}
	var out []token
	for {
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		if out = append(out, t); t.kind == atEnd {
			return out, nil
		}
		if len(out) > maxTokens {
			return nil, l.errorAt(l.at, "the formula has more than %d symbols", maxTokens)
		}
	}
}

func (l *lexer) next() (token, error) {
	l.blanks()
	start := l.at
	t, err := l.token()
	t.col, t.text = l.column(start), l.text[start:l.at]
	return t, err
}

// token reads what begins at l.at, which is no blank.
func (l *lexer) token() (token, error) {
	rest := l.text[l.at:]
	if rest == "" {
		return token{}, nil
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s.text) {
			l.at += len(s.text)
			return s, nil
		}
	}
	if rest[0] == '{' {
		return l.expression('}')
	}
	if word := l.word(); word != "" {
		return l.named(word)
	}
	c, _ := utf8.DecodeRuneInString(rest)
	return token{}, l.errorAt(l.at, "unexpected %q; C expressions stand in AP(...)", c)
}

// named reads what begins with a word: an operator, a constant or an atom.
func (l *lexer) named(word string) (token, error) {
	start := l.at - len(word)
	if l.sign('@') {
		label := l.word()
		if label == "" || isDigit(label[0]) {
			return token{}, l.errorAt(l.at, "expected a label after %s@", word)
		}
		return token{kind: proposition, atom: Atom{Kind: Location, Thread: word, Text: label}}, nil
	}
	if t, ok := words[word]; ok {
		return t, nil
	}
	switch {
	case word == "AP" && l.peek('('):
		return l.expression(')')
	case word == "call" && l.sign('('):
		return l.call()
	case isDigit(word[0]):
		return token{}, l.errorAt(start, "unexpected %q; C expressions stand in AP(...)", word)
	}
	return token{kind: proposition, atom: Atom{Kind: Name, Text: word}}, nil
}

// call reads the rest of call(f()), after the first parenthesis.
func (l *lexer) call() (token, error) {
	l.blanks()
	f := l.word()
	if f == "" || isDigit(f[0]) {
		return token{}, l.errorAt(l.at, "expected the name of a function after call(")
	}
	if l.sign('(') && !l.sign(')') || !l.sign(')') {
		return token{}, l.errorAt(l.at, "expected call(%s())", f)
	}
	return token{kind: proposition, atom: Atom{Kind: Call, Text: f}}, nil
}

// sign skips blanks and c, if it comes next.
func (l *lexer) sign(c byte) bool {
	if !l.peek(c) {
		return false
	}
	l.blanks()
	l.at++
	return true
}

// peek reports whether c comes next, after blanks.
func (l *lexer) peek(c byte) bool {
	rest := strings.TrimLeft(l.text[l.at:], blank)
	return rest != "" && rest[0] == c
}

const blank = " \t\r\n"

func (l *lexer) blanks() {
	l.at = len(l.text) - len(strings.TrimLeft(l.text[l.at:], blank))
}

// word reads letters, digits and underscores.
func (l *lexer) word() string {
	start := l.at
	for l.at < len(l.text) && (isLetter(l.text[l.at]) || isDigit(l.text[l.at])) {
		l.at++
	}
	return l.text[start:l.at]
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) column(at int) int { return utf8.RuneCountInString(l.text[:at]) + 1 }

func (l *lexer) errorAt(at int, format string, args ...any) error {
	return &SyntaxError{Col: l.column(at), Msg: fmt.Sprintf(format, args...)}
}
