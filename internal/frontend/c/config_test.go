package c

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/source"
)

// parseUnits parses units with the files that texts hold.
func parseUnits(cfg Config, texts map[string]string) (*source.Diagnostics, error) {
	cfg.Read = mapReader(texts)
	_, diags, err := Load(context.Background(), cfg)
	return diags, err
}

// TestUnits gives files settings of their own.
func TestUnits(t *testing.T) {
	texts := map[string]string{
		"a/a.c": "#include \"q.h\"\n#include <s.h>\n#include <stdio.h>\n" +
			"_Static_assert(Q == 1 && S == 2 && A == 3 && F == 4 && ALL == 6 && BOTH == 7 && TWO(4) == 8, " +
			"\"\");\n" +
			"struct s { int a; };\nstatic struct s v; static int f(void) { return v.a; }\nint " +
			"other(void);\nint main(void) { return f() + other(); }\n",
		"b/b.c": "#ifdef A\n#error the define of another file\n#endif\n#ifdef linux\n#error linux\n#endif\n" +
			"#include \"s.h\"\n_Static_assert(S == 3 && ALL == 6 && BOTH == 7 && __GNUC__ == 1, \"\");\n" +
			"struct s { long b, c; };\nstatic struct s v; static long f(void) { return v.c; }\nint " +
			"other(void) { return f(); }\n",
		"quote/q.h":   "#define Q 1\n",
		"one/s.h":     "#define S 2\n",
		"two/s.h":     "#define S 3\n",
		"/abs/f.h":    "#define F 4\n",
		"one/stdio.h": "#define STDIO 1\n",
	}
	cfg := Config{
		Defines: []string{"ALL=6", "BOTH=7"},
		Units: []Unit{
			{File: "a/a.c", Quote: []string{"quote"}, Include: []string{"one"},
				Defines: []string{"A=3", "BOTH=1", "TWO(x)=((x)*2)"}, ForceIncludes: []string{"/abs/f.h"}},
			{File: "b/b.c", Include: []string{"two"}, Undefs: []string{"linux", "nothing"},
				Defines: []string{"__GNUC__=1"}},
		},
	}
	for _, cfg.Whole = range []bool{false, true} {
		diags, err := parseUnits(cfg, texts)
		if err != nil {
			t.Errorf("whole %v: %v", cfg.Whole, err)
			for _, d := range diags.All() {
				t.Log(diags.Format(d))
			}
		}
	}
	cfg.Files = []string{"a/a.c"}
	if _, err := parseUnits(cfg, texts); err == nil || !strings.Contains(err.Error(), "a/a.c: given twice") {
		t.Errorf("one file twice: %v", err)
	}
}

// TestAfterDirectories looks for headers in directories after the embedded ones.
func TestAfterDirectories(t *testing.T) {
	texts := map[string]string{
		"a.c": "#include <stdlib.h>\n#include <extra.h>\n_Static_assert(EXTRA == 1, \"\");\nint " +
			"main(void) { return !malloc(1); }\n",
		"after/stdlib.h": "#error not this one\n",
		"after/extra.h":  "#define EXTRA 1\n",
	}
	if _, err := parseUnits(Config{Units: []Unit{{File: "a.c", After: []string{"after"}}}},
		texts); err != nil {
		t.Error(err)
	}
}

// TestDialects checks the macros that depend on the dialect.
func TestDialects(t *testing.T) {
	for _, c := range []struct{ std, cond string }{
		{"", "__STDC_VERSION__ == 201710L && defined linux && !defined __STRICT_ANSI__"},
		{"gnu17", "__STDC_VERSION__ == 201710L && defined linux && defined __GNUC_STDC_INLINE__"},
		{"c11", "__STDC_VERSION__ == 201112L && !defined linux && !defined unix && defined __linux__ && " +
			"defined __STRICT_ANSI__"},
		{"gnu11", "__STDC_VERSION__ == 201112L && defined linux"},
		{"gnu99", "__STDC_VERSION__ == 199901L && defined unix"},
		{"iso9899:1999", "__STDC_VERSION__ == 199901L && __STRICT_ANSI__"},
		{"c89", "!defined __STDC_VERSION__ && !defined unix && defined __GNUC_GNU_INLINE__ && !defined " +
			"__GNUC_STDC_INLINE__"},
		{"iso9899:199409", "__STDC_VERSION__ == 199409L"},
		{"gnu90", "!defined __STDC_VERSION__ && !defined __STRICT_ANSI__ && defined linux"},
	} {
		for _, free := range []bool{false, true} {
			hosted := "__STDC_HOSTED__ == 1"
			if free {
				hosted = "__STDC_HOSTED__ == 0"
			}
			text := "#include <stdlib.h>\n#include <pthread.h>\n#include <stdio.h>\n#if !(" + c.cond +
				" && " + hosted + ")\n#error wrong\n#endif\nint main(void) { return 0; }\n"
			if _, err := parseUnits(Config{Units: []Unit{{File: "a.c", Std: c.std, Freestanding: free}}},
				map[string]string{"a.c": text}); err != nil {
				t.Errorf("%q, freestanding %v: %v", c.std, free, err)
			}
		}
	}
	for _, std := range parse.Dialects() {
		text := "int main(void) { return 0; }\n"
		if _, err := parseUnits(Config{Units: []Unit{{File: "a.c", Std: std}}},
			map[string]string{"a.c": text}); err != nil {
			t.Errorf("%q: %v", std, err)
		}
	}
}

func TestBadUnitMacros(t *testing.T) {
	for _, u := range []Unit{{Undefs: []string{"a b"}}, {Undefs: []string{"F(x)"}}, {Defines: []string{"1x"}},
		{Defines: []string{"A=\n"}}} {
		u.File = "a.c"
		if _, err := parseUnits(Config{Units: []Unit{u}},
			map[string]string{"a.c": "int main(void) { return 0; }\n"}); err == nil ||
			!strings.Contains(err.Error(), "a.c") {
			t.Errorf("%+v: %v", u, err)
		}
	}
}
