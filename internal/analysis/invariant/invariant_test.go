package invariant_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// invariantHead is what all the programs below begin with.
const invariantHead = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int x, y, z, a[8], *p;
unsigned u;
pthread_t t, t2;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`

// findInvariant analyses a program that is given as text.
func findInvariant(t *testing.T, text string, prop property.Property,
	model c.DataModel) *invariant.Invariant {
	t.Helper()
	cfg := compiled.File("a.c", text)
	cfg.Property, cfg.DataModel = prop, model
	prog := compiled.Program(t, cfg)
	inv, err := invariant.Analyse(t.Context(), prog, cfa.NewRegIndex(prog),
		invariant.Limits{Steps: 100_000, Instances: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return inv
}

// TestInvariantProves: what the analysis is for.
func TestInvariantProves(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a program that prints",
			`extern int printf(const char *, ...); int main(void) { printf("%d", x); assert(x == 0); return 0; }`},
		{"a counter", `int main(void) { int i; for (i = 0; i < 10; i++) ; assert(i == 10); return 0; }`},
		{"a counter in memory",
			`int main(void) { for (x = 0; x < 10; x++) a[0] = x; assert(x == 10 && a[0] < 10); return 0; }`},
		{"a ring for ever",
			`int main(void) { unsigned b = 0; for (;;) { b = (b + 1) % 26; assert(b < 26); } }`},
		{"nested loops",
			`int main(void) { int i, j; for (i = 0; i < 5; i++) for (j = 0; j < 7; j++) assert(i < 5 && j < 7); return 0; }`},
		{"a ring of threads", `
			void *f(void *q) { unsigned b = (unsigned long)q; for (;;) { x = b; b = (b + 1) % 26; assert(x >= 0 && x < 26); } }
			int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, (void *)5); return 0; }`},
		{"arguments through a local of the creator", `
			void *f(void *q) { int id = *(int *)q; assert(id >= 0 && id < 13); return 0; }
			int main(void) { int i, arg; for (i = 0; i < 13; i++) { arg = i; pthread_create(&t, 0, f, &arg); } return 0; }`},
		{"written before the threads", `
			void *f(void *q) { assert(x == 5 && a[3] == 0); return 0; }
			int main(void) { x = 1; x = 5; pthread_create(&t, 0, f, 0); assert(x == 5); return 0; }`},
		{"an array of structures", `
			struct s { int a, b; } v[10];
			void *f(void *q) { for (int i = 0; i < 10; i++) { v[i].a = i; v[i].b = 100 + i; } return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); for (int i = 0; i < 10; i++) assert(v[i].a < 10 && v[i].b < 110); return 0; }`},
		{"the same place twice in a section", `
			void *f(void *q) { x = 3; x = 0; return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); __VERIFIER_atomic_begin(); if (x) assert(x - 1 < 3 && x - 1 >= 0); __VERIFIER_atomic_end(); return 0; }`},
		{"a private heap object",
			`int main(void) { int *q = malloc(4 * sizeof *q); q[1] = 7; q[2] = 8; assert(q[1] == 7); free(q); return 0; }`},
		{"a table",
			`const int tab[4] = {3, 5, 7, 9}; int main(void) { unsigned i = __VERIFIER_nondet_uint() % 4; assert(tab[i] >= 3 && tab[i] <= 9); return 0; }`},
		{"exit values", `
			void *f(void *q) { return (void *)(7 + (__VERIFIER_nondet_int() & 1)); }
			int main(void) { void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); assert((long)r == 7 || (long)r == 8 ); assert((long)r < 9); return 0; }`},
		{"function pointers", `
			int f(int n) { return n + 1; } int g(int n) { return n + 2; } int (*h)(int);
			int main(void) { h = __VERIFIER_nondet_int() ? f : g; int r = h(1); assert(r >= 2 && r <= 3); return 0; }`},
		{"a function for many places", `
			void inc(int *q) { pthread_mutex_lock(&m); *q = 1; pthread_mutex_unlock(&m); }
			void *f(void *q) { for (;;) inc(&x); }
			int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); inc(&y); assert(x < 2 && y < 2); return 0; }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			inv := findInvariant(t, invariantHead+c.text, property.UnreachCall, lp64)
			if ok, why := inv.Sound(); !ok || inv.Violated() {
				t.Errorf("not proved: sound %v (%s), violated %v", ok, why, inv.Violated())
			}
		})
	}
}

const lp64, ilp32 = c.LP64, c.ILP32

// TestInvariantIsNoMore: programs that are violated, or have undefined behaviour
// that the analysis must not build on. It must not exclude the violation.
func TestInvariantIsNoMore(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"a race", `
			void *f(void *q) { x = 1; x = 2; return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); assert(x != 1); return 0; }`},
		{"two reads that differ", `
			void *f(void *q) { x = 1; x = 0; return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); if (x) assert(x); return 0; }`},
		{"a section that ends between two reads", `
			void *f(void *q) { x = 1; x = 0; return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); __VERIFIER_atomic_begin(); int v = x; __VERIFIER_atomic_end();
				__VERIFIER_atomic_begin(); if (v) assert(x); __VERIFIER_atomic_end(); return 0; }`},
		{"a store between two reads in a section", `
			void *f(void *q) { x = 1; return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); __VERIFIER_atomic_begin(); int v = x; x = 0; if (v) assert(x); __VERIFIER_atomic_end(); return 0; }`},
		{"a call between two reads in a section", `
			void g(void) { x = 0; } void *f(void *q) { x = 1; return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); __VERIFIER_atomic_begin(); int v = x; g(); if (v) assert(x); __VERIFIER_atomic_end(); return 0; }`},
		{"sums of threads", `
			void *f(void *q) { x = x + 1; return 0; }
			int main(void) { for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0); assert(x < 3); return 0; }`},
		{"wrapping around",
			`int main(void) { unsigned char b = __VERIFIER_nondet_int(); b = b + 1; assert(b != 0); return 0; }`},
		{"wrapping signed",
			`int main(void) { int i = __VERIFIER_nondet_int(); if (i > 0) { i = i + 1; assert(i > 0); } return 0; }`},
		{"negative remainder",
			`int main(void) { int i = __VERIFIER_nondet_int(); assert(i % 128 >= 0); return 0; }`},
		{"remainder by what may be zero",
			`int main(void) { unsigned i = __VERIFIER_nondet_uint() & 3, n = 0; assert(i == 0 || i / i == 1); assert(i != 2); return 0; }`},
		{"negative shift",
			`int main(void) { int i = __VERIFIER_nondet_int(); assert(i >> 4 >= 0); return 0; }`},
		{"half of a word", `int main(void) { u = 0x10001; assert(*(unsigned short *)&u == 0); return 0; }`},
		{"bytes of a word",
			`int main(void) { u = 0; ((unsigned char *)&u)[1] = 1; assert(u < 256); return 0; }`},
		{"a union",
			`union { int i; unsigned char c[4]; } w; int main(void) { w.i = 5; w.c[0] = 6; assert(w.i == 5); return 0; }`},
		{"a union of threads", `union { int i; unsigned char c[4]; } w;
			void *f(void *q) { w.c[2] = 1; return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); assert(w.i == 0); return 0; }`},
		{"copied memory", `int main(void) { x = 5; memcpy(&y, &x, sizeof x); assert(y == 0); return 0; }`},
		{"set memory", `int main(void) { x = 5; memset(&x, 1, sizeof x); assert(x == 5); return 0; }`},
		{"set memory of an array", `int main(void) { memset(a, 1, sizeof a); assert(a[3] == 0); return 0; }`},
		{"an index that is not known",
			`int main(void) { unsigned i = __VERIFIER_nondet_uint() % 8; a[i] = 1; assert(a[3] == 0); return 0; }`},
		{"a store that may be elsewhere",
			`int main(void) { x = 1; y = 1; p = __VERIFIER_nondet_int() ? &x : &y; *p = 2; assert(x == 1); return 0; }`},
		{"a store that may be elsewhere, the other",
			`int main(void) { x = 1; y = 1; p = __VERIFIER_nondet_int() ? &x : &y; *p = 2; assert(x == 2); return 0; }`},
		{"a local of which the address is passed on", `
			void *f(void *q) { *(int *)q = 1; return 0; }
			int main(void) { int v = 0; pthread_create(&t, 0, f, &v); assert(v == 0); return 0; }`},
		{"a local of which the address is stored", `
			void *f(void *q) { if (p) *p = 1; return 0; }
			int main(void) { int v = 0; pthread_create(&t, 0, f, 0); p = &v; assert(v == 0); return 0; }`},
		{"a local that a local leads to", `
			struct s { int *q; } w, *ws;
			void *f(void *q) { *((struct s *)q)->q = 1; return 0; }
			int main(void) { int v = 0; struct s n; n.q = &v; pthread_create(&t, 0, f, &n); assert(v == 0); return 0; }`},
		{"locals of two threads with one name", `
			void *f(void *q) { int v = 0; int *o = p; p = &v; if (o) *o = 1; assert(v == 0); return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&t2, 0, f, 0); pthread_join(t, 0); pthread_join(t2, 0); return 0; }`},
		{"two objects of one allocation", `
			int *make(void) { int *q = malloc(4); *q = 0; return q; }
			int main(void) { int *q = make(), *r = make(); *r = 1; assert(*q == 1 && *r == 0); return 0; }`},
		{"two objects of one allocation, the older", `
			int *make(int n) { int *q = malloc(4); *q = n; return q; }
			int main(void) { int *q = make(0); int *r = make(1); *q = 5; assert(*r == 5); return 0; }`},
		{"objects of a loop", `
			int main(void) { int *q[2]; for (int i = 0; i < 2; i++) { q[i] = malloc(4); *q[i] = i; } assert(*q[0] == 1); return 0; }`},
		{"the object before in a loop", `
			int main(void) { int *o = 0, *n; for (int i = 0; i < 2; i++) { n = malloc(4); *n = i; if (o) assert(*o == *n); o = n; } return 0; }`},
		{"uninitialised",
			`int main(void) { int v; int *q = malloc(4); assert(*q == 0 || v == 0); return 0; }`},
		{"uninitialised by a branch",
			`int main(void) { int v; int *q = &v; if (__VERIFIER_nondet_int()) *q = 1; assert(v == 1); return 0; }`},
		{"uninitialised, then shared", `
			void *f(void *q) { assert(*(int *)q == 3); return 0; }
			int main(void) { int v; if (__VERIFIER_nondet_int()) v = 3; pthread_create(&t, 0, f, &v); v = 3; pthread_join(t, 0); return 0; }`},
		{"arguments", `
			void *f(void *q) { assert((long)q != 2); return 0; }
			int main(void) { for (long i = 0; i < 3; i++) pthread_create(&t, 0, f, (void *)i); return 0; }`},
		{"exit values", `
			void *f(void *q) { if (q) pthread_exit((void *)3); return (void *)4; }
			int main(void) { void *r; pthread_create(&t, 0, f, (void *)1); pthread_join(t, &r); assert((long)r == 4); return 0; }`},
		{"an object through an exit value", `
			void *f(void *q) { int *v = malloc(4); *v = 1; return v; }
			int main(void) { void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); assert(*(int *)r == 0); return 0; }`},
		{"a section that aborts", `
			void *f(void *q) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_assume(y); x = 2; __VERIFIER_atomic_end(); return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); y = 1; assert(x == 0); return 0; }`},
		{"recursion",
			`int f(int n) { int v = n; int *q = &v; if (n < 2) f(n + 1); return *q; } int main(void) { assert(f(0) == 2); return 0; }`},
		{"function pointers", `
			int f(int n) { x = 1; return 1; } int g(int n) { return 2; } int (*h)(int) = g;
			void *th(void *q) { h = f; return 0; }
			int main(void) { pthread_create(&t, 0, th, 0); assert(h(0) == 2); return 0; }`},
		{"a thread that starts its like", `
			void *f(void *q) { x = (long)q; if ((long)q < 3) pthread_create(&t, 0, f, (void *)((long)q + 1)); return 0; }
			int main(void) { f(0); assert(x < 3); return 0; }`},
		{"an access out of bounds",
			`int main(void) { int v[2], i = __VERIFIER_nondet_int(); v[i & 3] = 1; assert(i == i); return 0; }`},
		{"null", `int main(void) { int *q = __VERIFIER_nondet_int() ? &x : 0; *q = 1; return 0; }`},
		{"use after free", `int main(void) { int *q = malloc(4); free(q); *q = 1; return 0; }`},
		{"use after free on one path",
			`int main(void) { int *q = malloc(4); if (__VERIFIER_nondet_int()) free(q); *q = 1; return 0; }`},
		{"freed by another thread", `
			void *f(void *q) { free(q); return 0; }
			int main(void) { int *q = malloc(4); *q = 1; pthread_create(&t, 0, f, q); *q = 1; return 0; }`},
		{"freed twice", `int main(void) { int *q = malloc(4); free(q); free(q); return 0; }`},
		{"a pointer that was never set",
			`int main(void) { int *q; x = 0; *q = 1; assert(x == 0); return 0; }`},
		{"a pointer as numbers",
			`int main(void) { unsigned long n = (unsigned long)&x; x = 0; *(int *)(n ^ 0) = 1; assert(x == 0); return 0; }`},
		{"a pointer in two halves", `
			void *f(void *q) { *(int *)(((unsigned long)x << 32) | u) = 1; return 0; }
			int main(void) { int v = 0; u = (unsigned long)&v; x = (unsigned long)&v >> 32; pthread_create(&t, 0, f, 0); assert(v == 0); return 0; }`},
		{"a constant object", `const int k = 3; int main(void) { *(int *)&k = 4; return 0; }`},
		{"not supported", `int main(void) { long double f = 1.5L; x = f * 2; assert(x == 3); return 0; }`},
		{"thread-local variables", `
			__thread int v; void *f(void *q) { *(int *)q = 1; return 0; }
			int main(void) { pthread_create(&t, 0, f, &v); assert(v == 0); return 0; }`},
		{"order of threads", `
			void *f(void *q) { y = 1; x = 1; return 0; }
			int main(void) { pthread_create(&t, 0, f, 0); if (x == 0) assert(y == 0); return 0; }`},
		{"a switch that falls through",
			`int main(void) { int i = __VERIFIER_nondet_int(), n = 0; switch (i) { case 1: n++; case 2: n++; break; default: n = 5; } assert(n != 2); return 0; }`},
		{"goto into a loop",
			`int main(void) { int i = 3, n = 7; if (__VERIFIER_nondet_int()) { n = 9; goto in; } for (i = 0; i < 3; i++) { in: assert(n == 7); } return 0; }`},
		{"initial content at an index that is widened too far at first", `
			int c[16] = {0, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}; unsigned long n, g;
			void *f(void *q) { for (unsigned long i = 0; i < n; i++) { g = i; g = i + 1; g = i + 2; g = i + 3; g = i + 4; g = i + 5; } return 0; }
			void *h(void *q) { assert(!c[g]); return 0; }
			int main(void) { c[0] = 0; n = 4; pthread_create(&t, 0, f, 0); pthread_create(&t2, 0, h, 0); return 0; }`},
		{"half of what another path writes as a whole", `
			union { long long l; int i[2]; } w;
			int main(void) { if (__VERIFIER_nondet_int()) w.i[0] = 1; else w.l = 0x500000000; assert(w.i[1] != 5); return 0; }`},
		{"half of what another path writes as a whole, the other way round", `
			union { long long l; int i[2]; } w;
			int main(void) { if (__VERIFIER_nondet_int()) w.l = 0x500000000; else w.i[0] = 1; assert(w.i[1] != 5); return 0; }`},
		{"half of what another path writes, with zero", `
			union { long long l; short i[4]; } w = {0x100000000};
			int main(void) { if (__VERIFIER_nondet_int()) w.l = 0x500000000; else w.i[0] = 0; assert(w.i[2] != 5); return 0; }`},
		{"half of what another path writes, at an index", `
			union { long long l[4]; int i[8]; } w;
			int main(void) { unsigned n = __VERIFIER_nondet_uint() % 4; if (__VERIFIER_nondet_int()) w.i[2 * n] = 1; else w.l[1] = 0x500000000; assert(w.i[3] != 5); return 0; }`},
		{"half of a whole at an index", `
			union { long long l[4]; int i[8]; } w;
			int main(void) { unsigned n = __VERIFIER_nondet_uint() % 4; if (__VERIFIER_nondet_int()) w.i[2] = 1; else w.l[n] = 0x500000000; assert(w.i[3] != 5); return 0; }`},
		{"twice what goes round the circle",
			`int main(void) { int v = __VERIFIER_nondet_int() ? 1 : -1; assert(v * 2 != 2); return 0; }`},
		{"times half of the circle",
			`int main(void) { assert((__VERIFIER_nondet_uint() << 31) != 1u << 31); return 0; }`},
		{"a call through a number", `
			void bad(void) { assert(0); }
			int main(void) { unsigned long k = __VERIFIER_nondet_uint() & 1, n = (unsigned long)bad; n ^= k; n ^= k; ((void (*)(void))n)(); return 0; }`},
		{"a call at a distance of another function", `
			unsigned long d; void good(void) {} void bad(void) { assert(0); }
			int main(void) { d = (unsigned long)bad - (unsigned long)good; ((void (*)(void))((unsigned long)good + d))(); return 0; }`},
		{"a call at a distance of a variable", `
			unsigned long d; void bad(void) { assert(0); }
			int main(void) { d = (unsigned long)bad - (unsigned long)&x; ((void (*)(void))((unsigned long)&x + d))(); return 0; }`},
		{"use of a freed object of which there is another one", `
			int main(void) { int *q = &x; for (int i = 0; i < 3; i++) { int *r = malloc(4); *r = 1; if (i == 1) { q = r; free(r); } else if (i == 2) *q = 1; } return 0; }`},
		{"use of a freed object that a function made", `
			int *make(void) { int *r = malloc(4); *r = 1; return r; }
			int main(void) { int *q = &x; for (int i = 0; i < 3; i++) { int *r = make(); if (i == 1) { q = r; free(r); } else if (i == 2) *q = 1; } return 0; }`},
		{"a local that has ended is passed on", `
			int *end(void) { int v = 1; int *r = &v; return r; }
			void *f(void *q) { p = end(); return 0; }
			int main(void) { p = &x; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(*p != 1); return 0; }`},
		{"a local that has ended on one path is passed on", `
			int *end(void) { int v = 1; int *r = &v; if (x) p = r; else v = 2; return r; }
			void *f(void *q) { p = end(); return 0; }
			int main(void) { x = __VERIFIER_nondet_int(); p = &y; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(*p != 2); return 0; }`},
		{"a local that has ended of which there is another one", `
			int main(void) { int *q = &x; for (int i = 0; i < 3; i++) { int v = 1; if (i == 1) q = &v; else if (i == 2) assert(*q == 0); } return 0; }`},
		{"a loop that changes what it does not set", `
			int main(void) { int *q = malloc(4), *r = 0; *q = 0; for (int i = 0; i < 2; i++) { int *s = malloc(4); *s = 1; r = s; } *r = 2; assert(*q == 2); return 0; }`},
	} {
		for _, m := range []struct {
			name  string
			model int
		}{{"LP64", 0}, {"ILP32", 1}} {
			t.Run(c.name+", "+m.name, func(t *testing.T) {
				model := lp64
				if m.model == 1 {
					model = ilp32
				}
				inv := findInvariant(t, invariantHead+c.text, property.UnreachCall, model)
				if ok, _ := inv.Sound(); ok && !inv.Violated() {
					t.Errorf("proved")
				}
			})
		}
	}
}

// TestInvariantOverflow: signed overflow where it is the property.
func TestInvariantOverflow(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{`int main(void) { for (int i = 0; i < 1000; i++) x = i * 1000; return 0; }`, true},
		{`int main(void) { for (int i = 0; i < 1000; i++) x = i * 10000000; return 0; }`, false},
		{`int main(void) { int i = __VERIFIER_nondet_int(); return i - 1 > 0; }`, false},
		{`int main(void) { int i = __VERIFIER_nondet_int(); return -i; }`, false},
		{`int main(void) { int i = __VERIFIER_nondet_int(); if (i == -2147483647 - 1) return 0; return -i; }`,
			true},
		{`int main(void) { long i = __VERIFIER_nondet_int() & 65535; i = i * i + i; return i > 5; }`, true},
		{`int main(void) { long i = __VERIFIER_nondet_int(); i = i * i * i; return i > 5; }`, false},
		{`int main(void) { int i = __VERIFIER_nondet_int() & 255; return i << 25; }`, false},
		{`int main(void) { int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); if (n == 0) return 1; return i / n; }`, false},
		{`void *f(void *q) { for (;;) { x = 2147483000; x = 0; } } int main(void) { pthread_create(&t, 0, f, 0); x = x + 600; x = x + 600; return 0; }`, false},
	} {
		inv := findInvariant(t, invariantHead+c.text, property.NoOverflow, lp64)
		ok, why := inv.Sound()
		if got := ok && !inv.Violated(); got != c.want {
			t.Errorf("%s: proved %v (%s), want %v", strings.TrimSpace(c.text), got, why, c.want)
		}
	}
}
