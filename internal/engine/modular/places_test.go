package modular_test

import (
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// begin declares what the programs use, endless creates threads without end.
const (
	begin = `#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
`
	endless = `int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, visit, 0); }`
)

// permits are taken by subtracting first: who finds none gives back what it took. Where a thread rests after
// the subtraction only its own number tells whether it has a permit, and no sum of threads at places is two.
const permits = begin + `atomic_long free_seats = 2, seated;
void *visit(void *arg)
{
	while (atomic_fetch_sub(&free_seats, 1) <= 0)
		atomic_fetch_add(&free_seats, 1);
	if (atomic_fetch_add(&seated, 1) >= 2) reach_error();
	atomic_fetch_sub(&seated, 1);
	atomic_fetch_add(&free_seats, 1);
	return 0;
}
` + endless

// released is what the last user of something does; the initial thread is one of them.
const released = begin + `atomic_int users = 1;
atomic_int closed;
void leave(void) { if (atomic_fetch_sub(&users, 1) == 1) closed = 1; }
void *visit(void *arg)
{
	int n = atomic_load(&users);
	do {
		if (n == 0) return 0;
	} while (!atomic_compare_exchange_weak(&users, &n, n + 1));
	if (closed) reach_error();
	leave();
	return 0;
}
int main(void)
{
	pthread_t t;
	while (__VERIFIER_nondet_int()) pthread_create(&t, 0, visit, 0);
	leave();
	return 0;
}
`

// waiting for one of twelve permits needs more threads than samples have.
const waiting = begin + `pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
unsigned char idle = 12;
void *visit(void *arg)
{
	pthread_mutex_lock(&m);
	while (idle == 0) pthread_cond_wait(&c, &m);
	idle--;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	idle++;
	if (idle > 12) reach_error();
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return 0;
}
` + endless

// pairs are taken two of five at a time, so that two threads have some at most: each counts twice.
const pairs = begin + `atomic_uint left = 5, inside;
void *visit(void *arg)
{
	unsigned n = atomic_load(&left);
	do {
		if (n < 2) return 0;
	} while (!atomic_compare_exchange_strong(&left, &n, n - 2));
	if (atomic_fetch_add(&inside, 1) > 1) reach_error();
	atomic_fetch_sub(&inside, 1);
	atomic_fetch_add(&left, 2);
	return 0;
}
` + endless

// TestPlaces: what threads have is told by their places where locals tell it, too, and where no sample was.
// Broken twins are not proved.
func TestPlaces(t *testing.T) {
	for name, c := range map[string]struct{ text, right, wrong string }{
		"permits":  {permits, "&free_seats, 1) <= 0", "&free_seats, 1) < 0"},
		"released": {released, "if (n == 0) return 0;", ""},
		"pairs":    {pairs, "n < 2", "n < 1"},
		"waiting":  {waiting, "idle == 0", "idle == 13"},
	} {
		if !slices.Contains(testflag.Turn(name, 1, 2), 0) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if res := check(t, c.text); res.Verdict.Kind != property.True {
				t.Errorf("got %s, want a proof", res.Verdict)
			}
			broken := strings.Replace(c.text, c.right, c.wrong, 1)
			if res := check(t, broken); res.Verdict.Kind != property.Unknown {
				t.Errorf("the broken one: %s", res.Verdict)
			}
		})
	}
}
