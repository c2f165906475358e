package c

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"time"

	"whittle.dev/internal/source"
)

// memFile is a file whose content is at hand.
type memFile struct {
	name string
	data []byte
	off  int
}

func (f *memFile) Stat() (fs.FileInfo, error) { return memInfo{f}, nil }
func (f *memFile) Close() error               { return nil }
func (f *memFile) Read(b []byte) (int, error) {
	if f.off >= len(f.data) {
		return 0, io.EOF
	}
	n := copy(b, f.data[f.off:])
	f.off += n
	return n, nil
}

type memInfo struct{ f *memFile }

func (i memInfo) Name() string       { return path.Base(i.f.name) }
func (i memInfo) Size() int64        { return int64(len(i.f.data)) }
func (i memInfo) Mode() fs.FileMode  { return 0o444 }
func (i memInfo) ModTime() time.Time { return time.Time{} }
func (i memInfo) IsDir() bool        { return false }
func (i memInfo) Sys() any           { return nil }

// missingFile stands for a file that does not exist.
type missingFile struct{}

func (missingFile) Stat() (fs.FileInfo, error) { return nil, fs.ErrNotExist }
func (missingFile) Read([]byte) (int, error)   { return 0, fs.ErrNotExist }
func (missingFile) Close() error               { return nil }

// publish gives the lines of the text to the table of files, so that traces
// can quote them. The lines of a preprocessed file go to the files that its
// markers name; lines that the preprocessor dropped stay empty.
func (t *sourceText) publish(files *source.Files) {
	if len(t.marks) == 0 {
		files.SetText(t.file, t.people())
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
		p := t.pos(n, 1)
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
