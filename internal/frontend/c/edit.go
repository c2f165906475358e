package c

import "sort"

// insertion is a text that is put before a byte of another one, in place of
// the next cut bytes of the line. Line and col are those of that byte.
type insertion struct {
	offset    int
	text      string
	line, col int
	cut       int
}

// insert puts texts into the text, in the order of their offsets. The lines
// keep their numbers, and original finds the columns again.
func (t *sourceText) insert(list []insertion) {
	if len(list) == 0 {
		return
	}
	out := make([]byte, 0, len(t.text)+64*len(list))
	done := 0
	for _, in := range list {
		out = append(append(out, t.text[done:in.offset]...), in.text...)
		done = in.offset + in.cut
	}
	if t.source == nil {
		t.source = t.text
	}
	t.text, t.lines = append(out, t.text[done:]...), nil
	t.inserted = append(t.inserted, list)
}

// onLine returns those of a list of insertions that are on a line.
func onLine(list []insertion, line int) []insertion {
	from := sort.Search(len(list), func(i int) bool { return list[i].line >= line })
	to := from
	for to < len(list) && list[to].line == line {
		to++
	}
	return list[from:to]
}

// original maps a column of the text to the one before insertions.
func (t *sourceText) original(line, col int) int {
	for i := len(t.inserted) - 1; i >= 0; i-- {
		col = beforeInsertions(onLine(t.inserted[i], line), col)
	}
	return col
}

func beforeInsertions(list []insertion, col int) int {
	shift := 0
	for _, in := range list {
		if col < in.col+shift {
			break
		}
		if col < in.col+shift+len(in.text) {
			return in.col
		}
		shift += len(in.text) - in.cut
	}
	return col - shift
}

// current maps a column before insertions to one of the text.
func (t *sourceText) current(line, col int) int {
	for _, list := range t.inserted {
		shift := 0
		for _, in := range onLine(list, line) {
			if in.col+in.cut <= col {
				shift += len(in.text) - in.cut
			}
		}
		col += shift
	}
	return col
}

// people returns the text as people know it, without insertions.
func (t *sourceText) people() []byte {
	if t.source != nil {
		return t.source
	}
	return t.text
}

// peopleLine is a line of that text, from 1, without its end.
func (t *sourceText) peopleLine(line int) []byte {
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
