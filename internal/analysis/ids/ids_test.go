package ids_test

import (
	"testing"

	"whittle.dev/internal/analysis/ids"
	"whittle.dev/internal/testing/compiled"
)

const threadsOfIDs = `#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
pthread_t t, u, who[4];
struct s { int n; pthread_t owner; } g;
int k;
void *b(void *p) { return p; }
void *self(void *p) { return (void *)pthread_self(); }
`

func TestObserved(t *testing.T) {
	for _, x := range []struct {
		name, body string
		want       bool
	}{
		{"order", `return t < u;`, true},
		{"remainder", `return t % 2 == 1;`, true},
		{"low bit", `return (t & 1) == 0;`, true},
		{"byte", `return (unsigned char)t == (unsigned char)u;`, true},
		{"number", `return t == 3;`, true},
		{"input", `return t == __VERIFIER_nondet_ulong();`, true},
		{"switch", `switch (t) { case 2: return 1; } return 0;`, true},
		{"index", `return who[t] == 0;`, true},
		{"a copy", `unsigned long x = t; int y = (int)x; return y > 3;`, true},
		{"a field", `struct s *p = &g; p->owner = t; return p->owner > 2;`, true},
		{"bytes", `unsigned char *p = (unsigned char *)&t; return p[0] == p[1];`, true},
		{"comparison of bytes", `return memcmp(&t, &u, sizeof t) < 0;`, true},
		{"size", `return malloc(t) != 0;`, true},
		{"result of a thread",
			`void *r; pthread_t v; pthread_create(&v, 0, self, 0); pthread_join(v, &r); return (long)r == 2;`,
			true},
		{"join of a number", `pthread_join(2, 0); return 0;`, true},
		{"joined", `pthread_join(t, 0); return 0;`, false},
		{"local array", `pthread_t v[2]; pthread_create(&v[0], 0, b, 0); pthread_create(&v[1], 0, b, 0);
			for (int i = 0; i < 2; i++) pthread_join(v[i], 0); return 0;`, false},
		{"equality", `return t == u || pthread_equal(t, pthread_self()) || !t || t != pthread_self();`,
			false},
		{"narrow equality", `return (int)t == (int)u;`, false},
		{"owner", `g.n++; if (g.n < 3) g.owner = pthread_self(); return g.owner == t;`, false},
		{"owner on the heap",
			`struct s *p = malloc(sizeof *p); p->n = 1; p->owner = t; return p->n < 2 && p->owner == u;`,
			false},
		{"choice", `return (k ? t : u) == t;`, false},
		{"recursive mutex",
			`pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; pthread_mutex_lock(&m); return pthread_mutex_unlock(&m);`, false},
		{"lock for readers",
			`static pthread_rwlock_t l; int r = pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return r > 3;`, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			src := threadsOfIDs + "int main(void) { pthread_create(&t, 0, b, 0); pthread_create(&u, 0, b, " +
				"0); " + x.body + " }\n"
			p := compiled.Lowered(t, compiled.File("x.c", "#define _GNU_SOURCE\n"+src))
			if pos, got, err := ids.Observed(t.Context(), p); err != nil || got != x.want {
				t.Errorf("%v (line %d), %v, want %v", got, pos.Line, err, x.want)
			}
		})
	}
}
