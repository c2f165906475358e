package vmt_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/vmt"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// TestWrite: what is written and read again has the same variables and goals, and a transition for each or
// more. What is written of that stays.
func TestWrite(t *testing.T) {
	for _, c := range systems.Corpus() {
		want := c.System()
		_, s := roundTrip(t, c.Name, want)
		if len(s.Vars) != len(want.Vars) || len(s.Goals) != len(want.Goals) ||
			len(s.Transitions) < len(want.Transitions) {
			t.Errorf("%s: %d variables, %d transitions and %d goals, want %d, %d and %d", c.Name, len(s.Vars),
				len(s.Transitions), len(s.Goals), len(want.Vars), len(want.Transitions), len(want.Goals))
		}
		for i, g := range s.Goals {
			if !strings.HasPrefix(g.Name, want.Goals[i].Name) { // a number may follow
				t.Errorf("%s: goal %q, want %q", c.Name, g.Name, want.Goals[i].Name)
			}
		}
		text, again := roundTrip(t, c.Name, s)
		if last, _ := roundTrip(t, c.Name, again); last != text {
			t.Errorf("%s: the text changes:\n%s\n%s", c.Name, text, last)
		}
	}
}

// roundTrip writes a system and reads it.
func roundTrip(t *testing.T, name string, s *transition.System) (string, *transition.System) {
	t.Helper()
	var text strings.Builder
	if err := vmt.Write(&text, s); err != nil {
		t.Fatal(name, err)
	}
	return text.String(), mustRead(t, name, text.String())
}

func mustRead(t *testing.T, name, text string) *transition.System {
	t.Helper()
	s, err := vmt.Read(&source.Files{}, name+".vmt", []byte(text))
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	return s
}

// TestWriteMeaning: another program reads the text as SMT-LIB 2, and finds that the formulas of the system
// that was read again are equivalent to those of the first.
func TestWriteMeaning(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("z3 is not installed")
	}
	var all strings.Builder
	n := 0
	ask := func(c systems.Case) {
		first := c.System()
		text, again := roundTrip(t, c.Name, first)
		all.WriteString(text)
		a, b := formulas(first), formulas(again)
		for i := range a {
			n++
			all.WriteString("(push 1)\n(assert (not (= " + a[i] + " " + b[i] + ")))\n(check-sat)\n(pop 1)\n")
		}
		all.WriteString("(reset)\n")
	}
	for _, c := range systems.Corpus() {
		ask(c)
	}
	for seed := range testflag.Seeds(50) {
		ask(systems.Random(seed))
	}
	cmd := exec.Command(z3, "-in")
	cmd.Stdin = strings.NewReader(all.String())
	out, err := cmd.Output()
	var answers []string
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "WARNING: unknown attribute") {
			answers = append(answers, line)
		}
	}
	if got := strings.Join(answers, ""); err != nil || got != strings.Repeat("unsat\n", n) {
		t.Errorf("%v\n%s", err, got)
	}
}

// formulas are the initial condition, the transition relation and the goals, over symbols with their names.
func formulas(s *transition.System) []string {
	var steps []term.Term
	for i := range s.Transitions {
		steps = append(steps, s.Relation(&s.Transitions[i]))
	}
	list := []term.Term{s.Init, s.Terms.Or(steps...)}
	for _, g := range s.Goals {
		list = append(list, g.Cond)
	}
	w := lib.NewWriter(s.Terms, false)
	var out []string
	for _, x := range s.Terms.Symbols(list...) {
		w.Ref(x)
	}
	for _, x := range list {
		out = append(out, w.Inline(x))
	}
	return out
}

// TestWriteNames: names that are taken, reserved or not to be quoted.
func TestWriteNames(t *testing.T) {
	sys := &transition.System{Terms: term.NewStore()}
	x := sys.AddVar("x", term.Int)
	sym := sys.Vars[x].Sym
	number := func(n int) term.Term { return sys.Terms.Int64(int64(n)) }
	sys.Init = sys.Terms.Eq(sym, number(0))
	for i, name := range []string{"x", "step", "step", ".dot", "a|b", ""} {
		sys.Transitions = append(sys.Transitions, transition.Transition{Name: name,
			Updates: []transition.Update{{Var: x, Value: number(i)}}})
	}
	sys.Goals = []transition.Goal{{Name: "step", Cond: sys.Terms.Eq(sym, number(9))}}
	_, s := roundTrip(t, "names", sys)
	var names []string
	for _, tr := range s.Transitions {
		names = append(names, tr.Name)
	}
	names = append(names, s.Goals[0].Name)
	want := "[x 2 step 2 step 3 step 4 a_b step 6 step]"
	if fmt.Sprint(names) != want {
		t.Errorf("names %v, want %s", names, want)
	}
}
