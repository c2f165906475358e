package c

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/testing/testflag"
)

// TestSelectionChangesNothing compares programs of which only the needed parts were parsed with the same
// programs parsed as a whole, which takes ten times longer: some of each folder.
func TestSelectionChangesNothing(t *testing.T) {
	var cfgs []Config
	for _, pattern := range []string{"testdata/run/*.c", "testdata/errors/*.c", "../../../examples/*/*.c",
		"../../../cmd/whittle/testdata/*.c"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range testflag.Some(names, 5) {
			if both := []Config{{Files: []string{n}},
				{Files: []string{n}, DataModel: ILP32, MayFail: AllFail,
					Property: "no-deadlock"}}; testflag.Deep() {
				cfgs = append(cfgs, both...)
			} else {
				cfgs = append(cfgs, both[len(cfgs)%2])
			}
		}
	}
	if _, err := os.Stat(benchRoot); err == nil && !testing.Short() {
		for _, r := range testflag.Some(benchRows(t), 4) {
			if info, err := os.Stat(r.path); err == nil && info.Size() < 60_000 {
				cfgs = append(cfgs, Config{Files: []string{r.path}, DataModel: r.model})
			}
		}
	}
	if len(cfgs) < 15 {
		t.Fatalf("only %d programs", len(cfgs))
	}
	for _, cfg := range cfgs {
		part := printed(cfg)
		cfg.Whole = true
		if whole := printed(cfg); part != whole {
			t.Errorf("%s, %v: %s", cfg.Files[0], cfg.DataModel, cmp.Diff(whole, part))
		}
	}
}

// printed is a program with what was said about it.
func printed(cfg Config) string {
	var b bytes.Buffer
	p, diags, err := Load(context.Background(), cfg)
	for _, d := range diags.All() {
		fmt.Fprintln(&b, diags.Format(d))
	}
	if err != nil {
		return b.String() + err.Error()
	}
	if err := cfa.Fprint(&b, p); err != nil {
		return err.Error()
	}
	return b.String()
}

// TestSelectionOfOddTexts compares both ways for texts in which it is hard to
// see what is declared, alone or with many declarations that nothing needs; both with -scale.
func TestSelectionOfOddTexts(t *testing.T) {
	var many strings.Builder
	for i := range 2 * prune.ManyDeclarations {
		fmt.Fprintf(&many, "extern int unused%d(int);\n", i)
	}
	const limits = "#ifdef INT_MAX\n#define X 1\n#else\n#define X 0\n#endif\n"
	const useX = "int g(void);\nint main(void) { return X + g(); }\n"
	for _, c := range []struct{ name, text, other, header string }{
		{name: "constructor", text: "int x; static inline void init(void) " +
			"__attribute__((constructor));\nstatic inline void init(void) { x = 1; }\nint main(void) { " +
			"return x; }"},
		{name: "alias", text: "int real(void) { return 1; }\nextern int other(void) " +
			"__attribute__((alias(\"real\")));",
			other: "extern int other(void);\nint main(void) { return other(); }"},
		{name: "name in parentheses", text: "typedef int T;\nstatic inline T (f)(void) { return 1; }\nint " +
			"main(void) { return f(); }"},
		{name: "spliced name", text: "int fo\\\no(void);\nint main(void) { return foo(); }",
			other: "int foo(void) { return 7; }"},
		{name: "comment in a string",
			text:   "#include <stddef.h>\n#define S \"/*\"\n#include \"x.h\"\n/* */\n" + useX,
			header: "#include <limits.h>\n" + limits},
		{name: "comment in a comment",
			text: "#include <limits.h>\n#define S // /*\n#include \"x.h\"\n/* */\n" + useX, header: limits},
		{name: "include behind a comment", text: "#include <limits.h>\nint main(void) {\n/* */ #include " +
			"\"x.h\"\nreturn X; }", header: limits},
		{name: "pragma in an unused struct", text: "struct unused {\n#pragma pack(push, 1)\nchar c; int d; " +
			"};\nstruct s { char c; int d; };\n#pragma pack(pop)\nint main(void) { return " +
			"sizeof(struct s); }"},
		{name: "tag inside of an unused struct", text: "struct outer { char z; struct " +
			"__attribute__((packed)) inner { char c; int x; } i; };\nint main(void) { return sizeof(struct " +
			"inner); }"},
		{name: "function that returns an array's address",
			text: "struct s { int a; };\nstruct s (*f(void))[3] { static struct s a[3]; a[1].a = 5; " +
				"return &a; } struct t { int b; };",
			other: "struct s { int a; };\nstruct s (*f(void))[3];\nint main(void) { return (*f())[1].a; }"},
		{name: "old definitions", text: "extern int f(a, b) int a; short b; { return a - b; }\nstruct q { " +
			"int i; } k(a) struct w { int x; } *a; { struct q r = { a->x }; return r; }\nint main(void) { " +
			"return f(1, 2); }"},
		{name: "objects and types", text: "typedef int T;\nextern int u, x;\nstatic T (y);\nint x; int x = " +
			"4;\nstatic int z; extern int z;\nstatic int z = 6;\nint main(void) { typedef char T; return x " +
			"+ y + z + sizeof(T); }"},
	} {
		fillers := []string{"", many.String()}
		for _, i := range testflag.Turn(c.name, 1, len(fillers)) {
			filler := fillers[i]
			files := map[string]string{"a.c": filler + c.text}
			cfg := Config{Files: []string{"a.c"}, Read: mapReader(files)}
			if c.other != "" {
				files["b.c"] = c.other
				cfg.Files = append(cfg.Files, "b.c")
			}
			if c.header != "" {
				files["x.h"] = c.header
			}
			part := printed(cfg)
			cfg.Whole = true
			if whole := printed(cfg); part != whole {
				t.Errorf("%s: %s", c.name, cmp.Diff(whole, part))
			}
		}
	}
}
