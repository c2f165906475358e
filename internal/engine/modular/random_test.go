package modular_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

const (
	// randomPrograms is how many random programs an ordinary run compares, randomTemplates how many of those
	// with two kinds of threads.
	randomPrograms, randomTemplates = 30, 10
	// randomQuestions bounds the questions about one, fewQuestions those where most proofs take fewer.
	randomQuestions, fewQuestions = 400, 100
)

// TestRandomAgainstEnumeration: what is proved of random automata has no violation in any execution, and each
// certificate is right.
func TestRandomAgainstEnumeration(t *testing.T) {
	proved, hold := 0, 0
	for seed := range testflag.Seeds(randomPrograms) {
		p := randcfa.New(seed)
		want, err := enumerate.Run(t.Context(), p, enumerate.Options{MaxStates: 20_000, AllBits: 8})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if want.Complete && !want.Sampled && len(want.Violations) == 0 {
			hold++
		}
		res, ok := proof(t, fmt.Sprintf("seed %d", seed), p)
		if !ok {
			continue
		}
		proved++
		if len(want.Violations) > 0 {
			t.Errorf("seed %d: proved, but the enumeration finds a violation", seed)
		}
		if len(want.Undefined) > 0 && len(res.Assumed) == 0 {
			t.Errorf("seed %d: proved and assumes nothing, but the enumeration finds undefined behaviour: %v",
				seed, want.Undefined[0].Outcome)
		}
	}
	t.Logf("%d of %d that hold are proved", proved, hold)
	if proved*20 < hold {
		t.Errorf("only %d of %d programs that hold are proved", proved, hold)
	}
}

// proof has the engine answer; false if it gives no proof. The certificate of a proof must be right.
func proof(t *testing.T, name string, p *cfa.Program) (engine.Result, bool) {
	t.Helper()
	return proofWith(t, name, p, randomQuestions)
}

// proofWith is proof with another bound on the questions.
func proofWith(t *testing.T, name string, p *cfa.Program, questions int) (engine.Result, bool) {
	t.Helper()
	res, err := modular.New(modular.Config{Questions: questions}).Check(t.Context(),
		engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if res.Verdict.Kind != property.True {
		return res, false
	}
	cert, err := res.Proof.Check(t.Context(), func(st *term.Store) (smt.Solver, error) {
		return native.New(st, native.Config{}), nil
	})
	if err != nil || !cert.Checked {
		t.Errorf("%s: certificate %v, %v", name, cert, err)
	}
	return res, true
}

// TestRandomTemplates: what is proved of programs that create two kinds of threads without end has no
// violation with two, three or four of them.
func TestRandomTemplates(t *testing.T) {
	proved, violated := compareRandom(t, drawn{programs: randomTemplates, stream: 1, states: 20_000,
		questions: fewQuestions, orders: []string{"fg"}, write: randomThreads})
	if proved == 0 || violated == 0 {
		t.Error("the random programs are too one-sided")
	}
}

// drawn are random programs with two kinds of threads: write draws one from a stream of random numbers of its
// own, and a seed picks one of the orders.
type drawn struct {
	programs  int
	stream    uint64
	states    int // of few threads
	questions int // about one
	orders    []string
	write     func(*rand.Rand) string
}

// compareRandom compares random programs, as compareFew does.
func compareRandom(t *testing.T, d drawn) (proved, violated int) {
	t.Helper()
	complete := 0
	for seed := range testflag.Seeds(d.programs) {
		body := d.write(rand.New(rand.NewPCG(uint64(seed), d.stream)))
		order := d.orders[int(seed)%len(d.orders)]
		now := compareFew(t, fmt.Sprintf("seed %d", seed), body, order, d.states, d.questions)
		if now.proved {
			proved++
		}
		if now.violated {
			violated++
		}
		if now.proved && now.whole {
			complete++
		}
	}
	t.Logf("%d are proved, of %d of which 4 threads are explored to the end; %d have a violation with few "+
		"threads", proved, complete, violated)
	return proved, violated
}

// endlessBoth creates threads of two kinds without end, after some statements.
func endlessBoth(begin string) string {
	return "int main(void)\n{\n\tpthread_t t;\n\t" + begin + "for (;;) if (__VERIFIER_nondet_int()) " +
		"pthread_create(&t, 0, f, 0); else pthread_create(&t, 0, g, 0);\n}\n"
}

// comparison says of a program with two kinds of threads whether it is proved, whether few threads have a
// violation, and whether four of them were explored to the end.
type comparison struct{ proved, violated, whole bool }

// compareFew compares what is proved of any number of threads that run the functions f and g of a text with
// executions of two and more of them, created in an order that goes on from its beginning, after the function
// begin of the text, if it has one. It fails if what is proved is violated.
func compareFew(t *testing.T, name, body, order string, states, questions int) comparison {
	t.Helper()
	begin := ""
	if strings.Contains(body, "void begin(") {
		begin = "begin(); "
	}
	endless := compiled.Program(t, compiled.File("a.c", body+endlessBoth(begin)))
	_, proved := proofWith(t, name, endless, questions)
	most := mostFew()
	if !proved {
		most = 2 // it only tells whether the programs are too one-sided
	}
	n, whole := leastViolated(t, most, states, func(n int) string {
		var main strings.Builder
		for i := range n {
			fmt.Fprintf(&main, "pthread_create(&t, 0, %c, 0);", order[i%len(order)])
		}
		return body + "int main(void) { pthread_t t; " + begin + main.String() + " return 0; }"
	})
	if n > 0 && proved {
		t.Errorf("%s: proved, but %d threads have a violation:\n%s", name, n, body)
	}
	return comparison{proved, n > 0, whole && most == 4}
}

// mostFew is up to how many threads, or rounds, random programs are explored.
func mostFew() int {
	if testflag.Deep() {
		return 4
	}
	return 3
}

// leastViolated finds the least n from 2 to most for which the program that few writes has a violation, and 0
// if there is none. It says as well whether the last program was explored to the end.
func leastViolated(t *testing.T, most, states int, few func(n int) string) (n int, whole bool) {
	for n := 2; n <= most; n++ {
		got, err := enumerate.Run(t.Context(), compiled.Program(t, compiled.File("a.c", few(n))),
			enumerate.Options{MaxStates: states, AllBits: 2, First: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Violations) > 0 {
			return n, false
		}
		whole = got.Complete
	}
	return 0, whole
}

// randomThreads writes two thread functions over few shared variables: accesses under a lock or not, guards,
// assertions.
func randomThreads(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(`#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, z;
`)
	shared := func() string { return string("xyz"[r.IntN(3)]) }
	for _, name := range []string{"f", "g"} {
		fmt.Fprintf(&b, "void *%s(void *arg)\n{\n\tint a = 0;\n", name)
		locked := false
		for range 3 + r.IntN(5) {
			v, w := shared(), shared()
			switch r.IntN(9) {
			case 0:
				if locked {
					b.WriteString("\tpthread_mutex_unlock(&m);\n")
				} else {
					b.WriteString("\tpthread_mutex_lock(&m);\n")
				}
				locked = !locked
			case 1:
				fmt.Fprintf(&b, "\t%s = %d;\n", v, r.IntN(3))
			case 2:
				fmt.Fprintf(&b, "\ta = %s;\n", v)
			case 3:
				fmt.Fprintf(&b, "\t%s = a;\n", v)
			case 4:
				fmt.Fprintf(&b, "\tif (%s == %d) %s = %d;\n", v, r.IntN(2), w, r.IntN(2))
			case 5:
				fmt.Fprintf(&b, "\tif (%s != a) %s = a + 1;\n", v, w)
			case 6:
				fmt.Fprintf(&b, "\tif (a > %d) reach_error();\n", r.IntN(2))
			case 7:
				fmt.Fprintf(&b, "\tif (%s < %s) reach_error();\n", v, w)
			case 8:
				fmt.Fprintf(&b, "\twhile (%s == %d) ;\n", v, 1+r.IntN(2))
			}
		}
		fmt.Fprintf(&b, "\tif (%s > %s) reach_error();\n", shared(), shared())
		if locked {
			b.WriteString("\tpthread_mutex_unlock(&m);\n")
		}
		b.WriteString("\treturn 0;\n}\n")
	}
	return b.String()
}
