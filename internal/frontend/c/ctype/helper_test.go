package ctype

import (
	"fmt"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/syntax"
)

// operandsOf parses declarations and the operands of sizeof, and returns the latter: expressions, or names of
// types.
func operandsOf(t *testing.T, model layout.Model, head string, operands ...string) (*Typer,
	[]*cc.UnaryExpression) {
	t.Helper()
	arch, word := "amd64", "long"
	if model == layout.ILP32 {
		arch, word = "386", "int"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(head + "\nint main(void) {\n")
	for _, e := range operands {
		fmt.Fprintf(&b, "(void)sizeof(%s);\n", e)
	}
	b.WriteString("return 0; }\n")
	ast, err := cc.Translate(&cc.Config{ABI: abi, UnsignedEnums: true}, []cc.Source{
		{Name: "<predefined>", Value: "\n"},
		{Name: "<builtin>", Value: fmt.Sprintf("#define __SIZE_TYPE__ unsigned %s\nint "+
			"__predefined_declarator;\n"+
			"typedef unsigned %[1]s __predefined_size_t;\ntypedef %[1]s __predefined_ptrdiff_t;\n"+
			"typedef int __predefined_wchar_t;\n", word)},
		{Name: "t.c", Value: b.String()},
	})
	if err != nil {
		t.Fatal(err)
	}
	lay := layout.New(model)
	lay.AddUnit(ast, nil)
	var out []*cc.UnaryExpression
	syntax.WalkUnit(ast, func(n cc.Node) bool {
		x, ok := n.(*cc.UnaryExpression)
		if ok = ok && (x.Case == cc.UnaryExpressionSizeofExpr || x.Case == cc.UnaryExpressionSizeofType); ok {
			out = append(out, x)
		}
		return !ok
	})
	if len(out) != len(operands) {
		t.Fatalf("%d operands, want %d", len(out), len(operands))
	}
	return New(ast, lay, model), out
}
