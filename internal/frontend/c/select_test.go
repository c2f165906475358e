package c

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/testflag"
)

// TestSelectionChangesNothing compares programs of which only the needed
// parts were parsed with the same programs parsed as a whole, which takes ten times longer: some of each
// folder.
func TestSelectionChangesNothing(t *testing.T) {
	var cfgs []Config
	for _, pattern := range []string{"testdata/run/*.c", "testdata/errors/*.c", "../../../examples/*.c",
		"../../../cmd/whittle/testdata/*.c"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range testflag.Some(names, 7) {
			if both := []Config{{Files: []string{n}},
				{Files: []string{n}, DataModel: ILP32, MayFail: true,
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
	if len(cfgs) < 20 {
		t.Fatalf("only %d programs", len(cfgs))
	}
	for _, cfg := range cfgs {
		part := printed(cfg)
		cfg.whole = true
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
// see what is declared, alone and with many declarations that nothing needs.
func TestSelectionOfOddTexts(t *testing.T) {
	var many strings.Builder
	for i := range 2 * manyDeclarations {
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
		for _, filler := range []string{"", many.String()} {
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
			cfg.whole = true
			if whole := printed(cfg); part != whole {
				t.Errorf("%s: %s", c.name, cmp.Diff(whole, part))
			}
		}
	}
}

// TestEveryModelAlone parses each library model with nothing but what it
// needs.
func TestEveryModelAlone(t *testing.T) {
	pre := must(newPreamble(LP64))
	defined := func(u *parsed) []string {
		var out []string
		for tu := u.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if d := tu.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
				out = append(out, d.FunctionDefinition.Declarator.Name())
			}
		}
		return out
	}
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	all := must(parseModels(context.Background(), &Config{}, pre, nil, files, diags))
	for _, name := range defined(all) {
		s := must(selectModels(&Config{}, pre, nil, nil))
		s.wantName(name)
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
		u, err := parseModels(context.Background(), &Config{}, pre, s, files, diags)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := defined(u); !slices.Contains(got, name) || len(got) > 40 {
			t.Errorf("%s: %d functions: %v", name, len(got), got)
		}
	}
}

// TestOutline checks how texts are cut, and what their pieces declare.
func TestOutline(t *testing.T) {
	for _, c := range []struct{ text, user, own string }{
		{"int f(int a, struct s *b);", "f", "f"},
		{"struct t *f(struct s *b);", "t f", "t f"},
		{"extern int f(int), *g(void) __attribute__((__nothrow__));", "f g", "f g"},
		{"extern void (*signal(int sig, void (*f)(int)))(int);", "signal sig f", "signal sig f"},
		{"int f(a) int a; { return 0; }", "!,!", "f a a,!"},
		{"static inline int f(void) { struct s { int x; } y; return '}'; }", "f", "f"},
		{"int f(void) { return \"}\"[0]; } int x;", "!,!", "f,x"},
		{"typedef unsigned long size_t;", "size_t", "size_t"},
		{"typedef struct s { int a; struct in { int b; } c; } t;", "s in s t", "s in s t"},
		{"enum e { A, B = 2 };", "e e A B", "e e A B"},
		{"struct s { int a; };", "s s", "s s"},
		{"struct s { int a; } x;", "!", "s s x"},
		{"struct s;", "s s", "s s"},
		{"extern struct s *x;", "s x", "s x"},
		{"int x = 1;", "!", "x"},
		{"_Static_assert(1, \"\");", "!", ""},
		{"#define M(x) x\nint y;", "!,!", "M,y"},
		{"MAKE(f, int)\nMAKE(g, int)\n", "!", "f,g"},
		{"extern int x /* ; */ ; // int y;\n", "x", "x"},
		{"typedef int T; static T (y);", "T,!", "T,T"},
		{"static inline T (f)(void) { return 1; }", "!", "T"},
		{"struct s (*f(void))[3] { } struct t { int b; };", "!", "s t s f t"},
		{"enum { A } f(void);", "!", "f"},
		{"struct s { struct __attribute__((packed)) t { int x; } y; };", "s t s", "s t s"},
		{"struct __attribute__((packed)) s { int x; } __attribute__((aligned(8)));", "s packed s aligned",
			"s packed s aligned"},
		{"static inline void f(void) __attribute__((constructor));", "!", "f"},
		{"extern int f(void) __attribute__((__alias__(\"g\")));", "!", "f"},
		{"struct s {\n#pragma pack(1)\nint a; };\nstruct t { int b; };", "!,t t", "s s,t t"},
		{"#define S \"/*\"\nint a; /* */", "!,!", "S,a"},
		{"#define S 1 // /*\nint a; /* */", "!,!", "S,a"},
		{"int f(void) {\n#if 1\n}\n#endif\n", "!,!", "f,!"},
	} {
		show := func(own bool) string {
			var out []string
			for _, p := range outline([]byte(c.text), own).pieces {
				if p.kind == pieceFixed {
					out = append(out, "!")
				} else {
					out = append(out, strings.Join(p.names, " "))
				}
			}
			return strings.Join(out, ",")
		}
		if got := show(false); got != c.user {
			t.Errorf("%s: %q, want %q", c.text, got, c.user)
		}
		if got := show(true); got != c.own {
			t.Errorf("%s (own): %q, want %q", c.text, got, c.own)
		}
	}
}

// TestBlank checks that what follows a part that was left out stays in its line
// and column, and that what is left is white space and comments.
func TestBlank(t *testing.T) {
	for _, text := range []string{"", "a", "ab", "abc", "abcd", "abcdefgh", "a\n", "a\nb", "a\nbc",
		"abc\n\n\nbcd", "\n", "a\n\nbcdefg"} {
		got := string(blank([]byte("x"), []byte(text)))[1:]
		lines := strings.Count(text, "\n")
		if strings.Count(got, "\n") != lines ||
			len(got)-strings.LastIndexByte(got, '\n') != len(text)-strings.LastIndexByte(text, '\n') {
			t.Errorf("%q becomes %q", text, got)
		}
		o := outliner{text: []byte(got + "x")}
		if o.space(); o.i != len(got) {
			t.Errorf("%q becomes %q, which is not empty", text, got)
		}
	}
}

// TestNodeSource compares the text of nodes with what the parser makes of it.
func TestNodeSource(t *testing.T) {
	u := must(parseFile(context.Background(), &Config{}, must(newPreamble(LP64)), "testdata/run/structs.c",
		&source.Files{}, &source.Diagnostics{}))
	n := 0
	syntax.Walk(u.ast.TranslationUnit, func(x cc.Node) bool {
		if e, ok := x.(cc.ExpressionNode); ok {
			n++
			if got, want := syntax.Source(e), cc.NodeSource(e); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		return true
	})
	if n < 50 {
		t.Errorf("only %d expressions", n)
	}
}
