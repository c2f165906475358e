package prune

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/library"
)

// Selection is the closure of the names that one unit needs.
type Selection struct {
	forms []string // suffixes of the forms of library models in use
	// texts by the name the parser knows: embedded headers with all that they include, and library models.
	texts  map[string]*partText
	wanted map[string]bool
	// declares has, by name, the last of the pieces in refs that may declare it;
	// each leads to the one before.
	declares map[string]int32
	refs     []declares
	queue    []partPiece // needed pieces whose words have not been looked at
	unread   []unread
	err      error
}

// partText is a text of which parts are needed.
type partText struct {
	text   []byte
	pieces []piece
	keep   []bool
	// needed: the fixed pieces are. A header is from the start, a library model once one of its functions is.
	needed bool
	model  bool
	// What useful has found out; while it looks, empty.
	looked, useful bool
}

// declares is a piece that may declare some name.
type declares struct {
	partPiece
	next int32 // the next such piece in selection.refs; -1: none
}

type partPiece struct {
	t *partText
	i int
}

func newSelection(forms []string) *Selection {
	return &Selection{forms: forms, texts: map[string]*partText{}, wanted: map[string]bool{},
		declares: make(map[string]int32, 1024), refs: make([]declares, 0, 1024)}
}

// add enters a text. What is fixed in it is needed at once, except that a
// library model waits until a function of it is.
func (s *Selection) add(name string, text []byte, own, model bool) {
	s.addOutline(name, Cut(text, own), model)
}

func (s *Selection) addOutline(name string, o *Outline, model bool) {
	pieces := o.pieces
	t := &partText{text: o.Text, pieces: pieces, keep: make([]bool, len(pieces)), model: model}
	s.texts[name] = t
	for i := range pieces {
		for _, n := range pieces[i].names {
			next := int32(-1)
			if d, ok := s.declares[n]; ok {
				next = d
			}
			s.declares[n] = int32(len(s.refs))
			s.refs = append(s.refs, declares{partPiece{t, i}, next})
		}
	}
	if !model {
		s.need(t)
	}
	for i := range pieces {
		for _, n := range pieces[i].names {
			if s.wanted[n] {
				s.meet(n, partPiece{t, i})
			}
		}
	}
}

// read adds the texts that may declare what is wanted, and reports whether there are some.
func (s *Selection) read() bool {
	left := s.unread[:0]
	var now []unread
	for _, u := range s.unread {
		if slices.ContainsFunc(u.names, func(n []byte) bool { return s.wanted[string(n)] }) {
			now = append(now, u)
		} else {
			left = append(left, u)
		}
	}
	s.unread = left
	for _, u := range now {
		s.add(u.name, u.text, true, true)
	}
	return len(now) > 0
}

// need makes the fixed pieces of a text needed, and its macros that are used.
func (s *Selection) need(t *partText) {
	if t.needed {
		return
	}
	t.needed = true
	for i, p := range t.pieces {
		if p.kind == pieceFixed {
			s.keep(partPiece{t, i})
		}
		for _, n := range p.names {
			if p.kind == pieceMacro && s.wanted[n] {
				s.keep(partPiece{t, i})
			}
		}
	}
}

// keep makes one piece needed.
func (s *Selection) keep(p partPiece) {
	x := &p.t.pieces[p.i]
	if p.t.keep[p.i] || x.kind == pieceMacro && !p.t.needed {
		return
	}
	p.t.keep[p.i] = true
	s.need(p.t)
	s.queue = append(s.queue, p)
}

// want makes needed what may declare a name.
func (s *Selection) want(name []byte) {
	if s.wanted[string(name)] {
		return
	}
	s.wantName(string(name))
}

func (s *Selection) wantName(name string) {
	if s.wanted[name] {
		return
	}
	s.wanted[name] = true
	d, ok := s.declares[name]
	for ; ok && d >= 0; d = s.refs[d].next {
		s.meet(name, s.refs[d].partPiece)
	}
	// A call of __builtin_f is one of f, and of __builtin___f_chk as well.
	if rest, ok := strings.CutPrefix(name, "__builtin_"); ok {
		s.wantName(rest)
		if rest, ok := strings.CutPrefix(rest, "__"); ok {
			s.wantName(strings.TrimSuffix(rest, "_chk"))
		}
	}
}

// meet makes a piece needed that may declare a name that is wanted.
func (s *Selection) meet(name string, p partPiece) {
	s.keep(p)
	if p.t.model && p.t.pieces[p.i].kind == pieceNamed {
		for _, suffix := range s.forms {
			s.wantName(name + suffix)
		}
	}
}

// close follows the needed pieces to all that they need.
func (s *Selection) close() error {
	for s.err == nil && (len(s.queue) > 0 || s.read()) {
		if len(s.queue) == 0 {
			continue // nothing in what was read is needed
		}
		p := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		x := &p.t.pieces[p.i]
		if x.include != "" {
			s.include(x.include)
			continue
		}
		lex.EachWord(p.t.text[x.start:x.end], s.want)
	}
	return s.err
}

// useful reports whether including a header makes a difference.
func (s *Selection) useful(t *partText) bool {
	if t == nil || t.looked {
		return t == nil || t.useful
	}
	t.looked = true
	for i, p := range t.pieces {
		if !t.keep[i] {
			continue
		}
		directive := t.text[p.start] == '#'
		guard := i == 1 && p.kind == pieceMacro
		if !directive || !guard &&
			(p.kind == pieceMacro || p.include != "" && s.useful(s.texts[library.HeaderDir+"/"+p.include])) {
			t.useful = true
		}
	}
	return t.useful
}

// include adds an embedded header.
func (s *Selection) include(header string) {
	name := library.HeaderDir + "/" + header
	if s.texts[name] != nil {
		return
	}
	text, err := library.Header(header)
	if err != nil {
		s.err = fmt.Errorf("<%s>: %w", header, err)
		return
	}
	s.add(name, text, true, false)
}

// Text returns what is needed of a text, by the name the parser knows; ok is false if that is nothing. Lines
// and columns do not change.
func (s *Selection) Text(name string) (text []byte, ok bool) {
	t := s.texts[name]
	if t == nil || !t.needed {
		return nil, false
	}
	return s.part(t), true
}

// part returns the text without the pieces that are not needed. Lines and
// columns of the others do not change.
func (s *Selection) part(t *partText) []byte {
	keep := func(i int) bool {
		h := t.pieces[i].include
		return t.keep[i] && (h == "" || s.useful(s.texts[library.HeaderDir+"/"+h]))
	}
	out := make([]byte, 0, len(t.text)/2)
	done := 0
	for i := 0; i < len(t.pieces); i++ {
		if keep(i) {
			continue
		}
		j := i
		for j+1 < len(t.pieces) && !keep(j+1) {
			j++
		}
		out = append(out, t.text[done:t.pieces[i].start]...)
		done = t.pieces[j].end
		out = blank(out, t.text[t.pieces[i].start:done])
		i = j
	}
	return append(out, t.text[done:]...)
}

// blank appends a comment that ends in the line and the column in which text
// does: one comment is read faster than many empty lines.
func blank(out, text []byte) []byte {
	begin := bytes.LastIndexByte(text, '\n') + 1 // of the last line
	column := len(text) - begin
	if begin > 0 {
		out = append(out, "/*"...)
		for range bytes.Count(text, []byte("\n")) {
			out = append(out, '\n')
		}
		if column < 2 {
			// There is no room for the end in the last line.
			out = append(out[:len(out)-1], "*/\n"...)
		}
	}
	for range column {
		out = append(out, ' ')
	}
	switch n := len(out); {
	case begin > 0 && column >= 2:
		copy(out[n-2:], "*/")
	case begin == 0 && column >= 4:
		copy(out[n-column:], "/*")
		copy(out[n-2:], "*/")
	}
	return out
}
