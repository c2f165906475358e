package parse

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/token"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/lazy"
)

// The parser says what it has found and what it wanted, at the place where it got lost. What people have done
// wrong mostly stands before that place, a missing semicolon at the end of the line before, or is of another
// kind: the program is C++.

var (
	unexpectedRE = lazy.Regexp(`^unexpected (.+), expected (.+)$`)
	headerRE     = lazy.Regexp(`^include file not found: <([a-z_]+)>$`)
)

// explain turns a place and a message of the parser into those that people understand.
func (u *Unit) explain(p token.Position, msg string) (token.Position, string) {
	if m := headerRE().FindStringSubmatch(msg); m != nil && slices.Contains(cppHeaders, m[1]) {
		return p, fmt.Sprintf("<%s> is a header of C++; whittle reads C", m[1])
	}
	msg = strings.ReplaceAll(msg, "<EOF>", "end of file")
	t := u.Texts[p.Filename]
	if t == nil {
		return p, msg
	}
	if t.IsMode(p.Line, p.Column) {
		return p, "this use of the attribute mode is not supported"
	}
	if isSyntax(msg) {
		if at, word, ok := cplusplus(t.Text); ok {
			return placeAt(p.Filename, t.Text, at), fmt.Sprintf("this is C++ (%q); whittle reads C", word)
		}
	}
	ls := lex.Lexemes(t.Text)
	i := slices.IndexFunc(ls, func(l lex.Lexeme) bool {
		return l.Line > p.Line || l.Line == p.Line &&
			l.Column() >= p.Column
	})
	m := unexpectedRE().FindStringSubmatch(msg)
	switch {
	case i < 0:
	case m != nil && i > 0:
		p, msg = missing(p, msg, m[1], m[2], t.Text, ls[i-1], ls[i])
	case strings.HasPrefix(msg, "these type specifiers"):
		if end := closing(ls[i:]); end > 0 && i+end+1 < len(ls) && ls[i+end+1].Line > ls[i+end].Line {
			return placeAt(p.Filename, t.Text, ls[i+end].End), "missing ';' after '}'"
		}
	}
	switch strings.ToLower(filepath.Ext(p.Filename)) {
	case ".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx":
		msg += " (the file has the name of C++; whittle reads C)"
	}
	return p, msg
}

// missing finds out whether an error is that something is missing between two lexemes.
func missing(p token.Position, msg, found, wanted string, text []byte, before, at lex.Lexeme) (token.Position,
	string) {
	first := at.Line > before.Line
	isName := lex.IsIdent(before.Text[0])
	switch {
	case found == "'&'" && strings.Contains(wanted, "declarator"):
		return p, "a reference is C++; whittle reads C"
	case wanted == "';'" && (first || found == "'}'"),
		wanted == "external declaration" && first && (isName || strings.ContainsAny(before.Text[:1], `])"`)):
		msg = "missing ';'"
		if isName || strings.ContainsAny(before.Text[:1], `])}"'`) {
			msg += fmt.Sprintf(" after '%s'", before.Text)
		}
		return placeAt(p.Filename, text, before.End), msg
	case wanted == "';'" && isName && lex.IsIdent(at.Text[0]):
		return placeAt(p.Filename, text, before.Start),
			fmt.Sprintf("'%s' is no type that is known here, or a ';' is missing after it", before.Text)
	}
	return p, msg
}

// closing is the index of the brace that closes the first one; 0 if there is none.
func closing(ls []lex.Lexeme) int {
	depth := 0
	for i, l := range ls {
		switch l.Text {
		case "{":
			depth++
		case "}":
			if depth--; depth == 0 {
				return i
			}
		case ";":
			if depth == 0 {
				return 0
			}
		}
	}
	return 0
}

// cppHeaders are the headers that make a program C++.
var cppHeaders = []string{"algorithm", "array", "atomic", "bitset", "cassert", "cerrno", "chrono",
	"cinttypes", "climits", "cmath", "condition_variable",
	"cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "deque", "exception", "fstream",
	"functional", "future", "iomanip", "iostream", "list", "map",
	"memory", "mutex", "new", "optional", "queue", "random", "set", "shared_mutex", "sstream", "stack",
	"stdexcept", "string", "string_view", "thread", "tuple",
	"unordered_map", "unordered_set", "utility", "variant", "vector"}

// cplusplus finds what only C++ has. Files that are made for both languages, with __cplusplus, are not looked
// at.
func cplusplus(text []byte) (at int, word string, ok bool) {
	if bytes.Contains(text, []byte("__cplusplus")) {
		return 0, "", false
	}
	ls := lex.Lexemes(text)
	for i := 0; i+1 < len(ls); i++ {
		next := ls[i+1].Text
		name := lex.IsIdent(next[0])
		found := false
		switch ls[i].Text {
		case "namespace":
			found = name || next == "{"
		case "template", "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast":
			found = next == "<"
		case "class":
			found = name && i+2 < len(ls) && slices.Contains([]string{"{", ":", ";"}, ls[i+2].Text)
		case "public", "private", "protected":
			found = next == ":"
		case "try":
			found = next == "{"
		case ":":
			// Not the attribute [[gnu::packed]].
			if next == ":" && ls[i+1].Start == ls[i].End && i > 1 && ls[i-2].Text != "[" {
				return ls[i].Start, "::", true
			}
		}
		if found {
			return ls[i].Start, ls[i].Text, true
		}
	}
	return 0, "", false
}

// placeAt is the place of an offset in a text.
func placeAt(name string, text []byte, at int) token.Position {
	before := text[:min(at, len(text))]
	return token.Position{Filename: name, Line: 1 + bytes.Count(before, []byte("\n")),
		Column: len(before) - bytes.LastIndexByte(before, '\n')}
}
