package modular_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
)

// sectionQuestions are enough with sections, and too few without.
const sectionQuestions = 300

// bank moves any amounts between three cells under a lock, and has them counted by an auditor.
func bank(lock, unlock string) string {
	return begin + `pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned a = 500, b, c;
void *visit(void *arg)
{
	unsigned n = __VERIFIER_nondet_int();
	pthread_mutex_lock(&m);
	if (n <= a) { a -= n; b += n; }
	pthread_mutex_unlock(&m);
	n = __VERIFIER_nondet_int() & 255;
	pthread_mutex_lock(&m);
	if (n <= b) { b -= n; ` + unlock + ` c += n; }
	pthread_mutex_unlock(&m);
	` + lock + `
	if (a + b + c != 500) reach_error();
	return 0;
}
` + endless
}

// TestSections: sections in which no other thread interferes are one step, without which a proof asks more;
// and what only looks like such a section is none. Those that cost more are left to a deeper run: of random
// programs TestMergedSystems tells the same.
func TestSections(t *testing.T) {
	good := bank("pthread_mutex_lock(&m); if (a + b + c == 500) { pthread_mutex_unlock(&m); return 0; }", "")
	for _, tc := range []struct {
		name, text string
		off, want  bool // whether sections are left as they are, and whether it is proved
		slow       bool
	}{
		{"sections", good, false, true, false},
		{"steps", good, true, false, true},
		{"a section that gives the lock back for a moment", bank(
			"pthread_mutex_lock(&m); if (a + b + c == 500) { pthread_mutex_unlock(&m); return 0; }",
			"pthread_mutex_unlock(&m); pthread_mutex_lock(&m);"), false, false, true},
		{"an auditor without the lock", bank("", ""), false, false, true},
		{"a section that two may enter", begin + `#include <semaphore.h>
sem_t s;
int x;
void *visit(void *arg)
{
	sem_wait(&s);
	int old = x;
	x = old + 1;
	if (x != old + 1) reach_error();
	sem_post(&s);
	return 0;
}
int main(void) { sem_init(&s, 0, 2); pthread_t t; for (;;) pthread_create(&t, 0, visit, 0); }`,
			false, false, false},
		{"a cell that is read without the lock", begin + `pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y;
void *visit(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1;
	y = 1;
	x = 0;
	y = 0;
	pthread_mutex_unlock(&m);
	if (x != y) reach_error();
	return 0;
}
` + endless, false, false, false},
		{"what is read of a cell at first is old when another one is read", begin + `atomic_int x, y;
void *writer(void *arg) { y = 1; x = 1; return 0; }
void *visit(void *arg)
{
	int a = y;
	int b = x;
	if (b == 1 && a == 0) reach_error();
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	for (;;) pthread_create(&t, 0, visit, 0);
}`, false, false, false},
		{"a thread that waits in its section for one that comes by", begin + `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int in;
int x;
void *visit(void *arg)
{
	in++;
	pthread_mutex_lock(&m);
	x = 1;
	while (in < 2) ;
	x = 0;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	if (in == 2 && x == 0) reach_error();
	pthread_mutex_unlock(&m);
	return 0;
}
` + endless, false, false, false},
	} {
		if tc.slow && !testflag.Deep() {
			continue
		}
		p := compiled.Program(t, compiled.File("a.c", tc.text))
		cfg := modular.Config{NoSections: tc.off, Questions: sectionQuestions}
		res, err := modular.New(cfg).Check(t.Context(),
			engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil || (res.Verdict == property.Holds()) != tc.want {
			t.Errorf("%s: %v, %v", tc.name, res.Verdict, err)
		}
	}
}
