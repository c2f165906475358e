package ctext

import (
	"bytes"
	"unicode/utf8"

	"whittle.dev/internal/source"
)

// Publish gives the lines of the text to the table of files, so that traces can quote them. The lines of a
// preprocessed file go to the files that its markers name; lines that the preprocessor dropped stay empty.
func (t *Text) Publish(files *source.Files) {
	if len(t.marks) == 0 {
		files.SetText(t.File, t.people())
		return
	}
	const maxLine = 1 << 20 // a marker may claim anything
	lines := make(map[int32][][]byte)
	n := 0
	for rest := t.people(); len(rest) > 0; {
		n++
		var line []byte
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			line, rest = rest[:i], rest[i+1:]
		} else {
			line, rest = rest, nil
		}
		p := t.Pos(n, 1)
		if len(bytes.TrimSpace(line)) == 0 || p.Line <= 0 || p.Line > maxLine {
			continue
		}
		l := lines[p.File]
		for int32(len(l)) < p.Line {
			l = append(l, nil)
		}
		l[p.Line-1] = line
		lines[p.File] = l
	}
	for f := int32(0); f < int32(files.Len()); f++ {
		if l, ok := lines[f]; ok {
			files.SetText(f, bytes.Join(l, []byte("\n")))
		}
	}
}

// PresumedAt lists the physical lines that line markers make line line of a file.
func (t *Text) PresumedAt(match func(file int32) bool, line int) []int {
	var out []int
	for i, m := range t.marks {
		end := 1 << 30
		if i+1 < len(t.marks) {
			end = int(t.marks[i+1].phys)
		}
		if phys := int(m.phys) + line - int(m.line); match(m.file) && phys >= int(m.phys) && phys < end {
			out = append(out, phys)
		}
	}
	return out
}

// PresumedFiles lists the files that line markers name.
func (t *Text) PresumedFiles() []int32 {
	var out []int32
	for _, m := range t.marks {
		out = append(out, m.file)
	}
	return out
}

// Offset is the place of a line and a column in bytes; -1: there is none.
func (t *Text) Offset(line, col int) int {
	if line < 1 || col < 1 {
		return -1
	}
	if t.lines == nil {
		t.lines = lineStarts(t.Text)
	}
	if line > len(t.lines) {
		return -1
	}
	at := t.lines[line-1] + col - 1
	if at > len(t.Text) {
		return -1
	}
	return at
}

// Column turns a column in characters, as people know it, into one in bytes.
func (t *Text) Column(line, col int) int {
	text := t.PeopleLine(line)
	at := 0
	for n := 1; n < col && at < len(text); n++ {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	if col == 0 {
		return 0
	}
	return t.current(line, at+1)
}

// lineMark says that from a physical line on, lines are counted otherwise:
// the physical line phys stands for the line line of the file file.
type lineMark struct {
	phys int32
	file int32
	line int32
}

// Pos maps a physical place to the place that people know.
func (t *Text) Pos(line, col int) source.Pos {
	col = t.Original(line, col)
	lo, hi := 0, len(t.marks)
	for lo < hi {
		if mid := (lo + hi) / 2; int(t.marks[mid].phys) <= line {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return source.Pos{File: t.File, Line: int32(line), Col: int32(col)}
	}
	m := t.marks[lo-1]
	return source.Pos{File: m.file, Line: m.line + int32(line) - m.phys, Col: int32(col)}
}

// End is the place after the last character that is no white space.
func (t *Text) End() source.Pos {
	text := bytes.TrimRight(t.Text, " \t\r\n\v\f")
	line := bytes.Count(text, []byte("\n")) + 1
	return t.Pos(line, len(text)-bytes.LastIndexByte(text, '\n'))
}
