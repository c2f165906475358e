package cpa

import (
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

// TestPrecisionErrors: mistakes are told with their line, and are no failure of the engine.
func TestPrecisionErrors(t *testing.T) {
	const decl = "(declare-fun |s.turn| () (_ BitVec 32))\n\n*:\n"
	for _, c := range []struct{ text, want string }{
		{decl + "(assert (= |s.turn| #x00000001))", ""},
		{"// a comment\n" + decl, ""},
		{"// follow s.seen[1]\n", ""},
		{"// follow s.nothing\n", "1: the program has no variable s.nothing"},
		{"(declare-fun |T1 t1::nothing| () Bool)", "1: the program has no register t1::nothing"},
		{"(declare-fun |t1::mine| () (_ BitVec 32))", "1: t1::mine is a register: want a thread"},
		{"(declare-fun s () Int)", "1: a place of sort Int"},
		{decl + "(assert (= |s.turn| #x01))", "4: "},
		{decl + "(assert (= |s.seen[1]| #x00000001))", "4: "},
		{decl + "(assert |s.turn|)", "4: a predicate of sort (_ BitVec 32)"},
		{"main:\n(assert true)", "1: a section for main:: want *:"},
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
