package report

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"whittle.dev/internal/source"
)

// fileName says how reports for other programs name a file: relative to the
// folder root, with slashes, if it lies below it, else absolute. A root that is
// empty is the current folder. ok is false for files that are part of whittle.
func fileName(root, name string) (path string, relative, ok bool) {
	if name == "" || strings.HasPrefix(name, "<") || name == "?" {
		return "", false, false
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return filepath.ToSlash(name), !filepath.IsAbs(name), true
	}
	if root, err = filepath.Abs(root); err == nil {
		if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true, true
		}
	}
	return filepath.ToSlash(abs), false, true
}

// fileURI is fileName as a URI reference.
func fileURI(root, name string) (uri string, relative, ok bool) {
	path, relative, ok := fileName(root, name)
	switch {
	case !ok:
		return "", false, false
	case relative:
		return (&url.URL{Path: path}).String(), true, true
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // "c:/x.c"
	}
	return (&url.URL{Scheme: "file", Path: path}).String(), false, true
}

// runeColumn is the column of a place in characters, from 1; 0: it is unknown. A Pos counts bytes.
func runeColumn(files *source.Files, p source.Pos) int {
	if p.Col <= 0 {
		return 0
	}
	text, ok := files.Line(p)
	if n := int(p.Col) - 1; ok && n <= len(text) {
		return utf8.RuneCountInString(text[:n]) + 1
	}
	return int(p.Col)
}
