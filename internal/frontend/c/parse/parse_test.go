package parse

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/source"
)

// inMain are the needs of a program with the usual entry.
var inMain = library.Needs{Entry: "main"}

// parseText parses one file with the content text.
func parseText(t testing.TB, cfg Config, name, text string) ([]*Unit, *source.Diagnostics, error) {
	t.Helper()
	cfg.Inputs = []Input{{File: name}}
	cfg.Read = mapReader(map[string]string{name: text})
	var files source.Files
	diags := &source.Diagnostics{Files: &files}
	u, err := Program(context.Background(), cfg, &files, diags)
	return u, diags, err
}

// TestErrors checks the messages for programs that are wrong.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // in the first message
		max        int    // of messages
	}{
		{"syntax", "int main(void) {\n  int x = ;\n  return x;\n}\n", "t.c:2:11: error: unexpected", 1},
		{"missing brace", "int main(void) {\n", "t.c:", 1},
		{"undeclared", "int main(void) {\n\treturn y;\n}\n", "t.c:2:9: error: undefined: y", 1},
		{"type error", "struct s { int a; } v;\nint main(void) { return v + 1; }\n", "t.c:2:", 2},
		{"no such member", "struct s { int a; } v;\nint main(void) { return v.b; }\n", "t.c:2:", 2},
		{"through a marker", "# 40 \"real.c\"\nint main(void) { return y; }\n",
			"real.c:40:25: error: undefined: y", 1},
		{"missing header", "#include <nowhere.h>\nnowhere_t x;\n",
			"t.c:1:10: error: include file not found: <nowhere.h>", 1},
		{"#error", "#error not today\nint x;\n", "t.c:1:2: error: not today", 1},
		{"two definitions", "int x = 1;\nint x = 2;\n",
			"t.c:2:5: error: multiple definitions of 'x', first definition at t.c:1:5", 1},
		{"type specifiers", "int main(void) {\n\tunsigned char char c = 1;\n\treturn c + 1;\n}\n",
			"t.c:2:2: error: these type specifiers do not go together", 1},
		{"not an lvalue", "int main(void) {\n\t1 = 2;\n\treturn 0;\n}\n",
			"error: t.c: something that is not an lvalue", 1},
		{"bad number", "int x = 7int;\n", "error: t.c: 7int is no number", 2},
		{"follow-ups", "int main(void) {\n\tif (a.b == 2 && a.c)\n\t\treturn 1;\n\treturn 0;\n}\n",
			"t.c:2:6: error: undefined: a", 2},
		{"static assertion", "_Static_assert(sizeof(int) == 8, \"no\");\n", "t.c:1:", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diags, err := parseText(t, Config{Needs: inMain}, "t.c", c.text)
			if err == nil {
				t.Fatal("no error")
			}
			all := diags.All()
			if len(all) == 0 || len(all) > c.max {
				t.Errorf("%d messages, want 1 to %d", len(all), c.max)
			}
			for _, d := range all {
				if m := diags.Format(d); strings.Contains(m, ".go:") || strings.Contains(m, "TODO") {
					t.Errorf("the message speaks of the parser: %s", m)
				}
			}
			if len(all) > 0 && !strings.HasPrefix(diags.Format(all[0]), c.want) {
				t.Errorf("message %q, want %q", diags.Format(all[0]), c.want)
			}
		})
	}
}

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
		{[]string{"same.c", "same.c"}, "given twice"},
	} {
		var files source.Files
		cfg := Config{Needs: inMain}
		for _, f := range c.files {
			cfg.Inputs = append(cfg.Inputs, Input{File: f})
		}
		if len(c.files) > 1 {
			cfg.Read = mapReader(map[string]string{"same.c": "int x;"})
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

// TestIncludesOfOthers checks that what is wrong in a header is reported there.
func TestIncludesOfOthers(t *testing.T) {
	read := mapReader(map[string]string{"d/t.c": "#include \"h.h\"\nint x;\n",
		"d/h.h": "int y;\nint z\x01;\n", "d/u.c": "#include \"g.h\"\n", "d/g.h": "\nint = 3;\n"})
	for name, want := range map[string]string{"d/t.c": "d/h.h:2:6: error: this is not a text file",
		"d/u.c": "d/g.h:2:5: error: unexpected"} {
		var files source.Files
		diags := &source.Diagnostics{Files: &files}
		_, err := Program(context.Background(), Config{Needs: inMain, Inputs: []Input{{File: name}},
			Read: read}, &files, diags)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

// TestCancel checks that a cancelled context ends the parsing.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var files source.Files
	_, err := Program(ctx, Config{Needs: inMain, Inputs: []Input{{File: "t.c"}},
		Read: mapReader(map[string]string{"t.c": "int x;"})},
		&files, &source.Diagnostics{Files: &files})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestRunaway checks that a text that expands without end is given up in time.
func TestRunaway(t *testing.T) {
	var b strings.Builder
	b.WriteString("#define A0 1\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&b, "#define A%d A%d + A%d\n", i, i-1, i-1)
	}
	b.WriteString("int x = A59;\n")
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	var files source.Files
	start := time.Now()
	_, err := Program(ctx, Config{Needs: inMain, Inputs: []Input{{File: "t.c"}},
		Read: mapReader(map[string]string{"t.c": b.String()})}, &files, &source.Diagnostics{Files: &files})
	if err == nil {
		t.Error("no error")
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %s", d)
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

// TestDirectoryAsHeader checks that a directory is no header.
func TestDirectoryAsHeader(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(dir+"/d.h", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/t.c", []byte("#include \"d.h\"\nint x;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var files source.Files
	_, err := Program(context.Background(), Config{Needs: inMain, Inputs: []Input{{File: dir + "/t.c"}}},
		&files,
		&source.Diagnostics{Files: &files})
	if err == nil || !strings.Contains(err.Error(), "not found") {
		t.Errorf("error %v", err)
	}
}

// TestPackedConstants checks that no constant is wrong in silence.
func TestPackedConstants(t *testing.T) {
	const head = "struct __attribute__((packed)) p { char c; int i; };\n"
	_, diags, err := parseText(t, Config{Needs: inMain}, "t.c", head+
		"_Static_assert(sizeof(struct p) == 5, \"\");\nint x;\n")
	if err != nil || len(diags.All()) != 0 {
		t.Errorf("%v, %d messages", err, len(diags.All()))
	}
	if _, diags, _ = parseText(t, Config{Needs: inMain}, "t.c", head+
		"_Static_assert(__builtin_offsetof(struct p, i) == 4, \"\");\nint x;\n"); !diags.HasErrors() {
		t.Error("an assertion about a packed struct that fails goes unnoticed")
	}
	cfg := Config{Needs: inMain, Inputs: []Input{{File: "t.c"}},
		Read: mapReader(map[string]string{"t.c": head + "int a[sizeof(struct p)];\nint main(void) { return " +
			"sizeof a; }\n"})}
	files := &source.Files{}
	diags = &source.Diagnostics{Files: files}
	units, err := Program(context.Background(), cfg, files, diags)
	if err == nil {
		err = CheckConstants(cfg.Model, units, diags)
	}
	if err == nil || !strings.Contains(err.Error(), "t.c:2:7: error: a constant") {
		t.Errorf("error %v", err)
	}
}
