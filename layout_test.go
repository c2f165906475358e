package whittle_test

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

func TestEveryPackageHasDoc(t *testing.T) {
	for _, m := range missingDocs(os.DirFS(".")) {
		t.Error(m)
	}
}

// missingDocs returns a line for each folder with Go files but without a
// doc.go that carries the package comment.
func missingDocs(fsys fs.FS) []string {
	dirs := map[string]bool{}
	documented := map[string]bool{}
	var out []string
	err := walkGo(fsys, func(name string) error {
		dir := path.Dir(name)
		dirs[dir] = true
		if path.Base(name) != "doc.go" {
			return nil
		}
		comment, err := packageComment(fsys, name)
		if err != nil {
			return err
		}
		documented[dir] = len(strings.TrimSpace(comment)) > 40
		return nil
	})
	if err != nil {
		out = append(out, err.Error())
	}
	for dir := range dirs {
		if !documented[dir] {
			out = append(out, fmt.Sprintf("%s: no doc.go with a package comment", dir))
		}
	}
	sort.Strings(out)
	return out
}

// packageComment is the text of the package comment in a file.
func packageComment(fsys fs.FS, name string) (string, error) {
	src, err := fs.ReadFile(fsys, name)
	if err != nil {
		return "", err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, src,
		parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	return file.Doc.Text(), nil
}

func TestMissingDocsPlanted(t *testing.T) {
	got := missingDocs(fstest.MapFS{
		"a/a.go":   {Data: []byte("package a")},
		"b/doc.go": {Data: []byte("package b")},
		"c/doc.go": {Data: []byte("// Package c explains at some length what it is there " +
			"for.\npackage c")},
		"c/testdata/x.go": {Data: []byte("package x")},
	})
	if len(got) != 2 || !strings.HasPrefix(got[0], "a:") || !strings.HasPrefix(got[1], "b:") {
		t.Errorf("got %q, want complaints about a and b", got)
	}
}

// machinePath matches an absolute path of somebody's machine.
var machinePath = regexp.MustCompile(`(^|[^\w./<])/(work|root|home|Users|tmp)/[\w.-]`)

func TestNoMachinePaths(t *testing.T) {
	for _, m := range machinePaths(os.DirFS(".")) {
		t.Error(m)
	}
}

// machinePaths returns a line for each line of a text file below fsys that
// contains a path of a particular machine.
func machinePaths(fsys fs.FS) []string {
	var out []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if info, err := d.Info(); err != nil || d.IsDir() || !d.Type().IsRegular() || info.Size() > 4<<20 {
			return nil //nolint:nilerr // a file that vanished meanwhile is no finding
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		if bytes.IndexByte(text, 0) >= 0 {
			return nil // not text
		}
		for i, line := range strings.Split(string(text), "\n") {
			if machinePath.MatchString(line) {
				out = append(out, fmt.Sprintf("%s:%d: a path of a particular machine: %s", name, i+1,
					strings.TrimSpace(line)))
			}
		}
		return nil
	})
	if err != nil {
		out = append(out, err.Error())
	}
	return out
}

func TestMachinePathsPlanted(t *testing.T) {
	slash := "/" // keeps this file clean
	for text, want := range map[string]bool{
		"see " + slash + "home/me/x.c":        true,
		"\"" + slash + "root/.cache\"":        true,
		"a b/home/c":                          false,
		"https://example.org/home/page":       false,
		"#include <sys/types.h>":              false,
		"x = y" + slash + "tmp" + slash + "z": false,
	} {
		got := machinePaths(fstest.MapFS{"f.txt": {Data: []byte(text)}})
		if (len(got) > 0) != want {
			t.Errorf("%q: found %q, want a finding: %v", text, got, want)
		}
	}
}

// maxColumns is the width of a line; a tab counts as four.
const maxColumns = 110

// TestLineWidth looks for lines that are too wide. Lines that a raw string touches are left out: these are
// programs and what is printed; and so are lines of comments that are set as they are.
func TestLineWidth(t *testing.T) {
	for _, line := range wideLines(os.DirFS(".")) {
		t.Error(line)
	}
}

// wideLines returns the places of the lines of Go files that are wider than maxColumns.
func wideLines(fsys fs.FS) []string {
	var out []string
	err := walkGo(fsys, func(name string) error {
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		file := files.AddFile(name, -1, len(src))
		raw := map[int]bool{}
		var s scanner.Scanner
		s.Init(file, src, nil, 0)
		for {
			pos, tok, lit := s.Scan()
			if tok == token.EOF {
				break
			}
			if tok == token.STRING && lit[0] == '`' {
				first := file.Line(pos)
				for i := range 1 + strings.Count(lit, "\n") {
					raw[first+i] = true
				}
			}
		}
		for i, line := range strings.Split(string(src), "\n") {
			set := strings.HasPrefix(line, "//\t") || strings.HasPrefix(line, "//  ")
			if !raw[i+1] && !set && !strings.Contains(line, "https://") &&
				utf8.RuneCountInString(line)+3*strings.Count(line, "\t") > maxColumns {
				out = append(out, fmt.Sprintf("%s:%d: more than %d columns", name, i+1, maxColumns))
			}
		}
		return nil
	})
	if err != nil {
		out = append(out, err.Error())
	}
	return out
}

// TestWideLinesPlanted plants some.
func TestWideLinesPlanted(t *testing.T) {
	long := strings.Repeat("x", maxColumns)
	got := wideLines(fstest.MapFS{
		"a/a.go": {Data: []byte("package a\n\n// " + long + "\nvar s = `\n// " + long + "\n`\n")},
		"b/b.go": {Data: []byte("package b\n\nvar " + long[4:] + " int\n\n//" + long[2:] + "\n//\t" + long +
			"\n")},
	})
	want := []string{"a/a.go:3: more than 110 columns", "b/b.go:3: more than 110 columns"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
