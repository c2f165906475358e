package parse

import (
	"context"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
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
