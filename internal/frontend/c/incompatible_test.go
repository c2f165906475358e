package c_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
)

// TestIncompatibleCalls checks which calls through pointers end the path, and what is said then.
func TestIncompatibleCalls(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"same",
			`static int f(int a) { return a; } int main(void) { int (*volatile p)(int) = f; return p(1); }`,
			nil},
		{"another number",
			`static int f(int a, int b) { return a; } int main(void) { int (*volatile p)(int) = (void *)f; return p(1); }`,
			[]string{"call of f through an incompatible type"}},
		{"no prototype",
			`static int f(int a, int b) { return a; } int main(void) { int (*volatile p)() = f; p(1, 2); return p(1); }`,
			[]string{"call of f through an incompatible type"}},
		{"a known function",
			`static int f(int a, int b) { return a; } int main(void) { return ((int (*)(int))f)(1); }`,
			[]string{"call of f through an incompatible type"}},
		{"a narrow result",
			`static char f(int a) { return a; } int main(void) { int (*volatile p)(int) = (void *)f; return p(1); }`,
			[]string{"call of f through an incompatible type"}},
		{"variable arguments",
			`static int f(int a, ...) { return a; } int main(void) { int (*volatile p)(int) = (void *)f; return p(1); }`,
			[]string{"call of f through an incompatible type"}},
		{"other pointers",
			`static int *f(char *a) { return 0; } int main(void) { void *(*volatile p)(int *) = (void *)f; return !p(0); }`, nil},
		{"many",
			`static void a(void) {} static void b(void) {} static void d(void) {} static void e(void) {} static void f(void) {}
			static void (*const v[])(void) = { a, b, d, e, f }; int main(int n, char **x) { ((void (*)(int))v[n % 5])(1); return 0; }`,
			[]string{"call of a function through an incompatible type"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, p := range loadText(t, c.Config{}, tc.text).Procs {
				for _, e := range p.Edges {
					if u, ok := e.Op.(cfa.UB); ok {
						got = append(got, u.What)
					}
				}
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
