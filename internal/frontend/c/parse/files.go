package parse

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/library"
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

// readError says in one line why an input file cannot be read.
func readError(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// reportText records an error about the text of a file.
func reportText(name string, e *ctext.Error, files *source.Files, diags *source.Diagnostics) error {
	if e.Line == 0 {
		err := fmt.Errorf("%s: %s", name, e.Msg)
		diags.Add(source.Error, source.Pos{}, "%s", err.Error())
		return err
	}
	p := source.Pos{File: files.Add(name), Line: int32(e.Line), Col: int32(e.Col)}
	diags.Add(source.Error, p, "%s", e.Msg)
	return fmt.Errorf("%s: error: %s", files.Format(p), e.Msg)
}

// headerFS gives the parser the embedded headers and, through the configuration's Read, the user's files.
type headerFS struct {
	cfg        *Config
	unit       *Unit
	failed     *ctext.Error
	failedName string
}

// Open never fails: the parser would then look for the file itself, after
// the back of Config.Read. A missing file fails when it is read.
func (h *headerFS) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, library.HeaderDir+"/"); ok {
		whole, err := library.Header(rest)
		if err != nil || rest == "prelude.h" {
			return missingFile{}, nil
		}
		h.unit.opened = append(h.unit.opened, rest)
		if h.unit.part != nil {
			text, ok := h.unit.part.Text(name)
			if !ok {
				return missingFile{}, nil // the whole is parsed then
			}
			return &memFile{name: name, data: text}, nil
		}
		return &memFile{name: name, data: whole}, nil
	}
	if strings.HasPrefix(name, absentDir+"/") {
		if f := h.unit.openAbsent(name); f != nil {
			return f, nil
		}
		return missingFile{}, nil
	}
	if h.unit.part != nil && !h.unit.Model {
		// An include that the selection has overlooked: the same.
		return missingFile{}, nil
	}
	data, err := h.cfg.read(name)
	if err != nil {
		return missingFile{}, nil
	}
	text := h.unit.Texts[name]
	if text == nil {
		var terr *ctext.Error
		text, terr = ctext.New(name, append([]byte(nil), data...), h.cfg.Model, h.unit.Files)
		if terr != nil {
			if terr.Line != 0 && h.failed == nil {
				h.failed, h.failedName = terr, name
			}
			text = &ctext.Text{Name: name, File: h.unit.Files.Add(name), Text: []byte("\n")}
		}
		h.unit.Texts[name] = text
		text.Publish(h.unit.Files)
		text.Insert(h.cfg.Inserts[name])
	}
	return &memFile{name: name, data: text.Text}, nil
}
