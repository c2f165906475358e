package ctype

import (
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
)

// orders lists the words in all their orders.
func orders(words []string) []string {
	if len(words) == 0 {
		return []string{""}
	}
	var out []string
	for i, w := range words {
		rest := append(append([]string(nil), words[:i]...), words[i+1:]...)
		for _, o := range orders(rest) {
			out = append(out, w+" "+o)
		}
	}
	return out
}

// TestOrderOfSpecifiers: the words of a type mean the same in any order (C11 6.7.2p2).
func TestOrderOfSpecifiers(t *testing.T) {
	for text, want := range map[string]cc.Kind{
		"char": cc.Char, "signed char": cc.SChar, "unsigned char": cc.UChar,
		"short": cc.Short, "signed short int": cc.Short, "unsigned short int": cc.UShort,
		"int": cc.Int, "signed": cc.Int, "unsigned": cc.UInt, "unsigned int const": cc.UInt,
		"long": cc.Long, "long int signed": cc.Long, "unsigned long int": cc.ULong,
		"long long": cc.LongLong, "long long int": cc.LongLong, "unsigned long long int": cc.ULongLong,
		"float": cc.Float, "double const": cc.Double, "long double volatile": cc.LongDouble, "_Bool": cc.Bool,
	} {
		all := orders(strings.Fields(text))
		typer, ops := operandsOf(t, layout.LP64, "", all...)
		for i, x := range ops {
			ty := typer.Named(x.TypeName)
			if ty == nil || ty.Kind != Basic || ty.Basic != want ||
				(ty.Quals == Const) != strings.Contains(text, "const") {
				t.Errorf("%s: %+v, want %v", all[i], ty, want)
			}
		}
	}
}

// TestNamesOfTypes: two names of a type are one, tags of two scopes are not, and a typedef name means what is
// declared last before it.
func TestNamesOfTypes(t *testing.T) {
	const head = "typedef int t; typedef t tt; struct s { int a; } x; union u { int a; } y; " +
		"enum e { A } z;\n" +
		"typedef struct s ss; int i; typedef struct { int a; } un; typedef struct { int a; } other;"
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"tt", "int", true}, {"const t", "t const", true}, {"struct s", "ss", true},
		{"__typeof__(x)", "ss", true},
		{"__typeof__(i + 1L)", "long", true}, {"__typeof__(un)", "un", true},
		{"_Atomic(int)", "int _Atomic", true},
		{"enum e", "unsigned", true}, {"const t", "t", false}, {"un", "other", false},
		{"struct s", "un", false},
		{"union u", "struct s", false}, {"enum e", "int", false}, {"_Atomic int", "int", false},
	} {
		typer, ops := operandsOf(t, layout.LP64, head, c.a, c.b)
		a, b := typer.Named(ops[0].TypeName), typer.Named(ops[1].TypeName)
		if a == nil || b == nil || Compatible(a, b) != c.same {
			t.Errorf("%s and %s: %+v, %+v, want the same: %v", c.a, c.b, a, b, c.same)
		}
	}
}
