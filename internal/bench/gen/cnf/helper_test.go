package cnf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

// family is an instance of a family whose answer is known from its definition.
type family struct {
	name string
	want sat.Status
	make func() *Formula
}

// checkFamilies compares known answers with those of our solver and, where it is there, cadical; and reads
// what was written back.
func checkFamilies(t *testing.T, small []family) {
	t.Helper()
	cadical, _ := exec.LookPath("cadical")
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			f := c.make()
			if got := load(f).Solve(context.Background()); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			var text, again bytes.Buffer
			if err := f.Write(&text, c.name); err != nil {
				t.Fatal(err)
			}
			if err := c.make().Write(&again, c.name); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(text.Bytes(), again.Bytes()) {
				t.Error("two formulas of the same parameters differ")
			}
			parse(t, f, &again)
			if cadical == "" {
				return
			}
			file := filepath.Join(t.TempDir(), "f.cnf")
			if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			err := exec.Command(cadical, "-q", "-n", file).Run()
			var exit *exec.ExitError
			code := 0
			if errors.As(err, &exit) {
				code = exit.ExitCode()
			}
			if want := map[sat.Status]int{sat.Sat: 10, sat.Unsat: 20}[c.want]; code != want {
				t.Errorf("cadical ends with %d, want %d", code, want)
			}
		})
	}
}

// parse reads a formula and compares it clause by clause.
func parse(t *testing.T, f *Formula, text io.Reader) {
	t.Helper()
	in := dimacs.NewReader(text, "formula")
	f.Clauses(func(clause []sat.Lit) {
		got, err := in.Next()
		if err != nil || fmt.Sprint(got) != fmt.Sprint(clause) {
			t.Fatalf("read %v (%v), want %v", got, err, clause)
		}
	})
	if _, err := in.Next(); err != io.EOF {
		t.Errorf("after the last clause: %v", err)
	}
	if w := in.Warnings(); len(w) > 0 {
		t.Errorf("warnings: %v", w)
	}
	if h, _ := in.Header(); h.Vars != f.vars || h.Clauses != len(f.ends) {
		t.Errorf("header %+v, want %d and %d", h, f.vars, len(f.ends))
	}
}

// load gives a formula to a solver.
func load(f *Formula) *sat.Solver {
	s := sat.New(sat.Config{})
	for range f.vars {
		s.NewVar()
	}
	f.Clauses(func(c []sat.Lit) { s.AddClause(c...) })
	return s
}

// number reads a word in the model.
func number(s *sat.Solver, w Word) uint64 {
	v := uint64(0)
	for i, l := range w {
		if s.Value(l) {
			v |= 1 << i
		}
	}
	return v
}

// compute is the value of a circuit of two inputs.
func compute(t *testing.T, n int, a, b uint64, circuit func(f *Formula, a, b Word) Word) uint64 {
	t.Helper()
	f := &Formula{}
	x, y := f.Input(n), f.Input(n)
	out := circuit(f, x, y)
	f.Fix(x, a)
	f.Fix(y, b)
	s := load(f)
	if got := s.Solve(context.Background()); got != sat.Sat {
		t.Fatalf("%d, %d: the circuit has no value: %v", a, b, got)
	}
	v := number(s, out)
	// The value must be the only one.
	var other []sat.Lit
	for i, l := range out {
		if v>>i&1 != 0 {
			l = l.Not()
		}
		other = append(other, l)
	}
	s.AddClause(other...)
	if s.Solve(context.Background()) != sat.Unsat {
		t.Fatalf("%d, %d: the circuit has several values", a, b)
	}
	return v
}

// checkCircuit computes a circuit of two numbers for all numbers of few bits and some of more, and compares
// with Go; mask has as many ones as the numbers have bits.
func checkCircuit(t *testing.T, circuit func(f *Formula, a, b Word) Word,
	want func(a, b, mask uint64) uint64) {
	t.Helper()
	check := func(n int, a, b uint64) {
		t.Helper()
		if got, want := compute(t, n, a, b, circuit), want(a, b, 1<<n-1); got != want {
			t.Errorf("%d bits: of %d and %d: got %d, want %d", n, a, b, got, want)
		}
	}
	for n := 1; n <= 3; n++ {
		for a := range uint64(1) << n {
			for b := range uint64(1) << n {
				check(n, a, b)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		n := 4 + r.IntN(7)
		check(n, r.Uint64N(1<<n), r.Uint64N(1<<n))
	}
}
