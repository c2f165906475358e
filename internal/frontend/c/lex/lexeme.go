package lex

// Lexeme is a word, number, literal or character of a text.
type Lexeme struct {
	Text       string
	Start, End int // in bytes from the beginning of the text
	Line       int // from 1
	lineStart  int
}

// Column is the byte in its line by which it begins, from 1.
func (l Lexeme) Column() int { return l.Start - l.lineStart + 1 }

// Lexemes cuts a text, without comments and directives.
func Lexemes(text []byte) []Lexeme {
	var out []Lexeme
	line, lineStart, fresh := 1, 0, true // fresh: nothing but blanks so far in this line
	i := 0
	skip := func(end int) {
		for ; i < end; i++ {
			if text[i] == '\n' {
				line, lineStart = line+1, i+1
			}
		}
	}
	for i < len(text) {
		c := text[i]
		switch {
		case c == '\n':
			skip(i + 1)
			fresh = true
			continue
		case IsSpace(c) || c == '\\':
			i++
			continue
		case IsComment(text, i):
			skip(CommentEnd(text, i))
			continue
		case c == '#' && fresh:
			skip(DirectiveEnd(text, i))
			continue
		}
		fresh = false
		start := i
		l := Lexeme{Start: start, Line: line, lineStart: lineStart}
		switch {
		case IsIdent(c):
			for i < len(text) && IsIdent(text[i]) {
				i++
			}
		case c == '"' || c == '\'':
			skip(LiteralEnd(text, i))
		default:
			i++
		}
		l.End, l.Text = i, string(text[start:i])
		out = append(out, l)
	}
	return out
}
