package run_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/run"
)

// TestHarnessOfFailing builds the native replays of programs in which allocations fail that they check: the
// right call returns null, after its arguments were evaluated, and sets errno.
func TestHarnessOfFailing(t *testing.T) {
	needGCC(t)
	const head = "#include <assert.h>\n#include <errno.h>\n#include <stdlib.h>\n#include <string.h>\n"
	for _, c := range []struct{ name, program, fails string }{
		{"errno", head + `int main(void) {
	int n = 0;
	char *a = calloc(++n, 4), *b = strdup("b");
	if (a && !b) {
		errno -= ENOMEM;
		assert(errno != 0 || n != 1);
	}
	free(a);
	free(b);
	return 0;
}
`, "errno != 0"},
		{"memory", head + `int main(void) {
	char *a = malloc(2), *b = strdup("b");
	if (a == NULL || b == NULL)
		exit(1);
	b = realloc(b, 4);
	if (!b)
		a[0] = *b;
	free(a);
	free(b);
	return 0;
}
`, "p.c:11:10: read of 1 byte at a null pointer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(c.program), 0o666); err != nil {
				t.Fatal(err)
			}
			o, err := run.Check(t.Context(), run.Task{Files: []string{file}},
				run.Options{Timeout: hang, BugDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if _, err := o.WriteHarness(t.Context(), &b, "out.c"); err != nil {
				t.Fatal(err)
			}
			status, text := execute(t, build(t, "", b.String()))
			if status != 134 || !strings.Contains(text, c.fails) {
				t.Errorf("status %d\n%s", status, text)
			}
		})
	}
}
