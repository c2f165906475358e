package interp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/trace"
)

// randomLoop is the text of a program with loops over integers of several types, some of which wrap around.
// They take inputs, or they are in a thread of their own, while another one waits for its end.
func randomLoop(r *rand.Rand, inputs, threads bool) string {
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
	if inputs {
		b.WriteString("int __VERIFIER_nondet_int(void);\n")
	}
	if threads {
		b.WriteString("#include <pthread.h>\npthread_mutex_t m; int result; void *run(void *arg) {\n")
	} else {
		b.WriteString("int main(void) {\n")
	}
	for _, v := range vars[:4] {
		fmt.Fprintf(&b, "%s %s%s = %s;\n", types[r.IntN(len(types))], v, v, v)
	}
	names := []string{"aa", "bb", "cc", "dd", "g", "h"}
	v := func() string { return names[r.IntN(len(names))] }
	step := func() string {
		x := v()
		switch n := r.IntN(13); {
		case n > 10 && inputs:
			return fmt.Sprintf("%s %s= __VERIFIER_nondet_int();", x, []string{"", "+"}[r.IntN(2)])
		case n > 8 && inputs:
			return fmt.Sprintf("if (__VERIFIER_nondet_int()) %s++;", x)
		case n > 10 && threads:
			return fmt.Sprintf("pthread_mutex_lock(&m); %s++; pthread_mutex_unlock(&m);", x)
		}
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
	if !threads {
		b.WriteString("return (int)(sum ^ sum >> 32);\n}\n")
		return b.String()
	}
	b.WriteString("result = (int)(sum ^ sum >> 32);\nreturn 0;\n}\nint main(void) {\npthread_t t; " +
		"pthread_create(&t, 0, run, 0); pthread_join(t, 0); return result;\n}\n")
	return b.String()
}

// steady has the same input each time at a place.
type steady struct{ Zero }

// Havoc implements Decider.
func (s steady) Havoc(k trace.Key, width int) (lo, hi uint64) {
	lo, hi, _ = s.Same(k, width)
	return lo, hi
}

// Same implements Repeater.
func (steady) Same(k trace.Key, _ int) (lo, hi, n uint64) {
	return uint64(k.Origin) * 0x9e3779b97f4a7c15 >> 62, 0, Ever
}

// TestJumpsChangeNothing compares executions in which turns are jumped with those in which they are not.
func TestJumpsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(testflag.Seed()), 7))
	jumped, saved := [3]int{}, uint64(0)
	for i := range testflag.Times(90) {
		kind := i % 3
		text := randomLoop(r, kind == 1, kind == 2)
		p := compiled.Lowered(t, compiled.File("loop.c", text))
		run := func(cfg Config) *Machine {
			cfg.Decider, cfg.MaxSteps = steady{}, 3_000_000
			m, err := New(p, cfg)
			if err != nil {
				t.Fatal(err)
			}
			for ev := Local; ev != Stopped; {
				last := len(m.threads) - 1
				if m.threads[last].done {
					last = 0
				}
				if ev, err = m.StepVisible(context.Background(), last); err != nil {
					t.Fatal(err)
				}
			}
			return m
		}
		plain, quick := run(Config{Count: true}), run(Config{Count: true, Jumps: true})
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
				last := len(plain.threads) - 1
				x, y := plain.threads[last].counts.get(e.Origin), quick.threads[last].counts.get(e.Origin)
				if x != y {
					t.Fatalf("edge %d is executed %d times, with jumps %d times:\n%s", e.Origin, x, y, text)
				}
			}
		}
		if quick.steps < plain.steps {
			jumped[kind]++
			saved += plain.steps - quick.steps
		}
	}
	t.Logf("turns were jumped in %d programs, of %d edges", jumped, saved)
	if min(jumped[0], jumped[1], jumped[2]) < 5 {
		t.Errorf("turns were jumped in %d programs", jumped)
	}
}
