package c

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// FuzzLoad feeds arbitrary text to the whole front end: it must end soon, with
// a sound program or with a diagnostic, and never with an internal error.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		"int main(void) { return 0; }",
		"#include <pthread.h>\nint x; void *t(void *a) { x++; return a; }\nint main(void) { pthread_t p; " +
			"pthread_create(&p, 0, t, 0); pthread_join(p, 0); return x; }",
		"struct s { int a : 3; struct { char c[2]; }; } v = { .a = 1 }; int main(void) { return v.a << " +
			"v.c[0]; }",
		"#define F(x, ...) x ## 1 #x __VA_ARGS__\nint main(void) { for (int i = 0; i < 3; i++) switch (i) " +
			"{ case 0 ... 1: continue; default: goto l; } l: return sizeof(int[F(, 2)]); }",
		"# 1 \"a.c\"\n#line 9\n#if defined(X) && (1 ? 2 : 3)\n#elif 1\nint main() { return *(int *)0 ? 1 : " +
			"2, 3; }\n#endif\n",
		"union u { float f; long long l; } g; typedef int (*fn)(int); int k(int x) { return x; } fn t[] = " +
			"{ k, [2] = k }; int main(int c, char **v) { return t[c](({ int y = c; y; })); }",
		"_Atomic int a; int main(void) { int e = 0; __atomic_compare_exchange_n(&a, &e, 1, 0, 5, 5); " +
			"return __sync_fetch_and_add(&a, 2) ?: 'x' + \"s\"[0] + L'\\x41'; }",
		"enum e { A = -1, B } x[] = { A }; static int y = sizeof x / sizeof *x; #pragma pack(1)\nint " +
			"main(void) { do { y <<= 1; } while (y && !x[0]); __asm__(\"nop\"); return 0x7fUL % 3; }",
	} {
		f.Add(s)
	}
	if names, err := filepath.Glob("testdata/run/*.c"); err == nil {
		for _, n := range names {
			if b, err := os.ReadFile(n); err == nil && len(b) < 4000 {
				f.Add(string(b))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		cfg := Config{Files: []string{"fuzz.c"}, Read: mapReader(map[string]string{"fuzz.c": text})}
		var prog *cfa.Program
		var diags *source.Diagnostics
		var err error
		within(t, func(ctx context.Context) { prog, diags, err = Load(ctx, cfg) })
		if err != nil {
			if !diags.HasErrors() {
				t.Errorf("an error without a diagnostic: %v", err)
			}
			if strings.Contains(err.Error(), "internal error of the C front end") {
				t.Error(err)
			}
			return
		}
		for _, d := range diags.All() {
			if strings.HasPrefix(d.Message, "internal error") {
				t.Error(d.Message)
			}
		}
		if err := cfa.Check(prog); err != nil {
			t.Errorf("the program is not sound: %v", err)
		}
	})
}
