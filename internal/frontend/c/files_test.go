package c

import (
	"context"
	"io/fs"
	"testing"

	"whittle.dev/internal/frontend/c/parse"
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

// parsedText parses a program that is one file.
func parsedText(t testing.TB, cfg Config, name, text string) ([]*parse.Unit, *source.Diagnostics, error) {
	t.Helper()
	cfg.Files = []string{name}
	cfg.Read = mapReader(map[string]string{name: text})
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	units, err := parse.Program(context.Background(), cfg.Parsing(), files, diags)
	return units, diags, err
}
