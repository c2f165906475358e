package prune

import (
	"strings"
	"testing"
)

// TestOutline checks how texts are cut, and what their pieces declare.
func TestOutline(t *testing.T) {
	for _, c := range []struct{ text, user, own string }{
		{"int f(int a, struct s *b);", "f", "f"},
		{"struct t *f(struct s *b);", "t f", "t f"},
		{"extern int f(int), *g(void) __attribute__((__nothrow__));", "f g", "f g"},
		{"extern void (*signal(int sig, void (*f)(int)))(int);", "signal sig f", "signal sig f"},
		{"int f(a) int a; { return 0; }", "!,!", "f a a,!"},
		{"static inline int f(void) { struct s { int x; } y; return '}'; }", "f", "f"},
		{"int f(void) { return \"}\"[0]; } int x;", "!,!", "f,x"},
		{"typedef unsigned long size_t;", "size_t", "size_t"},
		{"typedef struct s { int a; struct in { int b; } c; } t;", "s in s t", "s in s t"},
		{"enum e { A, B = 2 };", "e e A B", "e e A B"},
		{"struct s { int a; };", "s s", "s s"},
		{"struct s { int a; } x;", "!", "s s x"},
		{"struct s;", "s s", "s s"},
		{"extern struct s *x;", "s x", "s x"},
		{"int x = 1;", "!", "x"},
		{"_Static_assert(1, \"\");", "!", ""},
		{"#define M(x) x\nint y;", "!,!", "M,y"},
		{"MAKE(f, int)\nMAKE(g, int)\n", "!", "f,g"},
		{"extern int x /* ; */ ; // int y;\n", "x", "x"},
		{"typedef int T; static T (y);", "T,!", "T,T"},
		{"static inline T (f)(void) { return 1; }", "!", "T"},
		{"struct s (*f(void))[3] { } struct t { int b; };", "!", "s t s f t"},
		{"enum { A } f(void);", "!", "f"},
		{"struct s { struct __attribute__((packed)) t { int x; } y; };", "s t s", "s t s"},
		{"struct __attribute__((packed)) s { int x; } __attribute__((aligned(8)));", "s packed s aligned",
			"s packed s aligned"},
		{"static inline void f(void) __attribute__((constructor));", "!", "f"},
		{"extern int f(void) __attribute__((__alias__(\"g\")));", "!", "f"},
		{"struct s {\n#pragma pack(1)\nint a; };\nstruct t { int b; };", "!,t t", "s s,t t"},
		{"#define S \"/*\"\nint a; /* */", "!,!", "S,a"},
		{"#define S 1 // /*\nint a; /* */", "!,!", "S,a"},
		{"int f(void) {\n#if 1\n}\n#endif\n", "!,!", "f,!"},
	} {
		show := func(own bool) string {
			var out []string
			for _, p := range Cut([]byte(c.text), own).pieces {
				if p.kind == pieceFixed {
					out = append(out, "!")
				} else {
					out = append(out, strings.Join(p.names, " "))
				}
			}
			return strings.Join(out, ",")
		}
		if got := show(false); got != c.user {
			t.Errorf("%s: %q, want %q", c.text, got, c.user)
		}
		if got := show(true); got != c.own {
			t.Errorf("%s (own): %q, want %q", c.text, got, c.own)
		}
	}
}
