package c_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
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
			[]string{"call of f with 1 argument, not 2"}},
		{"no prototype",
			`static int f(int a, int b) { return a; } int main(void) { int (*volatile p)() = f; p(1, 2); return p(1); }`,
			[]string{"call of f with 1 argument, not 2"}},
		{"a known function",
			`static int f(int a, int b) { return a; } int main(void) { return ((int (*)(int))f)(1); }`,
			[]string{"call of f with 1 argument, not 2"}},
		{"a narrow result",
			`static char f(int a) { return a; } int main(void) { int (*volatile p)(int) = (void *)f; return p(1); }`,
			[]string{"call of f with another type of its result"}},
		{"variable arguments",
			`static int f(int a, ...) { return a; } int main(void) { int (*volatile p)(int) = (void *)f; return p(1); }`,
			[]string{"call of f through a type that differs in variable arguments"}},
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

// TestRetyped checks where it is taken for granted that functions may be called through types alike, and
// which calls violate the property if nothing is.
func TestRetyped(t *testing.T) {
	for _, tc := range []struct {
		name, text   string
		taken, exact int // places, and violations of strict calls
	}{
		{"its own type",
			`static int f(const char *a) { return !a; } int main(void) { int (*volatile p)(const char *) = f; return p(0); }`, 0, 0},
		{"a prototype for none",
			`static int f(int a) { return a; } int main(void) { int (*volatile p)() = f; return p(1); }`, 0, 0},
		{"other pointers",
			`static int f(int *a) { return !a; } int main(void) { int (*volatile p)(void *) = (int (*)(void *))f; return p(0); }`, 1, 1},
		{"qualifiers behind a pointer",
			`static int f(char *a) { return !a; } int main(void) { return ((int (*)(const char *))f)(0); }`, 1, 1},
		{"signs",
			`static int f(unsigned a) { return a; } int main(void) { int (*volatile p)(int) = (int (*)(int))f; return p(1); }`, 1, 1},
		{"a result that is dropped",
			`static int f(void) { return 1; } int main(void) { void (*volatile p)(void) = (void (*)(void))f; p(); return 0; }`, 1, 1},
		{"arguments for none",
			`static int f() { return 1; } int main(void) { return f(2); }`, 1, 1},
		{"an enumeration",
			`enum e { A }; static int f(enum e a) { return a; } int main(void) { int (*volatile p)(unsigned) = (int (*)(unsigned))f; return p(0); }`,
			0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := len(loadText(t, c.Config{}, tc.text).Retyped); got != tc.taken {
				t.Errorf("%d places, want %d", got, tc.taken)
			}
			violations := 0
			strict := c.Config{StrictCalls: true, Property: property.NoUndefinedBehaviour}
			for _, p := range loadText(t, strict, tc.text).Procs {
				for _, e := range p.Edges {
					if _, ok := e.Op.(cfa.Violation); ok {
						violations++
					}
				}
			}
			if violations != tc.exact {
				t.Errorf("%d violations, want %d", violations, tc.exact)
			}
		})
	}
}
