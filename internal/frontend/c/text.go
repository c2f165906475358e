package c

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/source"
)

// Limits that keep the parser, which is recursive, from running away on
// hostile input. They are far above what programs contain.
const (
	maxFileSize = 64 << 20
	maxNesting  = 2000  // brackets inside brackets
	maxRun      = 20000 // tokens without ; { } or a comma between braces
	maxElse     = 20000 // "else" in one function: a chain of them nests
)

// lineMark says that from a physical line on, lines are counted otherwise:
// the physical line phys stands for the line line of the file file.
type lineMark struct {
	phys int32
	file int32
	line int32
}

// sourceText is an input file made ready for the parser: line markers are
// blanked and remembered, so that physical and presumed places can be told
// apart, and what would make the parser run away is refused.
type sourceText struct {
	name  string
	file  int32 // of the name as given
	text  []byte
	marks []lineMark // ascending by phys
	// lines has where lines begin, once somebody has asked; see offset.
	lines []int
	// inserted are the parts that were put in, for the parser or for a
	// monitor, in the order in which that was done; see insert.
	inserted [][]insertion
	// source is the text before that, nil if there is none.
	source      []byte
	peopleLines []int // of it
}

// textError is an error at a physical place of a file.
type textError struct {
	line, col int
	msg       string
}

// newSourceText checks and prepares the content of a file. The content is
// changed in place.
func newSourceText(name string, text []byte, model DataModel, files *source.Files) (*sourceText, *textError) {
	t := &sourceText{name: name, file: files.Add(name), text: text}
	if len(text) > maxFileSize {
		return nil, &textError{msg: fmt.Sprintf("the file is too large (%d MB; the limit is %d MB)",
			len(text)>>20, maxFileSize>>20)}
	}
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		copy(text, "   ") // a byte order mark
	}
	// In a literal, the parser looks for ever for what a backslash at the end
	// of the file escapes; elsewhere it only joins a line with nothing.
	for end := len(text); end > 0; {
		end = len(bytes.TrimRight(text[:end], " \t\r\n\v\f"))
		if end == 0 || text[end-1] != '\\' {
			break
		}
		text[end-1] = ' '
	}
	s := textScanner{t: t, files: files, line: 1}
	if err := s.scan(); err != nil {
		return nil, err
	}
	if !s.seenToken && len(t.marks) == 0 && !s.seenDirective {
		return nil, &textError{msg: "the file is empty"}
	}
	rewritten, err := rewriteModes(t.text, model)
	if err != nil {
		return nil, err
	}
	t.text = rewritten
	if err := t.respell(); err != nil {
		return nil, err
	}
	return t, nil
}

// pos maps a physical place to the place that people know.
func (t *sourceText) pos(line, col int) source.Pos {
	col = t.original(line, col)
	lo, hi := 0, len(t.marks)
	for lo < hi {
		if mid := (lo + hi) / 2; int(t.marks[mid].phys) <= line {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return source.Pos{File: t.file, Line: int32(line), Col: int32(col)}
	}
	m := t.marks[lo-1]
	return source.Pos{File: m.file, Line: m.line + int32(line) - m.phys, Col: int32(col)}
}

// end is the place behind the last character that is no white space.
func (t *sourceText) end() source.Pos {
	text := bytes.TrimRight(t.text, " \t\r\n\v\f")
	line := bytes.Count(text, []byte("\n")) + 1
	return t.pos(line, len(text)-bytes.LastIndexByte(text, '\n'))
}

// textScanner walks over the text once: it knows comments, literals and
// directives, and nothing else of C.
type textScanner struct {
	t     *sourceText
	files *source.Files

	i, bol int // offset; offset of the line's begin
	line   int

	brackets      []byte
	run, elses    int
	seenToken     bool
	seenDirective bool
}

func (s *textScanner) errf(format string, args ...any) *textError {
	return &textError{line: s.line, col: s.i - s.bol + 1, msg: fmt.Sprintf(format, args...)}
}

func (s *textScanner) newline() {
	s.i++
	s.line++
	s.bol = s.i
}

func (s *textScanner) scan() *textError {
	text := s.t.text
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
func (s *textScanner) comment() *textError {
	text := s.t.text
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
		return &textError{line: line, col: col, msg: "the comment does not end"}
	}
	return nil
}

// literal skips a string or character constant. It ends at the end of the
// line at the latest; the parser reports that.
func (s *textScanner) literal(quote byte) *textError {
	text := s.t.text
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

func (s *textScanner) rune() *textError {
	r, n := utf8.DecodeRune(s.t.text[s.i:])
	if r == utf8.RuneError && n <= 1 {
		return s.errf("invalid UTF-8 (byte 0x%02x)", s.t.text[s.i])
	}
	s.i += n
	return nil
}

// count enters one token into the run of tokens.
func (s *textScanner) count() *textError {
	s.seenToken = true
	s.run++
	if s.run > maxRun {
		return s.errf("the statement is too long (more than %d tokens)", maxRun)
	}
	return nil
}

// token skips one token that is no literal.
func (s *textScanner) token(c byte) *textError {
	text := s.t.text
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
func (s *textScanner) directive() *textError {
	text := s.t.text
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
			m.file = s.t.file
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

// parseMarker reads what follows the # of "# 12 "f.c" 1 3" and of
// "#line 12 "f.c"".
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
