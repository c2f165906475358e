package ctext

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/source"
)

// scanner walks over the text once: it knows comments, literals and directives, and nothing else of C.
type scanner struct {
	t     *Text
	files *source.Files

	i, bol int // offset; offset of the line's begin
	line   int

	brackets      []byte
	run, elses    int
	seenToken     bool
	seenDirective bool
	quotes        []quote
}

// quote is one of a message of #error that the parser does not see.
type quote struct {
	at   int
	char byte
}

func (s *scanner) errf(format string, args ...any) *Error {
	return &Error{Line: s.line, Col: s.i - s.bol + 1, Msg: fmt.Sprintf(format, args...)}
}

func (s *scanner) newline() {
	s.i++
	s.line++
	s.bol = s.i
}

func (s *scanner) scan() *Error {
	text := s.t.Text
	lineStart := true // nothing but white space so far on this line
	for s.i < len(text) {
		switch c := text[s.i]; {
		case c == '\n':
			s.newline()
			lineStart = true
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			s.i++
		case c < ' ' || c == 0x7f:
			return s.errf("this is not a text file (byte 0x%02x)", c)
		case c == '\\' && s.i+1 < len(text) && (text[s.i+1] == '\n' || text[s.i+1] == '\r'):
			s.i++
		case c == '/' && s.i+1 < len(text) && (text[s.i+1] == '*' || text[s.i+1] == '/'):
			if err := s.comment(); err != nil {
				return err
			}
		case c == '#' && lineStart:
			if err := s.directive(); err != nil {
				return err
			}
		case c == '"' || c == '\'':
			lineStart = false
			if err := s.literal(c); err != nil {
				return err
			}
		default:
			lineStart = false
			if err := s.token(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// comment skips a comment. Bytes that are no UTF-8 are common in the comments
// of old programs and are blanked.
func (s *scanner) comment() *Error {
	text := s.t.Text
	line, col := s.line, s.i-s.bol+1
	block := text[s.i+1] == '*'
	for s.i += 2; s.i < len(text); {
		c := text[s.i]
		switch {
		case c == '\n':
			if !block && text[s.i-1] != '\\' {
				return nil
			}
			s.newline()
			continue
		case block && c == '*' && s.i+1 < len(text) && text[s.i+1] == '/':
			s.i += 2
			return nil
		case c == 0:
			return s.errf("this is not a text file (byte 0x00)")
		case c < utf8.RuneSelf:
			s.i++
			continue
		}
		if r, n := utf8.DecodeRune(text[s.i:]); r == utf8.RuneError && n <= 1 {
			text[s.i] = '?'
			s.i++
		} else {
			s.i += n
		}
	}
	if block {
		return &Error{Line: line, Col: col, Msg: "the comment does not end"}
	}
	return nil
}

// literal skips a string or character constant. It ends at the end of the
// line at the latest; the parser reports that.
func (s *scanner) literal(quote byte) *Error {
	text := s.t.Text
	for s.i++; s.i < len(text); {
		switch c := text[s.i]; {
		case c == quote:
			s.i++
			return s.count()
		case c == '\n':
			return s.count()
		case c == '\\' && s.i+1 < len(text):
			s.i++
			if text[s.i] == '\n' {
				s.newline()
			} else if text[s.i] >= ' ' && text[s.i] < utf8.RuneSelf {
				s.i++
			}
		case c < ' ' && c != '\t' && c != '\r' && c != '\v' && c != '\f' || c == 0x7f:
			return s.errf("this is not a text file (byte 0x%02x)", c)
		case c < utf8.RuneSelf:
			s.i++
		default:
			if err := s.rune(); err != nil {
				return err
			}
		}
	}
	return s.count()
}

func (s *scanner) rune() *Error {
	r, n := utf8.DecodeRune(s.t.Text[s.i:])
	if r == utf8.RuneError && n <= 1 {
		return s.errf("invalid UTF-8 (byte 0x%02x)", s.t.Text[s.i])
	}
	s.i += n
	return nil
}

// count enters one token into the run of tokens.
func (s *scanner) count() *Error {
	s.seenToken = true
	s.run++
	if s.run > maxRun {
		return s.errf("the statement is too long (more than %d tokens)", maxRun)
	}
	return nil
}

// token skips one token that is no literal.
func (s *scanner) token(c byte) *Error {
	text := s.t.Text
	start := s.i
	switch {
	case lex.IsIdent(c):
		for s.i < len(text) && lex.IsIdent(text[s.i]) {
			s.i++
		}
		if string(text[start:s.i]) == "else" {
			if s.elses++; s.elses > maxElse {
				return s.errf("the function has too many else branches (more than %d)", maxElse)
			}
		}
		return s.count()
	case c >= utf8.RuneSelf:
		if err := s.rune(); err != nil {
			return err
		}
		return s.count()
	}
	s.i++
	top := byte(0)
	if n := len(s.brackets); n > 0 {
		top = s.brackets[n-1]
	}
	switch c {
	case '(', '[', '{':
		s.brackets = append(s.brackets, c)
		if len(s.brackets) > maxNesting {
			return s.errf("brackets are nested too deeply (more than %d)", maxNesting)
		}
	case ')', ']', '}':
		if len(s.brackets) > 0 {
			s.brackets = s.brackets[:len(s.brackets)-1]
		}
		if len(s.brackets) == 0 && c == '}' {
			s.elses = 0
		}
	}
	if err := s.count(); err != nil {
		return err
	}
	if c == '{' || c == '}' || (top == '{' || top == 0) && (c == ';' || c == ',') {
		s.run = 0
	}
	return nil
}

// directive handles a line that starts with #: a line marker is remembered
// and blanked, anything else is left alone.
func (s *scanner) directive() *Error {
	text := s.t.Text
	start := s.i
	end := s.i
	for end < len(text) && text[end] != '\n' {
		end++
	}
	if line, name, ok := parseMarker(text[start+1 : end]); ok {
		m := lineMark{phys: int32(s.line + 1), line: line}
		switch {
		case name != nil:
			m.file = s.files.Add(string(name))
		case len(s.t.marks) > 0:
			m.file = s.t.marks[len(s.t.marks)-1].file
		default:
			m.file = s.t.File
		}
		s.t.marks = append(s.t.marks, m)
		for i := start; i < end; i++ {
			text[i] = ' '
		}
		s.i = end
		return nil
	}
	s.seenDirective = true
	// The parser wants quotes to be balanced even in what it skips.
	message := isMessage(text[start+1 : end])
	for s.i < len(text) {
		switch c := text[s.i]; {
		case c == '\n':
			if j := s.i - 1; !(text[j] == '\\' || text[j] == '\r' && j > start && text[j-1] == '\\') {
				return nil
			}
			s.newline()
		case c == '/' && s.i+1 < len(text) && text[s.i+1] == '*':
			if err := s.comment(); err != nil {
				return err
			}
		case c < ' ' && c != '\t' && c != '\r' && c != '\v' && c != '\f' || c == 0x7f:
			return s.errf("this is not a text file (byte 0x%02x)", c)
		case message && (c == '"' || c == '\''):
			s.quotes = append(s.quotes, quote{s.i, c})
			text[s.i] = '`'
			s.i++
		case c < utf8.RuneSelf:
			s.i++
		default:
			if err := s.rune(); err != nil {
				return err
			}
		}
	}
	return nil
}

// isMessage recognises #error and #warning by what follows the #.
func isMessage(b []byte) bool {
	b = bytes.TrimLeft(b, " \t")
	return bytes.HasPrefix(b, []byte("error")) || bytes.HasPrefix(b, []byte("warning"))
}

// parseMarker reads what follows the # of "# 12 "f.c" 1 3" and of "#line 12 "f.c"".
func parseMarker(b []byte) (line int32, name []byte, ok bool) {
	b = bytes.TrimSpace(b)
	b = bytes.TrimSpace(bytes.TrimPrefix(b, []byte("line")))
	n := 0
	for n < len(b) && b[n] >= '0' && b[n] <= '9' {
		n++
	}
	v, err := strconv.ParseInt(string(b[:n]), 10, 32)
	if n == 0 || err != nil || n < len(b) && lex.IsIdent(b[n]) {
		return 0, nil, false
	}
	b = bytes.TrimSpace(b[n:])
	if len(b) > 0 && b[0] == '"' {
		var out []byte
		for i := 1; i < len(b); i++ {
			switch {
			case b[i] == '"':
				return int32(v), out, true
			case b[i] == '\\' && i+1 < len(b):
				i++
			}
			out = append(out, b[i])
		}
		return 0, nil, false
	}
	return int32(v), nil, true
}
