package cpa

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// growing needs a predicate or a value about its loops, of memory and of registers of both threads.
const growing = `
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct { int turn, seen[2]; } s = { 1, { 0, 0 } };
void *t1(void *arg) {
	int mine = 2;
	while (__VERIFIER_nondet_int()) {
		s.turn = mine;
		mine = mine == 2 ? 3 : 2;
	}
	return 0;
}
int main(void) {
	pthread_t id1;
	pthread_create(&id1, 0, t1, 0);
	while (s.turn != 9)
		s.seen[1] = s.turn;
	reach_error();
	return 0;
}
`

func growingProgram(t *testing.T) *cfa.Program {
	t.Helper()
	p, diags, err := c.Load(t.Context(), c.Config{Files: []string{"growing.c"},
		Property: property.UnreachCall,
		Read:     func(string) ([]byte, error) { return []byte(growing), nil }})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	p.Terms.Freeze()
	return p
}

// refinements returns how many a run takes, and the answer.
func refinements(t *testing.T, cfg Config) (int, engine.Result) {
	t.Helper()
	eng, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	res, err := eng.Check(t.Context(), engine.Task{Program: growingProgram(t),
		Property: property.UnreachCall})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range res.Stats {
		if s.Name == "refinements" {
			return int(s.Value), res
		}
	}
	return -1, res
}

// TestPrecisionAgain: what a run has found spares the next one its refinements, and is written as it was
// read.
func TestPrecisionAgain(t *testing.T) {
	for _, analysis := range []string{"predicate", "value", "predicate+value"} {
		first := filepath.Join(t.TempDir(), "first")
		second := filepath.Join(t.TempDir(), "second")
		n, res := refinements(t, Config{Analysis: analysis, Block: "steps", PrecisionOut: first})
		again, res2 := refinements(t, Config{Analysis: analysis, Block: "steps", PrecisionIn: first,
			PrecisionOut: second})
		if res.Verdict.Kind != property.True || res2.Verdict.Kind != property.True || n == 0 || again != 0 {
			t.Errorf("%s: %v after %d refinements, then %v after %d", analysis, res.Verdict, n, res2.Verdict,
				again)
		}
		a, err := os.ReadFile(first)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(second)
		if err != nil {
			t.Fatal(err)
		}
		if string(a) != string(b) {
			t.Errorf("%s: read\n%s\nwritten\n%s", analysis, a, b)
		}
		if !strings.Contains(string(a), "s.turn") {
			t.Errorf("%s: nothing is said of s.turn:\n%s", analysis, a)
		}
	}
}

// TestPrecisionOfOthers: a file as CPAchecker writes it, with definitions, sections of functions and
// locations, variables named by their function, and what is about its own models.
func TestPrecisionOfOthers(t *testing.T) {
	file, out := filepath.Join(t.TempDir(), "predmap.txt"), filepath.Join(t.TempDir(), "out")
	text := `(declare-fun |t1::mine| () (_ BitVec 32))
(declare-fun |s.turn| () (_ BitVec 32))
(declare-fun |*int| ((_ BitVec 32)) (_ BitVec 32))
(declare-fun |t1::gone| () (_ BitVec 32))
(define-fun .def_1 () Bool (= |t1::mine| #x00000002))
(define-fun .def_2 () Bool (= (|*int| |t1::gone|) #x00000002))

*:
(assert (= |s.turn| #x00000001))

t1:
(assert .def_1)

t1 N12:
(assert (or .def_1 (= |t1::mine| #x00000003)))
(assert .def_2)

t1 N12@3:
(assert (= |t1::gone| #x00000000))
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	eng, err := New(Config{Analysis: "predicate", Block: "steps", NoExact: true, PrecisionIn: file,
		PrecisionOut: out})
	if err != nil {
		t.Fatal(err)
	}
	warned := ""
	res, err := eng.Check(t.Context(), engine.Task{Program: growingProgram(t), Property: property.UnreachCall,
		Events: func(e engine.Event) { warned = cmp.Or(e.Warning, warned) }})
	if err != nil || res.Verdict.Kind != property.True {
		t.Fatal(res.Verdict, res.Why, err)
	}
	if want := file + ": 3 lines left out: *int is a function"; warned != want {
		t.Errorf("got the warning %q, want %q", warned, want)
	}
	written, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"(declare-fun |t1::mine| () (_ BitVec 32))\n", "\n\n*:\n",
		"\n(assert (= s.turn #x00000001))\n", "\n(assert (= |t1::mine| #x00000002))\n"} {
		if !strings.Contains(string(written), want) {
			t.Errorf("%q is not in\n%s", want, written)
		}
	}
}

// TestPrecisionErrors: mistakes are told with their line, and are no failure of the engine.
func TestPrecisionErrors(t *testing.T) {
	const decl = "(declare-fun |s.turn| () (_ BitVec 32))\n\n*:\n"
	for _, c := range []struct{ text, want string }{
		{decl + "(assert (= |s.turn| #x00000001))", ""},
		{"// a comment\n" + decl, ""},
		{"// follow s.seen[1]\n", ""},
		{"// follow s.nothing\n", "1: the program has no variable s.nothing"},
		{decl + "(assert (= |s.turn| #x01))", "4: "},
		{decl + "(assert (= |s.seen[1]| #x00000001))", "4: "},
		{decl + "(assert |s.turn|)", "4: a predicate of sort (_ BitVec 32)"},
		{decl + "(assert true)\n\n(assert true)", "6: want (declare-fun NAME () SORT), *: or (assert"},
		{decl + "(declare-fun x () Bool)", "4: want (declare-fun NAME () SORT), *: or (assert"},
		{decl + "main:\n", "4: want (declare-fun NAME () SORT), *: or (assert"},
		{"t1 12:\n", "1: want (declare-fun NAME () SORT), *: or (assert"},
		{"(assert true)", "1: want (declare-fun NAME () SORT), *: or (assert PREDICATE)"},
		{decl + "(assert (= ", "4: invalid S-expression"},
		{"nonsense", "1: want (declare-fun"},
	} {
		file := filepath.Join(t.TempDir(), "precision")
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, res := refinements(t, Config{PrecisionIn: file})
		switch {
		case c.want == "" && res.Verdict.Kind != property.True:
			t.Errorf("%q: %v: %s", c.text, res.Verdict, res.Why)
		case c.want != "" && (res.Verdict.Kind != property.Unknown ||
			!strings.Contains(res.Why, file+":"+c.want)):
			t.Errorf("%q: %v: %s, want %s", c.text, res.Verdict, res.Why, c.want)
		}
	}
	if _, err := New(Config{PrecisionIn: "no such file"}); err == nil {
		t.Error("a file that is not there is accepted")
	}
}
