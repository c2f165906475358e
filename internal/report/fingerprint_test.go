package report

import (
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// TestFingerprint: which edits leave the fingerprint of a violation as it is, whose line ends with "!".
func TestFingerprint(t *testing.T) {
	const before = "int a[4];\nvoid set(int i) {\n\ta[i] = 1;\n\ta[i] = 2;\n\ta[i] = 1; !\n}\n"
	tests := []struct {
		name, text, file, function string
		same                       bool
	}{
		{"nothing", before, "a.c", "set", true},
		{"lines above", "\n\nint b;\n" + before, "a.c", "set", true},
		{"equal lines in a function above", "void f(int i) {\na[i] = 1;\n}\n" + before, "a.c", "set", true},
		{"lines in the function", strings.Replace(before, "{", "{\n\ti++;\n", 1), "a.c", "set", true},
		{"blanks", strings.Replace(before, "\ta[i] = 1; !", "    a[ i ]=1; !", 1), "a.c", "set", true},
		{"other text", strings.Replace(before, "= 1; !", "= 3; !", 1), "a.c", "set", false},
		{"another one of the function",
			strings.NewReplacer("1;\n", "1; !\n", " !", "").Replace(before), "a.c", "set", false},
		{"an equal line before it",
			strings.Replace(before, "{\n", "{\na[i] = 1;\n", 1), "a.c", "set", false},
		{"another function", strings.Replace(before, "set", "put", 1), "a.c", "put", false},
		{"another file", before, "b.c", "set", false},
	}
	print := func(text, file, function string) string {
		files := &source.Files{}
		at := int32(1 + strings.Count(text[:strings.Index(text, "!")], "\n"))
		begin := int32(1 + strings.Count(text[:strings.Index(text, "void "+function)], "\n"))
		i := files.Add(file)
		files.SetText(i, []byte(strings.Replace(text, " !", "", 1)))
		tr := &trace.Trace{Steps: []trace.Step{{Kind: trace.KindViolation,
			User: source.Pos{File: i, Line: at}, Function: function,
			Begin: source.Pos{File: i, Line: begin}}}}
		return Summary{Files: files, Result: engine.Violated(property.ValidDeref, tr)}.Fingerprint()
	}
	want := print(before, "a.c", "set")
	for _, tt := range tests {
		if got := print(tt.text, tt.file, tt.function); (got == want) != tt.same {
			t.Errorf("%s: %s after %s", tt.name, got, want)
		}
	}
}

// TestBaseline: what JSON and SARIF say of a violation is known again, and a file that is something else is
// refused.
func TestBaseline(t *testing.T) {
	for _, a := range answers() {
		if a.err != nil {
			continue
		}
		var asJSON, asSARIF strings.Builder
		if err := JSON(&asJSON, a.s); err != nil {
			t.Fatal(err)
		}
		if err := SARIF(&asSARIF, a.s, SARIFOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{asJSON.String(), asSARIF.String()} {
			b, err := ReadBaseline(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", a.name, err)
			}
			if known, fresh := b.Sort(a.s); len(known) != len(b) || len(fresh) != 0 {
				t.Errorf("%s: %v is known, %v is not, of %v", a.name, known, fresh, b)
			}
			if _, fresh := (Baseline{}).Sort(a.s); len(fresh) != len(b) {
				t.Errorf("%s: %v is new", a.name, fresh)
			}
		}
	}
	for _, text := range []string{"", "{", "[]", "{}", "int main(void) { return 0; }"} {
		if b, err := ReadBaseline(strings.NewReader(text)); err == nil {
			t.Errorf("%q is the baseline %v", text, b)
		}
	}
}
