package bmc_test

// twinTraps are programs with threads that do the same, in which it matters
// which of them does what. Of two threads ticket the first one never ends.
var twinTraps = []trap{
	{name: "the second of two like threads is joined on one path only", violated: true, src: ticket + `
int main(void) { _Bool k = __VERIFIER_nondet_bool(); startLike(); pthread_join(t, 0); if (k) pthread_join(u, 0); reach_error(); }`},
	{name: "either of two like threads is joined", violated: true, src: ticket + `
int main(void) { _Bool k = __VERIFIER_nondet_bool(); startLike(); if (k) { pthread_join(t, 0); reach_error(); } else pthread_join(u, 0); }`},
	{name: "a check between the joins of like threads", violated: true, src: ticket + `
int main(void) { startLike(); pthread_join(t, 0); if (g == 2) reach_error(); pthread_join(u, 0); }`},
	{name: "a write between the joins of like threads", violated: true, src: ticket + `
void *b(void *p) { if (x == 1) reach_error(); return 0; }
int main(void) { startLike(); pthread_create(&v, 0, b, 0); pthread_join(t, 0); x = 1; pthread_join(u, 0); }`},
	{name: "a write on the path that joins one of two like threads", violated: true, src: ticket + `
void *b(void *p) { if (x == 1) reach_error(); return 0; }
int main(void) {
	_Bool k = __VERIFIER_nondet_bool();
	startLike(); pthread_create(&v, 0, b, 0); pthread_join(t, 0); if (!k) x = 1; else pthread_join(u, 0);
}`},
	{name: "a thread between the joins of like threads", violated: true, src: ticket + `
void *b(void *p) { reach_error(); return 0; }
int main(void) { startLike(); pthread_join(t, 0); pthread_create(&v, 0, b, 0); pthread_join(u, 0); }`},
	{name: "a thread on the path that joins one of two like threads", violated: true, src: ticket + `
void *b(void *p) { reach_error(); return 0; }
int main(void) {
	_Bool k = __VERIFIER_nondet_bool();
	startLike(); pthread_join(t, 0); if (!k) pthread_create(&v, 0, b, 0); else pthread_join(u, 0);
}`},
	{name: "a joined thread joins one or both of two like threads", violated: true, src: ticket + `
void *b(void *p) { startLike(); pthread_join(t, 0); if (x) pthread_join(u, 0); return 0; }
int main(void) { pthread_create(&v, 0, b, 0); pthread_join(v, 0); reach_error(); }`},
	{name: "a section waits for one of two like threads", violated: true, src: ticket + `
void *b(void *p) { if (x == 1) reach_error(); return 0; }
int main(void) {
	startLike(); pthread_create(&v, 0, b, 0);
	__VERIFIER_atomic_begin(); x = 1; pthread_join(t, 0); __VERIFIER_atomic_end();
}`},
	{name: "both of two like threads are joined", src: ticket + `
int main(void) { startLike(); pthread_join(t, 0); pthread_join(u, 0); reach_error(); }`},
	{name: "both of two like threads are joined, on one path", src: ticket + `
int main(void) { _Bool k = __VERIFIER_nondet_bool(); startLike(); if (k) { pthread_join(t, 0); pthread_join(u, 0); reach_error(); } }`},
	{name: "like threads and one that is given what the other left", violated: true, src: `
void *a(void *p) { int r = x; if (r == 2 && y == 0) reach_error(); y = 1; x = r + 1; return 0; }
int main(void) { x = 1; pthread_create(&t, 0, a, 0); x = 2; pthread_create(&u, 0, a, 0); }`},
	{name: "the exit value of one of two like threads", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); long r = g++; __VERIFIER_atomic_end(); return (void *)r; }
int main(void) { void *r; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, &r); if (r) reach_error(); }`},
	{name: "like threads that another thread joins", violated: true, src: ticket + `
void *b(void *p) { pthread_join(t, 0); reach_error(); return 0; }
int main(void) { startLike(); pthread_create(&v, 0, b, 0); pthread_exit(0); }`},
}

// ticket is a thread function, and a function that starts two threads with it.
const ticket = `
void *a(void *p) {
	__VERIFIER_atomic_begin(); int r = g++; __VERIFIER_atomic_end();
	__VERIFIER_assume(r);
	return 0;
}
void startLike(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); }
`
