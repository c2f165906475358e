package places

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/source"
)

func findPlaces(t testing.TB, cfg parse.Config) (*Places, error) {
	t.Helper()
	return Find(t.Context(), cfg, &source.Files{})
}

func oneFile(name, text string) parse.Config {
	return parse.Config{Inputs: []parse.Input{{File: name}}, Needs: library.Needs{Entry: "main"},
		Read: func(n string) ([]byte, error) {
			if n == name {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}}
}

// TestPlaces lists what is found in a program: for each statement its place and
// kind, what follows, and what is in scope.
func TestPlaces(t *testing.T) {
	const text = `typedef unsigned long pthread_t;
enum e { one, two };
int g; extern unsigned long long big; pthread_t handle;
int call(int), none(void);
int f(char p, enum e *q) {
	int a = call(1), b;
	static _Bool s = 1;
	a = none();
	if (a) b = 2; else { b = call(3); }
	for (int i = call(a); i < 4; i++) ;
	do a++; while (a < 3);
	for (;;) { int a = none(); return a; }
top:
	switch (a) { case 1: b = 5; break; default: goto top; }
	return ({ int z = 1; z; }) + b;
}
`
	p, err := findPlaces(t, oneFile("p.c", text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range p.Stmts {
		line := fmt.Sprintf("%d:%d %d-%d:%d", s.At.Line, s.At.Col, s.Kind, s.End.Line, s.End.Col)
		if s.Kind == StmtLoop {
			line += fmt.Sprintf(" cond=%v", s.Cond)
		}
		if s.Opaque {
			line += " opaque"
		}
		if s.Next != nil {
			line += fmt.Sprintf(" next=%d:%d", s.Next.At.Line, s.Next.At.Col)
		}
		if s.Source != nil {
			line += fmt.Sprintf(" %s=%s", s.Target.Name, s.Source.Name)
		}
		for _, x := range s.Exprs {
			line += fmt.Sprintf(" expr=%d:%d", x.At.Line, x.At.Col)
		}
		line += " "
		for v := s.Vars; v != nil; v = v.Outer {
			line += v.Name
		}
		got = append(got, line)
	}
	want := []string{
		"6:2 0-6:20 next=7:2 qphandlebigg", "7:2 0-7:20 next=8:2 baqphandlebigg",
		"8:2 0-8:12 next=9:2 a=none sbaqphandlebigg",
		"9:2 1-9:36 next=10:2 expr=9:6 sbaqphandlebigg", "9:9 0-9:14 sbaqphandlebigg",
		"9:23 0-9:34 b=call sbaqphandlebigg",
		"10:2 2-10:36 cond=true next=11:2 expr=10:24 expr=10:31 isbaqphandlebigg",
		"11:2 2-11:23 cond=false next=12:2 expr=11:17 sbaqphandlebigg", "11:5 0-11:8 sbaqphandlebigg",
		"12:2 2-12:39 cond=false next=14:2 sbaqphandlebigg",
		"12:13 0-12:27 next=12:29 a=none sbaqphandlebigg", "12:29 0-12:37 asbaqphandlebigg",
		"14:2 1-14:56 next=15:2 expr=14:10 sbaqphandlebigg", "14:23 0-14:28 next=14:30 sbaqphandlebigg",
		"14:30 0-14:35 next=14:46 sbaqphandlebigg", "14:46 0-14:54 sbaqphandlebigg",
		"15:2 0-15:32 opaque sbaqphandlebigg", "15:12 0-15:21 opaque next=15:23 sbaqphandlebigg",
		"15:23 0-15:24 opaque zsbaqphandlebigg",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("statements\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var calls []string
	for _, k := range p.Calls {
		calls = append(calls, fmt.Sprintf("%s %d:%d-%d:%d", k.Name, k.At.Line, k.At.Col, k.Close.Line,
			k.Close.Col))
	}
	if got, want := strings.Join(calls, ", "),
		"call 6:10-6:16, none 8:6-8:11, call 9:27-9:33, call 10:15-10:21, none 12:21-12:26"; got != want {
		t.Errorf("calls %s, want %s", got, want)
	}
	kinds := map[string]Kind{
		"g": {IntegerVar, 32, true, false, false}, "big": {IntegerVar, 64, false, false, true},
		"handle": {OtherVar, 64, false, false, false},
		"p":      {IntegerVar, 8, true, false, false}, "q": {PointerVar, 64, false, false, false},
		"s": {IntegerVar, 8, false, true, false},
	}
	last := p.Stmts[len(p.Stmts)-1]
	for name, k := range kinds {
		if v := last.Vars.Lookup(name); v == nil || v.Kind != k {
			t.Errorf("%s is %+v, want %+v", name, v, k)
		}
	}
	if v := last.Vars.Lookup("s"); !v.Static || v.Local {
		t.Errorf("s: %+v", v)
	}
}
