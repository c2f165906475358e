package ctype

import (
	"fmt"
	"math"
	"testing"

	"whittle.dev/internal/frontend/c/layout"
)

// TestConstantOperators compares constants that operators make of int and unsigned with what Go computes.
func TestConstantOperators(t *testing.T) {
	values := []int32{0, 1, -1, 2, 7, -7, 100000, math.MaxInt32, -math.MaxInt32}
	bit := func(b bool) int32 {
		if b {
			return 1
		}
		return 0
	}
	var texts []string
	var want []uint64
	add := func(op string, x, y, s int32, u uint32) {
		texts = append(texts, fmt.Sprintf("(int)(%d) %s (int)(%d)", x, op, y),
			fmt.Sprintf("(unsigned)(%d) %s (unsigned)(%d)", x, op, y))
		want = append(want, uint64(int64(s)), uint64(u))
	}
	for _, x := range values {
		for _, y := range values {
			a, b := uint32(x), uint32(y)
			add("+", x, y, x+y, a+b)
			add("-", x, y, x-y, a-b)
			add("*", x, y, x*y, a*b)
			add("&", x, y, x&y, a&b)
			add("|", x, y, x|y, a|b)
			add("^", x, y, x^y, a^b)
			add("<", x, y, bit(x < y), uint32(bit(a < b)))
			add(">=", x, y, bit(x >= y), uint32(bit(a >= b)))
			add("==", x, y, bit(x == y), uint32(bit(a == b)))
			if y != 0 {
				add("/", x, y, x/y, a/b)
				add("%", x, y, x%y, a%b)
			}
			if y >= 0 && y < 32 {
				add("<<", x, y, x<<y, a<<y)
				add(">>", x, y, x>>y, a>>y)
			}
		}
	}
	typer, ops := operandsOf(t, layout.LP64, "", texts...)
	for i, x := range ops {
		if v, ok := typer.Const(x.UnaryExpression); !ok || v.Bits != want[i] {
			t.Errorf("%s is %#x, %v, want %#x", texts[i], v.Bits, ok, want[i])
		}
	}
}

// TestConstants checks which expressions are constant (C11 6.6), and what they are.
func TestConstants(t *testing.T) {
	const no = "none"
	rows := []struct{ expr, want string }{
		{"0 && i", "0"}, {"1 || i", "1"}, {"1 ? 2 : i", "2"}, {"0 ? i : 3", "3"},
		{"sizeof(int[3])", "12"}, {"_Alignof(long)", "8"}, {"(_Bool)256", "1"}, {"(char)300", "44"},
		{"(unsigned char)-1", "255"}, {"-1 > 0u", "1"}, {"B + 1", "6"}, {"~0", "-1"}, {"!5", "0"},
		{"(long)&((struct s *)0)->b", "4"}, {"(int)(1 << 4)", "16"},
		{"i + 1", no}, {"f()", no}, {"1 << 32", no}, {"1 / (B - 5)", no}, {"(1, 2)", no}, {"i && 0", no},
		{"1 ? i : 2", no}, {"i = 1", no}, {"i++", no},
	}
	var texts []string
	for _, r := range rows {
		texts = append(texts, r.expr)
	}
	typer, ops := operandsOf(t, layout.LP64, "int i, f(void); struct s { int a, b; }; enum { B = 5 };",
		texts...)
	for i, r := range rows {
		got := no
		if v, ok := typer.Const(ops[i].UnaryExpression); ok {
			got = fmt.Sprint(int64(v.Bits))
		}
		if got != r.want {
			t.Errorf("%s is %s, want %s", r.expr, got, r.want)
		}
	}
}

// TestNullConstants checks which expressions are null pointer constants (C11 6.3.2.3).
func TestNullConstants(t *testing.T) {
	texts := []string{"0", "0L", "1 - 1", "(void *)0", "((void *)(0))", "(int)0",
		"1", "(char *)0", "(void *)1", "(const void *)0", "i", "(void *)(void *)0"}
	typer, ops := operandsOf(t, layout.LP64, "int i;", texts...)
	for i, x := range ops {
		if got, want := typer.IsNull(x.UnaryExpression), i < 6; got != want {
			t.Errorf("%s: %v, want %v", texts[i], got, want)
		}
	}
}
