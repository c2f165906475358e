package library_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// TestChecks says of the allocation in the first line of a function what the program does with its result.
func TestChecks(t *testing.T) {
	const none, atExit, is = library.Unchecked, library.CheckedAtExit, library.Checked
	cases := []struct {
		text string
		want library.Check
	}{
		// Comparisons, in all their spellings.
		{`p = malloc(8); if (!p) return 1;`, is},
		{`p = malloc(8); if (p == NULL) return 1;`, is},
		{`p = malloc(8); if (0 == p) return 1;`, is},
		{`p = malloc(8); if (p != (void *)0) *p = 1;`, is},
		{`p = malloc(8); if (p) *p = 1;`, is},
		{`int *q = malloc(8); if (!q) return 1;`, is},
		{`int *q = (int *)calloc(n, sizeof *q); if (!q) return 1;`, is},
		{`if ((p = malloc(8)) == NULL) return 1;`, is},
		{`if (!(p = malloc(8))) return 1;`, is},
		{`if ((p = malloc(8))) *p = 1;`, is},
		{`while (!(p = malloc(8))) n--;`, is},
		{`do p = malloc(8); while (!p && n--);`, is},
		{`for (p = malloc(8); p; ) return 1;`, is},
		{`p = malloc(8); return p ? *p : 1;`, is},
		{`p = malloc(8); return p && *p;`, is},
		{`p = malloc(8); n = p != NULL;`, is},
		{`p = malloc(8); r = malloc(8); if (!p || !r) return 1;`, is},
		{`p = malloc(8); if (__builtin_expect(!p, 0)) return 1;`, is},
		{`p = malloc(8); n = sizeof *p; if (!p) return 1;`, is},
		{`p = r = malloc(8); if (!r) return 1; *p = 1;`, is},
		{`p = realloc(p, 8); if (!p) return 1;`, is},
		{`p = (void *)strdup("a"); if (!p) return 1;`, is},
		{`s->next = malloc(8); s->v[n] = 0; if (!s->next) return 1;`, is},
		{`s->v[n] = malloc(8); if (s->v[n] == NULL) return 1;`, is},
		{`*s->v = malloc(8); if (!*s->v) return 1;`, is},
		{`for (int i = 0; i < n; i++) { s->v[i] = malloc(8); if (!s->v[i]) return 1; }`, is},
		{`if (n) p = malloc(8); else p = calloc(1, 8); if (!p) return 1;`, is},
		{`if (n) { p = malloc(8); } else if (p) { *p = 1; } if (!p) return 1;`, is},
		{`p = malloc(8); if (!p) goto out; *p = 1; out: free(p);`, is},
		{`p = malloc(8); if (!p) { perror("p"); free(r); exit(1); }`, is},
		{`if (malloc(8) == NULL) return 1;`, is},
		{`switch (n) { case 1: p = malloc(8); if (!p) return 1; }`, is},
		// All that the program does then is to end.
		{`p = malloc(8); if (!p) abort();`, atExit},
		{`p = malloc(8); if (!p) { perror("p"); exit(1); }`, atExit},
		{`p = malloc(8); if (p) *p = 1; else exit(1);`, atExit},
		{`p = malloc(8); p || (abort(), 0);`, atExit},
		{`if (!(p = malloc(8))) die("memory");`, atExit},
		// Assertions are none: they say that there is memory.
		{`p = malloc(8); assert(p);`, none},
		{`p = malloc(8); assert(p != NULL && n > 0);`, none},
		{`p = malloc(8); if (!p) reach_error();`, none},
		{`p = malloc(8); if (!p) assert(0 && "memory");`, none},
		{`p = malloc(8); if (!p) { assert(n > 0); return 1; }`, is},
		{`p = malloc(8); if (!p) { fputs("p", stderr); reach_error(); abort(); }`, none},
		// The result is used before it is compared, or something else is compared.
		{`p = malloc(8); *p = 1; if (!p) return 1;`, none},
		{`p = malloc(8); p[0] = 1; while (p) p = 0;`, none},
		{`s->next = malloc(8); s->next->next = 0; if (!s->next) return 1;`, none},
		{`s->next = malloc(8); s = s->next; while (s) s = s->next;`, none},
		{`p = malloc(8); use(p); if (!p) return 1;`, none},
		{`p = malloc(8); r = p; if (!r) return 1;`, none},
		{`p = malloc(8); if (!r) return 1; *p = 1;`, none},
		{`p = malloc(8); if (p == r) return 1;`, none},
		{`p = malloc(8); { int *p = r; if (!p) return 1; }`, none},
		{`s->v[n] = malloc(8); n--; if (!s->v[n]) return 1;`, none},
		{`s->next = malloc(8); s = r; if (!s->next) return 1;`, none},
		{`p = malloc(8); n = (int)(long)p; if (!n) return 1;`, none},
		{`return *(int *)malloc(8);`, none},
		{`malloc(8);`, none},
		{`p = made(); if (!p) return 1;`, none},
		{`while (n--) { if (n > 3) *p = 1; p = malloc(8); } if (p) free(p);`, none},
		{`while (n--) { if (p) *p = 1; p = malloc(8); } free(p);`, is},
		{`switch (n) { case 1: p = malloc(8); break; case 2: if (p) free(p); break; case 3: *p = 1; }`, none},
	}
	b := bytes.NewBufferString(`#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { struct s *next; int *v[4]; } *s;
int *p, *r;
void use(int *);
void reach_error(void) { assert(0); }
void die(const char *text) { fprintf(stderr, "%s", text); exit(1); }
void *made(void) { return malloc(4); }
`)
	calls := ""
	for i, tc := range cases {
		fmt.Fprintf(b, "int f%d(int n) { %s return 0; }\n", i, tc.text)
		calls += fmt.Sprintf("f%d(1);", i)
	}
	fmt.Fprintf(b, "int main(void) { %s return 0; }\n", calls)
	units, err := parse.Program(context.Background(), parse.Config{Inputs: []parse.Input{{File: "t.c"}},
		Needs: library.Needs{Entry: "main"},
		Read:  func(string) ([]byte, error) { return b.Bytes(), nil }}, &source.Files{},
		&source.Diagnostics{})
	if err != nil {
		t.Fatal(err)
	}
	checks, got := library.Checks(units[0].AST), map[string]library.Check{}
	for ed := range syntax.Externals(units[0].AST) {
		if ed.Case != cc.ExternalDeclarationFuncDef {
			continue
		}
		syntax.Walk(ed, func(n cc.Node) bool {
			if x, ok := n.(*cc.PostfixExpression); ok {
				f := ed.FunctionDefinition.Declarator.Name()
				got[f] = max(got[f], checks[x])
			}
			return true
		})
	}
	for i, tc := range cases {
		if is := got[fmt.Sprint("f", i)]; is != tc.want {
			t.Errorf("%s: got %d, want %d", tc.text, is, tc.want)
		}
	}
}
