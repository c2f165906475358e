package addresses_test

import (
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/analysis/addresses"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/compiled"
)

// TestFree lists what short programs observe, by the inputs that it becomes.
func TestFree(t *testing.T) {
	for _, x := range []struct{ name, body, want string }{
		{"nothing", `int a, *p = &a; return p == 0 || *p;`, ""},
		{"null and small numbers", `char *p = malloc(1); return p == (char *)-1 || p == (char *)1 || !p;`,
			""},
		{"two objects that live", `int a, b; int *p = n ? &a : &b; return p == &a;`, ""},
		{"tags",
			`long *p = malloc(8); uintptr_t t = (uintptr_t)p | 1; return t & 1 && *(long *)(t & ~(uintptr_t)7);`, ""},
		{"one object", `int *p = g + 1, *q = g + n; return p < q && q - p > 1 && q != g + 4;`, ""},
		{"alignment", `return (uintptr_t)&g % 32 == 0;`, "the number of an address, g"},
		{"alignment of the type", `return (uintptr_t)&g % 4 == 0;`, ""},
		{"order", `return &g[n] < h;`, "the order of addresses of g and h"},
		{"difference", `return &g[n] - h;`, "the difference of addresses of g and h"},
		{"end", `return g + 4 == h;`, "whether one of g and h begins where another ends"},
		{"number", `return g == (int *)0x402004;`, "whether a number is the address of g"},
		{"literals", `const char *p = "a"; return p == "b" || p == "a";`,
			"whether literals share their bytes"},
		{"stale", `char *p = malloc(1); free(p); return malloc(1) == p;`,
			"whether an object has the address of one that is gone, of a heap object"},
		{"characters beside pointers",
			`char **v = malloc(8), *w = malloc(4); v[0] = w; w[n] = w[n + 1]; return w[n] == 'a';`, ""},
		{"characters beside pointers, both made by a function of the program",
			`char **v = make(8), *w = make(4); v[0] = w; w[n] = w[n + 1]; return w[n] == 'a';`, ""},
		{"freed afterwards",
			`char *p = malloc(1), *q = malloc(1); int r = p == q; free(p); free(q); return r;`, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			src := "#include <stdint.h>\n#include <stdlib.h>\nint n, g[4], h[4];\n" +
				"static void *make(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }\n" +
				"int main(void) { " +
				x.body + " }\n"
			p := compiled.Lowered(t, compiled.File("x.c", src))
			q, err := addresses.Free(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, proc := range q.Procs {
				for _, e := range proc.Edges {
					if op, ok := e.Op.(cfa.Havoc); ok && int(e.ID) >= p.NumEdges {
						got = append(got, op.What)
					}
				}
			}
			slices.Sort(got)
			if s := strings.Join(slices.Compact(got), "; "); s != x.want || (q == p) != (x.want == "") {
				t.Errorf("got %q, want %q", s, x.want)
			}
		})
	}
}
