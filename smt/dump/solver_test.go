package dump_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/dump"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// run gives a script to our own interpreter and to z3, if that is there, and
// compares what they say with each other and with the status in the script.
func run(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver,
		error) {
		return native.New(st, native.Config{}), nil
	}})
	defer in.Close()
	var out strings.Builder
	if _, err := in.Run(context.Background(), strings.NewReader(string(text)), &out); err != nil {
		t.Fatal(err)
	}
	answer := strings.TrimSpace(out.String())
	if !strings.Contains(string(text), "(set-info :status "+answer+")") {
		t.Errorf("%s: the answer is %s\n%s", filepath.Base(name), answer, text)
	}
	for _, program := range []string{"z3", "cvc5"} {
		if _, err := exec.LookPath(program); err != nil {
			continue
		}
		said, _ := exec.Command(program, name).CombinedOutput()
		if got := strings.TrimSpace(string(said)); got != answer {
			t.Errorf("%s: %s says %s, we say %s\n%s", filepath.Base(name), program, got, answer, text)
		}
	}
	return answer
}

// TestRandom dumps random questions with orders, levels and assumptions.
func TestRandom(t *testing.T) {
	answers := map[string]int{}
	for i := range 12 {
		r := rand.New(rand.NewPCG(3, uint64(i)))
		folder, dir := newFolder(t)
		st := term.NewStore()
		s, ok := dump.NewOrderer(st, native.New(st, native.Config{}), folder)
		if !ok {
			t.Fatal("no ordering")
		}
		x, y := st.Symbol("x", term.BitVec(8)), st.Symbol("y|\\", term.BitVec(8))
		m := st.Symbol("m", st.ArraySort(term.BitVec(8), term.BitVec(8)))
		var lits []term.Term
		for k := range 4 {
			lits = append(lits, st.Symbol(fmt.Sprint("l", k), term.Bool))
		}
		constraint := func() term.Term {
			c := st.BV(8, r.Uint64())
			switch r.IntN(4) {
			case 0:
				return st.Implies(lits[r.IntN(4)], st.BVUlt(st.BVAdd(x, c), y))
			case 1:
				return st.Implies(lits[r.IntN(4)], st.Eq(st.Select(m, x), st.BVAnd(y, c)))
			case 2:
				return st.Implies(lits[r.IntN(4)], st.Eq(st.Select(st.StoreArr(m, y, c), x), c))
			}
			return st.Or(lits[r.IntN(4)], lits[r.IntN(4)], st.BVSlt(x, c))
		}
		var nodes []smt.Node
		for range 3 {
			nodes = append(nodes, s.Node())
			w, read, w2 := s.Access(nodes[r.IntN(len(nodes))], 0), s.Access(nodes[r.IntN(len(nodes))], 1),
				s.Access(nodes[r.IntN(len(nodes))], 2)
			s.Edge(lits[r.IntN(4)], nodes[r.IntN(len(nodes))], nodes[r.IntN(len(nodes))])
			s.ReadFrom(lits[r.IntN(4)], w, read)
			s.WriteOrder(st.Not(lits[r.IntN(4)]), w, w2)
			if err := s.Assert(constraint()); err != nil {
				t.Fatal(err)
			}
			s.Push()
			s.Assert(constraint())
			s.Check(context.Background(), lits[r.IntN(4)], lits[r.IntN(4)])
			if r.IntN(2) == 0 {
				s.Pop()
			}
			s.Check(context.Background())
		}
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) != 6 {
			t.Fatalf("%d files, want 6 (%v)", len(files), err)
		}
		for _, f := range files {
			answers[run(t, f)]++
		}
	}
	if answers["sat"] < 5 || answers["unsat"] < 5 || len(answers) != 2 {
		t.Errorf("answers %v: they say little", answers)
	}
}

// TestPlain dumps for a solver without the ordering capability.
func TestPlain(t *testing.T) {
	folder, dir := newFolder(t)
	st := term.NewStore()
	s := dump.New(st, native.New(st, native.Config{}), folder)
	x := st.Symbol("x", term.BitVec(4))
	s.Assert(st.Eq(st.BVMul(x, x), st.BV(4, 9)))
	if r := s.Check(context.Background()); r.Status != smt.Sat {
		t.Fatal(r)
	}
	if v, ok := s.Value(x); !ok || v.Uint64()*v.Uint64()%16 != 9 {
		t.Errorf("x is %v", v)
	}
	s.Note("is it\neven?")
	odd := st.Eq(st.Extract(0, 0, x), st.BV(1, 0))
	if r := s.Check(context.Background(), odd); r.Status != smt.Unsat || len(s.Failed()) != 1 {
		t.Errorf("got %v because of %v", r, s.Failed())
	}
	text, err := os.ReadFile(filepath.Join(dir, "check-0001.smt2"))
	if err != nil || !strings.HasPrefix(string(text), "(set-logic QF_BV)\n(set-info :status sat)\n") {
		t.Errorf("%v\n%s", err, text)
	}
	text, err = os.ReadFile(filepath.Join(dir, "check-0002.smt2"))
	if err != nil ||
		!strings.HasPrefix(string(text), "; is it even?\n(set-logic QF_BV)\n(set-info :status unsat)\n") {
		t.Errorf("%v\n%s", err, text)
	}
	if got := run(t, filepath.Join(dir, "check-0002.smt2")); got != "unsat" {
		t.Errorf("the second script is %s", got)
	}
}

// TestUnanswered looks at a script whose question was not answered.
func TestUnanswered(t *testing.T) {
	folder, dir := newFolder(t)
	st := term.NewStore()
	s := dump.New(st, native.New(st, native.Config{}), folder)
	s.Assert(st.Symbol("p", term.Bool))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.Check(ctx)
	text, err := os.ReadFile(filepath.Join(dir, "check-0001.smt2"))
	if err != nil || !strings.Contains(string(text), "(assert p)") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestWriteFails takes the folder away: the answer must not be given.
func TestWriteFails(t *testing.T) {
	folder, dir := newFolder(t)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	st := term.NewStore()
	s := dump.New(st, native.New(st, native.Config{}), folder)
	if r := s.Check(context.Background()); r.Status != smt.Unknown || !strings.Contains(r.Reason, "dump:") {
		t.Errorf("got %v", r)
	}
}
