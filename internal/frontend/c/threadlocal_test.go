package c_test

import (
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestThreadLocalObjects: each thread has objects of its own, which begin with the value of their
// initialiser, at a place that is the same all the time and no other thread's.
func TestThreadLocalObjects(t *testing.T) {
	const program = threadHead + `
static _Thread_local int n = 3, many[3] = { 1, 2 };
static _Thread_local struct { char c; int *p; } s;
__thread short none;
int *first;
static int next(void) { static _Thread_local int calls = 10; return ++calls; }
static void use(int v) {
	assert(n == 3 && many[0] == 1 && many[1] == 2 && many[2] == 0 && s.c == 0 && s.p == 0 && none == 0);
	n = v; many[2] = v + 1; s.p = &n; none = v;
	assert(next() == 11 && next() == 12);
	assert(*s.p == v && s.p == &n && many[2] == v + 1 && none == v);
}
void *f(void *p) { assert(&n != first && *first == 1); use(*(int *)p); return 0; }
int main(void) {
	pthread_t t[2];
	int v[2] = { 5, 6 };
	first = &n;
	use(1);
	for (int i = 0; i < 2; i++) assert(pthread_create(&t[i], 0, f, &v[i]) == 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(n == 1 && first == &n && s.p == &n && many[2] == 2 && next() == 13);
	return 0;
}
`
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		outputOf(t, model, program)
	}
}
