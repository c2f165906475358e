package ctext

import (
	"bytes"
	"fmt"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/source"
)

// Limits that keep the parser, which is recursive, from running away on
// hostile input. They are far above what programs contain.
const (
	MaxFileSize = 64 << 20
	maxNesting  = 2000  // brackets inside brackets
	maxRun      = 20000 // tokens without ; { } or a comma between braces
	maxElse     = 20000 // "else" in one function: a chain of them nests
)

// Text is an input file made ready for the parser: line markers are blanked and remembered, so that physical
// and presumed places can be told apart, and what would make the parser run away is refused.
type Text struct {
	Name  string
	File  int32 // of the name as given
	Text  []byte
	marks []lineMark // ascending by phys
	// lines has where lines begin, once somebody has asked; see offset.
	lines []int
	// inserted are the parts that were put in, for the parser or for a
	// monitor, in the order in which that was done; see insert.
	inserted [][]Insertion
	// source is the text before that, nil if there is none.
	source      []byte
	peopleLines []int // of it
}

// Error is an error at a physical place of a file.
type Error struct {
	Line, Col int
	Msg       string
}

// New checks and prepares the content of a file. The content is changed in place.
func New(name string, text []byte, model layout.Model, files *source.Files) (*Text, *Error) {
	t := &Text{Name: name, File: files.Add(name), Text: text}
	if len(text) > MaxFileSize {
		return nil, &Error{Msg: fmt.Sprintf("the file is too large (%d MB; the limit is %d MB)",
			len(text)>>20, MaxFileSize>>20)}
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
	s := scanner{t: t, files: files, line: 1}
	if err := s.scan(); err != nil {
		return nil, err
	}
	if !s.seenToken && len(t.marks) == 0 && !s.seenDirective {
		return nil, &Error{Msg: "the file is empty"}
	}
	rewritten, err := rewriteModes(t.Text, model)
	if err != nil {
		return nil, err
	}
	t.Text = rewritten
	if len(s.quotes) > 0 && len(rewritten) == len(text) {
		t.source = bytes.Clone(rewritten)
		for _, q := range s.quotes {
			t.source[q.at] = q.char
		}
	}
	if err := t.respell(); err != nil {
		return nil, err
	}
	return t, nil
}
