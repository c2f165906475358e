package c

import (
	"context"
	"errors"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
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

func loadWatched(m *Monitor) (*cfa.Program, *source.Diagnostics, error) {
	cfg := Config{Files: []string{"prog.c"}, Monitor: m,
		Read: func(string) ([]byte, error) { return []byte(watchedProgram), nil }}
	return Load(context.Background(), cfg)
}

// everywhere has a probe of every kind at many places.
func everywhere() *Monitor {
	m := &Monitor{Fail: "unreach-call"}
	add := func(kind ProbeKind, line, col int, expr string) {
		n := len(m.Probes)
		m.Probes = append(m.Probes, Probe{Kind: kind, Place: ProbePlace{"prog.c", line, col}, Expr: expr,
			Text: expr, State: n, Thread: Anyone, Then: ProbeAction{Do: ProbeGo, Next: n + 1}})
	}
	add(ProbeStatement, 6, 0, "g.a == 0")
	add(ProbeStatement, 6, 42, "i == 0")
	add(ProbeStatement, 7, 2, "p == &g")
	add(ProbeStatement, 7, 13, "n > 3")
	add(ProbeStatement, 7, 30, "n <= 3")
	add(ProbeReturn, 7, 22, `\result == n + 1`)
	add(ProbeBranch, 7, 0, "true")
	add(ProbeLoop, 8, 0, "i <= 2")
	add(ProbeStatement, 8, 26, "i < 2 && g.a == 0")
	add(ProbeLoop, 9, 2, "1")
	add(ProbeStatement, 9, 11, "n >= n")
	add(ProbeLoop, 10, 2, "p->a == n + 2")
	add(ProbeEnter, 10, 0, "")
	add(ProbeReturn, 10, 21, `\result == n + 1 && i == 2`)
	add(ProbeReturn, 10, 22, `\result == n + 2`)
	add(ProbeStatement, 11, 20, "n > 100")
	add(ProbeBranch, 12, 0, "1")
	add(ProbeBranch, 13, 0, "false")
	add(ProbeBranch, 12, 0, "default")
	m.Targets = []Target{{Place: ProbePlace{"prog.c", 14, 0}, State: len(m.Probes), Thread: Anyone}}
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
	m := &Monitor{Probes: []Probe{{Kind: ProbeEnter, Place: ProbePlace{"dir/prog.c", 7, 22}, State: Always,
		Thread: Anyone}, {Kind: ProbeStatement, Place: ProbePlace{"prog.c", 7, 15}, Expr: "n", State: Always,
		Thread: Anyone}}}
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

func TestProbeText(t *testing.T) {
	for _, good := range []string{"x", "a[1] == ')' && *p != \"(;\"[0]", "(unsigned char)c >= 0x10U",
		"p->q.r ? 1 : 0"} {
		if err := checkProbeText(good, false); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	if err := checkProbeText(`\result == 1`, true); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "  ", "x)", "(x", "x) + (y", "[x)", "x; y", "({x;})", "x /* y */",
		"x // y", "'x", "\"x\\\"", "x\ny", "#x", `\result`, `\at(x, Pre)`, "\x00"} {
		if err := checkProbeText(bad, false); err == nil {
			t.Errorf("%q is taken", bad)
		}
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
		m := &Monitor{Fail: "unreach-call",
			Probes: []Probe{{Kind: ProbeStatement, Place: ProbePlace{"prog.c", 8, 26}, Expr: expr,
				State: Always, Thread: Anyone, Else: ProbeAction{Do: ProbeFail}}}}
		prog, _, err := loadWatched(m)
		var pe *ProbeError
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
