package parse

import (
	"context"
	"slices"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// TestEveryModelAlone parses each library model with nothing but what it needs.
func TestEveryModelAlone(t *testing.T) {
	pre := must(newPreamble(layout.LP64))
	defined := func(u *Unit) []string {
		var out []string
		for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if d := tu.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
				out = append(out, d.FunctionDefinition.Declarator.Name())
			}
		}
		return out
	}
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	units, _, err := parseText(t, Config{Needs: inMain}, "t.c", "int main(void) { return 0; }")
	if err != nil {
		t.Fatal(err)
	}
	all := must(parseModels(context.Background(), &Config{Needs: inMain}, pre, nil, files, diags))
	for _, name := range defined(all) {
		program := []prune.Unit{{AST: units[0].AST, Command: name}}
		s := must(prune.Models(*pre, prune.Needs{Entry: "main"}, program))
		u, err := parseModels(context.Background(), &Config{Needs: inMain}, pre, s, files, diags)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := defined(u); !slices.Contains(got, name) || len(got) > 40 {
			t.Errorf("%s: %d functions: %v", name, len(got), got)
		}
	}
}

// TestSmallProgramsReadNoModel checks that a program pays for no model that it does not need: reading them
// would take longer than deciding it.
func TestSmallProgramsReadNoModel(t *testing.T) {
	text := "#include <stdio.h>\n#include <pthread.h>\nint n;\nint main(void) { printf(\"%d\\n\", n); " +
		"puts(\"x\"); return 0; }\n"
	files := &source.Files{}
	units, err := Program(context.Background(), Config{Needs: inMain, Inputs: []Input{{File: "t.c"}},
		Read: mapReader(map[string]string{"t.c": text})}, files, &source.Diagnostics{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range must(library.Models()) {
		if _, ok := units[len(units)-1].part.Text(library.ModelDir + "/" + name); ok {
			t.Errorf("%s is read", name)
		}
	}
}

// TestNodeSource compares the text of nodes with what the parser makes of it.
func TestNodeSource(t *testing.T) {
	u := must(parseFile(context.Background(), &Config{Needs: inMain}, must(newPreamble(layout.LP64)),
		"../testdata/run/structs.c",
		&source.Files{}, &source.Diagnostics{}))
	n := 0
	syntax.Walk(u.AST.TranslationUnit, func(x cc.Node) bool {
		if e, ok := x.(cc.ExpressionNode); ok {
			n++
			if got, want := syntax.Source(e), cc.NodeSource(e); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		return true
	})
	if n < 50 {
		t.Errorf("only %d expressions", n)
	}
}
