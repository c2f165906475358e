package repr_test

import (
	"context"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/source"
)

// typesOf parses a text, and returns how its types are represented and the declarators of its file scope.
func typesOf(t *testing.T, model layout.Model, text string) (*repr.Types, func(name string) *cc.Declarator) {
	t.Helper()
	types, object, _ := parsed(t, model, text)
	return types, object
}

// parsed is typesOf with the syntax tree.
func parsed(t *testing.T, model layout.Model, text string) (*repr.Types, func(string) *cc.Declarator,
	*cc.AST) {
	t.Helper()
	cfg := parse.Config{Inputs: []parse.Input{{File: "t.c"}}, Model: model,
		Needs: library.Needs{Entry: "main"},
		Read:  func(string) ([]byte, error) { return []byte(text), nil }}
	units, err := parse.Program(context.Background(), cfg, &source.Files{}, &source.Diagnostics{})
	if err != nil {
		t.Fatal(err)
	}
	ast := units[0].AST
	types := repr.New(model, ast)
	types.AddUnit(ast, units[0].Pack)
	return types, func(name string) *cc.Declarator {
		for _, n := range ast.Scope.Nodes[name] {
			if d, ok := n.(*cc.Declarator); ok {
				return d
			}
		}
		t.Fatalf("no object %s", name)
		return nil
	}, ast
}
