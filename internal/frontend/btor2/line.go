package btor2

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// token is a word of a line, with its column from 1.
type token struct {
	text string
	col  int
}

// line is a line that is no comment: a number, a keyword, operands, and perhaps a symbol.
type line struct {
	r      *reader
	number int // from 1
	words  []token
	next   int // the word to be read
	end    int // the column after the last word
}

// newLine takes a line apart. A comment reaches to the end of the line.
func (r *reader) newLine(number int, text string) *line {
	l := &line{r: r, number: number, end: 1}
	col := 0
	for len(text) > 0 {
		n := strings.IndexAny(text, " \t\r")
		if n == 0 {
			text, col = text[1:], col+1
			continue
		}
		if n < 0 {
			n = len(text)
		}
		if text[0] == ';' {
			break
		}
		l.words = append(l.words, token{text[:n], col + 1})
		text, col = text[n:], col+len([]rune(text[:n]))
		l.end = col + 1
	}
	return l
}

// fail makes an error at a word.
func (l *line) fail(at token, format string, args ...any) error {
	return l.r.errorf(l, at.col, format, args...)
}

// take returns the next word, which the line must have; what says what it is.
func (l *line) take(what string) (token, error) {
	if l.next == len(l.words) {
		return token{}, l.r.errorf(l, l.end, "the line ends where %s is expected", what)
	}
	l.next++
	return l.words[l.next-1], nil
}

// symbol returns the symbol at the end of the line, or an empty one.
func (l *line) symbol() (string, error) {
	switch len(l.words) - l.next {
	case 0:
		return "", nil
	case 1:
		return l.words[l.next].text, nil
	}
	return "", l.fail(l.words[l.next+1], "unexpected %s after the symbol %s", short(l.words[l.next+1].text),
		short(l.words[l.next].text))
}

// natural reads a number that is at least min and at most max.
func (l *line) natural(what string, min, max int) (int, token, error) {
	w, err := l.take(what)
	if err != nil {
		return 0, w, err
	}
	n, err := strconv.ParseUint(w.text, 10, 31)
	if err != nil {
		return 0, w, l.fail(w, "expected %s, found %s", what, short(w.text))
	}
	if int(n) < min || int(n) > max {
		return 0, w, l.fail(w, "%s is %d to %d, not %d", what, min, max, n)
	}
	return int(n), w, nil
}

// sort reads the number of a sort.
func (l *line) sort() (term.Sort, token, error) {
	w, err := l.take("a sort")
	if err != nil {
		return 0, w, err
	}
	id, err := strconv.ParseInt(w.text, 10, 64)
	if err != nil || id <= 0 {
		return 0, w, l.fail(w, "expected the number of a sort, found %s", short(w.text))
	}
	s, ok := l.r.sorts[id]
	if !ok {
		return 0, w, l.fail(w, "%d is no sort", id)
	}
	return s, w, nil
}

// word reads the number of a sort of words.
func (l *line) word() (term.Sort, error) {
	s, w, err := l.sort()
	if err == nil && !s.IsBitVec() {
		err = l.fail(w, "%s is %s, and bit-vectors are expected", w.text, l.r.sortName(s))
	}
	return s, err
}

// value reads an operand: the number of a node, negative for its bitwise negation.
func (l *line) value() (value, token, error) {
	w, err := l.take("an operand")
	if err != nil {
		return value{}, w, err
	}
	id, err := strconv.ParseInt(w.text, 10, 64)
	if err != nil || id == 0 || id == -id {
		return value{}, w, l.fail(w, "expected the number of a node, found %s", short(w.text))
	}
	v, ok := l.r.values[max(id, -id)]
	if !ok {
		return value{}, w, l.fail(w, "no node before this line has the number %d", max(id, -id))
	}
	if id < 0 {
		if !v.sort.IsBitVec() {
			return value{}, w, l.fail(w, "an array cannot be negated")
		}
		v = l.r.not(v)
	}
	return v, w, nil
}

// operand reads an operand of a sort.
func (l *line) operand(sort term.Sort) (value, error) {
	v, w, err := l.value()
	if err == nil && v.sort != sort {
		err = l.fail(w, "operand %s is %s, want %s", w.text, l.r.sortName(v.sort), l.r.sortName(sort))
	}
	return v, err
}

// anyWord reads an operand that is a word.
func (l *line) anyWord() (value, error) {
	v, w, err := l.value()
	if err == nil && !v.sort.IsBitVec() {
		err = l.fail(w, "operand %s is %s, want a bit-vector", w.text, l.r.sortName(v.sort))
	}
	return v, err
}

// literal reads a constant of some width in a base.
func (l *line) literal(width, base int) (*big.Int, error) {
	w, err := l.take("a constant")
	if err != nil {
		return nil, err
	}
	text := w.text
	if base == 10 {
		text = strings.TrimPrefix(text, "-")
	}
	digits := map[int]string{2: "01", 10: "0123456789", 16: "0123456789abcdefABCDEF"}[base]
	if text == "" || strings.Trim(text, digits) != "" || len(text) > maxWidth {
		return nil, l.fail(w, "expected a constant in base %d, found %s", base, short(w.text))
	}
	v, _ := new(big.Int).SetString(w.text, base)
	fits := v.BitLen() <= width
	if v.Sign() < 0 {
		fits = new(big.Int).Not(v).BitLen() < width
	}
	if !fits {
		return nil, l.fail(w, "the constant %s does not fit into %d bits", short(w.text), width)
	}
	return v, nil
}

// short is a word for a message.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:37]) + "..."
	}
	return s
}

// errorf makes an error at a column of a line.
func (r *reader) errorf(l *line, col int, format string, args ...any) error {
	return &source.FileError{File: r.name, Line: l.number, Col: col, Msg: fmt.Sprintf(format, args...)}
}
