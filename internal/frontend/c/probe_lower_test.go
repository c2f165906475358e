package c

import (
	"context"
	"errors"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/source"
)

const watchedProgram = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s { int a; } g;
static int inc(int v) { return v + 1; }
int main(void) {
	int i = 0, n = __VERIFIER_nondet_int(); struct s *p = &g;
	if (n > 3) n = inc(n); else n--;
	for (i = 0; i < 2; i++) n += g.a;
	for (;;) if (n) break; else n = 1;
	do p->a = inc(inc(n)); while (p->a < 0);
	while (n > 100) { n /= 2; }
	switch (n) { case 1: g.a = 2; default: g.a++; }
	i = n > 7 ? 1 : 2;
	if (i == 2) reach_error();
	return 0;
}
`

func loadWatched(m *probe.Monitor) (*cfa.Program, *source.Diagnostics, error) {
	cfg := Config{Files: []string{"prog.c"}, Monitor: m,
		Read: func(string) ([]byte, error) { return []byte(watchedProgram), nil }}
	return Load(context.Background(), cfg)
}

// everywhere has a probe of every kind at many places.
func everywhere() *probe.Monitor {
	m := &probe.Monitor{Fail: "unreach-call"}
	add := func(kind probe.Kind, line, col int, expr string) {
		n := len(m.Probes)
		m.Probes = append(m.Probes, probe.Probe{Kind: kind,
			Place: probe.Place{File: "prog.c", Line: line, Col: col}, Expr: expr,
			Text: expr, State: n, Thread: probe.Anyone, Then: probe.Action{Do: probe.Go, Next: n + 1}})
	}
	add(probe.Statement, 6, 0, "g.a == 0")
	add(probe.Statement, 6, 42, "i == 0")
	add(probe.Statement, 7, 2, "p == &g")
	add(probe.Statement, 7, 13, "n > 3")
	add(probe.Statement, 7, 30, "n <= 3")
	add(probe.Return, 7, 22, `\result == n + 1`)
	add(probe.Branch, 7, 0, "true")
	add(probe.Loop, 8, 0, "i <= 2")
	add(probe.Statement, 8, 26, "i < 2 && g.a == 0")
	add(probe.Loop, 9, 2, "1")
	add(probe.Statement, 9, 11, "n >= n")
	add(probe.Loop, 10, 2, "p->a == n + 2")
	add(probe.Enter, 10, 0, "")
	add(probe.Return, 10, 21, `\result == n + 1 && i == 2`)
	add(probe.Return, 10, 22, `\result == n + 2`)
	add(probe.Statement, 11, 20, "n > 100")
	add(probe.Branch, 12, 0, "1")
	add(probe.Branch, 13, 0, "false")
	add(probe.Branch, 12, 0, "default")
	m.Targets = []probe.Target{{Place: probe.Place{File: "prog.c", Line: 14, Col: 0}, State: len(m.Probes),
		Thread: probe.Anyone}}
	return m
}

// TestMonitorKeepsProgram compares the operations of the program, and their
// places and texts, with and without a monitor.
func TestMonitorKeepsProgram(t *testing.T) {
	plain, _, err := loadWatched(nil)
	if err != nil {
		t.Fatal(err)
	}
	watched, _, err := loadWatched(everywhere())
	if err != nil {
		t.Fatal(err)
	}
	if err := cfa.Check(watched); err != nil {
		t.Fatal(err)
	}
	steps := func(p *cfa.Program) map[string]int {
		out := map[string]int{}
		for _, proc := range p.Procs {
			for _, e := range proc.Edges {
				switch e.Op.(type) {
				case cfa.Store, cfa.Call, cfa.Havoc, cfa.Return, cfa.Violation:
					if strings.HasPrefix(e.Text, "witness") {
						continue
					}
					out[p.Files.Format(e.Pos)+" "+e.Text]++
				}
			}
		}
		return out
	}
	want, got := steps(plain), steps(watched)
	for s, n := range want {
		if got[s] != n {
			t.Errorf("%s: %d times, want %d", s, got[s], n)
		}
	}
	for s, n := range got {
		if want[s] == 0 {
			t.Errorf("%s: %d times, not in the program", s, n)
		}
	}
}

func TestMonitorNotes(t *testing.T) {
	m := &probe.Monitor{Probes: []probe.Probe{{Kind: probe.Enter,
		Place: probe.Place{File: "dir/prog.c", Line: 7, Col: 22}, State: probe.Always,
		Thread: probe.Anyone}, {Kind: probe.Statement, Place: probe.Place{File: "prog.c", Line: 7, Col: 15},
		Expr: "n", State: probe.Always,
		Thread: probe.Anyone}}}
	if _, _, err := loadWatched(m); err != nil {
		t.Fatal(err)
	}
	if len(m.Notes) != 1 || m.Notes[0].Probe != 1 ||
		m.Notes[0].Msg != "no statement is at prog.c:7:15; the one at prog.c:7:13 is taken" {
		t.Errorf("%+v", m.Notes)
	}
	if len(m.Sites) != 2 || m.Sites[0].Col != 22 || m.Sites[1].Col != 13 {
		t.Errorf("%+v", m.Sites)
	}
}

// FuzzProbe loads a program with any text for an expression: there is an error
// about the expression, or a well-formed program whose other steps are as they were.
func FuzzProbe(f *testing.F) {
	for _, s := range []string{"n > 3", "p->a", "*(char *)p", "x", "n++", "inc(n)", "g",
		"sizeof(struct { int q; })", "(int[]){1}[0]", "n, n", "&&l", "__func__[0]", "_Generic(n, int: 1)",
		"n)(", "\"a\"", "1.5", "g.b", "__whittle_self()"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		m := &probe.Monitor{Fail: "unreach-call",
			Probes: []probe.Probe{{Kind: probe.Statement,
				Place: probe.Place{File: "prog.c", Line: 8, Col: 26}, Expr: expr,
				State: probe.Always, Thread: probe.Anyone, Else: probe.Action{Do: probe.Fail}}}}
		prog, _, err := loadWatched(m)
		var pe *probe.Error
		if err != nil {
			if !errors.As(err, &pe) {
				t.Fatalf("%q: %v", expr, err)
			}
			return
		}
		if err := cfa.Check(prog); err != nil {
			t.Fatalf("%q: %v", expr, err)
		}
	})
}
