package whittle_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// wordsOfC are names that mean something in C or in one of its libraries alone. Floors 1 to 4 serve every
// front end, so their code knows none of them: what they have to say about such things comes with the
// program, see cfa.Names.
var wordsOfC = regexp.MustCompile(
	`pthread|\b(thrd|mtx|cnd)_|alloc\(|\b(m|c|re)alloc\b|printf|\bf?puts\b|\bputchar\b|\bstd(out|err)\b|` +
		`\bvolatile\b|\berrno\b|__VERIFIER|__whittle|reach_error|\bassert\(|\b(mem(cpy|set|move)|strlen)\b|\bsizeof\b|` +
		`\b(struct|union|typedef|unsigned|void)\b|_Atomic|\bint (main|\*)|\bsetjmp\b|\.__`)

// speakC are the packages of these floors that are about C, or about the tasks of SV-COMP, by their nature.
var speakC = map[string]bool{
	"internal/frontend/c":      true,
	"internal/frontend/llvm":   true, // has words in common with C
	"internal/frontend/litmus": true, // writes C programs
	"internal/witness":         true, // SV-COMP's witnesses hold C expressions
	"internal/harness":         true, // writes C programs
	"internal/testsuite":       true, // writes C programs, and suites for Test-Comp
	"internal/compdb":          true, // reads the flags of C compilers
	"internal/bench/gen":       true, // writes C programs
	"internal/bench/tools":     true, // starts verifiers of C programs
	"internal/testing":         true,
}

func TestWordPolicy(t *testing.T) {
	for _, v := range literalViolations(os.DirFS(".")) {
		t.Error(v)
	}
}

// literalViolations returns a line for each string literal on floors 1 to 4 that has a word of C, sorted.
func literalViolations(fsys fs.FS) []string {
	var out []string
	err := walkGo(fsys, func(name string) error {
		of := owner(path.Dir(name))
		if floor := floors[of]; of == "" || floor < 1 || floor > 4 || speakC[of] ||
			strings.HasSuffix(name, "_test.go") {
			return nil
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				if word := wordsOfC.FindString(text); err == nil && word != "" {
					out = append(out, fmt.Sprintf("%s: the literal %s has C's word %q",
						set.Position(lit.Pos()), lit.Value, word))
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		out = append(out, err.Error())
	}
	sort.Strings(out)
	return out
}

// TestWordPolicyPlanted plants one literal a row in a small tree.
func TestWordPolicyPlanted(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		bad              bool
	}{
		{"a function", "internal/interp/a.go", `"printf"`, true},
		{"a part of a name", "internal/engine/internal/events/a.go", "`pthread_create`", true},
		{"a keyword", "internal/report/a.go", `"a volatile access"`, true},
		{"a comment", "internal/report/a.go", `"" // volatile`, false},
		{"a word within another", "internal/report/a.go", `"it is avoided"`, false},
		{"a test", "internal/report/a_test.go", `"printf"`, false},
		{"the front end", "internal/frontend/c/layout/a.go", `"printf"`, false},
		{"another floor", "internal/run/a.go", `"printf"`, false},
	} {
		got := literalViolations(fstest.MapFS{c.file: {Data: []byte("package p\n\nvar x = " + c.text +
			"\n")}})
		if (len(got) > 0) != c.bad {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
