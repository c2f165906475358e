package validate_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/validate"
	"whittle.dev/internal/witness"
)

// endingForever are programs that violate "F end", each with what its witness has in the cycle.
var endingForever = []struct {
	name, text string
	cycle      int
}{
	{"nothing", "int main(void) { while (1) ; }\n", 1},
	{"jump", "int main(void) { again: goto again; }\n", 1},
	{"two writes", "int x;\nint main(void)\n{\n\tfor (;;) {\n\t\tx = 1;\n\t\tx = 0;\n\t}\n}\n", 1},
	{"each input", `extern int __VERIFIER_nondet_int(void);
int x = 1;
int main(void)
{
	while (x)
		x = __VERIFIER_nondet_int();
}
`, 1},
	// What is private before the round is done when the round has begun, and is not done again.
	{"input before", `extern int __VERIFIER_nondet_int(void);
int x;
int main(void)
{
	x = 1;
	int b = __VERIFIER_nondet_int();
	if (b == 7)
		for (;;) {
			x = 0;
			x = 1;
		}
}
`, 1},
	// The first round begins where the loop is entered, which does not happen again.
	{"threads", `#include <pthread.h>
int x;
void *other(void *unused)
{
	while (1) {
		x = 1;
		x = 2;
	}
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	while (x != 3) {
		if (x == 2)
			x = 0;
	}
	return 0;
}
`, 4},
}

// TestEndlessFormulaWitnesses writes witnesses of violations of "F end", which are those of termination.
func TestEndlessFormulaWitnesses(t *testing.T) {
	for _, c := range endingForever {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			task := run.Task{Files: []string{"loop.c"}, Property: string(property.LTL), LTL: "F end",
				Read: func(string) ([]byte, error) { return []byte(c.text), nil }}
			o, err := run.Check(context.Background(), task, run.Options{Timeout: hang})
			if err != nil || o.Verdict.Kind != property.False {
				t.Fatal(o.Verdict, o.Result.Why, err)
			}
			var text bytes.Buffer
			if err := o.WriteWitness(&text,
				run.WitnessOptions{Created: time.Unix(1767000000, 0)}); err != nil {
				t.Fatal(err)
			}
			task.Property, task.LTL = string(property.Termination), ""
			r := roundTrip{t: t, task: task, text: text.Bytes()}
			r.want("as written", text.Bytes(), validate.Confirmed)
			w, err := witness.Read("written", text.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, s := range w.Entries[0].Segments {
				if s.Cycles() {
					n++
				}
			}
			if n != c.cycle {
				t.Errorf("%d segments are in the cycle, want %d:\n%s", n, c.cycle, &text)
			}
		})
	}
}
