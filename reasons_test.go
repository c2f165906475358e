package whittle_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// reasonMakers are the functions and types whose texts people read as the reason of a verdict.
var reasonMakers = map[string]bool{"Unsupported": true, "UnsupportedCall": true, "unsupported": true,
	"Unfollowed": true, "UndefinedBehaviour": true, "Unknown": true, "Holds": true, "UB": true}

// jargonOfReasons are words that only those know who know whittle from the inside.
var jargonOfReasons = regexp.MustCompile(`(?i)\b(cfa|edge|registers?|havoc|intrinsic|lower(ed|ing)|frozen|goals?|` +
	`sort|template|seat|views?|store of terms|region|origin|nondet)\b|__whittle|#\w|\bT0 \(start\)|\+%d`)

// TestReasonsHaveNoJargon looks at all texts from which reasons are made: in Go, and in the library models.
func TestReasonsHaveNoJargon(t *testing.T) {
	fsys, found := os.DirFS("."), 0
	look := func(where, text string) {
		found++
		if word := jargonOfReasons.FindString(text); word != "" {
			t.Errorf("%s: the reason %q has the word %q", where, text, word)
		}
	}
	err := walkGo(fsys, func(name string) error {
		if strings.HasSuffix(name, "_test.go") || !strings.HasPrefix(name, "internal/") {
			return nil
		}
		set := token.NewFileSet()
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			for _, lit := range reasonTexts(n) {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					look(set.Position(lit.Pos()).String(), text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	models, err := fs.Glob(fsys, "internal/frontend/c/library/models/*.c")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`__whittle_(?:unsupported|ub)\("([^"]*)"\)`)
	for _, name := range models {
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(src), -1) {
			look(path.Base(name), m[1])
		}
	}
	if found < 150 {
		t.Errorf("only %d texts were found", found)
	}
}

// reasonTexts are the literals of a call or a value that makes a reason.
func reasonTexts(n ast.Node) (out []*ast.BasicLit) {
	var parts []ast.Expr
	var by ast.Expr
	switch n := n.(type) {
	case *ast.CallExpr:
		by, parts = n.Fun, n.Args
	case *ast.CompositeLit:
		by, parts = n.Type, n.Elts
	default:
		return nil
	}
	if s, ok := by.(*ast.SelectorExpr); ok {
		by = s.Sel
	}
	if id, ok := by.(*ast.Ident); !ok || !reasonMakers[id.Name] {
		return nil
	}
	for _, p := range parts {
		ast.Inspect(p, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if ok && lit.Kind == token.STRING {
				out = append(out, lit)
			}
			return true
		})
	}
	return out
}
