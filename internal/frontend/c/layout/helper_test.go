package layout

import (
	"fmt"
	"strings"
	"testing"

	"modernc.org/cc/v4"
)

// translate parses text for a model.
func translate(t *testing.T, model Model, text string) *cc.AST {
	t.Helper()
	arch, word := "amd64", "long"
	if model == ILP32 {
		arch, word = "386", "int"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		t.Fatal(err)
	}
	pre := fmt.Sprintf("#define __SIZE_TYPE__ unsigned %s\nint __predefined_declarator;\ntypedef unsigned "+
		"%s __predefined_size_t;\n", word, word)
	ast, err := cc.Translate(&cc.Config{ABI: abi, UnsignedEnums: true}, []cc.Source{
		{Name: "<predefined>", Value: "\n"},
		{Name: "<builtin>", Value: pre},
		{Name: "t.c", Value: text},
	})
	if err != nil {
		t.Fatal(err)
	}
	return ast
}

// typeOf returns the type of the file-scope object name.
func typeOf(t *testing.T, ast *cc.AST, name string) cc.Type {
	t.Helper()
	for _, n := range ast.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	t.Fatalf("no object %s", name)
	return nil
}

// fieldAt finds the member with the path, through unnamed structs.
func fieldAt(l *Layout, t cc.Type, path string) (off uint64, f Field, err error) {
	name, rest, more := strings.Cut(path, ".")
	fs, err := l.Fields(t)
	if err != nil {
		return 0, Field{}, err
	}
	for _, f := range fs {
		if f.Name == name {
			if !more {
				return f.Offset, f, nil
			}
			o, g, err := fieldAt(l, f.Type, rest)
			return f.Offset + o, g, err
		}
		if f.Name == "" && !f.IsBitField {
			if o, g, err := fieldAt(l, f.Type, path); err == nil {
				return f.Offset + o, g, nil
			}
		}
	}
	return 0, Field{}, fmt.Errorf("no member %s", path)
}
