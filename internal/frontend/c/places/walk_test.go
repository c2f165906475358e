package places

import (
	"os"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/testing/examples"
)

// TestPlacesOfMacros: what a macro makes stands where the macro is used, and has no closing parentheses.
func TestPlacesOfMacros(t *testing.T) {
	p, err := findPlaces(t, oneFile("p.c", `int call(int);
#define CALL(x) call(x)
#define BOTH do { call(1); call(2); } while (0)
int f(void) {
	int é = CALL( 1 ); BOTH;
	return call(CALL(2));
}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range p.Calls {
		if k.Close.IsValid() != (k.Close == Spot{"p.c", 6, 21}) {
			t.Errorf("the call at %v is closed at %v", k.At, k.Close)
		}
	}
	if s := p.Stmts[1]; s.At != (Spot{"p.c", 5, 21}) || s.Kind != StmtLoop || s.Begin != s.End &&
		s.End.Col-s.Begin.Col > 4 {
		t.Errorf("the macro is %+v", s)
	}
}

// TestPlacesOfExamples checks what holds of all places.
func TestPlacesOfExamples(t *testing.T) {
	names := examples.Names(t, "../../../../examples")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := findPlaces(t, parse.Config{Inputs: []parse.Input{{File: name}},
			Needs: library.Needs{Entry: "main"}})
		if err != nil {
			t.Fatal(err)
		}
		checkPlaces(t, p, name, string(text))
	}
}

func checkPlaces(t *testing.T, p *Places, name, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	at := func(s Spot) byte {
		if s.File != name || s.Line > len(lines) || s.Col > len([]rune(lines[s.Line-1])) {
			t.Fatalf("%s: no place %v", name, s)
		}
		return string([]rune(lines[s.Line-1])[s.Col-1:])[0]
	}
	for _, s := range p.Stmts {
		if c := at(s.At); strings.IndexByte(" \t{};)", c) >= 0 || s.End.Before(s.Begin) ||
			!s.Contains(s.Begin) || !s.Contains(s.End) || s.Func == "" {
			t.Errorf("%s: statement at %v begins with %q: %+v", name, s.At, c, s)
		}
		if s.Next != nil && !s.End.Before(s.Next.Begin) && s.End != s.Next.Begin {
			t.Errorf("%s: the statement at %v is followed by one at %v", name, s.At, s.Next.At)
		}
	}
	for _, k := range p.Calls {
		if k.Close.IsValid() && at(k.Close) != ')' {
			t.Errorf("%s: the call at %v is closed at %v", name, k.At, k.Close)
		}
	}
}

func FuzzPlaces(f *testing.F) {
	f.Add("int f(void) { int x = f(); while (x) x = f(); return x; }")
	f.Add("#define A {\nint f(int a) A if (a) return f(1) + ({ 2; }); else ; }")
	f.Add("# 3 \"x\"\nint g(a) int a; { l: for (int i;;) goto l; }")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		if p, err := findPlaces(t, oneFile("p.c", text)); err == nil && p == nil {
			t.Fatal("neither places nor an error")
		}
	})
}
