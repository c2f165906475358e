package initializer_test

import "testing"

// TestDesignators: an initialiser with designators is the one without them that names all parts in their
// order.
func TestDesignators(t *testing.T) {
	const pair = "struct p { int a, b; }; "
	for _, c := range []struct{ decl, designated, plain string }{
		{"int x[4]", "{[1] = 2, 3, [0] = 1, [3] = 4}", "{1, 2, 3, 4}"},
		{"int x[3]", "{1, 2, 3, [1] = 5}", "{1, 5, 3}"},
		{"int x[5]", "{[0 ... 2] = 7, 8, [4] = 9}", "{7, 7, 7, 8, 9}"},
		{"int x[2][2]", "{[1][0] = 3, 4, [0] = {1, 2}}", "{1, 2, 3, 4}"},
		{"int x[2][2]", "{[0][1] = 2, 3, 4, [0][0] = 1}", "{1, 2, 3, 4}"},
		{pair + "struct p x", "{.b = 2, .a = 1}", "{1, 2}"},
		{pair + "struct p x", "{b: 2, a: 1}", "{1, 2}"},
		{pair + "struct p x[2]", "{[1].b = 4, [1].a = 3, [0] = {1, 2}}", "{1, 2, 3, 4}"},
		{pair + "struct { struct p s; int c; } x", "{.s.b = 2, 3, .s.a = 1}", "{1, 2, 3}"},
		{pair + "struct { int n; struct p s[2]; } x", "{.s[1].a = 4, 5, .n = 1, 2, 3}", "{1, 2, 3, 4, 5}"},
		{"struct { int a; struct { int b, c; }; int d; } x", "{.c = 3, 4, .a = 1, 2}", "{1, 2, 3, 4}"},
		{"struct { int a : 4, b : 4, c; } x", "{.b = 2, 3, .a = 1}", "{1, 2, 3}"},
	} {
		const rest = "; int main(void) { return sizeof x; }"
		got, _, fail := distributed(t, c.decl+" = "+c.designated+rest)
		want, _, failPlain := distributed(t, c.decl+" = "+c.plain+rest)
		if got != want || fail != "" || failPlain != "" || got == "" {
			t.Errorf("%s = %s: %q, %s, want %q, %s", c.decl, c.designated, got, fail, want, failPlain)
		}
	}
}
