package bmc_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// TestEvidence looks at what a report tells of loops and recursions: the line, counted from the one after
// the prelude, the kind and the text. The numbers are bounds; what was unrolled may be more than any
// execution does.
func TestEvidence(t *testing.T) {
	for _, test := range []struct {
		name, src string
		unwind    int
		spin      bool
		want      string
	}{
		{"loops", `
int main(void) { int s = 0, a = __VERIFIER_nondet_int() & 3;
  for (int i = 0; i < a; i++)
    for (int j = 0; j < 2; j++)
      s++;
  while (__VERIFIER_nondet_int() && s > 100)
    s--;
  if (s == 7) reach_error(); }`, 0, true, "3 bound at most 3 iterations that are not idle|4 bound at most 2 iterations that are not idle|6 bound at most 0 iterations that are not idle"},
		{"a loop without reduction", `
int main(void) { int s = 0, a = __VERIFIER_nondet_int() & 1;
  for (int i = 0; i < a; i++) s++;
  if (s == 7) reach_error(); }`, 0, false, "3 bound at most 1 iteration"},
		{"recursion", `
int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
int main(void) {
  if (f(__VERIFIER_nondet_int() & 3) == 4) reach_error(); }`, 0, true, "2 bound at most 4 activations inside of another one"},
		{"a bound that is reached", `
int main(void) { int s = 0, a = __VERIFIER_nondet_int() & 7;
  for (int i = 0; i < 2; i++) s++;
  for (int i = 0; i < a; i++)
    s++;
  if (s == 10) reach_error(); }`, 3, true, "4 reached looked at up to 3 iterations; executions may go further"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := loadC(foundPrelude+test.src, c.LP64)
			if err != nil {
				t.Fatal(err)
			}
			p.Terms.Freeze()
			before := strings.Count(foundPrelude, "\n")
			cfg := bmc.Config{NoIntervals: true, NoSummaries: true, NoSpinReduction: !test.spin,
				NoRetakes: !test.spin}
			samples := 0
			task := engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: test.unwind,
				Explain: true, Events: func(e engine.Event) { samples += len(e.Samples) }}
			res, err := bmc.New(cfg).Check(context.Background(), task)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range res.Evidence {
				got = append(got, fmt.Sprintf("%d %s %s", int(e.Pos.Line)-before, e.Kind, e.Text))
			}
			if s := strings.Join(got, "|"); s != test.want {
				t.Errorf("%s (%s):\n%s, want\n%s", res.Verdict, res.Why, s, test.want)
			}
			if samples == 0 {
				t.Error("no samples")
			}
			task.Explain, samples = false, 0
			res, err = bmc.New(cfg).Check(context.Background(), task)
			if err != nil || res.Evidence != nil || samples != 0 {
				t.Errorf("evidence %v and %d samples that nobody asked for, %v", res.Evidence, samples, err)
			}
		})
	}
}
