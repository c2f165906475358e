package parse

import (
	"context"
	"slices"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/source"
)

// TestModelsParse checks that the library models are C in both data models, and that every function they
// define has the type that its header declares (the parser compares them).
func TestModelsParse(t *testing.T) {
	for _, model := range []layout.Model{layout.LP64, layout.ILP32} {
		var files source.Files
		diags := &source.Diagnostics{Files: &files}
		u, err := parseModels(context.Background(), &Config{Model: model, Needs: inMain},
			must(newPreamble(model)), nil,
			&files, diags)
		if err != nil {
			for _, d := range diags.All() {
				t.Log(diags.Format(d))
			}
			t.Fatalf("%v: %v", model, err)
		}
		defined := make(map[string]bool)
		for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if d := tu.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
				name := d.FunctionDefinition.Declarator.Name()
				if defined[name] {
					t.Errorf("%s is defined twice", name)
				}
				defined[name] = true
			}
		}
		for _, name := range []string{
			"pthread_mutex_lock", "pthread_mutex_lock_kinds", "pthread_cond_wait", "pthread_cond_wait_queue",
			"pthread_create", "pthread_create_keys",
			"sem_wait", "pthread_barrier_wait", "pthread_rwlock_rdlock", "thrd_create", "mtx_lock",
			"cnd_wait", "tss_get", "call_once",
			"memcpy", "strcmp", "malloc", "free", "rand", "abort", "sleep", "isalpha", "strtol",
		} {
			if !defined[name] {
				t.Errorf("%s has no model", name)
			}
		}
		// Every form with a suffix belongs to a function without.
		for name := range defined {
			for _, suffix := range []string{"_kinds", "_queue", "_keys", "_cleanup", "_sized", "_mayfail",
				"_attr", "_state", "_owner", "_errno", "_clock", "_exits"} {
				if n := len(name) - len(suffix); n > 0 && name[n:] == suffix && !defined[name[:n]] &&
					name[:2] != "__" {
					t.Errorf("%s is a form of nothing", name)
				}
			}
		}
	}
}

// BenchmarkParseModels measures what every run pays for the models.
func BenchmarkParseModels(b *testing.B) {
	for b.Loop() {
		var files source.Files
		if _, err := parseModels(context.Background(), &Config{Needs: inMain}, must(newPreamble(layout.LP64)),
			nil, &files,
			&source.Diagnostics{Files: &files}); err != nil {
			b.Fatal(err)
		}
	}
}

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
