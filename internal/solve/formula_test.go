package solve_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/limits"
	"whittle.dev/internal/solve"
	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

func TestFormula(t *testing.T) {
	for _, c := range []struct {
		text string
		want sat.Status
	}{
		{"p cnf 3 2\n1 2 0\n-1 3 0\n", sat.Sat},
		{"p cnf 0 0\n", sat.Sat},
		{"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", sat.Unsat},
		{"p cnf 1 2\n1 0\n-1 0\n", sat.Unsat},
		{"p cnf 1 1\n0\n", sat.Unsat},
	} {
		dir := t.TempDir()
		proof := filepath.Join(dir, "proof")
		res, err := solve.Formula(context.Background(), strings.NewReader(c.text), "f",
			solve.FormulaOptions{Proof: proof, Check: true})
		if err != nil || res.Answer != c.want || !res.Checked {
			t.Errorf("%q: %+v, %v", c.text, res, err)
		}
		files, err := os.ReadDir(dir)
		if err != nil || (len(files) == 1) != (c.want == sat.Unsat) {
			t.Errorf("%q: files %v, %v", c.text, files, err)
		}
	}
}

func TestFormulaErrors(t *testing.T) {
	_, err := solve.Formula(context.Background(), strings.NewReader("p cnf 1 1\n2 0\n"), "f",
		solve.FormulaOptions{})
	var place *dimacs.Error
	if !errors.As(err, &place) || place.Line != 2 {
		t.Errorf("got %v", err)
	}
	if _, err := solve.Formula(context.Background(), strings.NewReader(""), "f",
		solve.FormulaOptions{Proof: os.DevNull, Check: true}); err == nil {
		t.Error("a proof that is thrown away cannot be checked")
	}
	res, err := solve.Formula(context.Background(), strings.NewReader("p cnf 1 2\n1 0 -1 0\n"), "f",
		solve.FormulaOptions{Proof: os.DevNull})
	if err != nil || res.Answer != sat.Unsat {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestFormulaWaits: input that never comes does not hold up the limit.
func TestFormulaWaits(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	res, err := solve.Formula(context.Background(), r, "f",
		solve.FormulaOptions{Limits: limits.Limits{Timeout: 50 * time.Millisecond}})
	if err != nil || res.Answer != sat.Unknown || res.Cause == nil {
		t.Errorf("%+v, %v", res, err)
	}
}
