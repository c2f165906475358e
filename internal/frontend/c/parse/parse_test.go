package parse

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/source"
)

// TestReadErrors checks inputs that cannot be read.
func TestReadErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		files []string
		want  string
	}{
		{nil, "no input file"},
		{[]string{dir + "/missing.c"}, "missing.c: no such file"},
		{[]string{dir}, "is a directory"},
	} {
		var files source.Files
		cfg := Config{Needs: inMain}
		for _, f := range c.files {
			cfg.Inputs = append(cfg.Inputs, Input{File: f})
		}
		_, err := Program(context.Background(), cfg, &files, &source.Diagnostics{Files: &files})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.files, err, c.want)
		}
	}
	_, err := Program(context.Background(), Config{Needs: inMain,
		Inputs: []Input{{File: dir + "/missing.c"}}}, &source.Files{},
		&source.Diagnostics{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
}

// TestSameFileTwice checks that a file counts once, and that it has one set of settings.
func TestSameFileTwice(t *testing.T) {
	for _, second := range []Input{{File: "same.c"}, {File: "same.c", Defines: []string{"A"}}} {
		var files source.Files
		diags := &source.Diagnostics{Files: &files}
		units, err := Program(context.Background(), Config{Needs: inMain,
			Inputs: []Input{{File: "same.c"}, second},
			Read:   mapReader(map[string]string{"same.c": "int main(void) { return 0; }"})}, &files, diags)
		if len(second.Defines) > 0 {
			if err == nil || !strings.Contains(err.Error(), "given twice, with other settings") {
				t.Errorf("other settings: error %v", err)
			}
			continue
		}
		if all := diags.All(); err != nil || len(units) != 2 || len(all) != 1 ||
			!strings.Contains(all[0].Message, "given twice; it is taken once") {
			t.Errorf("%d units, %v, %v", len(units), all, err)
		}
	}
}

// TestHugeFile checks that a file beyond the limit is refused.
func TestHugeFile(t *testing.T) {
	read := func(string) ([]byte, error) { return make([]byte, ctext.MaxFileSize+1), nil }
	var files source.Files
	_, err := Program(context.Background(), Config{Needs: inMain, Inputs: []Input{{File: "t.c"}}, Read: read},
		&files,
		&source.Diagnostics{Files: &files})
	if err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("error %v", err)
	}
}

// TestDialect parses what GNU C and glibc's headers add to the language.
func TestDialect(t *testing.T) {
	const text = `
__extension__ typedef long long wide;
extern int f1(int) __attribute__((__nothrow__, __leaf__)) __attribute__((__nonnull__(1)));
extern int f2(int) __asm__("" "other_name") __attribute__((__const__));
static __inline int f3(int x) { return x; }
static __inline__ __attribute__((__always_inline__, __unused__)) int f4(const char *__restrict p, ...) { __builtin_va_list ap; __builtin_va_start(ap, p); int r = __builtin_va_arg(ap, int); __builtin_va_end(ap); return r; }
typedef _Float128 q; typedef _Float64x x; typedef __float128 g; typedef _Complex double z;
extern _Float32 f5(_Float32); extern _Float64 f6(_Float64); extern _Float32x f7(_Float32x);
typedef struct { int a; } __attribute__((aligned(16))) al;
struct { int a : 3; unsigned : 0; union { int u; float v; }; int tail[]; } anon;
int labels(int n) {
	static void *t[] = { &&one, &&two };
	goto *t[n & 1];
one:	return ({ __typeof__(n) m = n; m + 1; });
two:	__asm__ volatile ("" : : : "memory");
	switch (n) { case 1 ... 5: return 1; default: break; }
	return n ?: 3;
}
int arr[] = { [0 ... 3] = 1, [5] = 2 };
int nested(void) { int v = (struct { int a, b; }){ .b = 2 }.b; return _Generic(v, int: 1, default: 0) + sizeof(char[v]) + _Alignof(long); }
_Thread_local int tl; __thread int tl2; _Noreturn void stop(void); _Static_assert(1, "");
int old(a, b) int a; char b; { return a + b; }
int main(int argc, char **argv, char **envp) { __label__ l; l: if (argc) goto l; return __builtin_expect(argc, 1) + !!__builtin_constant_p(3) + __builtin_offsetof(al, a) + __builtin_choose_expr(1, 2, 3); }
`
	for _, model := range []layout.Model{layout.LP64, layout.ILP32} {
		_, diags, err := parseText(t, Config{Model: model, Needs: inMain}, "t.c", text)
		if err != nil {
			t.Errorf("%v: %v", model, err)
			for _, d := range diags.All() {
				t.Log(diags.Format(d))
			}
		}
	}
}
