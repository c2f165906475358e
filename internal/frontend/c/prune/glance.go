package prune

import (
	"bytes"

	"whittle.dev/internal/frontend/c/lex"
)

// The library models are far longer than most programs, which need none of most files. So a model is cut into
// its pieces only if something is wanted that it may declare; what that is, is seen at a glance: in our own
// files each declaration has all that it declares in its first line, at the left margin, and nothing else
// stands there.

// unread is a library model of which nothing has been wanted so far.
type unread struct {
	name  string
	text  []byte
	names [][]byte // what it may declare, and perhaps more
}

// glance finds the names that a library model may declare.
func glance(text []byte) (names [][]byte) {
	names = make([][]byte, 0, len(text)/100)
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		if len(line) > 0 && lex.IsIdent(line[0]) {
			names = glanceLine(names, line)
		}
	}
	return names
}

// glanceLine adds the names of one line: of a function its own, of a call of a macro that stands for a
// function the first argument, else all.
func glanceLine(names [][]byte, line []byte) [][]byte {
	before, words := len(names), 0
	macro, object := false, false
	var last []byte
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case lex.IsIdent(c):
			j := i
			for i+1 < len(line) && lex.IsIdent(line[i+1]) {
				i++
			}
			last = line[j : i+1]
			words++
			if (c < '0' || c > '9') && !lex.IsKeyword(last) {
				names = append(names, last)
			}
		case c == '(' && words == 1:
			names, macro = names[:before], true
		case bytes.HasPrefix(line[i:], []byte("(*")):
			object = true
		case c == '(' && !macro && !object:
			return append(names[:before], last)
		case c == ',' && macro:
			return names
		}
	}
	return names
}
