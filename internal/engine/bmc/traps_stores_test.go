package bmc_test

// storeTraps are hard on what is known of stores: what is written, where, and
// whether it changes anything; and on what is known of values.
var storeTraps = []trap{
	{name: "what was read is written back", violated: true, src: `
void *a(void *p) { int r = g; g = r; return 0; }
void *b(void *p) { g = 1; if (g != 1) reach_error(); return 0; }` + startTwo},
	{name: "what was read is written back in a section", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); int r = g; g = r; __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { g = 1; if (g != 1) reach_error(); return 0; }` + startTwo},
	{name: "what was read in an earlier section is written back", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); int r = g; __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); g = r; __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { g = 1; if (g != 1) reach_error(); return 0; }` + startTwo},
	{name: "what was read is written back by the holder of a lock that excludes nobody", violated: true, src: `
void *a(void *p) { pthread_mutex_lock(&m); int r = g; g = r; pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { g = 1; if (g != 1) reach_error(); return 0; }` + startTwo},
	{name: "what was written is written again", violated: true, src: `
void *a(void *p) { g = 1; f = 1; g = 1; return 0; }
void *b(void *p) { if (f == 1) { g = 2; if (g == 1) reach_error(); } return 0; }` + startTwo},
	{name: "the first value is written again", violated: true, src: `
void *a(void *p) { g = 0; return 0; }
void *b(void *p) { g = 1; if (g == 0) reach_error(); return 0; }` + startTwo},
	{name: "a write that changes nothing on one of two ways", violated: true, src: `
void *a(void *p) { int r = g; if (x) r = 2; g = r; return 0; }
void *b(void *p) { g = 1; x = 1; if (g == 0 || g == 2) reach_error(); return 0; }` + startTwo},
	{name: "a section that writes what stands there and then something else", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); int r = g; g = 5; g = r; h = 1; __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { g = 1; if (h == 1 && g != 1) f = 1; if (f) h = 2; if (h == 1) reach_error(); return 0; }` + startTwo},
	{name: "a value in a section that is taken back", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); int r = g; g = 5; g = r; __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { if (g == 5) reach_error(); g = 1; if (g != 1) reach_error(); return 0; }` + startTwo},
	{name: "an assumption about a place that is written back", violated: true, src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = g; __VERIFIER_assume(g == 1); __VERIFIER_atomic_end(); h = 1; return 0; }
void *b(void *p) { g = 1; g = 2; if (h) reach_error(); return 0; }` + startTwo},

	{name: "a structure inside another, moved by a field", violated: true, src: `
struct S { int a, b; }; struct { int pad; struct S s[2]; } k;
int main(void) { struct S *q = __VERIFIER_nondet_bool() ? &k.s[0] : (struct S *)&k; q->b = 7; if (k.s[0].a == 7) reach_error(); }`},
	{name: "fields behind one of two pointers", src: `
struct S { int a, b; } s, k;
void *a(void *p) { struct S *q = __VERIFIER_nondet_bool() ? &s : &k; q->b = 7; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (s.a == 7 || k.a == 7) reach_error(); }`},
	{name: "a store that is not aligned", violated: true, src: `
unsigned char buf[8];
int main(void) { int *q = (int *)(buf + __VERIFIER_nondet_bool()); *q = 0x04030201; if (buf[4] == 4) reach_error(); }`},
	{name: "a store that is not aligned, by another thread", violated: true, src: `
struct __attribute__((packed)) P { char c; int n; } k;
void *a(void *p) { k.n = 0x04030201; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); unsigned char *q = (unsigned char *)&k; if (q[4] == 4 && q[1] == 1) reach_error(); }`},
	{name: "a read over two fields", violated: true, src: `
struct { short a, b, c, d; } s;
void *a(void *p) { s.b = 1; return 0; }
void *b(void *p) { s.c = 2; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); char *q = (char *)&s; if (*(int *)(q + 2) == 0x20001) reach_error(); }`},
	{name: "the pointer that another thread moves", violated: true, src: `
int n[3]; int *q = n;
void *a(void *p) { q++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); *q = 1; if (n[2] == 1) reach_error(); }`},

	{name: "a count that two threads lower", violated: true, src: `
int k = 1;
void *a(void *p) { if (k > 0) k--; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); if (k < 0) reach_error(); }`},
	{name: "a count that two threads lower in sections", src: `
int k = 1;
void *a(void *p) { __VERIFIER_atomic_begin(); if (k > 0) k--; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); if (k < 0) reach_error(); }`},
	{name: "a count that is too small to be below zero", violated: true, src: `
unsigned short k;
void *a(void *p) { k--; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (k > 1000) reach_error(); }`},
	{name: "a count that is added to itself", violated: true, src: `
int k = 1;
void *a(void *p) { k += k; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_create(&v, 0, a, 0); if (k == 8) reach_error(); }`},
	{name: "a count that lost updates cannot raise", src: `
void *a(void *p) { g++; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); pthread_create(&v, 0, a, 0); if (g > 3 || g < 0) reach_error(); }`},
	{name: "a count of which a part is set", violated: true, src: `
void *a(void *p) { g++; return 0; }
void *b(void *p) { *(unsigned char *)&g = 200; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (g == 201) reach_error(); }`},
	{name: "a count that wraps around in its lower half", violated: true, src: `
unsigned k = 0xfffe;
void *a(void *p) { (*(unsigned short *)&k) += 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); if (k == 0) reach_error(); }`},
	{name: "a number that is written in one place and counted in another", violated: true, src: `
void *a(void *p) { g++; return 0; }
void *b(void *p) { int r = g; h = 1; g = r + 1; return 0; }
void *c(void *p) { if (h) g = 5; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); pthread_create(&v, 0, c, 0); if (g == 6) reach_error(); }`},
	{name: "a value that only a failing section writes", src: `
void *a(void *p) { __VERIFIER_atomic_begin(); g = 9; __VERIFIER_assume(g < 3); __VERIFIER_atomic_end(); return 0; }
void *b(void *p) { if (g == 9) reach_error(); return 0; }` + startTwo},
	{name: "a difference that is negative", violated: true, src: `
unsigned char c = 1, d = 2;
void *a(void *p) { c = d - 1; d = c - 1; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); if (c - d < 0) h = 1; if (h == 1 && (unsigned char)(c - d) == 255) reach_error(); }`},
}
