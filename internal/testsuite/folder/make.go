package folder

import (
	_ "embed"
	"path/filepath"
	"strings"

	"whittle.dev/internal/harness"
)

//go:embed Makefile.in
var makefileText string

//go:embed run.sh
var runner string

// makefile is the Makefile of the tests that are written as C.
func makefile(folder string, native []string, h harness.Head) string {
	var names []string
	for _, n := range native {
		if n != "" {
			names = append(names, strings.TrimSuffix(n, ".c"))
		}
	}
	bits := ""
	if h.ILP32 {
		bits = " -m32"
	}
	var sources []string // that lie below the folder where whittle runs, and that make can name
	for _, f := range h.Files {
		if filepath.IsLocal(f) && !strings.ContainsAny(f, " \t$#:'\"\\;&|<>()*?[]`") {
			sources = append(sources, filepath.ToSlash(f))
		}
	}
	root, err := filepath.Rel(folder, ".")
	if err != nil {
		root, sources = ".", nil
	}
	return strings.NewReplacer("@TESTS@", strings.Join(names, " "), "@BITS@", bits,
		"@SOURCES@", strings.Join(sources, " "), "@ROOT@", filepath.ToSlash(root)).Replace(makefileText)
}
