package parse

import (
	"context"
	"io/fs"
	"testing"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/source"
)

// mapReader is a Config.Read over files in memory.
func mapReader(files map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if s, ok := files[name]; ok {
			return []byte(s), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
}

// must is the value of a call that cannot fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// inMain are the needs of a program with the usual entry.
var inMain = library.Needs{Entry: "main"}

// parseText parses one file with the content text.
func parseText(t testing.TB, cfg Config, name, text string) ([]*Unit, *source.Diagnostics, error) {
	t.Helper()
	cfg.Inputs = []Input{{File: name}}
	cfg.Read = mapReader(map[string]string{name: text})
	var files source.Files
	diags := &source.Diagnostics{Files: &files}
	u, err := Program(context.Background(), cfg, &files, diags)
	return u, diags, err
}
