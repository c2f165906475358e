package bmc_test

// trap is a program with a mistake in mind that an encoding of events, a
// projection or a reduction could make.
type trap struct {
	name     string
	violated bool
	waits    bool // a loop waits
	endless  bool // and changes something
	src      string
}

const trapPrelude = foundPrelude + `#include <stdatomic.h>
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
int f, g, h, x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
pthread_t t, u, v, w;
`

// startTwo and startThree are main functions that join nobody.
const (
	startTwo   = "\nint main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_exit(0); }\n"
	startThree = "\nint main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_create(&v, 0, c, 0); pthread_exit(0); }\n"
)

var traps = []trap{
	// Which steps an execution must contain.
	{name: "needed through two threads", violated: true, src: `
void *a(void *p) { x = 1; return 0; }
void *b(void *p) { if (x == 1) y = 1; return 0; }
void *c(void *p) { if (y == 1) reach_error(); return 0; }` + startThree},
	{name: "needed only for a join", violated: true, src: `
void *a(void *p) { __VERIFIER_assume(f == 1); return 0; }
void *b(void *p) { f = 1; g = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); if (g == 0) reach_error(); }`},
	{name: "a join of what cannot end", src: `
void *a(void *p) { __VERIFIER_assume(f == 2); return 0; }
void *b(void *p) { f = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); reach_error(); }`},
	{name: "a join waits for the last write", src: `
void *a(void *p) { g = 1; g = 2; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); if (g != 2) reach_error(); }`},
	{name: "the exit value needs what it was computed from", violated: true, src: `
void *a(void *p) { return (void *)(long)(x + y); }
void *b(void *p) { x = 1; y = 2; return 0; }
int main(void) { void *r; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, &r); if ((long)r == 2) reach_error(); }`},
	{name: "two ways to the end of a joined thread", violated: true, src: `
_Thread_local int l;
void *a(void *p) { int r = g; if (g != 1 && r != 1) { } return p; }
int main(void) { void *r = 0; g = 0; pthread_create(&t, 0, a, (void *)1l); if (t) pthread_join(t, &r); int n = (int)(long)r, k = l; if (k == 0 && n == 1) reach_error(); }`},
	{name: "an input between the last write and the end of a joined thread", violated: true, src: `
extern unsigned char __VERIFIER_nondet_uchar(void);
void *a(void *p) { g = 1; unsigned char c = __VERIFIER_nondet_uchar(); __VERIFIER_assume(c < 3); int k = x; return (void *)(long)c; }
int main(void) { x = 1; pthread_create(&t, 0, a, 0); if (x != 2) y = 1; if (t) pthread_join(t, 0); if (g == 1) reach_error(); }`},
	{name: "an assumption behind the needed write fails", violated: true, src: `
void *a(void *p) { g = 1; __VERIFIER_assume(0); return 0; }
void *b(void *p) { if (g == 1) reach_error(); return 0; }` + startTwo},
	{name: "an assumption before the needed write fails", src: `
void *a(void *p) { __VERIFIER_assume(f == 1); g = 1; return 0; }
void *b(void *p) { if (g == 1) reach_error(); f = 1; return 0; }` + startTwo},
	{name: "a thread that starts a thread for the goal and fails", violated: true, src: `
void *b(void *p) { if (g == 1) reach_error(); return 0; }
void *a(void *p) { g = 1; pthread_create(&u, 0, b, 0); abort(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); return 0; }`},
	{name: "a check that is passed on the way", violated: true, src: `
void *a(void *p) { if (g == 1) reach_error(); h = 1; return 0; }
void *b(void *p) { if (h == 1 && x == 0) reach_error(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); x = 1; pthread_exit(0); }`},
	{name: "a write behind a violation", src: `
void *a(void *p) { __VERIFIER_assume(f == 1); h = 1; return 0; }
void *b(void *p) { if (h == 1) reach_error(); if (h == 1) f = 1; return 0; }` + startTwo},

	// Sections.
	{name: "a section that fails leaves nothing", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = 1; __VERIFIER_assume(f == 1); __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { if (g == 1) reach_error(); return 0; }` + startTwo},
	{name: "a section that exits leaves nothing", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = 1; if (!f) exit(0); __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { if (g == 1) reach_error(); return 0; }` + startTwo},
	{name: "a violation in a section that fails later", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = f; if (g == 1) reach_error(); __VERIFIER_assume(0); __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { f = 1; return 0; }` + startTwo},
	{name: "a violation in a section behind an assumption", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = f; __VERIFIER_assume(g == 2); if (f == 1) reach_error(); __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { f = 1; f = 2; return 0; }` + startTwo},
	{name: "a value in the middle of a section", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = 1; g = 2; __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { if (g == 1) reach_error(); return 0; }` + startTwo},
	{name: "one of two ways through a section fails", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = 1; if (f == 1) __VERIFIER_assume(0); __VERIFIER_atomic_end(); h = 1; return 0; }
void *b(void *p) { if (g == 1 && h == 0 && f == 0) { f = 1; if (h == 1) reach_error(); } return 0; }` + startTwo},
	{name: "a needed section has an assumption that needs another thread", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = 1; __VERIFIER_assume(f == 1); __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { f = 1; f = 0; return 0; }
void *c(void *p) { if (g == 1 && f == 0) reach_error(); return 0; }` + startThree},

	{name: "two violations, one only behind the unfinished section of the other", violated: true, src: `
void *a(void *p) { if (g == 1) { h = 1; reach_error(); } return 0; }
void *b(void *p) { __VERIFIER_atomic_begin(); g = 1; if (h == 0) reach_error(); __VERIFIER_assume(0); __VERIFIER_atomic_end(); return 0; }` + startTwo},
	{name: "each of two unfinished sections needs the other", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = 1; if (f == 1) reach_error(); __VERIFIER_assume(0); __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { __VERIFIER_atomic_begin(); f = 1; if (g == 1) reach_error(); __VERIFIER_assume(0); __VERIFIER_atomic_end(); return 0; }` + startTwo},

	// Orders that no interleaving has.
	{name: "store buffering", src: `
void *a(void *p) { x = 1; f = y; return 0; }
void *b(void *p) { y = 1; g = x; return 0; }
int main(void) { f = g = 2; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); if (f == 0 && g == 0) reach_error(); }`},
	{name: "two readers disagree about two writers", src: `
int r1, r2, r3, r4;
void *a(void *p) { x = 1; return 0; }
void *b(void *p) { y = 1; return 0; }
void *c(void *p) { r1 = x; r2 = y; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_create(&v, 0, c, 0);
  r3 = y; r4 = x; pthread_join(v, 0); if (r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0) reach_error(); }`},
	{name: "two writers, each overwritten by the other", src: `
void *a(void *p) { x = 1; y = 2; return 0; }
void *b(void *p) { y = 1; x = 2; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_join(t, 0); pthread_join(u, 0); if (x == 1 && y == 1) reach_error(); }`},
	{name: "a value that was overwritten and came back", violated: true, src: `
void *a(void *p) { g = 1; f = 1; g = 0; return 0; }
void *b(void *p) { if (f == 1 && g == 0) reach_error(); return 0; }` + startTwo},
	{name: "a value that was overwritten and did not come back", src: `
void *a(void *p) { g = 1; f = 1; g = 2; return 0; }
void *b(void *p) { if (f == 1 && g == 0) reach_error(); return 0; }` + startTwo},
	{name: "a write that is overwritten sometimes", violated: true, src: `
void *a(void *p) { g = 1; if (h) g = 2; f = 1; return 0; }
void *b(void *p) { if (f == 1 && g == 1) reach_error(); return 0; }` + startTwo},
	{name: "a write before a spawn is overwritten behind it", src: `
void *a(void *p) { if (g == 0) reach_error(); return 0; }
int main(void) { g = 1; pthread_create(&t, 0, a, 0); g = 2; pthread_join(t, 0); }`},

	// Places.
	{name: "the index that another thread sets", violated: true, src: `
int tab[4] = {0, 1, 2, 3};
void *a(void *p) { x = 2; return 0; }
void *b(void *p) { tab[y + 2] = 9; return 0; }
void *c(void *p) { if (tab[x] == 9) reach_error(); return 0; }` + startThree},
	{name: "the index that is always another one", src: `
int tab[4] = {0, 1, 2, 3};
void *a(void *p) { x = 2; return 0; }
void *b(void *p) { tab[x + 1] = 9; return 0; }
void *c(void *p) { if (x == 0 && tab[0] == 9) reach_error(); return 0; }` + startThree},
	{name: "the bytes of one value come from two threads", violated: true, src: `
union { unsigned short s; unsigned char b[2]; } n;
void *a(void *p) { n.b[0] = 1; return 0; }
void *b(void *p) { n.b[1] = 2; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (n.s == 0x201) reach_error(); }`},
	{name: "a word that is written at once has no halves", src: `
union { unsigned u; unsigned short s[2]; } n;
void *a(void *p) { n.u = 0x10001; n.u = 0x20002; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); unsigned k = n.u; if ((k & 0xffff) != k >> 16) reach_error(); }`},
	{name: "a structure that is copied has halves", violated: true, src: `
struct S { int a, b; } s, k = {1, 1};
void *a(void *p) { s = k; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (s.a != s.b) reach_error(); }`},
	{name: "a store through a pointer to one of two", violated: true, src: `
int *q;
void *a(void *p) { q = __VERIFIER_nondet_bool() ? &g : &h; *q = 1; f = 1; return 0; }
void *b(void *p) { if (f == 1 && g == 0 && h == 1) reach_error(); return 0; }` + startTwo},
	{name: "a store between two reads through a pointer", violated: true, src: `
int main(void) { int *q = __VERIFIER_nondet_bool() ? &g : &h; int before = g; *q = 5; if (g != before) reach_error(); }`},
	{name: "an index that leaves a field", violated: true, src: `
struct { unsigned char n[2]; unsigned char k; } s;
int main(void) { unsigned char *q = (unsigned char *)&s; s.k = 1; q[__VERIFIER_nondet_bool() + 1] = 7; if (s.k == 7) reach_error(); }`},
	{name: "a pointer to the thread-local variable of another thread", violated: true, src: `
_Thread_local int l; int *q;
void *a(void *p) { *q = 1; if (l == 1) reach_error(); return 0; }
int main(void) { q = &l; pthread_create(&t, 0, a, 0); pthread_join(t, 0); if (l == 1) reach_error(); }`},
	{name: "a thread-local variable of each of two threads", src: `
_Thread_local int l;
void *a(void *p) { l++; if (l != 1) reach_error(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); l = 7; pthread_exit(0); }`},

	// Locks.
	{name: "a lock that is never given back", src: `
void *a(void *p) { pthread_mutex_lock(&m); g = 1; return 0; }
void *b(void *p) { pthread_mutex_lock(&m); if (g == 1) reach_error(); pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a lock that is given back by another", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = g; if (g != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a lock that is set up again", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = g; if (g != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a lock that is overwritten through a pointer", violated: true, src: `
int *q = &h;
void *a(void *p) { pthread_mutex_lock(&m); int r = g; if (g != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { if (x) q = (int *)&m; *q = 0; pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); x = 1; pthread_exit(0); }`},
	{name: "waiting gives the lock back", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = g; pthread_cond_wait(&cv, &m); if (g != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); g = 1; pthread_cond_signal(&cv); pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "another lock for the same variable", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = g; if (g != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m2); g = 1; pthread_mutex_unlock(&m2); return 0; }` + startTwo},
	{name: "a lock that was not got", violated: true, src: `
void *a(void *p) { int k = pthread_mutex_trylock(&m); int r = g; if (g != r) reach_error(); if (!k) pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a lock that is seen taken before anything is done", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { if (pthread_mutex_trylock(&m) && g == 0) reach_error(); return 0; }` + startTwo},
	{name: "a lock that protects both", src: `
void *a(void *p) { pthread_mutex_lock(&m); g++; h++; pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); if (g != h) reach_error(); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_create(&v, 0, b, 0); pthread_exit(0); }`},
	{name: "two critical sections are not one", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = g; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); if (g != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},

	// Values.
	{name: "a part makes a value larger", violated: true, src: `
void *a(void *p) { g = 1; return 0; }
void *b(void *p) { ((unsigned char *)&g)[1] = 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (g > 256) reach_error(); }`},
	{name: "a small sum that wraps around", violated: true, src: `
unsigned char k = 254;
void *a(void *p) { k++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); if (k == 0) reach_error(); }`},
	{name: "values that grow from each other", violated: true, src: `
void *a(void *p) { x = y + 1; return 0; }
void *b(void *p) { y = x + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_create(&v, 0, a, 0); if (x == 3) reach_error(); }`},
	{name: "values that cannot grow further", src: `
void *a(void *p) { x = y + 1; return 0; }
void *b(void *p) { y = x + 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_create(&v, 0, a, 0); if (x == 4 || y > 2) reach_error(); }`},
	{name: "what a failed exchange leaves", violated: true, src: `
atomic_int k;
void *a(void *p) { int e = 0; if (!atomic_compare_exchange_strong(&k, &e, 2) && e == 1) reach_error(); return 0; }
void *b(void *p) { atomic_store(&k, 1); return 0; }` + startTwo},
	{name: "an atomic increment", src: `
atomic_int k;
void *a(void *p) { k++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); if (k != 2) reach_error(); }`},
	{name: "an increment that is lost", violated: true, src: `
void *a(void *p) { g++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); if (g != 2) reach_error(); }`},

	// Loops.
	{name: "waiting that counts", violated: true, src: `
void *a(void *p) { int n = 0; while (n < 3 && !f) n++; if (n == 2) reach_error(); return 0; }
void *b(void *p) { f = 1; return 0; }` + startTwo},
	{name: "waiting that others can see", violated: true, waits: true, src: `
void *a(void *p) { do { g = 1; g = 0; } while (!f); return 0; }
void *b(void *p) { if (g == 1) f = 1; else h = 1; if (f == 1 && h == 0 && g == 1) reach_error(); return 0; }` + startTwo},
	{name: "waiting that goes on writing", violated: true, endless: true, src: `
void *a(void *p) { while (!f) g = (g + 1) & 3; return 0; }
void *b(void *p) { if (g == 3) reach_error(); return 0; }` + startTwo},
	{name: "waiting that ends after some writes", violated: true, endless: true, src: `
void *a(void *p) { while (!f) g = (g + 1) & 3; if (h == 2) reach_error(); return 0; }
void *b(void *p) { if (g == 2) { h = 2; f = 1; } return 0; }` + startTwo},
	{name: "waiting for what does not come", waits: true, src: `
void *a(void *p) { while (f != 2) ; reach_error(); return 0; }
void *b(void *p) { f = 1; return 0; }` + startTwo},
	{name: "waiting that ends in the round in which a lock is got", violated: true, waits: true, src: `
void *a(void *p) { while (pthread_mutex_trylock(&m)) ; if (g == 1) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "waiting with two variables in turn", waits: true, src: `
void *a(void *p) { do { while (f == 0) ; } while (g == 0); if (h != 1) reach_error(); return 0; }
void *b(void *p) { h = 1; f = 1; g = 1; return 0; }` + startTwo},
	{name: "the last of several threads of one function", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g++; __VERIFIER_atomic_end(); return 0; }
int main(void) { for (int i = 0; i < 4; i++) pthread_create(&t, 0, a, 0); if (g == 4) reach_error(); }`},
}
