package bmc_test

// lockTraps are programs in which a critical section looks like one that other
// threads cannot disturb. Thread a reads x twice.
var lockTraps = []trap{
	{name: "two reads under a lock", src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a writer without the lock", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 1; return 0; }` + startTwo},
	{name: "a read behind an own write", src: `
void *a(void *p) { pthread_mutex_lock(&m); x = 2; y = 1; if (x != 2) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a writer that did not get the lock", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_trylock(&m); x = 1; return 0; }` + startTwo},
	{name: "a writer that asks whether it got the lock", src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { if (!pthread_mutex_trylock(&m)) { x = 1; pthread_mutex_unlock(&m); } return 0; }` + startTwo},
	{name: "a reader that did not get the lock", violated: true, src: `
void *a(void *p) { int k = pthread_mutex_trylock(&m); int r = x; if (x != r) reach_error(); if (!k) pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "the lock of the reader is given back by the writer", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); return 0; }
void *b(void *p) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "the lock of the reader is made anew by the writer", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); return 0; }
void *b(void *p) { pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); x = 1; return 0; }` + startTwo},
	{name: "a lock that is made twice before it is used", src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) {
	pthread_mutex_init(&m, 0); pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0);
	pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_exit(0);
}`},
	{name: "a lock that is made anew between two threads", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_mutex_init(&m, 0); pthread_create(&u, 0, b, 0); pthread_exit(0); }`},
	{name: "a lock that is given back and taken again between the reads", violated: true, src: `
void *a(void *p) {
	pthread_mutex_lock(&m); int r = x; pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m); if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "waiting between the reads", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; pthread_cond_wait(&cv, &m); if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "two reads behind waiting", src: `
void *a(void *p) { pthread_mutex_lock(&m); pthread_cond_wait(&cv, &m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a writer that only reads the lock", violated: true, src: `
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *a(void *p) { pthread_rwlock_rdlock(&l); int r = x; if (x != r) reach_error(); pthread_rwlock_unlock(&l); return 0; }
void *b(void *p) { pthread_rwlock_rdlock(&l); x = 1; pthread_rwlock_unlock(&l); return 0; }` + startTwo},
	{name: "readers and a writer", src: `
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *a(void *p) { pthread_rwlock_rdlock(&l); int r = x; if (x != r) reach_error(); pthread_rwlock_unlock(&l); return 0; }
void *b(void *p) { pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l); return 0; }` + startTwo},
	{name: "two writers", src: `
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *a(void *p) { pthread_rwlock_wrlock(&l); int r = x; if (x != r) reach_error(); pthread_rwlock_unlock(&l); return 0; }
void *b(void *p) { pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l); return 0; }` + startTwo},
	{name: "a writer that gives back what a reader has", violated: true, src: `
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *a(void *p) { pthread_rwlock_wrlock(&l); int r = x; if (x != r) reach_error(); return 0; }
void *b(void *p) { pthread_rwlock_unlock(&l); pthread_rwlock_wrlock(&l); x = 1; return 0; }` + startTwo},
	{name: "a lock that is taken twice and given back once", src: `
pthread_mutex_t l;
void *a(void *p) { pthread_mutex_lock(&l); pthread_mutex_lock(&l); int r = x; pthread_mutex_unlock(&l); if (x != r) reach_error(); return 0; }
void *b(void *p) { pthread_mutex_lock(&l); x = 1; pthread_mutex_unlock(&l); return 0; }
int main(void) {
	pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&l, &at);
	pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_exit(0);
}`},
	{name: "a lock that is taken twice and given back twice", violated: true, src: `
pthread_mutex_t l;
void *a(void *p) {
	pthread_mutex_lock(&l); pthread_mutex_lock(&l); int r = x; pthread_mutex_unlock(&l); pthread_mutex_unlock(&l);
	if (x != r) reach_error(); return 0; }
void *b(void *p) { pthread_mutex_lock(&l); x = 1; pthread_mutex_unlock(&l); return 0; }
int main(void) {
	pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&l, &at);
	pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_exit(0);
}`},
	{name: "one of two locks", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_t *q = f ? &m : &m2; pthread_mutex_lock(q); x = 1; pthread_mutex_unlock(q); return 0; }
void *c(void *p) { f = 1; return 0; }` + startThree},
	{name: "one lock of an array", violated: true, src: `
pthread_mutex_t l[2];
void *a(void *p) { pthread_mutex_lock(&l[f]); int r = x; if (x != r) reach_error(); pthread_mutex_unlock(&l[0]); return 0; }
void *b(void *p) { pthread_mutex_lock(&l[0]); x = 1; pthread_mutex_unlock(&l[0]); return 0; }
void *c(void *p) { f = 1; return 0; }` + startThree},
	{name: "an own store through a pointer between the reads", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x, *q = f ? &x : &y; *q = 1; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { f = 1; return 0; }` + startTwo},
	{name: "an own store at an index between the reads", src: `
int arr[2];
void *a(void *p) { pthread_mutex_lock(&m); int r = x; arr[f] = 1; if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { f = 1; return 0; }` + startTwo},
	{name: "an own store at an index that leaves the array", violated: true, src: `
struct { int arr[2], x; } s;
void *a(void *p) { pthread_mutex_lock(&m); int r = s.x; s.arr[f] = 1; if (s.x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { f = 2; return 0; }` + startTwo},
	{name: "an own store through a pointer that gives the lock back", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x, *q = f ? (int *)&m : &y; *q = 0; if (x != r) reach_error(); return 0; }
void *b(void *p) { f = 1; pthread_mutex_lock(&m); x = 1; return 0; }` + startTwo},
	{name: "a thread that is started in the section", violated: true, src: `
void *a(void *p) { x = 1; return 0; }
int main(void) { pthread_mutex_lock(&m); int r = x; pthread_create(&t, 0, a, 0); if (x != r) reach_error(); pthread_mutex_unlock(&m); pthread_exit(0); }`},
	{name: "a thread that is started in the section and waits for its end", src: `
void *a(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_mutex_lock(&m); int r = x; pthread_create(&t, 0, a, 0); if (x != r) reach_error(); pthread_mutex_unlock(&m); pthread_exit(0); }`},
	{name: "a thread that stops in the section", src: `
void *a(void *p) { pthread_mutex_lock(&m); x = 1; __VERIFIER_assume(f); x = 0; pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); if (x) reach_error(); pthread_mutex_unlock(&m); f = 1; return 0; }` + startTwo},
	{name: "a lock on one of two paths", violated: true, src: `
void *a(void *p) { if (__VERIFIER_nondet_bool()) pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a lock on both of two paths", src: `
void *a(void *p) {
	if (__VERIFIER_nondet_bool()) { pthread_mutex_lock(&m); y = x; } else { pthread_mutex_lock(&m); x = 2; y = 2; }
	if (x != y) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a lock that is given back on one of two paths", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = x; if (__VERIFIER_nondet_bool()) pthread_mutex_unlock(&m); if (x != r) reach_error(); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a lock of the program's own", src: `
void take(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(f == 0); f = 1; __VERIFIER_atomic_end(); }
void *a(void *p) { take(); int r = x; if (x != r) reach_error(); f = 0; return 0; }
void *b(void *p) { take(); x = 1; f = 0; return 0; }` + startTwo},
	{name: "a lock of the program's own that another value opens", violated: true, src: `
void take(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(f != 1); f = 1; __VERIFIER_atomic_end(); }
void *a(void *p) { take(); int r = x; if (x != r) reach_error(); f = 0; return 0; }
void *b(void *p) { f = 2; take(); x = 1; f = 0; return 0; }` + startTwo},
	{name: "a lock of the program's own that is not taken at once", violated: true, src: `
void take(void) { __VERIFIER_assume(f == 0); f = 1; }
void *a(void *p) { take(); int r = x; if (x != r) reach_error(); f = 0; return 0; }
void *b(void *p) { take(); x = 1; f = 0; return 0; }` + startTwo},
	{name: "half of the lock word is overwritten", violated: true, src: `
void take(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(f == 0); f = 1; __VERIFIER_atomic_end(); }
void *a(void *p) { take(); int r = x; if (x != r) reach_error(); f = 0; return 0; }
void *b(void *p) { *(char *)&f = 0; take(); x = 1; f = 0; return 0; }` + startTwo},
	{name: "nested sections of two locks", src: `
void *a(void *p) {
	pthread_mutex_lock(&m); pthread_mutex_lock(&m2); int r = x, s = y; if (x != r) reach_error();
	pthread_mutex_unlock(&m2); if (x != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_lock(&m2); y = 1; pthread_mutex_unlock(&m2); return 0; }` + startTwo},
	{name: "the inner lock is given back first", violated: true, src: `
void *a(void *p) {
	pthread_mutex_lock(&m); pthread_mutex_lock(&m2); int r = y;
	pthread_mutex_unlock(&m2); if (y != r) reach_error(); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m2); y = 1; pthread_mutex_unlock(&m2); return 0; }` + startTwo},
	{name: "a counter under a lock", src: `
void *a(void *p) { for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); int r = x; if (x != r) reach_error(); x = r + 1; pthread_mutex_unlock(&m); } return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); if (x != 4) reach_error(); }`},
	{name: "a value in the middle of a critical section", src: `
void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); if (x == 1) reach_error(); pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a value in the middle of a critical section that may end there", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); x = 1; if (__VERIFIER_nondet_bool()) x = 2; pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); if (x == 1) reach_error(); pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a value in the middle of a critical section is read outside", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); if (x == 1) reach_error(); return 0; }` + startTwo},
	{name: "a value in the middle of a critical section that waits", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); x = 1; pthread_cond_wait(&cv, &m); x = 2; pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); if (x == 1) reach_error(); pthread_mutex_unlock(&m); return 0; }` + startTwo},
	{name: "a write of what is there", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); if (x == 0) x = 0; __VERIFIER_atomic_end(); if (x == 0) x = 0; return 0; }
void *b(void *p) { x = 1; if (x == 0) reach_error(); return 0; }` + startTwo},
	{name: "a write of what is there at once", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); if (x == 0) x = 0; __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { x = 1; if (x == 0) reach_error(); return 0; }` + startTwo},
}
