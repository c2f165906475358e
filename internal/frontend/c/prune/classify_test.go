package prune

import "testing"

// TestClassify checks what single declarations declare, and which of them are always needed.
func TestClassify(t *testing.T) {
	checkPieces(t, []cutText{
		{"int f(int a, struct s *b);", "f", "f"},
		{"struct t *f(struct s *b);", "t f", "t f"},
		{"extern int f(int), *g(void) __attribute__((__nothrow__));", "f g", "f g"},
		{"extern void (*signal(int sig, void (*f)(int)))(int);", "signal sig f", "signal sig f"},
		{"static inline int f(void) { struct s { int x; } y; return '}'; }", "f", "f"},
		{"typedef unsigned long size_t;", "size_t", "size_t"},
		{"typedef struct s { int a; struct in { int b; } c; } t;", "s in s t", "s in s t"},
		{"enum e { A, B = 2 };", "e e A B", "e e A B"},
		{"struct s { int a; };", "s s", "s s"},
		{"struct s { int a; } x;", "!", "s s x"},
		{"struct s;", "s s", "s s"},
		{"extern struct s *x;", "s x", "s x"},
		{"int x = 1;", "!", "x"},
		{"_Static_assert(1, \"\");", "!", ""},
		{"extern int x /* ; */ ; // int y;\n", "x", "x"},
		{"static inline T (f)(void) { return 1; }", "!", "T"},
		{"struct s (*f(void))[3] { } struct t { int b; };", "!", "s t s f t"},
		{"enum { A } f(void);", "!", "f"},
		{"struct s { struct __attribute__((packed)) t { int x; } y; };", "s t s", "s t s"},
		{"struct __attribute__((packed)) s { int x; } __attribute__((aligned(8)));", "s packed s aligned",
			"s packed s aligned"},
		{"static inline void f(void) __attribute__((constructor));", "!", "f"},
		{"extern int f(void) __attribute__((__alias__(\"g\")));", "!", "f"},
	})
}
