package ceds_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/property"
)

// TestEvidence counts the states at the lines of a program.
func TestEvidence(t *testing.T) {
	p := compile(t, prelude+`
void *a(void *p) {
  x = 1;
  y = 2;
  return p; }
int main(void) {
  pthread_create(&t, 0, a, 0);
  pthread_join(t, 0);
  if (x == 0) reach_error();
}`)
	before := strings.Count(prelude, "\n")
	for _, workers := range []int{1, 3} {
		eng, err := ceds.New(ceds.Config{Workers: workers, NoPartialOrder: true})
		if err != nil {
			t.Fatal(err)
		}
		samples := 0
		task := engine.Task{Program: p, Property: property.UnreachCall, Explain: true,
			Events: func(e engine.Event) { samples += len(e.Samples) }}
		res, err := eng.Check(t.Context(), task)
		if err != nil || res.Verdict.Kind != property.True {
			t.Fatal(res.Verdict, err)
		}
		lines := map[int]int{}
		total := 0
		for _, s := range res.Stats {
			if s.Name == "states" {
				total = int(s.Value)
			}
		}
		for _, e := range res.Evidence {
			n := int(e.Pos.Line) - before
			lines[n] = e.Count
			if e.Kind != engine.EvidenceStates ||
				!strings.HasSuffix(e.Text, fmt.Sprintf("%d state", e.Count)+
					map[bool]string{true: "", false: "s"}[e.Count == 1]) || e.Count < 1 || e.Count > total {
				t.Errorf("%+v of %d states", e, total)
			}
		}
		if lines[3] == 0 || lines[4] == 0 || lines[8] == 0 {
			t.Errorf("states at lines %v", lines)
		}
		for n := range lines {
			if n < 3 || n > 10 {
				t.Errorf("a thread is at line %d", n)
			}
		}
		if samples == 0 {
			t.Error("no samples")
		}
		task.Explain, samples = false, 0
		if res, err = eng.Check(t.Context(), task); err != nil || res.Evidence != nil || samples != 0 {
			t.Errorf("evidence %v and %d samples that nobody asked for, %v", res.Evidence, samples, err)
		}
	}
}
