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

type program struct {
	name, text string
	proved     bool
}

// programs have threads without end. Those that are proved say so; the others have a violation.
var programs = []program{
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
}`, true}, // where x does not wrap around, which is assumed
	{"a write after which the thread is stuck", `void *thread(void *arg)
{
	if (x == 0) {
		x = 1;
		while (1)
			;
	}
	reach_error();
	return 0;
}`, false},
	{"what was read is old when it counts", `void *thread(void *arg)
{
	if (x == 0) {
		x = 1;
		if (y != 0) reach_error();
		y = 1;
	}
	return 0;
}`, false},
	{"a ticket that is read twice", `unsigned next, serving;
void *thread(void *arg)
{
	unsigned mine = next;
	if (mine == 0xffffffff)
		return 0;
	next = mine + 1;
	while (serving != mine)
		;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	serving++;
	return 0;
}`, false},
	{"only the first one goes on", `unsigned came, sum;
void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	if (came == 0xffffffff) {
		__VERIFIER_atomic_end();
		return 0;
	}
	came++;
	__VERIFIER_atomic_end();
	if (came == 1)
		for (unsigned mine = 1; 1; mine++) {
			sum = sum + 1;
			if (sum != mine) reach_error();
		}
	return 0;
}`, true},
	{"a lock for each element", `struct { pthread_mutex_t lock; int data; } all[5];
void *thread(void *arg)
{
	unsigned i = __VERIFIER_nondet_int();
	if (i >= 5)
		return 0;
	pthread_mutex_lock(&all[i].lock);
	all[i].data = 1;
	if (all[i].data != 1) reach_error();
	all[i].data = 0;
	pthread_mutex_unlock(&all[i].lock);
	return 0;
}`, true},
	{"the lock of another element", `struct { pthread_mutex_t lock; int data; } all[5];
void *thread(void *arg)
{
	unsigned i = __VERIFIER_nondet_int();
	if (i >= 4)
		return 0;
	pthread_mutex_lock(&all[i].lock);
	all[i + 1].data = 1;
	if (all[i + 1].data != 1) reach_error();
	all[i].data = 0;
	pthread_mutex_unlock(&all[i].lock);
	return 0;
}`, false},
	{"a lock for each of many elements", `struct { pthread_mutex_t lock; int data; } all[500];
void *thread(void *arg)
{
	unsigned i = __VERIFIER_nondet_int();
	if (i >= 500)
		return 0;
	pthread_mutex_lock(&all[i].lock);
	all[i].data = 1;
	if (all[i].data != 1) reach_error();
	all[i].data = 0;
	pthread_mutex_unlock(&all[i].lock);
	return 0;
}`, true},
	{"no more is put than there are rounds", `void *thread(void *arg)
{
	acquire();
	x = 0;
	for (int i = 0; i < 800; i++) {
		if (x == 800) reach_error();
		if (__VERIFIER_nondet_int()) x++;
	}
	release();
	return 0;
}`, true},
	{"one round more than there is room", `void *thread(void *arg)
{
	acquire();
	x = 0;
	for (int i = 0; i < 801; i++) {
		if (x == 800) reach_error();
		if (__VERIFIER_nondet_int()) x++;
	}
	release();
	return 0;
}`, false},
	{"what is there and what will come fit into an int", `void *thread(void *arg)
{
	int rest = __VERIFIER_nondet_int();
	acquire();
	x = 0;
	for (; rest > 0; rest--)
		x++;
	if (x < 0) reach_error();
	release();
	return 0;
}`, true},
}

// counted are programs whose proof counts threads.
var counted = []program{
	{"who is inside has come and not left", `void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	if (x == 0x7fffffff) {
		__VERIFIER_atomic_end();
		return 0;
	}
	x++;
	__VERIFIER_atomic_end();
	if (y >= x) reach_error();
	__VERIFIER_atomic_begin();
	y++;
	__VERIFIER_atomic_end();
	return 0;
}`, true},
	{"who has left is not inside", `void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	if (x == 0x7fffffff) {
		__VERIFIER_atomic_end();
		return 0;
	}
	x++;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
	y++;
	__VERIFIER_atomic_end();
	if (y >= x) reach_error();
	return 0;
}`, false},
	{"some leave twice", `void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	if (x == 0x7fffffff) {
		__VERIFIER_atomic_end();
		return 0;
	}
	x++;
	__VERIFIER_atomic_end();
	if (y >= x) reach_error();
	__VERIFIER_atomic_begin();
	y += __VERIFIER_nondet_int() ? 1 : 2;
	__VERIFIER_atomic_end();
	return 0;
}`, false},
}

// learnt are programs whose proof rests on equations and orders that no text of the program shows.
var learnt = []program{
	{"a word counts readers and has a bit of a writer", `unsigned short word;
void *thread(void *arg)
{
	unsigned short old = word;
	if (__VERIFIER_nondet_int()) {
		if (!__sync_bool_compare_and_swap(&word, 0, 0x4000)) return 0;
		x++;
		y++;
		word = 0;
		return 0;
	}
	if (old >= 0x3fff || !__sync_bool_compare_and_swap(&word, old, old + 1)) return 0;
	if (x != y) reach_error();
	__sync_fetch_and_sub(&word, 1);
	return 0;
}`, true},
	{"as many permits as threads that hold one", `int permits = 3, inside;
void *thread(void *arg)
{
	acquire();
	if (permits == 0) {
		release();
		return 0;
	}
	permits--;
	release();
	__atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
	if (inside > 3) reach_error();
	__atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
	acquire();
	permits++;
	release();
	return 0;
}`, true},
	{"what leaves one account comes to another", `unsigned a = 40, b = 2, way;
void *thread(void *arg)
{
	unsigned n = __VERIFIER_nondet_int();
	acquire();
	a -= n;
	way += n;
	release();
	acquire();
	if (a + b + way != 42) reach_error();
	way -= n;
	b += n;
	release();
	return 0;
}`, true},
	{"what leaves one account is not there for a moment", `unsigned a = 40, b = 2;
void *thread(void *arg)
{
	unsigned n = __VERIFIER_nondet_int();
	acquire();
	a -= n;
	release();
	acquire();
	if (a + b != 42) reach_error();
	b += n;
	release();
	return 0;
}`, false},
}

// deep are programs like those, which take longer.
var deep = []program{
	{"what was read while nobody wrote belongs together", `unsigned version;
void *thread(void *arg)
{
	unsigned v = version;
	if (v % 2 || v > 100000) return 0;
	if (__VERIFIER_nondet_int()) {
		int n = __VERIFIER_nondet_int();
		if (!__sync_bool_compare_and_swap(&version, v, v + 1)) return 0;
		x = n;
		y = n;
		version = v + 2;
		return 0;
	}
	int a = x, b = y;
	if (version == v && a != b) reach_error();
	return 0;
}`, true},
	{"one more may not fit into an int", `void *thread(void *arg)
{
	int rest = __VERIFIER_nondet_int();
	acquire();
	x = 1;
	for (; rest > 0; rest--)
		x++;
	if (x < 0) reach_error();
	release();
	return 0;
}`, false},
	{"a permit is given back twice", `int permits = 3, inside;
void *thread(void *arg)
{
	acquire();
	if (permits == 0) {
		release();
		return 0;
	}
	permits--;
	release();
	__atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
	if (inside > 3) reach_error();
	__atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
	acquire();
	permits += __VERIFIER_nondet_int() ? 1 : 2;
	release();
	return 0;
}`, false},
	{"tickets that wrap around", `unsigned next, serving;
void *thread(void *arg)
{
	unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine)
		;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	__atomic_fetch_add(&serving, 1, __ATOMIC_SEQ_CST);
	return 0;
}`, true},
	{"tickets of eight bits", `unsigned char next, serving;
void *thread(void *arg)
{
	unsigned char mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine)
		;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	__atomic_fetch_add(&serving, 1, __ATOMIC_SEQ_CST);
	return 0;
}`, false},
	{"a ticket lock", `unsigned next, serving;
void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	unsigned mine = next;
	if (mine == 0xffffffff) {
		__VERIFIER_atomic_end();
		return 0;
	}
	next = mine + 1;
	__VERIFIER_atomic_end();
	while (serving != mine)
		;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	serving++;
	return 0;
}`, true},
}

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
