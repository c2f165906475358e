package whittle_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"testing"
	"testing/fstest"
)

// A reader takes in a file of at most maxLines lines, and a package of at most maxFiles files beside its
// tests.
const (
	maxLines = 400
	maxFiles = 45
)

func TestSizes(t *testing.T) {
	for _, m := range tooLarge(os.DirFS("."), maxLines, maxFiles) {
		t.Error(m)
	}
}

// tooLarge returns a line for each Go file with too many lines, tests too, and for each package with too many
// files that are no tests, sorted.
func tooLarge(fsys fs.FS, lines, files int) []string {
	var out []string
	count := map[string]int{} // by package
	err := walkGo(fsys, func(name string) error {
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		if n := bytes.Count(src, []byte("\n")); n > lines {
			out = append(out, fmt.Sprintf("%s: %d lines, more than %d: divide it", name, n, lines))
		}
		if !strings.HasSuffix(name, "_test.go") {
			count[path.Dir(name)]++
		}
		return nil
	})
	if err != nil {
		out = append(out, err.Error())
	}
	for dir, n := range count {
		if n > files {
			out = append(out, fmt.Sprintf("%s: %d files, more than %d: find the package within", dir, n,
				files))
		}
	}
	sort.Strings(out)
	return out
}

func TestTooLargePlanted(t *testing.T) {
	got := tooLarge(fstest.MapFS{
		"a/long.go":      {Data: []byte("package a\n\n\n\n")},
		"a/long_test.go": {Data: []byte("package a\n\n\n\n\n")},
		"a/short.go":     {Data: []byte("package a\n")},
		"b/b.go":         {Data: []byte("package b\n")},
		"b/b_test.go":    {Data: []byte("package b\n")},
		"b/c_test.go":    {Data: []byte("package b\n")},
		"c/a.go":         {Data: []byte("package c\n")},
		"c/b.go":         {Data: []byte("package c\n")},
		"c/c.go":         {Data: []byte("package c\n")},
	}, 3, 2)
	want := "a/long.go: 4 lines, a/long_test.go: 5 lines, c: 3 files"
	var short []string
	for _, m := range got {
		short = append(short, strings.SplitN(m, ", more", 2)[0])
	}
	if strings.Join(short, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
