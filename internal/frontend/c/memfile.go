package c

import (
	"io"
	"io/fs"
	"path"
	"time"
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
