package interp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
)

// randomLoop is the text of a program with loops over integers of several types, some of which wrap around.
func randomLoop(r *rand.Rand) string {
	types := []string{"unsigned char", "signed char", "unsigned short", "short", "int", "unsigned",
		"long", "unsigned long"}
	var b strings.Builder
	vars := []string{"a", "b", "c", "d", "g", "h"}
	for _, v := range vars {
		stored := ""
		if v >= "g" {
			stored = "volatile " // in memory
		}
		fmt.Fprintf(&b, "%s%s %s = %d;\n", stored, types[r.IntN(len(types))], v, r.IntN(400)-200)
	}
	fmt.Fprintf(&b, "%s f(%s x) { return x + %d; }\n", types[r.IntN(len(types))], types[r.IntN(len(types))],
		r.IntN(9)-4)
	b.WriteString("int main(void) {\n")
	for _, v := range vars[:4] {
		fmt.Fprintf(&b, "%s %s%s = %s;\n", types[r.IntN(len(types))], v, v, v)
	}
	names := []string{"aa", "bb", "cc", "dd", "g", "h"}
	v := func() string { return names[r.IntN(len(names))] }
	step := func() string {
		x := v()
		switch r.IntN(9) {
		case 0, 1:
			return fmt.Sprintf("%s += %d;", x, r.IntN(9)-4)
		case 2:
			return fmt.Sprintf("%s -= %d;", x, r.IntN(300))
		case 3:
			return fmt.Sprintf("%s += %s;", x, v())
		case 4:
			return fmt.Sprintf("%s = f(%s);", x, x)
		case 5:
			return fmt.Sprintf("%s = %s + %d;", x, v(), r.IntN(5))
		case 6:
			return fmt.Sprintf("%s = 2 * %s - %s;", x, v(), v())
		case 7:
			return fmt.Sprintf("%s = !%s;", x, x)
		}
		return fmt.Sprintf("for (int k = 0; k < %d; k++) %s++;", r.IntN(4), x)
	}
	cond := func() string {
		ops := []string{"<", "<=", ">", ">=", "!=", "=="}
		switch r.IntN(3) {
		case 0:
			return fmt.Sprintf("%s %s %s", v(), ops[r.IntN(len(ops))], v())
		case 1:
			return fmt.Sprintf("%s %% %d == %d", v(), 1<<r.IntN(4), r.IntN(3))
		}
		return fmt.Sprintf("%s %s %d", v(), ops[r.IntN(len(ops))], r.IntN(30000)-10000)
	}
	for range 1 + r.IntN(2) {
		n := 2_000 + r.IntN(3_000)
		fmt.Fprintf(&b, "for (int n = 0; n < %d; n++) {\n", n)
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "if (%s) break;\n", cond())
		}
		for range 1 + r.IntN(4) {
			if r.IntN(3) == 0 {
				fmt.Fprintf(&b, "if (%s) { %s } else { %s }\n", cond(), step(), step())
			} else {
				b.WriteString(step() + "\n")
			}
		}
		b.WriteString("}\n")
	}
	b.WriteString("unsigned long sum = 0;\n")
	for i, x := range names {
		fmt.Fprintf(&b, "sum = sum * 31 + (unsigned long)%s + %d;\n", x, i)
	}
	b.WriteString("return (int)(sum ^ sum >> 32);\n}\n")
	return b.String()
}

// TestJumpsChangeNothing compares executions in which turns are jumped with those in which they are not.
func TestJumpsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(testflag.Seed()), 7))
	jumped, saved := 0, uint64(0)
	for range testflag.Times(60) {
		text := randomLoop(r)
		p := compiled.Lowered(t, compiled.File("loop.c", text))
		run := func(jumps bool) *Machine {
			m, err := New(p, Config{Count: true, Jumps: jumps, MaxSteps: 3_000_000})
			if err != nil {
				t.Fatal(err)
			}
			for ev := Local; ev != Stopped; {
				if ev, err = m.StepVisible(context.Background(), 0); err != nil {
					t.Fatal(err)
				}
			}
			return m
		}
		plain, quick := run(false), run(true)
		if plain.outcome.Kind == StepLimit {
			continue
		}
		a, b := plain.outcome, quick.outcome
		if a.Kind != b.Kind || a.Status != b.Status || a.Key != b.Key {
			t.Fatalf("%v (%d) at %v, with jumps %v (%d) at %v:\n%s", a.Kind, a.Status, a.Key,
				b.Kind, b.Status, b.Key, text)
		}
		for _, proc := range p.Procs {
			for _, e := range proc.Edges {
				x, y := plain.threads[0].counts.get(e.Origin), quick.threads[0].counts.get(e.Origin)
				if x != y {
					t.Fatalf("edge %d is executed %d times, with jumps %d times:\n%s", e.Origin, x, y, text)
				}
			}
		}
		if quick.steps < plain.steps {
			jumped++
			saved += plain.steps - quick.steps
		}
	}
	t.Logf("turns were jumped in %d programs, of %d edges", jumped, saved)
	if jumped < 20 {
		t.Errorf("turns were jumped in %d programs", jumped)
	}
}
