package ctype

import (
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
)

// TestDeclarators compares the types of declared names with pointers to them that are written as type names;
// the types of different rows are not compatible.
func TestDeclarators(t *testing.T) {
	rows := []struct{ decl, pointer string }{
		{"int N;", "int *"}, {"int *N;", "int **"}, {"int *const N;", "int *const *"},
		{"const int *N;", "const int **"}, {"int N[3];", "int (*)[3]"}, {"int N[3][4];", "int (*)[3][4]"},
		{"int *N[3];", "int *(*)[3]"}, {"int (*N)[3];", "int (**)[3]"}, {"int N(void);", "int (*)(void)"},
		{"int *N(void);", "int *(*)(void)"}, {"int (*N)(void);", "int (**)(void)"},
		{"int (*N(void))(char);", "int (*(*)(void))(char)"}, {"int (*N[2])(char);", "int (*(*)[2])(char)"},
		{"void N(int a[3], int f(void));", "void (*)(int *, int (*)(void))"},
		{"void N(const int a, int *restrict p);", "void (*)(int, int *)"},
		{"int N(char, ...);", "int (*)(char, ...)"}, {"volatile long N;", "volatile long *"},
	}
	var head strings.Builder
	var names []string
	for i, r := range rows {
		head.WriteString(strings.Replace(r.decl, "N", "n"+string(rune('a'+i)), 1) + "\n")
		names = append(names, r.pointer)
	}
	typer, ops := operandsOf(t, layout.LP64, "extern "+strings.ReplaceAll(head.String(), ";\n", ";\nextern ")+
		"int end;", names...)
	for i, r := range rows {
		d, ok := typer.ast.Scope.Nodes["n"+string(rune('a'+i))][0].(*cc.Declarator)
		if !ok {
			t.Fatalf("%s is not declared", r.decl)
		}
		got := PointerTo(typer.Declared(d))
		for k, x := range ops {
			if same := Compatible(got, typer.Named(x.TypeName)); same != (i == k) {
				t.Errorf("%s and %s: %v", r.decl, rows[k].pointer, same)
			}
		}
	}
}
