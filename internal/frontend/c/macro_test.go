package c

import (
	"context"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
)

// TestMacroPlaces: steps of what a macro expands to know the place of its use and that in its definition.
func TestMacroPlaces(t *testing.T) {
	files := map[string]string{
		"a.h": "#define LIMIT (3 + 1)\n#define SET(a, v) do { \\\n\ta = (v); \\\n\tcount++; \\\n } while " +
			"(0)\n#define TWICE(x) { SET(x, (x) * 2); \\\n\tSET(y, LIMIT); }\n",
		"a.c": "#include <assert.h>\n#include \"a.h\"\nint x, y, count;\nint main(void)\n{\n\tSET(x, " +
			"LIMIT);\n\ty = LIMIT + x;\n\tTWICE(x);\n\tassert(y == LIMIT);\n\treturn 0;\n}\n",
	}
	prog, _, err := Load(context.Background(), Config{Files: []string{"a.c"}, Read: mapReader(files),
		Property: "unreach-call"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range prog.Procs {
		for _, e := range p.Edges {
			if at := prog.Files.Format(e.Pos) + " " + prog.Files.Format(e.Macro); e.Macro.IsValid() &&
				!slices.Contains(got, at) {
				got = append(got, at)
			}
		}
	}
	slices.Sort(got)
	want := "a.c:6:2 a.h:3:4\na.c:6:2 a.h:4:2\na.c:8:2 a.h:3:4\na.c:8:2 a.h:4:2\na.c:8:2 a.h:7:6"
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// TestMacroTexts: the texts of steps have the names of macros, as they stand in the source, where all that a
// macro stands for belongs to the step.
func TestMacroTexts(t *testing.T) {
	const text = `#include <limits.h>
#include <stddef.h>
#define MAX 10
#define BOTH (MAX + 1)
#define SUM 1 + 2
#define BIG(x) ((x) > MAX)
#define FIRST(x) x + 1
int *p, x;
int main(void)
{
	if (p == NULL) return 1;
	if (x > BOTH) return 2;
	if (BIG(x + 1)) return 3;
	if (x == INT_MAX - MAX) return 5;
	if (FIRST(x) == 3) return 6;
	if (x == SUM * 2) return 7;
	if (BIG(x + '(')) return 8;
	int y = x;
	if (y > 3 && BIG(y + 1)) return 4;
	switch (x) { case MAX: return 9; }
	return 0;
}
`
	prog, _, err := Load(context.Background(), Config{Files: []string{"a.c"},
		Read: mapReader(map[string]string{"a.c": text}), Property: "unreach-call"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range prog.Procs {
		for _, e := range p.Edges {
			_, branch := e.Op.(cfa.Assume)
			if at := prog.Files.Format(e.Pos); branch && strings.HasPrefix(at, "a.c:") && e.Text != "" &&
				!strings.HasPrefix(e.Text, "!") {
				got = append(got, e.Text)
			}
		}
	}
	want := []string{"p == NULL", "x > BOTH", "(x + 1) > MAX", "x == INT_MAX - MAX", "x + 1 == 3",
		"x == SUM * 2", "(x + '(') > MAX", "y > 3 && BIG(y + 1)", "x == MAX", "x else"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
