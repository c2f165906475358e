package whittle_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"sort"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

func TestImportPolicy(t *testing.T) {
	for _, v := range importViolations(os.DirFS(".")) {
		t.Error(v)
	}
}

// importViolations reads the import clauses of every Go file below fsys and
// returns a line for each that breaks the policy, sorted.
func importViolations(fsys fs.FS) []string {
	var out []string
	report := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	err := walkGo(fsys, func(name string) error {
		pkg, imports, err := importsOf(fsys, name)
		if err != nil {
			report("%s: %v", name, err)
			return nil
		}
		dir := path.Dir(name)
		test := strings.HasSuffix(name, "_test.go")
		external := test && strings.HasSuffix(pkg, "_test")
		if owner(dir) == "" {
			report("%s: package %s is on no floor: add it to the list in policy_list_test.go", name, dir)
			return nil
		}
		for _, imp := range imports {
			if msg := judge(dir, imp, test, external); msg != "" {
				report("%s: %s imports %s: %s", name, dir, imp, msg)
			}
		}
		return nil
	})
	if err != nil {
		report("%v", err)
	}
	sort.Strings(out)
	return out
}

// importsOf returns the name of the package of a file, and the paths that the file imports.
func importsOf(fsys fs.FS, name string) (pkg string, paths []string, err error) {
	src, err := fs.ReadFile(fsys, name)
	if err != nil {
		return "", nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
	if err != nil {
		return "", nil, err
	}
	for _, spec := range file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return "", nil, err
		}
		paths = append(paths, p)
	}
	return file.Name.Name, paths, nil
}

// judge says what is wrong with a file of package dir importing imp.
func judge(dir, imp string, test, external bool) string {
	if imp != module && !strings.HasPrefix(imp, module+"/") {
		return judgeModule(dir, imp, test || contains(testOnly, dir) || owner(dir) == forTests)
	}
	target := strings.TrimPrefix(strings.TrimPrefix(imp, module), "/")
	if target == "" {
		target = "."
	}
	from, to := owner(dir), owner(target)
	if contains(testOnly, dir) {
		test, external = true, true
	}
	if contains(testOnly, target) && !test {
		return "it is for tests alone"
	}
	switch {
	case to == "":
		return "the imported package is on no floor"
	case to == forTests && !test && from != forTests:
		return "it is for tests alone"
	case to == forTests:
		return ""
	case from == to:
		return "" // its own parts, or an external test importing its package
	case target != to && !openParts[to] && !contains(higherTests[from], target):
		return "it is a part of " + to + " and seen by that alone"
	case floors[to] < floors[from], contains(sameFloor[from], to):
		return ""
	case external && contains(higherTests[from], to):
		return ""
	case floors[to] == floors[from]:
		return fmt.Sprintf("both are on floor %d", floors[from])
	}
	return fmt.Sprintf("floor %d may not import floor %d", floors[from], floors[to])
}

func judgeModule(dir, imp string, test bool) string {
	if first, _, _ := strings.Cut(imp, "/"); !strings.Contains(first, ".") {
		return "" // the standard library
	}
	for mod, users := range modules {
		if imp == mod || strings.HasPrefix(imp, mod+"/") {
			if contains(users, owner(dir)) || test && contains(users, "test") {
				return ""
			}
			return "the module may be used by " + strings.Join(users, ", ") + " alone"
		}
	}
	return "the module is not in the list of policy_list_test.go"
}

// owner returns the listed package that dir is or lies in, "" when none.
// Folders directly under the root belong to no floor unless listed.
func owner(dir string) string {
	for d := dir; ; d = path.Dir(d) {
		if _, ok := floors[d]; ok && (d != "." || dir == ".") {
			return d
		}
		if d == "." {
			return ""
		}
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// walkGo calls visit for every Go file that the go command would build or test, in lexical order.
func walkGo(fsys fs.FS, visit func(name string) error) error {
	return fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() {
			if name != "." &&
				(strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
			return nil
		}
		return visit(name)
	})
}

// TestImportPolicyPlanted plants one violation a row in a small tree.
func TestImportPolicyPlanted(t *testing.T) {
	for _, c := range []struct {
		name, file, src string
		want            string // part of the report; empty: none
	}{
		{"down", "internal/cfa/a.go", `package cfa; import "whittle.dev/term"`, ""},
		{"up", "term/a.go", `package term; import "whittle.dev/internal/cfa"`,
			"floor 0 may not import floor 1"},
		{"up from a test", "term/a_test.go", `package term; import "whittle.dev/internal/cfa"`,
			"floor 0 may not import floor 1"},
		{"root from below", "internal/report/a.go", `package report; import "whittle.dev"`,
			"floor 4 may not import floor 6"},
		{"same floor", "sat/a.go", `package sat; import "whittle.dev/term"`, "both are on floor 0"},
		{"same floor, listed", "sat/order/a.go", `package order; import "whittle.dev/sat"`, ""},
		{"engines", "internal/engine/bmc/a.go", `package bmc; import "whittle.dev/internal/engine/ceds"`,
			"both are on floor 4"},
		{"own part", "internal/frontend/c/a.go", `package c; import "whittle.dev/internal/frontend/c/layout"`,
			""},
		{"part that engines share", "internal/engine/bmc/a.go",
			`package bmc; import "whittle.dev/internal/engine/internal/events"`, ""},
		{"part of another", "internal/engine/bmc/a.go",
			`package bmc; import "whittle.dev/internal/frontend/c/layout"`, "a part of internal/frontend/c"},
		{"external test, listed", "internal/interp/a_test.go",
			`package interp_test; import "whittle.dev/internal/frontend/c"`, ""},
		{"external test, not listed", "internal/interp/a_test.go",
			`package interp_test; import "whittle.dev/internal/engine/bmc"`,
			"floor 2 may not import floor 4"},
		{"internal test, listed for external", "internal/interp/a_test.go",
			`package interp; import "whittle.dev/internal/frontend/c"`, "both are on floor 2"},
		{"for tests", "term/a_test.go", `package term; import "whittle.dev/internal/testing/gcc"`, ""},
		{"for tests, from elsewhere", "internal/bench/a.go",
			`package bench; import "whittle.dev/internal/testing/gcc"`, "for tests alone"},
		{"for tests, from its like", "internal/testing/a/a.go",
			`package a; import "whittle.dev/internal/testing/gcc"`, ""},
		{"tests know engines", "internal/testing/a/a.go",
			`package a; import "whittle.dev/internal/engine/bmc"`, "floor 3 may not import floor 4"},
		{"no floor", "internal/misc/a.go", `package misc`, "on no floor"},
		{"no floor at the top", "misc/a.go", `package misc`, "on no floor"},
		{"unknown import", "term/a.go", `package term; import "whittle.dev/misc"`, "on no floor"},
		{"standard library", "term/a.go", `package term; import "math/big"`, ""},
		{"module of others", "term/a.go", `package term; import "github.com/spf13/cobra"`, "may be used by"},
		{"module not listed", "term/a.go", `package term; import "example.org/x"`, "not in the list"},
		{"test module in a test", "term/a_test.go", `package term; import "github.com/google/go-cmp/cmp"`,
			""},
		{"test module outside", "term/a.go", `package term; import "github.com/google/go-cmp/cmp"`,
			"may be used by test alone"},
		{"a part for tests", "internal/engine/bmc/a_test.go",
			`package bmc_test; import "whittle.dev/internal/engine/bmc/switches"`, ""},
		{"a part for tests, elsewhere", "internal/engine/bmc/a.go",
			`package bmc; import "whittle.dev/internal/engine/bmc/switches"`, "it is for tests alone"},
		{"testdata is not built", "term/testdata/a.go", `package term; import "whittle.dev/internal/cfa"`,
			""},
		{"does not parse", "term/a.go", `package`, "expected"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := importViolations(fstest.MapFS{c.file: {Data: []byte(c.src)}})
			switch {
			case c.want == "" && len(got) > 0:
				t.Errorf("unexpected: %q", got)
			case c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)):
				t.Errorf("got %q, want one line with %q", got, c.want)
			}
		})
	}
}
