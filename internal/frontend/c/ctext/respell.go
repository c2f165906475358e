package ctext

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/frontend/c/lex"
)

// The parser does not know some forms of C, and of others it says too little. These are respelled in the
// text, in macros too, and the places of everything else are kept; see insert.
//
//   - A generic selection: the parser checks the types and operands of those
//     associations only that it takes for the right ones. See generic.
//   - A static assertion: the parser evaluates it with types of its own. Its
//     condition becomes an operand of __builtin_choose_expr(1, 1, condition),
//     where it is checked and the value does not matter; see settle.
//   - Character constants of several characters are numbers, and the prefix of
//     u8"text" says nothing before C23. For other prefixes see wide.
//   - A quantifier of CBMC over a range is a loop. See quantifier.
//   - A packed enumeration is one with a fixed type, as in C23.

// respeller walks over a text once.
type respeller struct {
	text  []byte
	i     int
	end   int // of the region that is looked at
	edits []Insertion
	err   *Error
	errAt int // the offset of an edit, for the place of the error
	depth int // of generic selections in one another
}

// respell puts a text into the form that the parser knows.
func (t *Text) respell() *Error {
	r := &respeller{text: t.Text, end: len(t.Text)}
	r.region()
	if len(r.edits) == 0 {
		return nil
	}
	slices.SortStableFunc(r.edits, func(a, b Insertion) int { return a.Offset - b.Offset })
	at, bol, line := 0, 0, 1
	for i := range r.edits {
		e := &r.edits[i]
		for ; at < e.Offset; at++ {
			if r.text[at] == '\n' {
				line++
				bol = at + 1
			}
		}
		e.Line, e.Col = line, e.Offset-bol+1
		if e.Offset == r.errAt && r.err != nil {
			r.err.Line, r.err.Col = e.Line, e.Col
			return r.err
		}
	}
	t.Insert(r.edits)
	return nil
}

// region looks at all words and literals up to the end.
func (r *respeller) region() {
	var last []byte // word
	for r.i < r.end && r.err == nil {
		start := r.i
		kind := r.next()
		switch {
		case kind == '\'':
			r.character(start)
		case kind != 'a':
		case r.i < r.end && (r.text[r.i] == '"' || r.text[r.i] == '\''):
			if string(r.text[start:r.i]) == "u8" && r.text[r.i] == '"' {
				r.edit(start, 2, "")
			}
			quote := r.i
			r.i = lex.LiteralEnd(r.text, r.i)
			r.wide(start, quote)
		default:
			word := r.text[start:r.i]
			switch {
			case string(last) == "define": // a macro of that name
			case string(word) == "_Generic":
				r.generic(start)
			case string(word) == "__CPROVER_forall", string(word) == "__CPROVER_exists":
				r.quantifier(start, string(word) == "__CPROVER_exists")
			case string(word) == "_Static_assert":
				r.assertion()
			case string(word) == "enum":
				r.enumeration()
			}
			last = word
		}
	}
}

// next passes over one token and the white space and comments after; it returns 'a' for a word or number, the
// quote for a literal, else the character.
func (r *respeller) next() byte {
	c := r.text[r.i]
	switch {
	case lex.IsIdent(c):
		for r.i < r.end && lex.IsIdent(r.text[r.i]) {
			r.i++
		}
		return 'a'
	case c == '"' || c == '\'':
		r.i = lex.LiteralEnd(r.text, r.i)
		return c
	case lex.IsComment(r.text[:r.end], r.i):
		r.i = lex.CommentEnd(r.text, r.i)
		return ' '
	case c == '\\' && r.i+1 < r.end:
		r.i += 2
		return ' '
	}
	r.i++
	return c
}

// token passes over white space and returns where the next token begins and
// what it is; 0 at the end of a directive or of the region.
func (r *respeller) token() (start int, kind byte) {
	for r.i < r.end {
		start := r.i
		switch c := r.next(); c {
		case ' ', '\t', '\n', '\r', '\v', '\f':
		case '#':
			// A directive inside, or an operator of a macro: nothing is respelled there.
			if r.text[start] == '#' {
				return start, 0
			}
		default:
			return start, c
		}
	}
	return r.end, 0
}

// edit replaces cut bytes, in any order.
func (r *respeller) edit(offset, cut int, text string) {
	r.edits = append(r.edits, Insertion{Offset: offset, Text: text, cut: cut})
}

// character respells a constant of several characters as gcc reads it: in base 256, and cut to an int.
func (r *respeller) character(start int) {
	lit := r.text[start:r.i]
	if len(lit) < 4 || lit[len(lit)-1] != '\'' || bytes.IndexByte(lit, '\n') >= 0 {
		return
	}
	n, value := 0, uint32(0)
	for body := lit[1 : len(lit)-1]; len(body) > 0; n++ {
		c, size := characterCode(body)
		if size == 0 {
			return
		}
		value, body = value<<8|uint32(c), body[size:]
	}
	if n < 2 {
		return
	}
	if v := int32(value); v < 0 {
		r.edit(start, len(lit), fmt.Sprintf("(%d-1)", v+1))
	} else {
		r.edit(start, len(lit), fmt.Sprint(v))
	}
}

// characterCode is the first byte that the inside of a character constant
// stands for, and how much of the text that is; 0 if it is not known.
func characterCode(b []byte) (code byte, size int) {
	if b[0] != '\\' {
		return b[0], 1
	}
	if len(b) < 2 {
		return 0, 0
	}
	if i := strings.IndexByte(`abtnvfre"'?\`, b[1]); i >= 0 {
		return "\a\b\t\n\v\f\r\x1b\"'?\\"[i], 2
	}
	digits, base := 1, 0
	for base = 8; digits < len(b) && digits < 4 && b[digits] >= '0' && b[digits] <= '7'; digits++ {
		code = code*8 + b[digits] - '0'
	}
	if b[1] == 'x' {
		for digits, base = 2, 16; digits < len(b) && isHex(b[digits]); digits++ {
			code = code*16 + hexDigit(b[digits])
		}
	}
	if base == 8 && digits == 1 || base == 16 && digits == 2 {
		return 0, 0
	}
	return code, digits
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func hexDigit(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return (c | ' ') - 'a' + 10
}

// assertion respells the condition of a static assertion.
func (r *respeller) assertion() {
	start := r.i
	if _, k := r.token(); k != '(' {
		r.i = start
		return
	}
	open := r.i
	for depth := 1; ; {
		at, k := r.token()
		switch k {
		case 0:
			r.i = start
			return
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 1 && k == ',' || depth == 0 {
			end := r.i
			r.i = start // look at what is inside too
			inner := *r
			inner.i, inner.end, inner.edits = open, at, nil
			inner.region()
			r.edit(open, 0, "__builtin_choose_expr(1, 1, (")
			r.edits = append(r.edits, inner.edits...)
			r.edit(at, 0, "))")
			r.i, r.err, r.errAt = end, inner.err, inner.errAt
			return
		}
	}
}
