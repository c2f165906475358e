package modular_test

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
