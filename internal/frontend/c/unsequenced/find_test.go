package unsequenced_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/unsequenced"
	"whittle.dev/internal/source"
)

// functions parses a program and returns the functions that it defines and whose names begin with f and a
// digit.
func functions(t *testing.T, text string) []*cc.FunctionDefinition {
	t.Helper()
	cfg := parse.Config{Inputs: []parse.Input{{File: "t.c"}}, Needs: library.Needs{Entry: "f0"},
		Read: func(string) ([]byte, error) { return []byte(text), nil }}
	units, err := parse.Program(context.Background(), cfg, &source.Files{}, &source.Diagnostics{})
	if err != nil {
		t.Fatal(err)
	}
	var out []*cc.FunctionDefinition
	for e := range syntax.Externals(units[0].AST) {
		if d := e.FunctionDefinition; d != nil && strings.HasPrefix(d.Declarator.Name(), "f") {
			out = append(out, d)
		}
	}
	return out
}

const head = `
enum { N = 2 };
struct node { struct node *next; int n, m; int v[4]; unsigned b : 3, c : 3; };
union both { int i; float f; };
int f(int, int), g;
static int twice(int *p) { return *p * 2; }
`

// TestFind looks at expressions. Want lists the conflicts: "i" stands for two accesses of i, "i?j" for two
// that addresses decide about.
func TestFind(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"i = i++", "i"},
		{"i = ++i", "i"},
		{"i += i++", "i i"},
		{"i++ + i++", "i i i"},
		{"i++ + i", "i"},
		{"a[i] = i++", "i"},
		{"a[i++] = i", "i"},
		{"f(i++, i)", "i"},
		{"f(i++, 0) + i", "i"},
		{"i = (j, i++)", "i"},
		{"i = 1 && i++", "i"},
		{"s.n = s.n++", "s.n"},
		{"a[1] = a[1]++", "a[1]"},
		{"i = i++, j = j++", "i j"},
		{"i = ({ j = j++; 1; })", "j"},
		{"p = p->next = p++", "p p"},
		{"(i ? j++ : 0) + j", "j"},

		{"i = i + 1", ""},
		{"i += i", ""},
		{"p = p->next", ""},
		{"a[i] = i", ""},
		{"i = i++ && j", ""},
		{"i = f(i++, 0)", ""},
		{"(i++, i)", ""},
		{"i++ && i++", ""},
		{"i ? i++ : i--", ""},
		{"i = j = 0", ""},
		{"i = i = 0", ""},
		{"*c++ = *e++", ""},
		{"s.n = s.m++", ""},
		{"s.b = s.c++", ""},
		{"a[0] = a[1]++", ""},
		{"p->n = p->m++", ""},
		{"i = a[i]", ""},
		{"i = sizeof i++", ""},
		{"p = p->next = q", ""},
		{"f(i, N) + i", ""},
		{"i = twice(&i)", ""},
		{"i++; i++", ""},
		{"*w = i++", ""},
		{"g = p->n++", ""},

		{"a[i] = a[j]++", "a[j]?a[i]"},
		{"*w = (*x)++", "*x?*w"},
		{"p->n = q->n++", "q->n?p->n"},
		{"g = (*w)++", "*w?g"},
		{"*w = a[0]++", "a[0]?*w"},
		{"(*w)++ + (*x)++", "*w?*x *w?*x *w?*x"},
		{"k = (*w)++; w = &k", "*w?k"},
	} {
		text := fmt.Sprintf("%svoid f0(int i, int j, int *w, int *x, struct node *p, struct node *q, "+
			"char *c, char *e)\n{ int a[4], k; struct node s; %s; }\n", head, tc.text)
		var got []string
		for _, c := range unsequenced.Find(functions(t, text)[0]) {
			a, b := syntax.Excerpt(c.A), syntax.Excerpt(c.B)
			switch {
			case c.Same && a == b:
				got = append(got, a)
			case c.Same:
				got = append(got, a+"="+b)
			default:
				got = append(got, a+"?"+b)
			}
		}
		if s := strings.Join(got, " "); s != tc.want {
			t.Errorf("%s: %q, want %q", tc.text, s, tc.want)
		}
	}
}
