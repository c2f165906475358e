package source

import (
	"bytes"
	"cmp"
	"fmt"
)

// Pos is a place in a source file as its author sees it, after #line and
// "# n" markers. Line and Col count from 1; the zero Pos is no place.
type Pos struct {
	File int32 // index into a Files table
	Line int32
	Col  int32
}

// IsValid reports whether p is a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Compare orders places by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Before reports whether p comes before q.
func (p Pos) Before(q Pos) bool { return p.Compare(q) < 0 }

// Files is the table of the source files of one program. The zero Files is
// ready to use. It is not safe for concurrent writing.
type Files struct {
	names []string
	texts [][]byte
	ends  [][]int32 // by file: where its lines end
	index map[string]int32
}

// Add returns the number of the file called name, entering it when it is new.
func (f *Files) Add(name string) int32 {
	if i, ok := f.index[name]; ok {
		return i
	}
	if f.index == nil {
		f.index = make(map[string]int32)
	}
	i := int32(len(f.names))
	f.names = append(f.names, name)
	f.texts = append(f.texts, nil)
	f.ends = append(f.ends, nil)
	f.index[name] = i
	return i
}

// Len returns the number of files.
func (f *Files) Len() int { return len(f.names) }

// Name returns the name of file i, or "?" when there is no such file.
func (f *Files) Name(i int32) string {
	if i < 0 || int(i) >= len(f.names) {
		return "?"
	}
	return f.names[i]
}

// SetText remembers the text of file i, so that Line can quote it.
func (f *Files) SetText(i int32, text []byte) {
	if i < 0 || int(i) >= len(f.texts) {
		return
	}
	ends := make([]int32, 0, bytes.Count(text, []byte("\n"))+1)
	for at := 0; ; at++ {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n
		ends = append(ends, int32(at))
	}
	f.texts[i], f.ends[i] = text, append(ends, int32(len(text)))
}

// Text returns the text of file i, which must not be changed; ok is false when it is not known.
func (f *Files) Text(i int32) (text []byte, ok bool) {
	if i < 0 || int(i) >= len(f.texts) || f.texts[i] == nil {
		return nil, false
	}
	return f.texts[i], true
}

// Format prints p as file:line:column, without the column when it is unknown.
func (f *Files) Format(p Pos) string {
	switch {
	case !p.IsValid():
		return "-"
	case p.Col <= 0:
		return fmt.Sprintf("%s:%d", f.Name(p.File), p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", f.Name(p.File), p.Line, p.Col)
}

// Line returns the text of the source line at p without its line end; ok is false when the text is not known.
func (f *Files) Line(p Pos) (line string, ok bool) {
	if !p.IsValid() || p.File < 0 || int(p.File) >= len(f.texts) || f.texts[p.File] == nil {
		return "", false
	}
	ends := f.ends[p.File]
	if int(p.Line) > len(ends) {
		return "", false
	}
	begin := int32(0)
	if p.Line > 1 {
		begin = ends[p.Line-2] + 1
	}
	text := f.texts[p.File][begin:ends[p.Line-1]]
	if n := len(text); n > 0 && text[n-1] == '\r' {
		text = text[:n-1]
	}
	return string(text), true
}
