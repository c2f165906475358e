package ceds_test

import (
	"strings"
	"testing"
)

// reductionCases are programs that a reduction would get wrong if one of its conditions were left out.
var reductionCases = []struct {
	name string
	text string
	want string
}{
	// Joins.
	{"a violation between joins, the second of which never returns", `
void *a(void *p) { return p; } void *b(void *p) { for (;;) y ^= 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); reach_error(); pthread_join(u, 0); }`, "false"},
	{"one that depends on what is read between them", `
void *a(void *p) { return p; } void *b(void *p) { x = 1; for (;;) y ^= 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); if (x == 1) reach_error(); pthread_join(u, 0); }`, "false"},
	{"a value that is read between joins is old", `
void *a(void *p) { return p; } void *b(void *p) { x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); int k = x; pthread_join(u, 0); if (k == 0 && x == 1) reach_error(); }`, "false"},
	{"or new", `
void *a(void *p) { return p; } void *b(void *p) { x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); int k = x; pthread_join(u, 0); if (k == 1) reach_error(); }`, "false"},
	{"what was done between joins comes before what follows them", `
void *a(void *p) { return p; } void *b(void *p) { while (!y) ; x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); y = 1; pthread_join(u, 0); if (x == 1) reach_error(); }`, "false"},
	{"nothing follows a thread that does not end", `
void *a(void *p) { return p; } void *b(void *p) { while (!y) ; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); y = 1; reach_error(); }`, "true"},
	{"a violation by one that is waited for", `
void *a(void *p) { if (x == 1) reach_error(); return p; } void *b(void *p) { x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(u, 0); pthread_join(t, 0); }`, "false"},
	{"an update is lost", `
void *a(void *p) { x++; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); if (x != 2) reach_error(); }`, "false"},
	{"one of two that run the same is waited for", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); x = 1; if (k == 0) while (!y) ; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); reach_error(); }`, "false"},
	{"or the other one", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); x = 1; if (k == 0) while (!y) ; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(u, 0); reach_error(); }`, "false"},
	{"one of two that run the same", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); if (k == 0) x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); if (x == 0) reach_error(); }`, "false"},
	{"both of them", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); if (k == 0) x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(u, 0); pthread_join(t, 0); if (x == 0) reach_error(); }`, "true"},
	{"the results of threads", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); return (void *)(long)k; }
int main(void) { void *q, *r; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, &q); pthread_join(u, &r); if (q > r) reach_error(); }`, "false"},
	{"and the other way round", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); return (void *)(long)k; }
int main(void) { void *q, *r; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, &r); pthread_join(t, &q); if (q < r) reach_error(); }`, "false"},
	{"results are different", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); return (void *)(long)k; }
int main(void) { void *q, *r; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, &q); pthread_join(u, &r); if (q == r) reach_error(); }`, "true"},
	{"threads that wait for each other in a ring", `
pthread_t v;
void *a(void *p) { while (!y) ; pthread_join(u, 0); x = 1; return p; }
void *b(void *p) { while (!y) ; pthread_join(v, 0); x = 1; return p; }
void *c(void *p) { while (!y) ; pthread_join(t, 0); x = 1; return p; }
int main(void) {
	pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_create(&v, 0, c, 0);
	y = 1; if (x == 1) reach_error();
}`, "true"},
	{"do not keep others from going on", `
void *a(void *p) { while (!y) ; pthread_join(u, 0); return p; }
void *b(void *p) { while (!y) ; pthread_join(t, 0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); y = 1; x = 1; if (x == 1) reach_error(); }`, "false"},
	{"a thread that is told that it would wait for itself", `
void *a(void *p) { pthread_join(pthread_self(), 0); reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); }`, "false"},
	{"a thread that ends the process is not joined", `
void *a(void *p) { x = 1; exit(0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); reach_error(); }`, "true"},
	{"but what it did before is seen", `
void *a(void *p) { x = 1; exit(0); return p; } void *b(void *p) { if (x == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); }`, "false"},
	{"one whose assumption fails neither", `
void *a(void *p) { x = 1; __VERIFIER_assume(U > 300); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); reach_error(); }`, "true"},
	{"an endless loop behind a join", `
void *a(void *p) { while (!y) ; x = 1; reach_error(); return p; } void *b(void *p) { return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); y = 1; pthread_join(u, 0); for (;;) pthread_join(u, 0); }`, "false"},
	{"an endless loop of waiting", `
void *a(void *p) { for (;;) { y = 1; y = 0; } return p; } void *b(void *p) { while (!y) ; x = 1; reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); for (;;) pthread_join(t, 0); }`, "false"},
	{"a thread that is joined by two", `
void *a(void *p) { x = 1; return p; } void *b(void *p) { pthread_join(t, 0); if (x == 1) y = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); if (y == 1) reach_error(); }`, "false"},
	{"an input between joins", `
void *a(void *p) { x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); unsigned char k = U; if (k > 9) { pthread_join(u, 0); if (k == 10) reach_error(); } }`, "false"},
	{"a failed assumption between joins", `
void *a(void *p) { x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); __VERIFIER_assume(x == 0); pthread_join(u, 0); reach_error(); }`, "true"},
	{"an invalid access behind a join that never returns", `
void *a(void *p) { for (;;) y ^= 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); int k = (&x)[9]; if (k) z = 1; }`, "true"},
	// Starts of threads.
	{"ids in the order of starts", `
pthread_t v; void *b(void *p) { return p; } void *a(void *p) { pthread_create(&u, 0, b, 0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&v, 0, b, 0); pthread_join(t, 0); if (u < v) reach_error(); }`, "false"},
	{"in any order", `
pthread_t v; void *b(void *p) { return p; } void *a(void *p) { pthread_create(&u, 0, b, 0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&v, 0, b, 0); pthread_join(t, 0); if (u > v) reach_error(); }`, "false"},
	{"a thread runs before the next is started", `
void *a(void *p) { if (!z) x = 1; return p; } void *b(void *p) { if (x == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); z = 1; pthread_create(&u, 0, b, 0); }`, "false"},
	{"or after it", `
void *a(void *p) { if (z) x = 1; return p; } void *b(void *p) { z = 1; if (x == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }`, "false"},
	{"many threads", `
void *a(void *p) { if (x == 1) reach_error(); x = 1; return p; }
int main(void) { for (int i = 0; i < 1000; i++) pthread_create(&t, 0, a, 0); }`, "false"},
	{"threads without end", `
void *a(void *p) { __VERIFIER_atomic_begin(); x++; if (x == 3) reach_error(); __VERIFIER_atomic_end(); return p; }
int main(void) { for (;;) pthread_create(&t, 0, a, 0); }`, "false"},
	// Symmetry.
	{"ids that are compared", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); y = 1; if (k == 1 && pthread_equal(pthread_self(), t)) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); }`, "false"},
	{"or the other way round", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); y = 1; if (k == 0 && pthread_equal(pthread_self(), u)) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); }`, "false"},
	{"ids that are kept in memory", `
pthread_t who[2];
void *a(void *p) { __VERIFIER_atomic_begin(); who[z++] = pthread_self(); __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); if (who[0] == u) reach_error(); }`, "false"},
	{"ids that come from other threads", `
pthread_t who[2];
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); who[k] = pthread_self(); if (k == 0) x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); while (!who[1]) ; pthread_join(who[1], 0); if (x == 0) reach_error(); }`, "false"},
	{"ids that are computed with", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); y = 1; if (k == 0) x = (int)(pthread_self() * 2); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); if (x == 6) reach_error(); }`, "false"},
	{"ids as an index", `
int n[4];
void *a(void *p) { n[pthread_self()] = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); if (n[3] == 1) reach_error(); }`, "false"},
	{"ids as an index for reading", `
int n[4];
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); y = 1; x = n[pthread_self()]; if (k == 0 && x == 1) reach_error(); return p; }
int main(void) { n[3] = 1; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); }`, "false"},
	{"ids of threads as arguments", `
void *a(void *p) { if ((pthread_t)p == u && z) reach_error(); z = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_create(&t, 0, a, (void *)u); }`, "false"},
	{"arguments", `
void *a(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); y = 1; if (k == 0 && p) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, &x); }`, "false"},
	{"inputs of threads that run the same", `
void *a(void *p) { unsigned char k = U; __VERIFIER_atomic_begin(); x += k; z++; __VERIFIER_atomic_end(); y = k; if (z == 2 && k == 3 && x == 10) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); }`, "false"},
	{"inputs of threads are different", `
void *a(void *p) { unsigned char k = U; __VERIFIER_assume(k < 2); __VERIFIER_atomic_begin(); x += k; z++; __VERIFIER_atomic_end(); if (z == 2 && x > 2) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); }`, "true"},
	{"variables of a thread", `
_Thread_local int mine;
void *a(void *p) { __VERIFIER_atomic_begin(); mine = z++; __VERIFIER_atomic_end(); y = 1; if (mine == 1 && x == 1) reach_error(); if (mine == 0) x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); }`, "false"},
	{"a lock that knows its owner", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++; if (x != 1) reach_error(); x--; pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_mutexattr_t r; pthread_mutexattr_init(&r); pthread_mutexattr_settype(&r, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &r);
	pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); }`, "true"},
	{"threads that start threads", `
void *b(void *p) { __VERIFIER_atomic_begin(); int k = z++; __VERIFIER_atomic_end(); if (k == 0 && x == 1) reach_error(); x = 1; return p; }
void *a(void *p) { pthread_t s; pthread_create(&s, 0, b, 0); pthread_join(s, 0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); if (z == 2 && x == 1) y = 1; }`, "false"},
	{"threads that start threads and are joined", `
void *b(void *p) { __VERIFIER_atomic_begin(); z++; __VERIFIER_atomic_end(); return p; }
void *a(void *p) { pthread_t s; pthread_create(&s, 0, b, 0); pthread_join(s, 0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); if (z != 2) reach_error(); }`, "true"},
	// Sections and locks.
	{"a section that reads what another thread writes when it is told", `
void *a(void *p) { while (!z) ; x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); z = 1; __VERIFIER_atomic_begin(); int k = x; int l = x; __VERIFIER_atomic_end(); if (k == 1 && l == 1) reach_error(); }`, "false"},
	{"a section of its own data that fails does not hide what was before it", `
void *a(void *p) { x = 1; __VERIFIER_atomic_begin(); z = 1; __VERIFIER_assume(0); __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor one that fails for some inputs", `
void *a(void *p) { unsigned char k = U; x = k; __VERIFIER_atomic_begin(); z = 1; __VERIFIER_assume(k > 9); z = 2; __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 3) reach_error(); }`, "false"},
	{"nor for the others", `
void *a(void *p) { unsigned char k = U; x = k; __VERIFIER_atomic_begin(); z = 1; __VERIFIER_assume(k > 9); z = 2; __VERIFIER_atomic_end(); y = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (y == 1 && x == 11) reach_error(); }`, "false"},
	{"nor one that accesses nothing", `
void *a(void *p) { x = 1; __VERIFIER_atomic_begin(); *(int *)p = 1; __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor one that ends the process", `
void *a(void *p) { x = 1; __VERIFIER_atomic_begin(); if (z == 0) exit(0); __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor one that goes round for ever", `
void *a(void *p) { x = 1; __VERIFIER_atomic_begin(); while (1) z ^= 1; __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor one that asks for inputs as it does, and fails", `
void *a(void *p) { x = 1; __VERIFIER_atomic_begin(); for (int i = 0; i < 2; i++) if (U) z ^= 1; __VERIFIER_assume(0); __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor a lock that is taken twice", `
pthread_mutex_t m;
void *a(void *p) { x = 1; pthread_mutex_lock(&m); pthread_mutex_lock(&m); x = 2; return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"a lock that is taken twice is never had", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); x = 2; return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 2) reach_error(); }`, "true"},
	{"what is read without the lock", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return p; }
void *b(void *p) { pthread_mutex_lock(&m); y = x; pthread_mutex_unlock(&m); if (x == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }`, "false"},
	{"what is read with another lock", `
pthread_mutex_t m, n;
void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return p; }
void *b(void *p) { pthread_mutex_lock(&n); if (x == 1) reach_error(); pthread_mutex_unlock(&n); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }`, "false"},
	{"what is read with the lock", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return p; }
void *b(void *p) { pthread_mutex_lock(&m); if (x == 1) reach_error(); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }`, "true"},
	{"that a lock is held can be seen", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (pthread_mutex_trylock(&m)) reach_error(); }`, "false"},
	{"and what was done meanwhile", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (pthread_mutex_trylock(&m)) { if (x == 1) reach_error(); } }`, "false"},
	{"a lock that another thread releases", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return p; }
void *b(void *p) { pthread_mutex_unlock(&m); return p; }
void *c(void *p) { pthread_mutex_lock(&m); if (x == 1) reach_error(); pthread_mutex_unlock(&m); return p; }
pthread_t v;
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_create(&v, 0, c, 0); }`, "false"},
	{"a lock that one who waits for another lock releases", `
pthread_mutex_t m, n;
void *a(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); x = 1; pthread_mutex_unlock(&n); x = 2; pthread_mutex_unlock(&m); return p; }
void *b(void *p) { pthread_mutex_lock(&n); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return p; }
void *c(void *p) { pthread_mutex_lock(&m); if (x == 1) reach_error(); pthread_mutex_unlock(&m); return p; }
pthread_t v;
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_create(&v, 0, c, 0); }`, "false"},
	{"locks in different orders", `
pthread_mutex_t m, n;
void *a(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&n); pthread_mutex_unlock(&n); x = 0; pthread_mutex_unlock(&m); return p; }
void *b(void *p) { pthread_mutex_lock(&n); z = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); z = 0; pthread_mutex_unlock(&n); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (x == 1) if (z == 1) reach_error(); }`, "false"},
	{"a lock that is never released", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); for (;;) x ^= 1; return p; }
void *b(void *p) { pthread_mutex_lock(&m); reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }`, "false"},
	{"one that holds a lock waits for another thread", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); while (!z) ; x = 1; pthread_mutex_unlock(&m); return p; }
void *b(void *p) { z = 1; pthread_mutex_lock(&m); if (x == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }`, "false"},
	{"one that holds a lock is joined", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_mutex_lock(&m); pthread_create(&t, 0, a, 0); pthread_join(t, 0); reach_error(); }`, "true"},
	{"a lock is handed on", `
pthread_mutex_t m;
void *a(void *p) { pthread_mutex_lock(&m); if (z) reach_error(); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_mutex_lock(&m); pthread_create(&t, 0, a, 0); z = 1; pthread_mutex_unlock(&m); z = 0; }`, "false"},
	{"a lock around starts of threads", `
pthread_mutex_t m;
void *b(void *p) { if (x == 1) reach_error(); return p; }
void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return p; }
void *c(void *p) { pthread_create(&u, 0, b, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, c, 0); }`, "false"},
	{"a flag that lets through those who do not write it", `
void *a(void *p) { __VERIFIER_atomic_begin(); __VERIFIER_assume(z == 0); __VERIFIER_atomic_end(); x = 1; x = 2; return p; }
void *b(void *p) { __VERIFIER_atomic_begin(); __VERIFIER_assume(z == 0); __VERIFIER_atomic_end(); if (x == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }`, "false"},
	// Elements of arrays.
	{"an index that changes", `
int n[2];
void *a(void *p) { int k = (int)(long)p; n[k] = 1; k ^= 1; n[k] = 1; n[k] = 2; return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (n[1] == 1) reach_error(); }`, "false"},
	{"an index that another thread tells", `
int n[2];
void *a(void *p) { int k = x; n[k] = 1; n[k] = 2; return p; }
int main(void) { pthread_create(&t, 0, a, 0); x = 1; if (n[1] == 1) reach_error(); }`, "false"},
	{"an index that is an argument", `
int n[3];
void *a(void *p) { int k = (int)(long)p; n[k] = 1; n[k] = 2; return p; }
int main(void) { for (int i = 0; i < 2; i++) pthread_create(&t, 0, a, (void *)(long)i); n[2] = 1; if (n[1] == 1) reach_error(); }`, "false"},
	{"elements of different threads", `
int n[3];
void *a(void *p) { int k = (int)(long)p; n[k] = 1; n[k] += k; return p; }
int main(void) { pthread_create(&t, 0, a, (void *)1); pthread_create(&u, 0, a, (void *)2); n[0] = 3; pthread_join(t, 0); pthread_join(u, 0); if (n[0] != 3 || n[1] != 2 || n[2] != 3) reach_error(); }`, "true"},
	{"an element of a word", `
union { int w; char b[4]; } n;
void *a(void *p) { int k = (int)(long)p; n.b[k] = 1; n.b[k] = 2; return p; }
int main(void) { pthread_create(&t, 0, a, (void *)1); z = 1; if (n.w == 0x100) reach_error(); }`, "false"},
	{"an element that a called function writes", `
int n[2];
void f(int d, int k) { if (d) f(d - 1, k); else { n[k] = 1; n[k] = 2; } }
void *a(void *p) { f(4, (int)(long)p); return p; }
int main(void) { pthread_create(&t, 0, a, (void *)1); n[0] = 1; if (n[1] == 1) reach_error(); }`, "false"},
	{"an element that the caller writes later", `
int n[2];
void f(int d) { if (d) f(d - 1); else y = 1; }
void *a(void *p) { int k = (int)(long)p; f(4); n[k] = 1; n[k] = 2; return p; }
int main(void) { pthread_create(&t, 0, a, (void *)1); z = 1; int q = y; if (n[1] == 1 && q == 0) reach_error(); }`, "false"},
	{"an element that a thread writes that is started", `
int n[2];
void *b(void *p) { int k = (int)(long)p; n[k] = 1; n[k] = 2; return p; }
void *a(void *p) { pthread_create(&u, 0, b, p); return p; }
int main(void) { pthread_create(&t, 0, a, (void *)1); n[0] = 1; if (n[1] == 1) reach_error(); }`, "false"},
	{"locks in an array", `
pthread_mutex_t m[2]; int n[2];
void *a(void *p) { int k = (int)(long)p; pthread_mutex_lock(&m[k]); n[0] = 1; n[0] = 2; pthread_mutex_unlock(&m[k]); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_mutex_lock(&m[1]); if (n[0] == 1) reach_error(); }`, "false"},
	{"the lock of an element", `
pthread_mutex_t m[2]; int n[2];
void *a(void *p) { int k = (int)(long)p; pthread_mutex_lock(&m[k]); n[k] = 1; n[k] = 2; pthread_mutex_unlock(&m[k]); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_mutex_lock(&m[0]); if (n[0] == 1) reach_error(); pthread_mutex_unlock(&m[0]); }`, "true"},
	{"an object that is freed", `
void *a(void *p) { int *q = p; q[1] = 1; free(p); return p; }
int main(void) { int *q = calloc(2, 4); pthread_create(&t, 0, a, q); z = 1; q[0] = 1; }`, "invalid access"},
	// Threads that are woken.
	{"a thread that is woken goes round for ever", `
void *a(void *p) { int k = x; for (;;) k ^= 1; return p; } void *b(void *p) { if (z == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); x = 1; z = 1; }`, "false"},
	{"or asks for inputs as it does", `
void *a(void *p) { int k = x; for (;;) { if (__VERIFIER_nondet_bool()) k ^= 1; else k ^= 2; } return p; } void *b(void *p) { if (z == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); x = 1; z = 1; }`, "false"},
	{"or writes for ever what nobody reads", `
int w;
void *a(void *p) { int k = x; for (;;) w ^= 1; return p; } void *b(void *p) { if (z == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); x = 1; z = 1; }`, "false"},
	{"a thread that is woken ends by an invalid access", `
void *a(void *p) { int k = x; *(int *)p = k; return p; } void *b(void *p) { if (z == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); x = 1; z = 1; }`, "false"},
	{"or waits in a section", `
void *a(void *p) { int k = x; __VERIFIER_atomic_begin(); y = 1; __VERIFIER_assume(k > 1); __VERIFIER_atomic_end(); return p; } void *b(void *p) { if (z == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); x = 1; z = 1; }`, "false"},
	{"or finds a violation", `
void *a(void *p) { int k = x; if (k == 1) reach_error(); return p; } void *b(void *p) { while (!y) ; x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); y = 1; }`, "false"},
	{"what was read before stays", `
void *a(void *p) { int k = x; if (k == 0 && x == 1) z = 1; return p; } void *b(void *p) { while (!y) ; x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); y = 1; pthread_join(t, 0); if (z) reach_error(); }`, "false"},
	{"threads that wake each other", `
void *a(void *p) { for (;;) { x = 1; while (x) ; } return p; } void *b(void *p) { for (;;) { while (!x) ; x = 0; z++; if (z == 3) reach_error(); } return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); }`, "false"},
	{"and nobody else", `
void *a(void *p) { for (;;) { x = 1; while (x) ; } return p; } void *b(void *p) { for (;;) { while (!x) ; x = 0; z ^= 1; } return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); while (!y) ; reach_error(); }`, "true"},
}

// TestReductions checks each of these programs in every configuration.
func TestReductions(t *testing.T) {
	for _, tt := range reductionCases {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) { checkCase(t, tt.text, tt.want) })
	}
}
