package testsuite_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cover"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testsuite"
)

// made makes a suite with answers of an engine.
func made(t *testing.T, text string, cfg testsuite.Config) *testsuite.Suite {
	t.Helper()
	file := compiled.File("a.c", text)
	file.Tests = true
	p := compiled.Lowered(t, file)
	if cfg.Criterion == "" {
		cfg.Criterion = cover.Branches
	}
	cfg.Stopped = func(ctx context.Context) string { return ctx.Err().Error() }
	s, err := testsuite.Make(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const nondet = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); " +
	"extern void __VERIFIER_assume(int);\n"

// states are the goals in words.
func states(s *testsuite.Suite) string {
	var out []string
	for i := range s.Goals {
		out = append(out, s.Goals[i].String()+": "+string(s.Goals[i].State))
	}
	return strings.Join(out, "\n")
}

// TestStates: what the engine says decides what is known of a goal.
func TestStates(t *testing.T) {
	const text = nondet + `int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x != 100) return 1;
    if (x == 77777) return 2;
    return 0;
}`
	asked := 0
	type ask func(context.Context, *cfa.Program, int) (testsuite.Answer, error)
	answers := func(list ...testsuite.Answer) ask {
		asked = 0
		return func(_ context.Context, p *cfa.Program, _ int) (testsuite.Answer, error) {
			if err := cfa.Check(p); err != nil {
				t.Error(err)
			}
			asked++
			return list[min(asked, len(list))-1], nil
		}
	}
	no := testsuite.Answer{Holds: true, Why: "proved", Pruned: -1}
	unknown := testsuite.Answer{Why: "too hard", Pruned: -1}

	s := made(t, text, testsuite.Config{Ask: answers(no)})
	want := "x > 3 && x != 100 is true: covered\nx > 3 && x != 100 is false: covered\n" +
		"x == 77777 is true: dead\nx == 77777 is false: covered"
	if got := states(s); got != want || asked != 1 {
		t.Errorf("%d questions, got\n%s\nwant\n%s", asked, got, want)
	}
	for i := range s.Goals {
		if g := &s.Goals[i]; (g.State == testsuite.Dead) != (g.Why == "proved") {
			t.Errorf("%s: %q", g, g.Why)
		}
	}
	s = made(t, text, testsuite.Config{Ask: answers(unknown)})
	if s.Count(testsuite.Open) != 1 || s.Stopped != "too hard" {
		t.Errorf("got\n%s\n%q", states(s), s.Stopped)
	}
	// x != 100 is false: dead says the second answer, when each is asked about by itself.
	s = made(t, text, testsuite.Config{Criterion: cover.Conditions, Ask: answers(unknown, no, unknown)})
	if s.Count(testsuite.Open) != 1 || s.Count(testsuite.Dead) != 1 || asked != 3 {
		t.Errorf("%d questions, got\n%s", asked, states(s))
	}
	s = made(t, text, testsuite.Config{Ask: answers(no), MaxPaths: 1})
	if s.Stopped != "the limit of 1 path" || s.Explored.Executions != 1 || asked != 0 {
		t.Errorf("%q, %+v", s.Stopped, s.Explored)
	}
}

// TestOutcomes lists what is covered of each kind of condition, and how tests end.
func TestOutcomes(t *testing.T) {
	text := nondet + `int main(void) {
    int x = __VERIFIER_nondet_int(), n = 0;
    switch (x) { case 1: case 2: n = 1; break; case 3 ... 5: n = 2; }
    n += x == 1 || x == 2;
    do n++; while (n < 3);
    if (!(n ? x : 0)) reach_error();
    return n;
}`
	never := func(context.Context, *cfa.Program, int) (testsuite.Answer, error) {
		return testsuite.Answer{Why: "not asked", Pruned: -1}, nil
	}
	s := made(t, text, testsuite.Config{Ask: never, Criterion: cover.Conditions})
	want := `default of x: covered
case 1 of x: covered
case 2 of x: covered
case 3 ... 5 of x: covered
x == 1 is true: covered
x == 1 is false: covered
x == 2 is true: covered
x == 2 is false: covered
n < 3 is true: covered
n < 3 is false: covered
n ? x : 0 is true: covered
n ? x : 0 is false: covered
n is true: covered
n is false: open`
	if got := states(s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	ends := map[testsuite.End]int{}
	for _, x := range s.Tests {
		ends[x.End]++
		if len(x.Inputs()) != 1 || x.Inputs()[0].What != "__VERIFIER_nondet_int()" {
			t.Errorf("%s: %v", x.Name, x.Inputs())
		}
	}
	if ends[testsuite.Violates] != 1 || ends[testsuite.Exits] != len(s.Tests)-1 {
		t.Errorf("ends: %v", ends)
	}
	if s = made(t, text, testsuite.Config{Ask: never, Criterion: cover.ErrorCall}); len(s.Tests) != 1 ||
		states(s) != "reach_error is reached: covered" {
		t.Errorf("error calls: %s, %d tests", states(s), len(s.Tests))
	}
}
