package dimacs

import (
	"fmt"
	"io"
)

// MaxVar is the largest variable that is read.
const MaxVar = 1<<29 - 1

// Error is a mistake in a text, with its place.
type Error struct {
	Name      string // of the file
	Line, Col int    // from 1; columns are bytes
	Msg       string
}

// Error is the message after file, line and column.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.Msg) }

// Scanner splits a text in the style of DIMACS into tokens: words between white space, and comments, which
// are lines that begin with c. It serves formulas and proofs. Errors of the underlying reader end the text
// and are returned by [Scanner.Err].
type Scanner struct {
	r         io.Reader
	name      string
	buf       []byte
	pos, end  int
	err       error // of r; io.EOF at the end
	line      int   // of the next byte
	col       int
	lineStart bool // nothing but white space before the next byte on its line
	tokLine   int  // place of the last token
	tokCol    int
	word      []byte
}

// NewScanner returns a scanner of the text in r; name stands in error messages.
func NewScanner(r io.Reader, name string) *Scanner {
	return &Scanner{r: r, name: name, buf: make([]byte, 1<<16), line: 1, col: 1, lineStart: true}
}

// Err is the first error of the underlying reader other than io.EOF.
func (s *Scanner) Err() error {
	if s.err == nil || s.err == io.EOF {
		return nil
	}
	return fmt.Errorf("%s: %w", s.name, s.err)
}

// Line is the line of the last token, from 1.
func (s *Scanner) Line() int { return s.tokLine }

// peek is the next byte, or -1 at the end.
func (s *Scanner) peek() int {
	for empty := 0; s.pos == s.end; empty++ {
		if s.err != nil {
			return -1
		}
		if empty == 100 {
			s.err = io.ErrNoProgress
			return -1
		}
		var n int
		n, s.err = s.r.Read(s.buf)
		s.pos, s.end = 0, n
	}
	return int(s.buf[s.pos])
}

func (s *Scanner) advance() {
	switch s.buf[s.pos] {
	case '\n':
		s.line++
		s.col = 1
		s.lineStart = true
	case ' ', '\t', '\r':
		s.col++
	default:
		s.col++
		s.lineStart = false
	}
	s.pos++
}

func isSpace(b int) bool { return b == ' ' || b == '\n' || b == '\r' || b == '\t' }

// Peek skips white space and comments and returns the first byte of the next token, or -1 at the end.
func (s *Scanner) Peek() int {
	for {
		b := s.peek()
		switch {
		case isSpace(b):
			s.advance()
		case b == 'c' && s.lineStart:
			for b != '\n' && b >= 0 {
				s.advance()
				b = s.peek()
			}
		default:
			s.tokLine, s.tokCol = s.line, s.col
			return b
		}
	}
}

// maxWord bounds the part of a token that is kept; no good token is longer.
const maxWord = 64

// Word returns the next token, cut after 64 bytes; it is empty at the end. The
// slice is valid until the next call.
func (s *Scanner) Word() []byte {
	s.word = s.word[:0]
	for b := s.Peek(); b >= 0 && !isSpace(b); b = s.peek() {
		if len(s.word) < maxWord {
			s.word = append(s.word, byte(b))
		}
		s.advance()
	}
	return s.word
}

// Literal reads a number between -MaxVar and MaxVar; what names it in messages.
func (s *Scanner) Literal(what string) (int, error) {
	word := s.Word()
	n, ok := parseInt(word)
	switch {
	case len(word) == 0:
		return 0, s.Errorf("the text ends where %s is wanted", what)
	case !ok:
		return 0, s.Errorf("want %s, found %q", what, word)
	case n < -MaxVar || n > MaxVar:
		return 0, s.Errorf("%s is too large: at most %d variables", word, MaxVar)
	}
	return n, nil
}

// Errorf is an [Error] at the last token, or the error of the underlying reader
// if that was what ended the text.
func (s *Scanner) Errorf(format string, args ...any) error {
	if err := s.Err(); err != nil && s.pos == s.end {
		return err
	}
	return &Error{Name: s.name, Line: s.tokLine, Col: s.tokCol, Msg: fmt.Sprintf(format, args...)}
}

// parseInt reads a decimal number without plus sign and leading zeros. What is
// too large comes back as a number beyond MaxVar.
func parseInt(word []byte) (int, bool) {
	digits, neg := word, false
	if len(word) > 0 && word[0] == '-' {
		digits, neg = word[1:], true
	}
	if len(digits) == 0 || digits[0] == '0' && len(word) > 1 {
		return 0, false
	}
	n := 0
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = min(n*10+int(d-'0'), MaxVar+1)
	}
	if neg {
		n = -n
	}
	return n, true
}
