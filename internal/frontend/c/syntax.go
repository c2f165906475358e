package c

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/token"

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
func (u *parsed) explain(p token.Position, msg string) (token.Position, string) {
	if m := headerRE().FindStringSubmatch(msg); m != nil && slices.Contains(cppHeaders, m[1]) {
		return p, fmt.Sprintf("<%s> is a header of C++; whittle reads C", m[1])
	}
	msg = strings.ReplaceAll(msg, "<EOF>", "end of file")
	t := u.texts[p.Filename]
	if t == nil {
		return p, msg
	}
	if u.isMode(p) {
		return p, refusesMode
	}
	if isSyntax(msg) {
		if at, word, ok := cplusplus(t.text); ok {
			return placeAt(p.Filename, t.text, at), fmt.Sprintf("this is C++ (%q); whittle reads C", word)
		}
	}
	ls := lexemes(t.text)
	i := slices.IndexFunc(ls, func(l lexeme) bool {
		return l.line > p.Line || l.line == p.Line &&
			l.column() >= p.Column
	})
	m := unexpectedRE().FindStringSubmatch(msg)
	switch {
	case i < 0:
	case m != nil && i > 0:
		p, msg = missing(p, msg, m[1], m[2], t.text, ls[i-1], ls[i])
	case strings.HasPrefix(msg, "these type specifiers"):
		if end := closing(ls[i:]); end > 0 && i+end+1 < len(ls) && ls[i+end+1].line > ls[i+end].line {
			return placeAt(p.Filename, t.text, ls[i+end].end), "missing ';' after '}'"
		}
	}
	switch strings.ToLower(filepath.Ext(p.Filename)) {
	case ".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx":
		msg += " (the file has the name of C++; whittle reads C)"
	}
	return p, msg
}

// missing finds out whether an error is that something is missing between two lexemes.
func missing(p token.Position, msg, found, wanted string, text []byte, before, at lexeme) (token.Position,
	string) {
	first := at.line > before.line
	isName := isIdent(before.text[0])
	switch {
	case found == "'&'" && strings.Contains(wanted, "declarator"):
		return p, "a reference is C++; whittle reads C"
	case wanted == "';'" && (first || found == "'}'"),
		wanted == "external declaration" && first && (isName || strings.ContainsAny(before.text[:1], `])"`)):
		msg = "missing ';'"
		if isName || strings.ContainsAny(before.text[:1], `])}"'`) {
			msg += fmt.Sprintf(" after '%s'", before.text)
		}
		return placeAt(p.Filename, text, before.end), msg
	case wanted == "';'" && isName && isIdent(at.text[0]):
		return placeAt(p.Filename, text, before.start),
			fmt.Sprintf("'%s' is no type that is known here, or a ';' is missing after it", before.text)
	}
	return p, msg
}

// closing is the index of the brace that closes the first one; 0 if there is none.
func closing(ls []lexeme) int {
	depth := 0
	for i, l := range ls {
		switch l.text {
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
	ls := lexemes(text)
	for i := 0; i+1 < len(ls); i++ {
		next := ls[i+1].text
		name := isIdent(next[0])
		found := false
		switch ls[i].text {
		case "namespace":
			found = name || next == "{"
		case "template", "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast":
			found = next == "<"
		case "class":
			found = name && i+2 < len(ls) && slices.Contains([]string{"{", ":", ";"}, ls[i+2].text)
		case "public", "private", "protected":
			found = next == ":"
		case "try":
			found = next == "{"
		case ":":
			// Not the attribute [[gnu::packed]].
			if next == ":" && ls[i+1].start == ls[i].end && i > 1 && ls[i-2].text != "[" {
				return ls[i].start, "::", true
			}
		}
		if found {
			return ls[i].start, ls[i].text, true
		}
	}
	return 0, "", false
}

// lexeme is a word, number, literal or character of a text.
type lexeme struct {
	text       string
	start, end int
	line       int
	lineStart  int
}

func (l lexeme) column() int { return l.start - l.lineStart + 1 }

// lexemes cuts a text, without comments and directives.
func lexemes(text []byte) []lexeme {
	var out []lexeme
	line, lineStart, fresh := 1, 0, true // fresh: nothing but blanks so far in this line
	skip := func(i, end int) int {
		for ; i < end && i < len(text); i++ {
			if text[i] == '\n' {
				line, lineStart = line+1, i+1
			}
		}
		return i
	}
	for i := 0; i < len(text); {
		c := text[i]
		rest := text[i:]
		switch {
		case c == '\n':
			i = skip(i, i+1)
			fresh = true
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\\':
			i++
			continue
		case bytes.HasPrefix(rest, []byte("//")):
			i = skip(i, i+lengthTo(rest, "\n"))
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			i = skip(i, i+2+lengthTo(rest[2:], "*/")+2)
			continue
		case c == '#' && fresh:
			n := lengthTo(rest, "\n")
			for n < len(rest) && bytes.HasSuffix(bytes.TrimSuffix(rest[:n], []byte("\r")), []byte("\\")) {
				n += 1 + lengthTo(rest[n+1:], "\n")
			}
			i = skip(i, i+n)
			continue
		}
		fresh = false
		start := i
		l := lexeme{start: start, line: line, lineStart: lineStart}
		switch {
		case isIdent(c):
			for i < len(text) && isIdent(text[i]) {
				i++
			}
		case c == '"' || c == '\'':
			for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i = min(i+1, len(text))
		default:
			i++
		}
		l.end, l.text = i, string(text[start:i])
		out = append(out, l)
	}
	return out
}

// lengthTo is the length of a text up to a mark, or its whole length.
func lengthTo(text []byte, mark string) int {
	if n := bytes.Index(text, []byte(mark)); n >= 0 {
		return n
	}
	return len(text)
}

// placeAt is the place of an offset in a text.
func placeAt(name string, text []byte, at int) token.Position {
	before := text[:min(at, len(text))]
	return token.Position{Filename: name, Line: 1 + bytes.Count(before, []byte("\n")),
		Column: len(before) - bytes.LastIndexByte(before, '\n')}
}
