package htmlreport

import (
	"strings"
	"testing"

	"whittle.dev/internal/property"
)

// TestWords tells operations of programs in the words of their sources.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		body string
		want string // one of the operations
	}{
		{"x = y + 3 * (z - 1);", "write x := y + z * 3 - 3"},
		{"x = -y;", "write x := -y"},
		{"x = y - 7;", "write x := y - 7"},
		{"if (x >= y) z = 1;", "if y <= x"},
		{"if (!(x == 3)) z = 1;", "if x != 3"},
		{"x = y << 3;", "write x := y << 3"},
		{"x = y & 7;", "write x := y & 7"},
		{"x = (char)y;", "write x := y"},
		{"a[2] = x;", "write a[2] := x"},
		{"a[x] = 1;", "write a[x] := 1"},
		{"s.in.b = 5;", "write s.in.b := 5"},
		{"q->in.b = 5;", "write q->in.b := 5"},
		{"q->next->in.a = x;", "write q->next->in.a := x"},
		{"p = &s;", "write p := &s"},
		{"f(&a[3], 7);", "call f(&a[3], 7)"},
		{"int l = f(a, 7); x = l + f(a, 8);", "l := its result"},
		{"x = y > 0 ? y : z;", "write x := choice"},
		{"free(p);", "call free(p)"},
		{"abort();", "the process ends 134"},
	} {
		prog := compile(t, "w.c", `#include <stdlib.h>
struct inner { short a; int b; };
struct s { struct s *next; struct inner in; } s, *p = &s;
int x, y, z, a[8];
int f(int *to, int n) { return to[0] + n; }
void test(struct s *q) { `+c.body+` }
int main(void) { test(p); return 0; }
`, property.UnreachCall)
		w := newOpWords(prog)
		var all []string
		for _, p := range prog.Procs {
			if p.Name == "test" {
				for _, e := range p.Edges {
					all = append(all, w.say(e))
				}
			}
		}
		if got := strings.Join(all, "; "); !strings.Contains("; "+got+";", "; "+c.want+";") {
			t.Errorf("%s\n%s, want %s", c.body, got, c.want)
		}
	}
}
