package initializer_test

import "testing"

// TestBraces: braces that are left out change nothing (C11 6.7.9p20).
func TestBraces(t *testing.T) {
	for _, c := range []struct{ decl, braces, flat string }{
		{"int x[2][3]", "{{1, 2, 3}, {4, 5, 6}}", "{1, 2, 3, 4, 5, 6}"},
		{"int x[][2]", "{{1, 2}, {3}}", "{1, 2, 3}"},
		{"struct { int a; int b[2]; struct { char c, d; } e; } x", "{1, {2, 3}, {4, 5}}", "{1, 2, 3, 4, 5}"},
		{"struct { int a; int b[2]; struct { char c, d; } e; } x", "{1, {2, 3}, {4}}", "{1, {2, 3}, 4}"},
		{"struct { struct { int a, b; } s[2]; int c; } x", "{{{1, 2}, {3, 4}}, 5}", "{1, 2, 3, 4, 5}"},
		{"union { int a[2]; char c; } x[2]", "{{{1, 2}}, {{3, 4}}}", "{1, 2, 3, 4}"},
		{"struct { int a : 3, : 2, b : 3; int c; } x", "{1, 2, {3}}", "{1, 2, 3}"},
		{"struct { char s[4]; int n; } x[2]", "{{\"abc\", 1}, {\"d\", 2}}", "{\"abc\", 1, \"d\", 2}"},
		{"struct { char s[4]; int n; } x", "{{'a', 'b', 'c', 'd'}, 1}", "{'a', 'b', 'c', 'd', 1}"},
		{"struct { struct {} e; int a, b; } x", "{{}, 1, 2}", "{.a = 1, 2}"},
		{"int x __attribute__((vector_size(8)))", "{{1}, {2}}", "{1, 2}"},
	} {
		const rest = "; int main(void) { return sizeof x; }"
		a, endA, failA := distributed(t, c.decl+" = "+c.braces+rest)
		b, endB, failB := distributed(t, c.decl+" = "+c.flat+rest)
		if a != b || endA != endB || failA != "" || failB != "" || a == "" {
			t.Errorf("%s: with braces %q to %d, %s, without %q to %d, %s", c.decl, a, endA, failA, b, endB,
				failB)
		}
	}
}

// TestExtent: an array without a length ends where the last element does that is given.
func TestExtent(t *testing.T) {
	for text, want := range map[string]uint64{
		"int x[] = {1, 2, 3};": 12, "int x[] = {[4] = 1};": 20, "int x[] = {[4] = 1, [0] = 2};": 20,
		"int x[] = {[1 ... 3] = 1, 2};": 20, "char x[] = \"abc\";": 4, "char x[] = {\"abc\"};": 4,
		"short x[][3] = {1, 2, 3, 4};": 12, "struct { int a; int b[2]; } x[] = {1, 2, 3, 4};": 24,
		"struct { int n; int a[]; } x = {1, {2, 3}};": 12,
	} {
		if items, got, fail := distributed(t, text+" int main(void) { return 0; }"); got != want ||
			fail != "" {
			t.Errorf("%s ends at %d, %s, want %d: %s", text, got, fail, want, items)
		}
	}
}
