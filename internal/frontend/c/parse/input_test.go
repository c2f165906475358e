package parse

import (
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/layout"
)

// TestSplitDefine reads what follows -D.
func TestSplitDefine(t *testing.T) {
	for text, want := range map[string][2]string{
		"A": {"A", "1"}, "A=": {"A", ""}, "A=2": {"A", "2"}, "A=b=c": {"A", "b=c"}, "_x1=y z": {"_x1", "y z"},
		"F(a,b)=a+b": {"F(a,b)", "a+b"}, "F(x)": {"F(x)", "1"},
		"": {}, "=1": {}, "1a": {}, "a b": {}, "F(x": {}, "a-b=1": {}, "A=1\n#error": {}, "A=\x00": {},
		"(x)=1": {},
	} {
		name, value, err := splitDefine(text)
		if bad := want == [2]string{}; (err != nil) != bad || name != want[0] || value != want[1] {
			t.Errorf("%q: %q, %q, %v", text, name, value, err)
		}
	}
}

// TestCommandLine: the settings of a file come first, those for all files replace them.
func TestCommandLine(t *testing.T) {
	cfg := &Config{Defines: []string{"A=1", "F(x)=x"}, ForceIncludes: []string{"all.h"},
		unit: Input{File: "a.c", Undefs: []string{"linux"}, Defines: []string{"A=2", "B"},
			ForceIncludes: []string{"own.h"}}}
	const want = "#undef linux\n#undef A\n#define A 2\n#undef B\n#define B 1\n#undef A\n#undef F\n" +
		"#define A 1\n#define F(x) x\n#include \"own.h\"\n#include \"all.h\"\n"
	if got, err := commandLine(cfg); err != nil || got != want {
		t.Errorf("%v: %q, want %q", err, got, want)
	}
	for _, bad := range []*Config{{ForceIncludes: []string{"a\"b"}}, {Defines: []string{"1"}},
		{unit: Input{Undefs: []string{"F(x)"}}}, {unit: Input{Defines: []string{"A=\r"}}}} {
		if got, err := commandLine(bad); err == nil {
			t.Errorf("%+v: %q", bad, got)
		}
	}
}

// TestDialectsOfGCC: a dialect and its GNU form have one version of the language, and only the former is
// strict.
func TestDialectsOfGCC(t *testing.T) {
	pre := must(newPreamble(layout.LP64))
	for _, std := range Dialects() {
		text := string((&Config{unit: Input{Std: std}}).ownPreamble(pre).Macros.Text)
		strict := strings.Contains(text, "#define __STRICT_ANSI__ 1\n")
		if strict == strings.HasPrefix(std, "gnu") || strict == strings.Contains(text, "#define linux ") {
			t.Errorf("%s: strict is %v", std, strict)
		}
		if plain, ok := strings.CutPrefix(std, "gnu"); ok && stdVersion(std) != stdVersion("c"+plain) {
			t.Errorf("%s is the version %s, and without GNU %s", std, stdVersion(std), stdVersion("c"+plain))
		}
		if v := stdVersion(std); strings.Contains(text, "__STDC_VERSION__") != (v != "") ||
			!strings.Contains(text, v) {
			t.Errorf("%s: no version %q", std, v)
		}
	}
}
