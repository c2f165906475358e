package modular_test

import (
	"testing"

	"whittle.dev/internal/property"
)

// TestOwnVariables: a variable of which each thread has one is not shared by counting threads: here the
// initial thread's stays what it was when others have set theirs.
func TestOwnVariables(t *testing.T) {
	res := check(t, `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
_Thread_local int own;
int in, out, set;
void *thread(void *arg)
{
	own = 0;
	__atomic_fetch_add(&in, 1, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&out, 1, __ATOMIC_SEQ_CST);
	set = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	own = 1;
	while (__VERIFIER_nondet_int())
		pthread_create(&t, 0, thread, 0);
	if (set == 1 && own == 1) reach_error();
	return 0;
}`)
	if res.Verdict.Kind != property.Unknown {
		t.Errorf("got %s", res.Verdict)
	}
}

// TestWideNumbers: numbers of more than 64 bits are followed, although nothing is counted with them.
func TestWideNumbers(t *testing.T) {
	res := check(t, `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
__int128 wide;
int in, out;
void *thread(void *arg)
{
	__atomic_fetch_add(&in, 1, __ATOMIC_SEQ_CST);
	wide = wide + 1;
	__atomic_fetch_add(&out, 1, __ATOMIC_SEQ_CST);
	return 0;
}
int main(void)
{
	pthread_t t;
	_BitInt(70) n = 0;
	while (__VERIFIER_nondet_int()) {
		pthread_create(&t, 0, thread, 0);
		n++;
		if (n == in + 1 && out == in) reach_error();
	}
	return 0;
}`)
	if res.Verdict.Kind != property.Unknown {
		t.Errorf("got %s", res.Verdict)
	}
}
