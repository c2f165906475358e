package apart_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/compiled"
)

// TestAllocators counts the procedures of each name.
func TestAllocators(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"one call", `int main(void) { return malloc(1) != 0; }`, "malloc 1"},
		{"two calls", `int main(void) { return malloc(1) != malloc(2); }`, "malloc 2"},
		{"a wrapper", `static void *make(void) { return malloc(1); }
			int main(void) { return make() != make(); }`, "make 2, malloc 2"},
		{"a wrapper that allocates twice", `
			static void *make(void) {
				char **p = malloc(8);
				*p = malloc(1);
				return p;
			}
			int main(void) { return make() != make(); }`, "make 2, malloc 4"},
		{"nothing is returned", `static void *kept;
			static void make(void) { kept = malloc(1); }
			int main(void) { make(); make(); return 0; }`, "make 1, malloc 1"},
		{"recursion", `static void *make(int n) { return n ? make(n - 1) : malloc(1); }
			int main(void) { return make(1) != make(2); }`, "make 1, malloc 1"},
		{"through an address", `static void *make(void) { return malloc(1); }
			int main(void) { void *(*f)(void) = make; return f() != f(); }`, "make 1, malloc 1"},
		{"a function of the library around it", `int main(void) { return strdup("a") != strdup("b"); }`,
			"malloc 2, strdup 2"},
		{"no end", "static void *make(void) { return malloc(1); }\nint main(void) {\n" +
			strings.Repeat("make();\n", 1000) + "return 0; }", "make 447, malloc 445"},
	} {
		t.Run(x.name, func(t *testing.T) {
			text := "#include <stdlib.h>\n#include <string.h>\n" + x.text
			p := compiled.Lowered(t, compiled.File("x.c", text))
			if err := cfa.Check(p); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, name := range []string{"make", "malloc", "strdup"} {
				n := 0
				for _, proc := range p.Procs {
					if proc.Name == name {
						n++
					}
				}
				if n > 0 {
					got = append(got, fmt.Sprintf("%s %d", name, n))
				}
			}
			if s := strings.Join(got, ", "); s != x.want {
				t.Errorf("got %s, want %s", s, x.want)
			}
		})
	}
}

// TestCopiesAreApart looks for registers and edges that two procedures share.
func TestCopiesAreApart(t *testing.T) {
	p := compiled.Lowered(t, compiled.File("x.c", `#include <stdlib.h>
static void *make(int n) {
	char *p = malloc(n);
	for (int i = 0; i < n; i++)
		p[i] = 0;
	return p;
}
int main(void) { return make(1) != make(2); }`))
	regs, edges := cfa.NewRegIndex(p), map[cfa.EdgeID]bool{}
	owner := map[cfa.RegID]*cfa.Proc{}
	for _, proc := range p.Procs {
		for _, r := range regs.Locals(proc) {
			if owner[r] != nil || p.Regs[r].Proc != proc.ID {
				t.Errorf("%s of %s is another procedure's too", p.Regs[r].Name, proc.Name)
			}
			owner[r] = proc
		}
		for _, e := range proc.Edges {
			if edges[e.ID] || e.Origin != e.ID {
				t.Errorf("edge %d of %s: there twice, or of another origin", e.ID, proc.Name)
			}
			edges[e.ID] = true
		}
	}
}
