package solve_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/limits"
	"whittle.dev/internal/solve"
)

func TestScript(t *testing.T) {
	var out strings.Builder
	script := `(declare-const p Bool)(assert p)(check-sat)(assert (not p))(check-sat)(assert q)`
	sum, err := solve.Script(context.Background(), strings.NewReader(script), &out, solve.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := "sat\nunsat\n(error \"1:79: unknown constant q\")\n"
	if out.String() != want || sum.Checks != 2 || sum.Errors != 1 || sum.Unknowns != 0 || sum.Cause != nil {
		t.Errorf("got %q, %+v", out.String(), sum)
	}
	if _, err := solve.Script(context.Background(), strings.NewReader(script), &out,
		solve.ScriptOptions{Solver: "no-such-solver"}); err == nil {
		t.Error("no error for a solver that does not exist")
	}
}

// TestScriptWaiting: a script that waits for input ends with its limit.
func TestScriptWaiting(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	sum, err := solve.Script(context.Background(), r, io.Discard,
		solve.ScriptOptions{Limits: limits.Limits{Timeout: 50 * time.Millisecond}})
	if err != nil || sum.Cause == nil || sum.Cause.Error() != "timeout" {
		t.Errorf("got %+v, %v", sum, err)
	}
}
