package source

import "fmt"

// Pos is a place in a source file as its author sees it, after #line and
// "# n" markers. Line and Col count from 1; the zero Pos is no place.
type Pos struct {
	File int32 // index into a Files table
	Line int32
	Col  int32
}

// IsValid reports whether p is a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Before orders places by file, line and column.
func (p Pos) Before(q Pos) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Col < q.Col
}

// Files is the table of the source files of one program. The zero Files is
// ready to use. It is not safe for concurrent writing.
type Files struct {
	names []string
	texts [][]byte
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
	if i >= 0 && int(i) < len(f.texts) {
		f.texts[i] = text
	}
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

// Line returns the text of the source line at p without its line end; ok is
// false when the text is not known.
func (f *Files) Line(p Pos) (line string, ok bool) {
	if !p.IsValid() || p.File < 0 || int(p.File) >= len(f.texts) || f.texts[p.File] == nil {
		return "", false
	}
	text := f.texts[p.File]
	for n := int32(1); n < p.Line; n++ {
		i := indexByte(text, '\n')
		if i < 0 {
			return "", false
		}
		text = text[i+1:]
	}
	if i := indexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if n := len(text); n > 0 && text[n-1] == '\r' {
		text = text[:n-1]
	}
	return string(text), true
}

func indexByte(b []byte, c byte) int {
	for i, x := range b {
		if x == c {
			return i
		}
	}
	return -1
}
