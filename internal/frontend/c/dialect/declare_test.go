package dialect_test

import (
	"testing"

	"whittle.dev/internal/frontend/c/dialect"
)

func TestDeclarations(t *testing.T) {
	for _, c := range []struct {
		name, text string
		dialect    dialect.Dialect
		want       string
	}{
		{"used", "int main(void) { __CPROVER_assume(1); }", "", "void __CPROVER_assume();\n"},
		{"two", "int f(void) { __ESBMC_assume(nondet_uint()); }", "",
			"void __ESBMC_assume();\nunsigned int nondet_uint();\n"},
		{"in a macro", "#define OK(p) __CPROVER_r_ok(p, 1)\n", "", "_Bool __CPROVER_r_ok();\n"},
		{"type", "void f(__CPROVER_size_t n);", "", "typedef __SIZE_TYPE__ __CPROVER_size_t;\n"},
		{"clause", "int f(int x) __CPROVER_requires(x > 0);", "", "#define __CPROVER_requires(...)\n"},
		{"part of a word", "int my_nondet_int(void) { return 0; }", "", ""},
		{"unknown type", "int x = nondet_widget();", "", ""},
		{"defined", "static int nondet_int(void) { return 3; }", "", ""},
		{"declared", "extern void __CPROVER_assume(_Bool); void f(void) { __CPROVER_assume(0); }", "", ""},
		{"declared below", "void f(void) { nondet_voidp(); } void *nondet_voidp(void);", "", ""},
		{"macro", "# define __CPROVER_assume(c) (c)\nvoid f(void) { __CPROVER_assume(0); }", "", ""},
		{"similar macro", "#define nondet_int2 3\nvoid f(void) { nondet_int(); }", "", "int nondet_int();\n"},
		{"own type", "typedef unsigned long __CPROVER_size_t;\n__CPROVER_size_t x;", "", ""},
		{"other tool", "void f(void) { __ESBMC_assume(1); __CPROVER_assume(1); }", dialect.CBMC,
			"void __CPROVER_assume();\n"},
		{"none", "void f(void) { __ESBMC_assume(nondet_int()); }", dialect.SVComp, ""},
		{"SMACK", "void f(void) { __SMACK_nondet_char(); }", dialect.SMACK, "char __SMACK_nondet_char();\n"},
	} {
		if got := dialect.Declarations(c.dialect, [][]byte{[]byte(c.text)}); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, name := range append(dialect.Names(), "") {
		if d, err := dialect.Parse(name); err != nil || string(d) != name {
			t.Errorf("%q: got %q, %v", name, d, err)
		}
	}
	if _, err := dialect.Parse("klee"); err == nil {
		t.Error("klee is none of them")
	}
}
