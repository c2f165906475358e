package ir

import (
	"fmt"
	"strings"

	"whittle.dev/internal/source"
)

// kind is the kind of a token.
type kind uint8

const (
	tEOF    kind = iota
	tWord        // a bare word: an instruction, a type, a keyword
	tLabel       // a word, a number or a string with a colon after it
	tLocal       // %name
	tGlobal      // @name
	tMeta        // !name, with a name or a number
	tBang        // ! in front of a brace or a string
	tString      // "text"
	tChars       // c"text"
	tNumber      // an integer or a floating-point number
	tAttrs       // #12
	tRecord      // #dbg_value
	tComdat      // $name
	tPunct       // a single character, or ...
)

// token is a word of the text. The text of names and strings has no quotes around it, but may have escapes in
// it: escaped says so.
type token struct {
	kind    kind
	escaped bool
	text    string
	off     int
}

// lexer takes a text apart. A mistake ends it with a panic of type *failure, which the functions that callers
// outside see recover.
type lexer struct {
	file string
	src  string
	off  int // of what follows tok
	tok  token
}

// failure is a mistake in the text.
type failure struct {
	off int
	msg string
}

// fail ends the reading with a message about the current token.
func (lx *lexer) fail(format string, args ...any) {
	panic(&failure{lx.tok.off, fmt.Sprintf(format, args...)})
}

// failAt ends the reading with a message about a place.
func failAt(off int, format string, args ...any) { panic(&failure{off, fmt.Sprintf(format, args...)}) }

// recovered turns what fail threw into an error.
func (lx *lexer) recovered(r any, err *error) {
	switch f := r.(type) {
	case nil:
	case *failure:
		line, col := lineAndColumn(lx.src, f.off)
		*err = &source.FileError{File: lx.file, Line: line, Col: col, Msg: f.msg}
	default:
		panic(r)
	}
}

// lineAndColumn finds a place, from 1.
func lineAndColumn(src string, off int) (line, col int) {
	off = min(max(off, 0), len(src))
	before := src[:off]
	return strings.Count(before, "\n") + 1, off - strings.LastIndexByte(before, '\n')
}

// wordBytes has the bytes that words, names and numbers consist of.
var wordBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' ||
			c == '$' || c == '-'
	}
	return t
}()

// next reads a token.
func (lx *lexer) next() {
	src, i := lx.src, lx.off
skip:
	for i < len(src) {
		switch c := src[i]; c {
		case ' ', '\t', '\n', '\r':
			i++
		case ';':
			n := strings.IndexByte(src[i:], '\n')
			if n < 0 {
				i = len(src)
			} else {
				i += n + 1
			}
		default:
			break skip
		}
	}
	lx.tok = token{off: i}
	if i >= len(src) {
		lx.off = len(src)
		return
	}
	switch c := src[i]; c {
	case '%', '@', '$':
		k := tLocal
		if c == '@' {
			k = tGlobal
		} else if c == '$' {
			k = tComdat
		}
		lx.name(k, i+1)
	case '!':
		switch {
		case i+1 < len(src) && (wordBytes[src[i+1]] || src[i+1] == '\\'):
			j := i + 1
			for j < len(src) && (wordBytes[src[j]] || src[j] == '\\') {
				j++
			}
			lx.tok = token{kind: tMeta, text: src[i+1 : j], off: i}
			lx.off = j
		default:
			lx.tok.kind, lx.tok.text, lx.off = tBang, src[i:i+1], i+1
		}
	case '#':
		j := lx.word(i + 1)
		lx.tok.kind, lx.tok.text, lx.off = tRecord, src[i+1:j], j
		if j > i+1 && src[i+1] >= '0' && src[i+1] <= '9' {
			lx.tok.kind = tAttrs
		}
	case '"':
		lx.quoted(tString, i)
		if lx.off < len(src) && src[lx.off] == ':' {
			lx.tok.kind = tLabel
			lx.off++
		}
	case 'c':
		if i+1 < len(src) && src[i+1] == '"' {
			lx.quoted(tChars, i+1)
			lx.tok.off = i
			return
		}
		lx.wordOrNumber(i)
	case '.':
		if strings.HasPrefix(src[i:], "...") {
			lx.tok.kind, lx.tok.text, lx.off = tPunct, "...", i+3
			return
		}
		lx.wordOrNumber(i)
	default:
		if wordBytes[c] {
			lx.wordOrNumber(i)
			return
		}
		lx.tok.kind, lx.tok.text, lx.off = tPunct, src[i:i+1], i+1
	}
}

func (lx *lexer) word(i int) int {
	for i < len(lx.src) && wordBytes[lx.src[i]] {
		i++
	}
	return i
}

// wordOrNumber reads a word, a number or a label that begins at i.
func (lx *lexer) wordOrNumber(i int) {
	src := lx.src
	j := lx.word(i)
	c := src[i]
	digit := c >= '0' && c <= '9' || c == '-' && j > i+1 && src[i+1] >= '0' && src[i+1] <= '9'
	if digit && j < len(src) && src[j] == '+' && (src[j-1] == 'e' || src[j-1] == 'E') {
		j = lx.word(j + 1)
	}
	lx.tok.text, lx.off, lx.tok.kind = src[i:j], j, tWord
	switch {
	case j < len(src) && src[j] == ':':
		lx.tok.kind = tLabel
		lx.off++
	case digit, (c == 'u' || c == 's') && strings.HasPrefix(src[i+1:], "0x"):
		lx.tok.kind = tNumber
	}
}

// name reads the name after a sigil.
func (lx *lexer) name(k kind, i int) {
	begin := lx.tok.off
	if i < len(lx.src) && lx.src[i] == '"' {
		lx.quoted(k, i)
		lx.tok.off = begin
		return
	}
	j := lx.word(i)
	lx.tok.kind, lx.tok.text, lx.off = k, lx.src[i:j], j
	if j == i {
		lx.fail("a name is missing after %q", lx.src[begin:i])
	}
}

// quoted reads a string that begins at i.
func (lx *lexer) quoted(k kind, i int) {
	n := strings.IndexByte(lx.src[i+1:], '"')
	if n < 0 {
		lx.fail("a string without an end")
	}
	text := lx.src[i+1 : i+1+n]
	lx.tok = token{kind: k, text: text, off: i, escaped: strings.IndexByte(text, '\\') >= 0}
	lx.off = i + n + 2
}

// str is the text of the current token without escapes.
func (lx *lexer) str() string {
	if !lx.tok.escaped {
		return lx.tok.text
	}
	return unescape(lx.tok.text)
}

// unescape replaces \xx, two hexadecimal digits, and \\.
func unescape(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if s[i+1] == '\\' {
				b.WriteByte('\\')
				i++
				continue
			}
			if i+2 < len(s) {
				if hi, lo := hexDigit(s[i+1]), hexDigit(s[i+2]); hi >= 0 && lo >= 0 {
					b.WriteByte(byte(hi<<4 | lo))
					i += 2
					continue
				}
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// is reports whether the current token is a word or a punctuation mark.
func (lx *lexer) is(text string) bool {
	return (lx.tok.kind == tWord || lx.tok.kind == tPunct) && lx.tok.text == text
}

// accept skips the current token if it is a word or a punctuation mark.
func (lx *lexer) accept(text string) bool {
	if lx.is(text) {
		lx.next()
		return true
	}
	return false
}

// expect skips the current token, which must be a word or a punctuation mark.
func (lx *lexer) expect(text string) {
	if !lx.accept(text) {
		lx.fail("%s where %q was expected", lx.describe(), text)
	}
}

// describe names the current token in messages.
func (lx *lexer) describe() string {
	if lx.tok.kind == tEOF {
		return "the end of the text"
	}
	end := min(lx.off, lx.tok.off+40)
	return fmt.Sprintf("%q", lx.src[lx.tok.off:end])
}

// skipBalanced skips what stands in the bracket at the current token, with all brackets in it.
func (lx *lexer) skipBalanced() {
	begin, depth := lx.tok.off, 0
	for {
		if lx.tok.kind == tPunct {
			switch lx.tok.text {
			case "(", "[", "{", "<":
				depth++
			case ")", "]", "}", ">":
				depth--
			}
		}
		if lx.tok.kind == tEOF {
			failAt(begin, "a bracket without an end")
		}
		lx.next()
		if depth <= 0 {
			return
		}
	}
}

// endOfString is the quote that ends the string that begins at i.
func endOfString(src string, i int) int {
	n := strings.IndexByte(src[i+1:], '"')
	if n < 0 {
		failAt(i, "a string without an end")
	}
	return i + n + 1
}

// skipBraces skips from the brace at the current token to its end, which becomes the current token, without
// looking at words.
func (lx *lexer) skipBraces() {
	src, i, depth := lx.src, lx.tok.off, 0
	for i < len(src) {
		switch src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				lx.off = i
				lx.next()
				return
			}
		case '"':
			i = endOfString(src, i)
		case ';':
			n := strings.IndexByte(src[i:], '\n')
			if n < 0 {
				n = len(src) - i - 1
			}
			i += n
		}
		i++
	}
	lx.fail("a function without an end")
}
