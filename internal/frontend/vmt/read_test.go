package vmt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/vmt"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/ts/transition"
)

func read(t *testing.T, text string) *transition.System {
	t.Helper()
	s, err := vmt.Read(&source.Files{}, "test.vmt", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMalformed: the error of each file in testdata is the one beside it.
func TestMalformed(t *testing.T) { systems.Malformed(t, vmt.Read) }

const lock = `(set-logic QF_LIA)
(declare-fun |pc 1| () Int)
(declare-fun pc1.next () Int)
(declare-fun free () Bool)
(declare-fun free.next () Bool)
(declare-const who Int)
(define-fun .pc () Int (! |pc 1| :next pc1.next))
(define-fun .free () Bool (! free :next free.next))
(define-fun start () Bool (! (and (= |pc 1| 0) free) :init true))
(define-fun move ((from Int) (to Int)) Bool (and (= |pc 1| from) (= pc1.next to)))
(define-fun enter () Bool (and (move 0 1) free (not free.next) (> who 0)))
(define-fun leave () Bool (and (move 1 0) (= free.next true)))
(define-fun .step () Bool (! (or enter leave) :trans true :weight 3))
(define-fun exclusive () Bool (! (=> (= |pc 1| 1) (not free)) :invar-property 7))
(define-fun .p () Bool (! (< who 5) :invar-property 2))
(define-fun .hint () Bool (! (= |pc 1| 1) :predicate true))
(define-fun .no () Bool (! (= pc1.next 1) :predicate true))
(assert true)
`

// TestRead looks at all parts of a system.
func TestRead(t *testing.T) {
	s := read(t, lock)
	var vars, steps, goals []string
	for _, v := range s.Vars {
		vars = append(vars, v.Name)
	}
	for _, tr := range s.Transitions {
		steps = append(steps, tr.Name)
		if len(tr.Relations) > 0 || len(tr.Updates) != 2 {
			t.Errorf("%s is not an assignment of both variables: %+v", tr.Name, tr)
		}
	}
	for _, g := range s.Goals {
		goals = append(goals, g.Name)
	}
	for what, c := range map[string][2]string{
		"variables": {strings.Join(vars, ","), "pc 1,free"}, "transitions": {strings.Join(steps, ","),
			"enter,leave"}, "goals": {strings.Join(goals, ","), "property 2,exclusive"},
		"goal":  {s.Terms.String(s.Goals[1].Cond), "(not (or (not free) (not (= |pc 1| 1))))"},
		"place": {s.Files.Format(s.Goals[0].Pos), "test.vmt:15:37"},
		"hints": {s.Terms.String(s.Hints[0]), "(= |pc 1| 1)"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %s, want %s", what, c[0], c[1])
		}
	}
	if len(s.Transitions[0].Inputs) != 1 || len(s.Transitions[1].Inputs) != 0 ||
		len(s.Goals[0].Inputs) != 1 || s.Goals[0].Number != 2 {
		t.Errorf("inputs or numbers are wrong: %+v, %+v", s.Transitions, s.Goals)
	}
}

// TestNextThatIsNotDeclared: the variable has any value after a step.
func TestNextThatIsNotDeclared(t *testing.T) {
	s := read(t, `(declare-fun x () Int)
(define-fun .x () Int (! x :next x.next))
(define-fun .t () Bool (! true :init true :trans true :invar-property 0))`)
	if len(s.Vars) != 1 || len(s.Transitions) != 1 || len(s.Transitions[0].Updates) != 0 {
		t.Errorf("got %+v", s)
	}
}

// TestBenchmarks reads files of other tools.
func TestBenchmarks(t *testing.T) {
	files, err := filepath.Glob("../../../../shared/benchmarks/systems/vmt/*/*.vmt")
	if err != nil || len(files) == 0 {
		t.Skip("no benchmarks here")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s, err := vmt.Read(&source.Files{}, f, text)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, tr := range s.Transitions {
			if len(tr.Relations) > 0 {
				t.Errorf("%s: %d conjuncts of %s are no assignments", f, len(tr.Relations), tr.Name)
			}
		}
	}
}

func FuzzRead(f *testing.F) { systems.FuzzReader(f, vmt.Read, lock) }
