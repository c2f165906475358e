package run_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/run"
)

// TestHarnessPrograms builds the native replays of programs that compilers, or the runtime of the replays,
// could read in another way: they fail, and with the assertion of the verdict.
func TestHarnessPrograms(t *testing.T) {
	needGCC(t)
	const threads = `#include <assert.h>
#include <pthread.h>
static int x;
static void *t(void *a) { x++; return a; }
`
	for _, c := range []struct{ name, program, fails string }{
		{"what a call changes is read before it", threads + `static int mine = 1, i, a[9], *ptr = a;
static int bump(void) { ptr++; i++; return ++mine; }
static int join(int a, int b, int c) { return a * 100 + b * 10 + c; }
int main(void) {
	pthread_t p;
	pthread_create(&p, 0, t, 0);
	int call = join(mine, bump(), mine), sum = mine + bump();
	x++;
	ptr = a; a[0] = 4; a[1] = 5; a[2] = 6; mine = 0;
	int element = ptr[bump()];
	i = 0; a[0] = a[1] = 0; a[i] = bump();
	int first = a[0];
	i = 0; a[0] = a[1] = 0; a[i] += bump();
	pthread_join(p, 0);
	assert(!(call == 122 && sum == 5 && element == 5 && first == 2 && a[0] == 3));
	return 0;
}
`, "call == 122"},
		{"compound literals", threads +
			`struct s { int a, b; } y = (struct s){1, 2}, *file = &(struct s){3, 4};
static int sum(const int *list, struct s s) { return list[0] + list[1] + s.a + s.b; }
int main(void) {
	pthread_t p;
	pthread_create(&p, 0, t, 0);
	x++;
	struct s *heap = &(struct s){x, 6};
	*heap = (struct s){x, 7};
	int first[] = {1, 2}, u = sum((int[]){8, x}, (struct s){x, 9}) + (struct s){1, x}.b;
	y = (struct s){x, u};
	pthread_join(p, 0);
	assert(x != 1 || heap->b != 7 || file->b != 4 || first[1] != 2 || u < 17 || y.b != u);
	return 0;
}
`, "x != 1"},
		{"names of the runtime", threads + `enum { W_NORMAL = 4 };
int W_LAST;
struct whittle_thread { int W_ENTRIES; } W_LOAD;
int W_STORE(int a) { return a; }
int whittle_at(int a) { return a + x; }
static int whittle_done(int whittle_p) { int whittle_v = x; whittle_v++; x = whittle_v; return whittle_p + whittle_v; }
static int whittle_o = 1;
static void *u(void *a) { W_LOAD.W_ENTRIES++; x += whittle_o; return a; }
int main(void) {
	pthread_t p, q;
	pthread_create(&p, 0, t, 0);
	pthread_create(&q, 0, u, 0);
	W_LOAD.W_ENTRIES++;
	whittle_o *= 3;
	int whittle_r = whittle_at(1) + whittle_done(2);
	whittle_r += whittle_o + W_LAST;
	pthread_join(p, 0);
	pthread_join(q, 0);
	assert(x == 3 + W_STORE(0) * W_NORMAL + 0 * whittle_r || W_LOAD.W_ENTRIES != 2);
	return 0;
}
`, "x == 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(c.program), 0o666); err != nil {
				t.Fatal(err)
			}
			o, err := run.Check(t.Context(), run.Task{Files: []string{file}, Property: "unreach-call"},
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
