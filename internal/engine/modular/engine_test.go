package modular_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

const head = `
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y, lock;
static void acquire(void)
{
	int old;
	do {
		__VERIFIER_atomic_begin();
		old = lock;
		lock = 1;
		__VERIFIER_atomic_end();
	} while (old);
}
static void release(void) { lock = 0; }
`

const forever = `
int main(void)
{
	pthread_t t;
	while (1)
		pthread_create(&t, 0, thread, 0);
}
`

// programs have threads without end. Those that are proved say so; the others have a violation.
var programs = []struct {
	name, text string
	proved     bool
}{
	{"a lock of the program's own", `void *thread(void *arg)
{
	acquire();
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	release();
	return 0;
}`, true},
	{"no lock", `void *thread(void *arg)
{
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	return 0;
}`, false},
	{"unlocked too early", `void *thread(void *arg)
{
	acquire();
	x = 1;
	release();
	if (x != 1) reach_error();
	x = 0;
	return 0;
}`, false},
	{"a lock that is not taken as one step", `void *thread(void *arg)
{
	while (lock)
		;
	lock = 1;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	lock = 0;
	return 0;
}`, false},
	{"a counter under a lock only grows", `void *thread(void *arg)
{
	acquire();
	int old = x;
	if (old == 0x7fffffff) {
		release();
		return 0;
	}
	x = old + 1;
	release();
	if (x <= old) reach_error();
	return 0;
}`, true},
	{"a counter that somebody resets", `void *thread(void *arg)
{
	acquire();
	int old = x;
	if (old > 1000)
		old = 0;
	x = old + 1;
	release();
	if (x <= old) reach_error();
	return 0;
}`, false},
	{"two threads see a relation of their locals", `void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	unsigned mine = x++;
	__VERIFIER_atomic_end();
	if (mine == 0) {
		y = 1;
		if (y != 1) reach_error();
		y = 0;
	}
	return 0;
}`, false}, // x wraps around
}

// TestPrograms: programs with any number of threads are proved if they hold and not if they do not, and the
// certificate is right.
func TestPrograms(t *testing.T) {
	for _, c := range programs {
		t.Run(c.name, func(t *testing.T) {
			res := check(t, head+c.text+forever)
			if proved := res.Verdict.Kind == property.True; proved != c.proved {
				t.Fatalf("got %s (%s)", res.Verdict, res.Why)
			}
			if !c.proved {
				return
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
