package ltl

import "strings"

// The text of a C expression in a formula is taken as it stands, up to the bracket that closes it: brackets
// inside are counted, those in string and character constants are not. Blanks, also the ends of lines,
// become one each, so that two spellings of the layout are one atom.

// brackets are those that are counted, by the one that opens.
var brackets = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// expression reads an expression that ends with a bracket; its opening bracket comes next.
func (l *lexer) expression(end byte) (token, error) {
	l.blanks()
	start := l.at
	l.at++
	var b strings.Builder
	pending := []byte{end}
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case strings.IndexByte(blank, c) >= 0:
			l.blanks()
			b.WriteByte(' ')
			continue
		case c == '"' || c == '\'':
			constant, ok := l.quoted(c)
			if !ok {
				return token{}, l.errorAt(l.at, "the constant is not closed by %c", c)
			}
			b.WriteString(constant)
			continue
		case brackets[c] != 0:
			pending = append(pending, brackets[c])
		case c == pending[len(pending)-1]:
			pending = pending[:len(pending)-1]
		case c == ')' || c == ']' || c == '}':
			return token{}, l.errorAt(l.at, "expected %c, got %c", pending[len(pending)-1], c)
		}
		l.at++
		if len(pending) == 0 {
			return l.finish(b.String(), start)
		}
		b.WriteByte(c)
	}
	return token{}, l.errorAt(start, "the expression is not closed by %c", end)
}

// finish makes an atom of the text of an expression, whose opening bracket stood at start.
func (l *lexer) finish(text string, start int) (token, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return token{}, l.errorAt(start, "the expression is empty")
	}
	return token{kind: proposition, atom: Atom{Kind: Expression, Text: text}}, nil
}

// quoted skips a string or character constant and returns it.
func (l *lexer) quoted(quote byte) (string, bool) {
	for i := l.at + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case quote:
			start := l.at
			l.at = i + 1
			return l.text[start:l.at], true
		}
	}
	return "", false
}
