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
	"whittle.dev/internal/source"
)

// TestSelectionChangesNothing compares programs of which only the needed
// parts were parsed with the same programs parsed as a whole.
func TestSelectionChangesNothing(t *testing.T) {
	var cfgs []Config
	for _, pattern := range []string{"testdata/run/*.c", "testdata/errors/*.c", "../../../examples/*.c", "../../../cmd/whittle/testdata/*.c"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			cfgs = append(cfgs, Config{Files: []string{n}}, Config{Files: []string{n}, DataModel: ILP32, MayFail: true, Property: "no-deadlock"})
		}
	}
	if _, err := os.Stat(benchRoot); err == nil && !testing.Short() {
		for i, r := range benchRows(t) {
			if info, err := os.Stat(r.path); err == nil && info.Size() < 60_000 && i%23 == 0 {
				cfgs = append(cfgs, Config{Files: []string{r.path}, DataModel: r.model})
			}
		}
	}
	if len(cfgs) < 30 {
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
	for _, text := range []string{"", "a", "ab", "abc", "abcd", "abcdefgh", "a\n", "a\nb", "a\nbc", "abc\n\n\nbcd", "\n", "a\n\nbcdefg"} {
		got := string(blank([]byte("x"), []byte(text)))[1:]
		lines := strings.Count(text, "\n")
		if strings.Count(got, "\n") != lines || len(got)-strings.LastIndexByte(got, '\n') != len(text)-strings.LastIndexByte(text, '\n') {
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
	u := must(parseFile(context.Background(), &Config{}, must(newPreamble(LP64)), "testdata/run/structs.c", &source.Files{}, &source.Diagnostics{}))
	n := 0
	walk(u.ast.TranslationUnit, func(x cc.Node) bool {
		if e, ok := x.(cc.ExpressionNode); ok {
			n++
			if got, want := nodeSource(e), cc.NodeSource(e); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		return true
	})
	if n < 50 {
		t.Errorf("only %d expressions", n)
	}
}
