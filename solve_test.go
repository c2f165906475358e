package whittle_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	whittle "whittle.dev/internal/check"
)

func TestSolve(t *testing.T) {
	var out strings.Builder
	script := `(declare-const p Bool)(assert p)(check-sat)(assert (not p))(check-sat)(assert q)`
	sum, err := whittle.Solve(context.Background(), strings.NewReader(script), &out, whittle.SolveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := "sat\nunsat\n(error \"1:79: unknown constant q\")\n"
	if out.String() != want || sum.Checks != 2 || sum.Errors != 1 || sum.Unknowns != 0 || sum.Cause != nil {
		t.Errorf("got %q, %+v", out.String(), sum)
	}
	if _, err := whittle.Solve(context.Background(), strings.NewReader(script), &out,
		whittle.SolveOptions{Solver: "no-such-solver"}); err == nil {
		t.Error("no error for a solver that does not exist")
	}
}

// TestSolveWaiting: a script that waits for input ends with its limit.
func TestSolveWaiting(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	start := time.Now()
	sum, err := whittle.Solve(context.Background(), r, io.Discard,
		whittle.SolveOptions{Timeout: 50 * time.Millisecond})
	if err != nil || sum.Cause == nil || sum.Cause.Error() != "timeout" {
		t.Errorf("got %+v, %v", sum, err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}
