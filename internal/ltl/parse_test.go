package ltl

import (
	"errors"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"G (requested -> F granted)", "G (requested -> F granted)"},
		{"[] (a -> <> b)", "G (a -> F b)"},
		{"[]<>AP(otime < time)", "G F AP(otime < time)"},
		{"a U b U c && d", "(a U (b U c)) && d"},
		{"a && b || c && d", "(a && b) || (c && d)"},
		{"a & b | ~c ==> d -> e", "((a && b) || !c) -> (d -> e)"},
		{"a <-> b <-> c", "(a <-> b) <-> c"},
		{"a || b -> c <-> d", "((a || b) -> c) <-> d"},
		{"F a U G b", "F a U G b"},
		{"!a W b R c V d M e", "!a W (b R (c R (d M e)))"},
		{"!(a W b)", "!(a W b)"},
		{"true && 0 || 1 || false", "((true && false) || true) || false"},
		{"GF a", ""},
		{"GFa", "GFa"}, // a name
		{"G X F U1", "G X F U1"},
		{"{x  >\n 0} -> end", "AP(x > 0) -> end"},
		{"AP ( f[i)", ""},
		{"AP(s[0] == ')' && t == \"(\\\"\")", "AP(s[0] == ')' && t == \"(\\\"\")"},
		{"worker@critical U 1@done", "worker@critical U 1@done"},
		{"! call ( f ( ) )", "!call(f())"},
		{"call(f)", "call(f())"},
		{"call || AP", "call || AP"},
		{"((a))", "a"},
	} {
		f, err := Parse(c.text)
		if c.want == "" {
			if err == nil {
				t.Errorf("%q is %s", c.text, f)
			}
			continue
		}
		if err != nil || f.String() != c.want {
			t.Errorf("%q is %v, %v; want %s", c.text, f, err, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "column 1: expected a formula, got the end"},
		{"a b", "column 3: expected an operator or the end, got b"},
		{"é", "column 1: unexpected 'é'; C expressions stand in AP(...)"},
		{"{é} x", "column 5: expected an operator or the end, got x"},
		{"x > 0", "column 3: unexpected '>'; C expressions stand in AP(...)"},
		{"a && 7", "column 6: unexpected \"7\"; C expressions stand in AP(...)"},
		{"(a U b", "column 7: expected an operator or ), got the end"},
		{"a U )", "column 5: expected a formula, got )"},
		{"AP()", "column 3: the expression is empty"},
		{"G AP(x[0)", "column 9: expected ], got )"},
		{"G {x", "column 3: the expression is not closed by }"},
		{"AP('x)", "column 4: the constant is not closed by '"},
		{"main@", "column 6: expected a label after main@"},
		{"main@1", "column 7: expected a label after main@"},
		{"call(1)", "column 7: expected the name of a function after call("},
		{"call(f(x))", "column 8: expected call(f())"},
		{strings.Repeat("!", 20000) + "a", "column 2002: the formula has more than 2000 symbols"},
	} {
		_, err := Parse(c.text)
		var bad *SyntaxError
		if !errors.As(err, &bad) || err.Error() != c.want {
			t.Errorf("%.40q: %v; want %s", c.text, err, c.want)
		}
	}
}

// TestPrint: what is printed reads back as the same formula.
func TestPrint(t *testing.T) {
	for seed := range testflag.Seeds(500) {
		f := randomFormula(seeded(seed, 2), 5, 3)
		g, err := Parse(f.String())
		if err != nil || g.String() != f.String() || !same(f, g) {
			t.Fatalf("seed %d: %s reads back as %v, %v", seed, f, g, err)
		}
	}
}

// same compares formulas but for columns.
func same(f, g *Formula) bool {
	if f == nil || g == nil {
		return f == g
	}
	return f.Op == g.Op && f.Atom == g.Atom && same(f.Left, g.Left) && same(f.Right, g.Right)
}

func TestAtoms(t *testing.T) {
	f, err := Parse("b U (AP(x > 0) || a@L) && !b && X call(f())")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, a := range f.Atoms() {
		list = append(list, a.String())
	}
	got := strings.Join(list, " ")
	if got != "b AP(x > 0) a@L call(f())" || f.NextFree() || !f.Left.NextFree() {
		t.Errorf("atoms %s, next-free %v", got, f.NextFree())
	}
}

// FuzzParse: no text is a panic, an error has a place in the text, and a formula reads back.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"G (a -> F b)", "[]<>AP(x[')'] > 0)", "{a{}} U 1@l W call(f())", "a==>~b<->end", "AP(\"",
		"call(", "\x80", "a@", "{\\", "X X true V false"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			var bad *SyntaxError
			if !errors.As(err, &bad) || bad.Col < 1 || bad.Col > len(text)+1 {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		again, err := Parse(g.String())
		if err != nil || !same(g, again) {
			t.Errorf("%q is %s, which reads back as %v, %v", text, g, again, err)
		}
	})
}
