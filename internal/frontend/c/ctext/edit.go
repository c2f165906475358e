package ctext

import "sort"

// Insertion is a text that is put before a byte of another one, in place of
// the next cut bytes of the line. Line and col are those of that byte.
type Insertion struct {
	Offset    int
	Text      string
	Line, Col int
	cut       int
}

// Insert puts texts into the text, in the order of their offsets. The lines
// keep their numbers, and original finds the columns again.
func (t *Text) Insert(list []Insertion) {
	if len(list) == 0 {
		return
	}
	out := make([]byte, 0, len(t.Text)+64*len(list))
	done := 0
	for _, in := range list {
		out = append(append(out, t.Text[done:in.Offset]...), in.Text...)
		done = in.Offset + in.cut
	}
	if t.source == nil {
		t.source = t.Text
	}
	t.Text, t.lines = append(out, t.Text[done:]...), nil
	t.inserted = append(t.inserted, list)
}

// onLine returns those of a list of insertions that are on a line.
func onLine(list []Insertion, line int) []Insertion {
	from := sort.Search(len(list), func(i int) bool { return list[i].Line >= line })
	to := from
	for to < len(list) && list[to].Line == line {
		to++
	}
	return list[from:to]
}

func beforeInsertions(list []Insertion, col int) int {
	shift := 0
	for _, in := range list {
		if col < in.Col+shift {
			break
		}
		if col < in.Col+shift+len(in.Text) {
			return in.Col
		}
		shift += len(in.Text) - in.cut
	}
	return col - shift
}

// current maps a column before insertions to one of the text.
func (t *Text) current(line, col int) int {
	for _, list := range t.inserted {
		shift := 0
		for _, in := range onLine(list, line) {
			if in.Col+in.cut <= col {
				shift += len(in.Text) - in.cut
			}
		}
		col += shift
	}
	return col
}

// people returns the text as people know it, without insertions.
func (t *Text) people() []byte {
	if t.source != nil {
		return t.source
	}
	return t.Text
}

// PeopleLine is a line of that text, from 1, without its end.
func (t *Text) PeopleLine(line int) []byte {
	text := t.people()
	if t.peopleLines == nil {
		t.peopleLines = lineStarts(text)
	}
	if line < 1 || line > len(t.peopleLines) {
		return nil
	}
	at := t.peopleLines[line-1]
	end := at
	for end < len(text) && text[end] != '\n' {
		end++
	}
	return text[at:end]
}

// lineStarts are the offsets at which the lines of a text begin.
func lineStarts(text []byte) []int {
	lines := []int{0}
	for i, c := range text {
		if c == '\n' {
			lines = append(lines, i+1)
		}
	}
	return lines
}

// Original maps a column of the text to the one before insertions.
func (t *Text) Original(line, col int) int {
	for i := len(t.inserted) - 1; i >= 0; i-- {
		col = beforeInsertions(onLine(t.inserted[i], line), col)
	}
	return col
}
