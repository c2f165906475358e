package modular_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestPrograms: programs with any number of threads are proved if they hold and not if they do not, and the
// certificate is right.
func TestPrograms(t *testing.T) {
	list := slices.Concat(programs, counted, learnt)
	if testflag.Deep() {
		list = slices.Concat(list, deep)
	}
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			res := check(t, head+c.text+forever)
			if proved := res.Verdict.Kind == property.True; proved != c.proved {
				t.Fatalf("got %s (%s)", res.Verdict, res.Why)
			}
			if !c.proved {
				return
			}
			if c.name == "as many permits as threads that hold one" && len(res.Assumed) == 0 {
				t.Error("it is not said how many threads there may be")
			}
			cert, err := res.Proof.Check(t.Context(), func(st *term.Store) (smt.Solver, error) {
				return native.New(st, native.Config{}), nil
			})
			if err != nil || !cert.Checked {
				t.Errorf("certificate: %v, %v", cert, err)
			}
		})
	}
}

// TestJoinedThreads: threads that are joined are followed where an access is not known to be valid from
// intervals alone; that what is joined is a thread is said to be assumed.
func TestJoinedThreads(t *testing.T) {
	res := check(t, `#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int top, stack[70];
void *push(void *arg)
{
	for (int i = 0; i < 70; i++) {
		pthread_mutex_lock(&m);
		if (top == 70) reach_error();
		stack[top] = i;
		top++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}
void *pop(void *arg)
{
	for (int i = 0; i < 70; i++) {
		pthread_mutex_lock(&m);
		if (top > 0) {
			top--;
			if (stack[top] < 0) reach_error();
		}
		pthread_mutex_unlock(&m);
	}
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, push, 0);
	pthread_create(&b, 0, pop, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}`)
	if res.Verdict.Kind != property.True || len(res.Assumed) != 1 {
		t.Errorf("got %s (%s), assumed %v", res.Verdict, res.Why, res.Assumed)
	}
}

// TestNotInductive: what is open is shown with the threads that take part.
func TestNotInductive(t *testing.T) {
	res := check(t, head+`void *thread(void *arg)
{
	acquire();
	int old = x;
	x = old + 1;
	release();
	if (x != old + 1) reach_error();
	return 0;
}`+forever)
	if len(res.Notes) != 1 {
		t.Fatalf("got %s (%s) with notes %v", res.Verdict, res.Why, res.Notes)
	}
	n := res.Notes[0].(engine.NotInductive)
	if len(n.Threads) != 2 || !n.Threads[0].Fails || !n.Threads[1].Steps || n.Threads[1].Writes != "x" {
		t.Errorf("got %+v", n)
	}
}

// TestEvidence: a proof says what holds beside the lines of the source.
func TestEvidence(t *testing.T) {
	p := compiled.Program(t, compiled.File("a.c", head+programs[0].text+forever))
	res, err := modular.New(modular.Config{}).Check(t.Context(),
		engine.Task{Program: p, Property: property.UnreachCall, Explain: true})
	if err != nil || res.Verdict.Kind != property.True {
		t.Fatalf("got %s (%s), %v", res.Verdict, res.Why, err)
	}
	held := func(e engine.Evidence) bool { return e.Text == "thread: lock = 1, x = 1" }
	if !slices.ContainsFunc(res.Evidence, held) {
		t.Errorf("got %v", res.Evidence)
	}
}

// check has the engine answer about the text of a program.
func check(t *testing.T, text string) engine.Result {
	t.Helper()
	p := compiled.Program(t, compiled.File("a.c", text))
	res, err := modular.New(modular.Config{}).Check(t.Context(),
		engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Fatal(err)
	}
	return res
}
