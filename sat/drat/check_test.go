package drat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

// cnf is a formula in DIMACS numbers.
type cnf [][]int

func lits(c []int) []sat.Lit {
	out := make([]sat.Lit, len(c))
	for i, n := range c {
		out[i] = sat.FromDimacs(n)
	}
	return out
}

func check(t *testing.T, f cnf, proof string, cfg Config) Result {
	t.Helper()
	c := New(cfg)
	for _, cl := range f {
		c.Add(lits(cl)...)
	}
	res, err := c.Check(context.Background(), strings.NewReader(proof), "p")
	if err != nil {
		t.Fatalf("%v\nformula %v\nproof:\n%s", err, f, proof)
	}
	return res
}

// xor2 has no model: all clauses over two variables.
var xor2 = cnf{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}

func TestCheck(t *testing.T) {
	// Of full3, 1 does not follow at once, but from 1 2. The last clause keeps 1 from being RAT.
	full3 := cnf{{-1, 7}, {1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3}, {-1, 2, 3}, {-1, 2, -3},
		{-1, -2, 3}, {-1, -2, -3}}
	for _, c := range []struct {
		name    string
		formula cnf
		proof   string
		wrong   string // empty: verified
	}{
		{"one lemma", xor2, "1 0\n0\n", ""},
		{"comment and layout", xor2, "c a proof\n 1\n0 0", ""},
		{"deletions", xor2, "1 0\nd 1 2 0\nd -2 1 0\n0\n", ""},
		{"tautology", xor2, "1 -1 0\nd -1 1 0\n1 0\n0\n", ""},
		{"repeated literals", xor2, "1 1 0\n0\n", ""},
		{"lemma added twice and deleted once", full3, "1 2 0\n1 2 0\nd 2 1 0\n1 0\n2 0\n0\n", ""},
		{"deletion of nothing", xor2, "d 1 0\n1 0\n0\n", ""},
		{"deletion of a unit", full3, "1 2 0\n1 0\nd 1 0\n2 0\n0\n", ""},
		{"no lemma needed", cnf{{1}, {-1}}, "0\n", ""},
		{"empty clause in the formula", cnf{{}}, "0\n", ""},
		{"steps behind the end", xor2, "1 0\n0\n7 0\n", ""},
		{"RAT on a new variable", xor2, "9 -1 -2 0\n-9 1 0\n-9 2 0\n1 0\n0\n", ""},
		{"RAT on a pure literal", append(cnf{{3, 1}, {3, 2}}, xor2...), "3 0\n1 0\n0\n", ""},

		{"empty", xor2, "", "p: the proof does not contain the empty clause"},
		{"no empty clause", xor2, "1 0\n", "p: the proof does not contain the empty clause"},
		{"no empty clause for a trivial formula", cnf{{1}, {-1}}, "",
			"p: the proof does not contain the empty clause"},
		{"dropped lemma", xor2, "0\n", "p:1: the empty clause does not follow"},
		{"dropped first of two", full3, "1 0\n2 0\n0\n", "p:1: the clause 1 does not follow"},
		{"dropped second of two", full3, "1 2 0\n0\n", "p:2: the empty clause does not follow"},
		{"wrong literal", full3, "1 4 0\n1 0\n2 0\n0\n", "p:1: the clause 1 4 does not follow"},
		{"needed clause deleted", xor2, "d 1 2 0\n1 0\n0\n", "p:2: the clause 1 does not follow"},
		{"satisfiable", cnf{{1, 2}}, "-1 0\n-2 0\n0\n", "p:1: the clause -1 does not follow"},
	} {
		for _, forward := range []bool{false, true} {
			res := check(t, c.formula, c.proof, Config{Forward: forward})
			if res.Verified != (c.wrong == "") || res.Why != c.wrong && forward {
				t.Errorf("%s, forward %v: %+v, want %q", c.name, forward, res, c.wrong)
			}
		}
	}
}

// TestPivot: the order of literals matters for RAT, and only if the lemma does.
func TestPivot(t *testing.T) {
	f := append(cnf{{-5, 6}}, xor2...)
	good, bad := "9 -5 -7 0\n-9 5 0\n1 0\n0\n", "9 -5 -7 0\n5 -9 0\n1 0\n0\n"
	if res := check(t, f, good, Config{Forward: true}); !res.Verified {
		t.Errorf("%+v", res)
	}
	if res := check(t, f, bad, Config{Forward: true}); res.Why != "p:2: the clause 5 -9 does not follow" {
		t.Errorf("%+v", res)
	}
	if res := check(t, f, bad, Config{}); !res.Verified {
		t.Errorf("nothing depends on the wrong lemma: %+v", res)
	}
}

func TestResultCounts(t *testing.T) {
	f := append(cnf{{5, 6}}, xor2...)
	res := check(t, f, "5 6 7 0\n1 3 0\n1 0\nd 1 0\nd 8 0\n0\n", Config{})
	want := Result{Verified: true, Lemmas: 3, Checked: 1}
	if res != want {
		t.Errorf("got %+v, want %+v", res, want)
	}
	res = check(t, f, "5 6 7 0\nd 5 6 7 0\nd 8 0\n1 0\n0\n", Config{Forward: true})
	want = Result{Verified: true, Lemmas: 2, Deletions: 1, Missing: 1, Checked: 2}
	if res != want {
		t.Errorf("got %+v, want %+v", res, want)
	}
}

// prove solves a formula; the proof is empty if it has a model.
func prove(t *testing.T, f cnf) string {
	t.Helper()
	var b bytes.Buffer
	w := sat.NewProofWriter(&b, false)
	s := sat.New(sat.Config{Proof: w})
	for _, c := range f {
		for _, n := range c {
			for s.NumVars() < max(n, -n) {
				s.NewVar()
			}
		}
		s.AddClause(lits(c)...)
	}
	if s.Solve(context.Background()) != sat.Unsat {
		return ""
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String() + "0\n"
}

func TestProofsOfSat(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	formulas := []cnf{pigeons(3), pigeons(6)}
	for range 60 {
		n := 3 + r.Intn(60)
		formulas = append(formulas, random3(r, n, n*5))
	}
	proofs, lemmas := 0, 0
	for i, f := range formulas {
		proof := prove(t, f)
		if proof == "" {
			continue
		}
		proofs++
		for _, p := range []string{proof, binary(proof)} {
			for _, forward := range []bool{false, true} {
				res := check(t, f, p, Config{Forward: forward})
				lemmas += res.Lemmas
				if !res.Verified || res.Missing > 0 {
					t.Errorf("formula %d, forward %v: %+v", i, forward, res)
				}
			}
		}
	}
	if proofs < 30 || lemmas < 1000 {
		t.Errorf("only %d proofs with %d lemmas", proofs, lemmas)
	}
}

// TestNeverForSatisfiable makes random proofs with deletions for formulas that have a model.
func TestNeverForSatisfiable(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 3000 {
		n := 2 + r.Intn(4)
		f := random3(r, n, n*3)
		if prove(t, f) != "" {
			continue
		}
		var b strings.Builder
		known := append(cnf(nil), f...)
		for range r.Intn(15) {
			if r.Intn(3) == 0 {
				fmt.Fprint(&b, "d ", text([][]int{known[r.Intn(len(known))]}))
				continue
			}
			var c []int
			for range 1 + r.Intn(2) {
				c = append(c, (1+r.Intn(n+2))*(1-2*r.Intn(2)))
			}
			known = append(known, c)
			b.WriteString(text([][]int{c}))
		}
		b.WriteString("0\n")
		for _, forward := range []bool{false, true} {
			if res := check(t, f, b.String(), Config{Forward: forward}); res.Verified {
				t.Fatalf("forward %v: %+v\nformula %v\nproof:\n%s", forward, res, f, b.String())
			}
		}
	}
}

func TestContext(t *testing.T) {
	f := pigeons(6)
	proof := prove(t, f)
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	for _, forward := range []bool{false, true} {
		c := New(Config{Forward: forward})
		for _, cl := range f {
			c.Add(lits(cl)...)
		}
		if res, err := c.Check(ctx, strings.NewReader(proof), "p"); err != why || res.Verified {
			t.Errorf("forward %v: %+v, %v", forward, res, err)
		}
	}
}

func TestCadical(t *testing.T) {
	cadical, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("cadical is not installed")
	}
	r := rand.New(rand.NewSource(4))
	dir := t.TempDir()
	for i, f := range []cnf{pigeons(5), pigeons(7), random3(r, 60, 330), random3(r, 120, 640)} {
		var b bytes.Buffer
		w := dimacs.NewWriter(&b)
		w.Header(dimacs.Header{Vars: 200, Clauses: len(f)})
		for _, c := range f {
			w.Clause(lits(c)...)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		in, out := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.drat")
		if err := os.WriteFile(in, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, flag := range []string{"--no-binary", "--binary"} {
			var exit *exec.ExitError
			if err := exec.Command(cadical, "-q", flag, in, out).Run(); !errors.As(err, &exit) ||
				exit.ExitCode() != 20 {
				t.Fatalf("formula %d: cadical: %v", i, err)
			}
			proof, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			for _, forward := range []bool{false, true} {
				res := check(t, f, string(proof), Config{Forward: forward})
				if !res.Verified {
					t.Errorf("formula %d, %s, forward %v: %+v", i, flag, forward, res)
				}
				t.Logf("%+v", res)
			}
		}
	}
}

// FuzzCheck wants that the checker never panics and never accepts a proof for a
// formula with a model, whatever the proof is.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{"1 0\n0\n", "d 1 2 0\n-4 1 0\n0\n", "a\x02\x00a\x00", "d\x02\x00",
		"c x\n9 -1 0\n-9 0"} {
		f.Add([]byte(s))
	}
	formula := cnf{{1, 2, 3}, {-1, 2}, {-2, 3}, {-3, 4, 1}, {-4, 5}, {-5, -1, 2}, {-2, -3, 4}}
	f.Fuzz(func(t *testing.T, proof []byte) {
		for _, forward := range []bool{false, true} {
			c := New(Config{Forward: forward})
			for _, cl := range formula {
				c.Add(lits(cl)...)
			}
			res, err := c.Check(context.Background(), bytes.NewReader(proof), "p")
			if res.Verified || err == nil && res.Why == "" {
				t.Fatalf("forward %v: %+v", forward, res)
			}
		}
	})
}
