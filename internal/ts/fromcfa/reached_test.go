package fromcfa_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/testing/explore"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
)

// reachable are programs with a violation that a careless translation loses. It may be taken
// as not supported instead.
var reachable = []struct{ name, src string }{
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
	// That work writes to a shows only when its pointer is no shared memory.
	{"pointers to local memory", `
int a, b, c;
void *work(void *x) {
	int *p;
	int **pp = &p;
	if (c) *pp = &b; else *pp = &a;
	*p = 1;
	return 0;
}
void *choose(void *x) { c = 1; return 0; }
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, choose, 0);
	if (a == 1) reach_error();
	return 0;
}
`},
	// main takes s.b as a scalar, write takes it as an element, if nothing keeps these apart.
	{"fields at constant and at computed addresses", `
struct pair { int a, b; } s, other;
int c;
void *write(void *x) { int *p = x; *p = 1; *p = 2; return 0; }
void *first(void *x) {
	int *p, **pp = &p, no = 0, *q = &no;
	if (*q) { if (c) *pp = &other.a; else *pp = &s.a; *p = 0; }
	return 0;
}
void *second(void *x) {
	int *p, **pp = &p, no = 0, *q = &no;
	if (*q) { if (c) *pp = &other.a; else *pp = &s.b; *p = 0; }
	return 0;
}
int main(void) {
	pthread_t t, u, v;
	pthread_create(&t, 0, write, &s.b);
	pthread_create(&u, 0, first, 0);
	pthread_create(&v, 0, second, 0);
	if (s.b == 1) reach_error();
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

const reachablePrelude = `// property: unreach-call
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
`

func TestReachable(t *testing.T) {
	for _, tt := range reachable {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(reachablePrelude+tt.src), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, opt := range []fromcfa.Options{{}, {KeepWaits: true},
				{KeepGoals: true, KeepInstructions: true, KeepLocations: true, KeepWidths: true}} {
				tr, _, err := translate(t, file, opt)
				if err != nil {
					t.Fatal(err)
				}
				s := tr.System
				e, err := explore.All(context.Background(), s, explore.Options{})
				if err != nil {
					t.Fatal(err)
				}
				reached := false
				for g := range s.Goals {
					reached = reached || s.Goals[g].Kind != ts.Invalid && e.Reached[g] >= 0
				}
				if !reached {
					t.Errorf("%+v: neither the violation nor what is not supported is reached", opt)
				}
			}
		})
	}
}
