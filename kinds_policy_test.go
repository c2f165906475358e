package whittle_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// What an operation of package cfa does is said in package step, and code that asks for one aspect of it
// reads a field of an effect. A file whose switches name manyKinds kinds of operation or more has to be
// looked at whenever a kind is added, so there are at most maxSwitches of them: the printers, the checks, the
// oracle, and the engines' and analyses' own ways to execute an edge.
const (
	manyKinds   = 7
	maxSwitches = 20
)

func TestKindsOfOperations(t *testing.T) {
	files, err := filesOverKinds(os.DirFS("."), manyKinds)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) > maxSwitches {
		t.Errorf("%d files have switches over %d or more kinds of operation, more than %d: ask package step"+
			"\n%s", len(files), manyKinds, maxSwitches, strings.Join(files, "\n"))
	}
}

// filesOverKinds lists the files other than tests whose type switches name so many kinds of operation.
func filesOverKinds(fsys fs.FS, many int) (out []string, err error) {
	kinds, err := kindsOfOperation(fsys)
	if err != nil {
		return nil, err
	}
	err = walkGo(fsys, func(name string) error {
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if n := len(kindsIn(file, kinds)); n >= many {
			out = append(out, fmt.Sprintf("%s: %d", name, n))
		}
		return nil
	})
	return out, err
}

// kindsOfOperation are the types that are an Op: those with the method op.
func kindsOfOperation(fsys fs.FS) (map[string]bool, error) {
	src, err := fs.ReadFile(fsys, "internal/cfa/op.go")
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), "op.go", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	kinds := map[string]bool{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "op" {
			kinds[f.Recv.List[0].Type.(*ast.Ident).Name] = true
		}
	}
	return kinds, nil
}

// kindsIn are the kinds that the type switches of a file name.
func kindsIn(file *ast.File, kinds map[string]bool) map[string]bool {
	found := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.TypeSwitchStmt)
		if !ok {
			return true
		}
		for _, c := range s.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				if p, ok := e.(*ast.StarExpr); ok {
					e = p.X
				}
				name := ""
				if sel, ok := e.(*ast.SelectorExpr); ok {
					if x, ok := sel.X.(*ast.Ident); ok && x.Name == "cfa" {
						name = sel.Sel.Name
					}
				} else if x, ok := e.(*ast.Ident); ok && file.Name.Name == "cfa" {
					name = x.Name
				}
				if kinds[name] {
					found[name] = true
				}
			}
		}
		return true
	})
	return found
}

func TestFilesOverKindsPlanted(t *testing.T) {
	src := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	got, err := filesOverKinds(fstest.MapFS{
		"internal/cfa/op.go": src("package cfa\nfunc (Load) op() {}\nfunc (Store) op() {}\n" +
			"func (Call) op() {}\n"),
		"internal/cfa/a.go": src("package cfa\nfunc f(o Op) { switch o.(type) { case Load, Store: } }\n"),
		"b/b.go": src("package b\nfunc f(o cfa.Op) { switch o.(type) { case cfa.Load, *cfa.Store: } }\n" +
			"func g(o cfa.Op) { switch o.(type) { case cfa.Call, nil: } }\n"),
		"b/b_test.go": src("package b\nfunc h(o cfa.Op) { switch o.(type) { case cfa.Load, cfa.Call: } }\n"),
		"c/c.go":      src("package c\nfunc f(o any) { switch o.(type) { case x.Load, Store, cfa.Call: }}"),
	}, 2)
	if want := "[b/b.go: 3 internal/cfa/a.go: 2]"; err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v (%v), want %s", got, err, want)
	}
}
