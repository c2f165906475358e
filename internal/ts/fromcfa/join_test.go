package fromcfa_test

import "testing"

// joinPrograms wait for threads, in sections and for their results.
var joinPrograms = []program{
	// What is joined for stays so, what else a section waits for does not.
	{"joins in sections", `
int x;
void *nothing(void *p) { return 0; }
void *work(void *p) { x = 1; return 0; }
int main(void) {
	pthread_t t, u, v;
	pthread_create(&t, 0, nothing, 0);
	pthread_create(&u, 0, nothing, 0);
	pthread_create(&v, 0, work, 0);
	__VERIFIER_atomic_begin();
	pthread_join(t, 0);
	if (x != 0) abort();
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
	pthread_join(u, 0);
	if (x != 1) abort();
	__VERIFIER_atomic_end();
	reach_error();
	return 0;
}
`},
	{"threads that return an input", `
int x;
void *work(void *p) { x = 1; return (void *)(long)__VERIFIER_nondet_int(); }
int main(void) {
	pthread_t t, u;
	void *r, *s;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, &r);
	pthread_join(u, &s);
	if (x == 1 && (long)r == 1 && (long)s == 0) reach_error();
	return 0;
}
`},
}

// TestJoins looks for violations that a careless translation of joins loses.
func TestJoins(t *testing.T) { reachEach(t, joinPrograms) }
