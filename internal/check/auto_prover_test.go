package check

import (
	"context"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// TestAutoProvesLoops: what has one thread and needs an invariant is decided by the engine that finds one.
func TestAutoProvesLoops(t *testing.T) {
	o, err := Check(t.Context(), program(t, `
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
unsigned add(unsigned n, unsigned m) { return n ? add(n - 1, m + 1) : m; }
int main(void) {
	unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
	if (add(a, b) != a + b) reach_error();
}`), Options{Timeout: 5 * time.Minute})
	if err != nil || o.Verdict != property.Holds() || o.Engine != "auto (pdr)" {
		t.Errorf("%s: %s because of %s, %v", o.Engine, o.Verdict, o.Result.Why, err)
	}
}

// TestLoopProver: the prover is asked about programs with one thread and a loop or recursion, ends when it
// has done its share, and gives no reason of its own.
func TestLoopProver(t *testing.T) {
	asked := 0
	prover := loopProver{fake(func(ctx context.Context, task engine.Task) (engine.Result, error) {
		asked++
		for ctx.Err() == nil {
			task.Did(proverShare / 4)
		}
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	})}
	for _, c := range []struct {
		text  string
		asked int
	}{
		{"int main(void) { int i = 0; while (i < 9) i++; }", 1},
		{"int f(int n) { return n ? f(n - 1) : 0; } int main(void) { f(3); }", 1},
		{"int f(int n) { return n + 1; } int main(void) { f(3); }", 0},
		{messagePassing, 0},
	} {
		asked = 0
		loaded, err := Load(t.Context(), program(t, c.text))
		if err != nil {
			t.Fatal(err)
		}
		work := int64(0)
		res, err := prover.Check(t.Context(), engine.Task{Program: loaded.Program,
			Work: func(units int64) { work += units }})
		if err != nil || res.Reason != engine.OtherTask || asked != c.asked || work > 2*proverShare {
			t.Errorf("%s: asked %d times, %d units, %+v, %v", c.text, asked, work, res, err)
		}
	}
}

// TestThreadsProver: what is known of a program's threads and loops decides whether the prover is asked, and
// whether at once.
func TestThreadsProver(t *testing.T) {
	const head = "#include <pthread.h>\nvoid *f(void *a) { return a; } pthread_t t;\n" +
		"void start(void) { pthread_create(&t, 0, f, 0); }\n"
	for _, c := range []struct {
		text                 string
		threads, loops, many bool
	}{
		{"int main(void) { int i = 0; while (i < 9) i++; }", false, true, false},
		{"int main(void) { start(); start(); }", true, false, false},
		{"int main(void) { start(); for (;;) ; }", true, true, false},
		{"int main(void) { for (;;) start(); }", true, true, true},
		{"int main(void) { while (1) pthread_create(&t, 0, f, 0); }", true, true, true},
	} {
		loaded, err := Load(t.Context(), program(t, head+c.text))
		if err != nil {
			t.Fatal(err)
		}
		threads, loops, many := threadsAndLoops(loaded.Program)
		if threads != c.threads || loops != c.loops || many != c.many {
			t.Errorf("%s: threads %v, loops %v, many %v", c.text, threads, loops, many)
		}
	}
}
