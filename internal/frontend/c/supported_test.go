package c

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/golden"
)

// The tables of functions in docs/library-functions.md stand between these lines.
const (
	functionsBegin = "<!-- functions: made by go test ./internal/frontend/c -run TestSupportedFunctions " +
		"-update -->\n"
	functionsEnd = "<!-- end of functions -->\n"
)

var (
	// declaresFunction finds the declarations of functions in the embedded headers, which have each on a line
	// of its own.
	declaresFunction = regexp.MustCompile(
		`(?m)^[a-z][^;{}=\n()]*?[ *](\w+)\(([^;{}\n]*?)\)[^;{}=\n()]*(?:\(.*)?[;{]?$`)
	// refusesPart finds what a model does not support of a function, which is said in several words.
	refusesPart = regexp.MustCompile(`__whittle_unsupported\("([^"]* [^"]*)"\)`)
	// definesMacro finds macros with parameters.
	definesMacro = regexp.MustCompile(`(?m)^#define (\w+)\(`)
)

// What becomes of a call of a function.
const (
	modelled = iota
	notSupported
	anInput
)

// sensible are arguments where zeros are none.
var sensible = map[string]string{"scanf": `"%d", malloc(4)`, "fscanf": `0, "%d", malloc(4)`,
	"sscanf": `"", "%d", malloc(4)`, "aligned_alloc": "8, 8"}

// becomes lowers a program that calls a function, and says what becomes of the call. A function
// is modelled, too, if only some uses of it are not supported.
func becomes(t *testing.T, header, function, params string) int {
	t.Helper()
	args := ""
	if params != "void" && params != "" {
		var list []string
		for _, p := range strings.Split(outermost(params), ",") {
			switch {
			case strings.Contains(p, "*") && !strings.Contains(p, "const") && !strings.Contains(p, "FILE"):
				list = append(list, "(void *)8") // what the function does to memory counts
			case !strings.Contains(p, "..."):
				list = append(list, "0")
			}
		}
		args = strings.Join(list, ", ")
	}
	if given, ok := sensible[function]; ok {
		args = given
	}
	file := filepath.Join(t.TempDir(), "t.c")
	text := "#define _GNU_SOURCE\n#include <" + header + ">\n#include <stdlib.h>\nint main(void) { " +
		function + "(" + args + "); return 0; }\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	prog, diags, err := Load(context.Background(), Config{Files: []string{file}})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, d := range diags.All() {
		if strings.HasPrefix(d.Message, function+" is not modelled") ||
			strings.HasPrefix(d.Message, function+" has no definition") {
			return anInput
		}
	}
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			u, ok := e.Op.(cfa.Unsupported)
			switch {
			case !ok || !regexp.MustCompile(`\b`+function+`\b`).MatchString(u.What):
			case strings.TrimPrefix(u.What, "the function ") == function:
				return notSupported
			}
		}
	}
	return modelled
}

// outermost leaves out what stands in parentheses, as the parameters of a parameter that is a function do.
func outermost(params string) string {
	depth, out := 0, ""
	for _, r := range params {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		default:
			if depth == 0 {
				out += string(r)
			}
		}
	}
	return out
}

// functionsByHeader tells, for each embedded header, what becomes of a call of each function that it
// declares: the three sets are those that are modelled, not supported, and an input. Headers for our own use
// are left out.
func functionsByHeader(t *testing.T) map[string][3]map[string]bool {
	t.Helper()
	functions.Lock()
	defer functions.Unlock()
	if functions.byHeader == nil {
		functions.byHeader = classifyFunctions(t)
	}
	return functions.byHeader
}

// functions keeps what functionsByHeader found, since it compiles a call of each function.
var functions struct {
	sync.Mutex
	byHeader map[string][3]map[string]bool
}

func classifyFunctions(t *testing.T) map[string][3]map[string]bool {
	t.Helper()
	out := map[string][3]map[string]bool{}
	for name, text := range embeddedTexts(t, "headers") {
		if base := filepath.Base(name); base == "prelude.h" || base == "whittle.h" || base == "cdefs.h" {
			continue
		}
		cells := [3]map[string]bool{{}, {}, {}}
		for _, m := range declaresFunction.FindAllStringSubmatch(text, -1) {
			if !strings.HasPrefix(m[1], "__") {
				cells[becomes(t, name, m[1], m[2])][m[1]] = true
			}
		}
		if name == "stdatomic.h" {
			for _, m := range definesMacro.FindAllStringSubmatch(text, -1) {
				if strings.HasPrefix(m[1], "atomic_") {
					cells[modelled][m[1]] = true
				}
			}
		}
		out[name] = cells
	}
	return out
}

// functionTables lists what becomes of a call of each function that the embedded headers declare.
func functionTables(t *testing.T) string {
	t.Helper()
	headers := functionsByHeader(t)
	var out strings.Builder
	out.WriteString("\n| header | modelled | not supported | any result, no violation depends on it " +
		"|\n|---|---|---|---|\n")
	var empty []string
	except := map[string]bool{}
	total := 0
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		cells := headers[name]
		of := len(cells[0]) + len(cells[1]) + len(cells[2])
		total += of
		if of == 0 {
			if !strings.HasPrefix(name, "bits/") {
				empty = append(empty, "`"+name+"`")
			}
			continue
		}
		fmt.Fprintf(&out, "| `%s` ", name)
		for _, cell := range cells {
			text := strings.Join(slices.Sorted(maps.Keys(cell)), ", ")
			if len(cell) == of && of > 150 {
				text = fmt.Sprintf("all of its %d functions", of)
			}
			fmt.Fprintf(&out, "| %s ", text)
		}
		out.WriteString("|\n")
	}
	fmt.Fprintf(&out, "\nThere are also %s, which declare no further functions.\n", strings.Join(empty, ", "))
	for _, text := range embeddedTexts(t, "models") {
		for _, m := range refusesPart.FindAllStringSubmatch(text, -1) {
			// a program that does this gets the other form of realloc
			if m[1] != "realloc of an existing object" {
				except[m[1]] = true
			}
		}
	}
	fmt.Fprintf(&out, "\nOf what is modelled, not supported are: %s.\n",
		strings.Join(slices.Sorted(maps.Keys(except)), "; "))
	if total < 400 {
		t.Fatalf("only %d functions were found: the headers are not read rightly", total)
	}
	out.WriteString("\nThe modelled functions one by one: what their manual pages document, and how much " +
		"of it there is. *Exact* is all of it and nothing " +
		"else; with *any* the result is any that is documented. Tests lie in `testdata` and " +
		"`internal/frontend/c`.\n")
	return out.String() + checklistTable(t) + "\n"
}

// embeddedTexts returns the embedded texts of a folder by their names in it.
func embeddedTexts(t *testing.T, folder string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := fs.WalkDir(os.DirFS("library"), folder, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(os.DirFS("library"), p)
		texts[strings.TrimPrefix(p, folder+"/")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestSupportedFunctions compares the tables of docs/library-functions.md with what the front end knows.
func TestSupportedFunctions(t *testing.T) {
	page := filepath.Join("..", "..", "..", "docs", "library-functions.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), functionsBegin)
	_, after, end := strings.Cut(rest, functionsEnd)
	if !ok || !end {
		t.Fatalf("%s does not have the lines between which the functions stand", page)
	}
	golden.File(t, page, before+functionsBegin+functionTables(t)+functionsEnd+after)
}
