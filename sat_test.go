package whittle_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	whittle "whittle.dev/internal/check"
	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

func TestSAT(t *testing.T) {
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
		res, err := whittle.SAT(context.Background(), strings.NewReader(c.text), "f",
			whittle.SATOptions{Proof: proof, Check: true})
		if err != nil || res.Answer != c.want || !res.Checked {
			t.Errorf("%q: %+v, %v", c.text, res, err)
		}
		files, err := os.ReadDir(dir)
		if err != nil || (len(files) == 1) != (c.want == sat.Unsat) {
			t.Errorf("%q: files %v, %v", c.text, files, err)
		}
	}
}

func TestSATErrors(t *testing.T) {
	_, err := whittle.SAT(context.Background(), strings.NewReader("p cnf 1 1\n2 0\n"), "f",
		whittle.SATOptions{})
	var place *dimacs.Error
	if !errors.As(err, &place) || place.Line != 2 {
		t.Errorf("got %v", err)
	}
	if _, err := whittle.SAT(context.Background(), strings.NewReader(""), "f",
		whittle.SATOptions{Proof: os.DevNull, Check: true}); err == nil {
		t.Error("a proof that is thrown away cannot be checked")
	}
	res, err := whittle.SAT(context.Background(), strings.NewReader("p cnf 1 2\n1 0 -1 0\n"), "f",
		whittle.SATOptions{Proof: os.DevNull})
	if err != nil || res.Answer != sat.Unsat {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestSATWaits: input that never comes does not hold up the limit.
func TestSATWaits(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	start := time.Now()
	res, err := whittle.SAT(context.Background(), r, "f", whittle.SATOptions{Timeout: 50 * time.Millisecond})
	if err != nil || res.Answer != sat.Unknown || res.Cause == nil || time.Since(start) > 5*time.Second {
		t.Errorf("%+v, %v after %v", res, err, time.Since(start))
	}
}
