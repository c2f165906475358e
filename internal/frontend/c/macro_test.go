package c

import (
	"context"
	"slices"
	"strings"
	"testing"
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
