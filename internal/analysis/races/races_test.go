package races_test

import (
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// inlined is a program in the form that the check of a program looks at.
func inlined(t *testing.T, p *cfa.Program) *cfa.Program {
	small, err := pass.Frozen(t.Context(), p, pass.Options{KeepAccesses: true},
		"resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
	if err != nil {
		t.Fatal(err)
	}
	return small
}

// analyse runs the analysis as the check of a program does.
func analyse(t *testing.T, p *cfa.Program) *races.Result {
	res, err := races.Analyse(t.Context(), inlined(t, p), false)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

const prelude = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x, y; pthread_t t, u;
#define LOCK(m) pthread_mutex_lock(&m)
#define UNLOCK(m) pthread_mutex_unlock(&m)
#define TWO(f, g) int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); \
	pthread_join(t, 0); pthread_join(u, 0); return x; }
`

// lists has three lists, each with its lock, and threads that walk along them.
const lists = `struct node { int v; struct node *next; } *head[3]; pthread_mutex_t l[3];
void put(int i) { struct node *p = malloc(sizeof *p); p->v = i; p->next = head[i]; head[i] = p; }
#define BUILT(f) int main(void) { for (int i = 0; i < 3; i++) { pthread_mutex_init(&l[i], 0); \
	for (int k = 0; k < 5; k++) put(i); } pthread_create(&t, 0, f, 0); f(0); }
#define WALK(i, lock, visit) void *f(void *a) { unsigned i = __VERIFIER_nondet_int(); if (i > 2) return 0; \
	LOCK(lock); for (struct node *p = head[i]; p; p = p->next) visit; UNLOCK(lock); return 0; }
`

// TestAnalyse looks at small programs: what is free of races, and what is not said to be. Each of the latter
// has a race, or is beyond this analysis.
func TestAnalyse(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		free      bool
		place     string // one that is told
	}{
		{"a lock", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; } TWO(f, f)`, true, "x: under m while"},
		{"no lock", `void *f(void *a) { x++; return 0; } TWO(f, f)`, false, ""},
		{"two locks", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
void *g(void *a) { LOCK(n); x++; UNLOCK(n); return 0; } TWO(f, g)`, false, ""},
		{"a lock that is unlocked too early", `void *f(void *a) { LOCK(m); UNLOCK(m); x++; return 0; } TWO(f, f)`,
			false, ""},
		{"a lock on one path", `void *f(void *a) { if (a) LOCK(m); x++; if (a) UNLOCK(m); return 0; }
int main(void) { pthread_create(&t, 0, f, &x); pthread_create(&u, 0, f, 0); return 0; }`, false, ""},
		{"a lock on the path of each", `void *f(void *a) { if (a) LOCK(m); x++; if (a) UNLOCK(m); return 0; }
int main(void) { pthread_create(&t, 0, f, &x); pthread_create(&u, 0, f, &x); return 0; }`, true, ""},
		{"a lock that another thread unlocks", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
void *g(void *a) { UNLOCK(m); LOCK(m); x++; UNLOCK(m); return 0; } TWO(f, g)`, false, ""},
		{"a lock that is set plainly", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
void *g(void *a) { *(int *)&m = 0; LOCK(m); x++; UNLOCK(m); return 0; } TWO(f, g)`, false, ""},
		{"a lock that is made anew", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_mutex_init(&m, 0); pthread_create(&u, 0, f, 0); }`,
			false, ""},
		{"a lock that is made", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
int main(void) { pthread_mutex_init(&m, 0); pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); }`,
			true, "x: always under m"},
		{"the lock of the element", `struct { int n; pthread_mutex_t m; } b[4];
void *f(void *a) { int i = __VERIFIER_nondet_int() & 3; LOCK(b[i].m); b[i].n++; UNLOCK(b[i].m); return 0; }
TWO(f, f)`, true, "b: always under one of b[...]"},
		{"the lock of another element", `struct { int n; pthread_mutex_t m; } b[4];
void *f(void *a) { int i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 3;
LOCK(b[i].m); b[j].n++; UNLOCK(b[i].m); return 0; } TWO(f, f)`, false, ""},
		{"the lock of the next element", `struct { int n, k; pthread_mutex_t m; long l; } b[5];
void *f(void *a) { int i = __VERIFIER_nondet_int() & 3; LOCK(b[i].m); b[i].n++; UNLOCK(b[i].m); return 0; }
void *g(void *a) { int i = __VERIFIER_nondet_int() & 3; LOCK(b[i].m); b[i+1].n++; UNLOCK(b[i].m); return 0; }
TWO(f, g)`, false, ""},
		{"an element whose lock was released", `struct { int n; pthread_mutex_t m; } b[4];
void *f(void *a) { int i = __VERIFIER_nondet_int() & 3; LOCK(b[i].m); UNLOCK(b[i].m); b[i].n++; return 0; }
TWO(f, f)`, false, ""},
		{"a lock for many elements", `pthread_mutex_t k[2]; char d[8];
void *f(void *a) { int i = __VERIFIER_nondet_int() & 7; LOCK(k[i & 1]); d[i]++; UNLOCK(k[i & 1]); return 0; }
TWO(f, f)`, true, ""},
		{"too many elements", `pthread_mutex_t k[2]; char d[1000];
void *f(void *a) { unsigned i = __VERIFIER_nondet_int(); if (i >= 1000) return 0;
LOCK(k[i & 1]); d[i]++; UNLOCK(k[i & 1]); return 0; } TWO(f, f)`, false, ""},
		{"trylock", `void *f(void *a) { if (pthread_mutex_trylock(&m) == 0) { x++; UNLOCK(m); } return 0; }
TWO(f, f)`, true, "x: under m while"},
		{"trylock that fails", `void *f(void *a) { if (pthread_mutex_trylock(&m)) { x++; } return 0; } TWO(f, f)`,
			false, ""},
		{"trylock with a flag", `void *f(void *a) { int got = !pthread_mutex_trylock(&m); y = 0;
if (got) x++; if (got) UNLOCK(m); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); LOCK(m); x++; UNLOCK(m); }`, true, "x: always under m"},
		{"a condition variable", `pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *a) { LOCK(m); while (!x) pthread_cond_wait(&c, &m); x--; UNLOCK(m); return 0; }
void *g(void *a) { LOCK(m); x++; pthread_cond_signal(&c); UNLOCK(m); return 0; } TWO(f, g)`, true, ""},
		{"a lock in a section", `int l;
void *f(void *a) { __VERIFIER_atomic_begin(); if (l) pthread_exit(0); l = 1; __VERIFIER_atomic_end();
x++; __VERIFIER_atomic_begin(); l = 0; __VERIFIER_atomic_end(); return 0; } TWO(f, f)`, true, "x: under l while"},
		{"a section that finds the word not zero", `int l = 1;
void *f(void *a) { __VERIFIER_atomic_begin(); if (!l) pthread_exit(0); l = 1; __VERIFIER_atomic_end();
x++; return 0; } TWO(f, f)`, false, ""},
		{"one that makes it zero", `int l;
void *f(void *a) { __VERIFIER_atomic_begin(); if (l) pthread_exit(0); l = 0; __VERIFIER_atomic_end();
x++; return 0; } TWO(f, f)`, false, ""},
		{"one that finds it before", `int l; void *f(void *a) { int k;
__VERIFIER_atomic_begin(); k = l; __VERIFIER_atomic_end(); if (k) return 0;
__VERIFIER_atomic_begin(); l = 1; __VERIFIER_atomic_end(); x++; return 0; } TWO(f, f)`, false, ""},
		{"sections", `void *f(void *a) { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }
TWO(f, f)`, true, ""},
		{"a section and a plain access", `void *f(void *a) { __VERIFIER_atomic_begin(); x++;
__VERIFIER_atomic_end(); return 0; } void *g(void *a) { x = 2; return 0; } TWO(f, g)`, false, ""},
		{"an atomic", `atomic_int z; void *f(void *a) { z++; return 0; } TWO(f, f)`, true, ""},
		{"before the creation", `void *f(void *a) { return x ? a : 0; }
int main(void) { pthread_create(&u, 0, f, 0); y = 1; pthread_create(&t, 0, f, 0); }`, true, ""},
		{"before one creation", `void *f(void *a) { return x ? a : 0; } void *g(void *a) { return y ? a : 0; }
int main(void) { pthread_create(&u, 0, f, 0); y = 1; pthread_create(&t, 0, g, 0); }`, true, "y: by one thread"},
		{"after it", `void *f(void *a) { return x ? a : 0; }
int main(void) { pthread_create(&u, 0, f, 0); x = 1; }`, false, ""},
		{"after the join", `void *f(void *a) { x = 1; return 0; }
int main(void) { pthread_create(&u, 0, f, 0); pthread_join(u, 0); x = 2; }`, true, "x: by one thread"},
		{"after the join of another", `void *f(void *a) { x = 1; return 0; } void *g(void *a) { return 0; }
int main(void) { pthread_create(&u, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_join(t, 0); x = 2; }`,
			false, ""},
		{"one after the other", `void *f(void *a) { x = 1; return 0; }
int main(void) { pthread_create(&u, 0, f, 0); pthread_join(u, 0); pthread_create(&u, 0, f, 0); }`, true, ""},
		{"an id that is overwritten", `void *f(void *a) { x = 1; return 0; } void *g(void *a) { return 0; }
int main(void) { pthread_create(&u, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(u, 0); x = 2; }`,
			false, ""},
		{"an id that a thread overwrites", `void *f(void *a) { x = 1; return 0; }
void *g(void *a) { u = pthread_self(); return 0; }
int main(void) { pthread_create(&u, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_join(u, 0); x = 2; }`,
			false, ""},
		{"many ids", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
int main(void) { pthread_t t[5]; for (int i = 0; i < 5; i++) pthread_create(t + i, 0, f, 0);
for (int i = 0; i < 5; i++) pthread_join(t[i], 0); return x; }`, true, ""},
		{"all ids but one", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
int main(void) { pthread_t t[5]; for (int i = 0; i < 5; i++) pthread_create(t + i, 0, f, 0);
for (int i = 1; i < 5; i++) pthread_join(t[i], 0); return x; }`, false, ""},
		{"one id again and again", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
int main(void) { pthread_t t[5]; for (int i = 0; i < 5; i++) pthread_create(t + i, 0, f, 0);
for (int i = 0; i < 5; i++) pthread_join(t[2], 0); return x; }`, false, ""},
		{"as many as an input says", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) pthread_create(&t, 0, f, 0); }`,
			true, "x: always under m"},
		{"as many, and a look", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) pthread_create(&t, 0, f, 0);
for (int i = 0; i < n; i++) pthread_join(t, 0); return x; }`, false, ""},
		{"a grandchild", `void *g(void *a) { x = 1; return 0; }
void *f(void *a) { pthread_create(&t, 0, g, 0); return 0; }
int main(void) { pthread_create(&u, 0, f, 0); pthread_join(u, 0); x = 2; }`, false, ""},
		{"threads create each other", `void *f(void *a) { x = 1; if (y) pthread_create(&t, 0, f, 0); return 0; }
int main(void) { y = 1; pthread_create(&u, 0, f, 0); }`, false, ""},
		{"the result of a thread", `void *f(void *a) { int *p = malloc(4); *p = 1; return p; }
int main(void) { void *p; pthread_create(&u, 0, f, 0); pthread_join(u, &p); return *(int *)p; }`, true, ""},
		{"an own object", `void *f(void *a) { int *p = malloc(4); *p = 1; ++*p; free(p); return 0; } TWO(f, f)`,
			true, ""},
		{"a given object", `void *f(void *a) { ++*(int *)a; return 0; }
int main(void) { int v = 1; pthread_create(&u, 0, f, &v); v++; pthread_join(u, 0); return v; }`, false, ""},
		{"a given object after the join", `void *f(void *a) { ++*(int *)a; return 0; }
int main(void) { int v = 1; pthread_create(&u, 0, f, &v); pthread_join(u, 0); return v; }`, true, ""},
		{"each its own element", `int b[2]; void *f(void *a) { b[0]++; return 0; }
void *g(void *a) { b[1]++; return 0; } TWO(f, g)`, true, ""},
		{"a lock in a structure", `struct s { int v; pthread_mutex_t l; } s;
void add(struct s *p) { pthread_mutex_lock(&p->l); p->v++; pthread_mutex_unlock(&p->l); }
void *f(void *a) { add(a); return 0; }
int main(void) { pthread_create(&t, 0, f, &s); add(&s); }`, true, "s.v: always under s.l"},
		{"a lock of another structure", `struct s { int v; pthread_mutex_t l; } s, r;
void *f(void *a) { struct s *p = a; pthread_mutex_lock(&p->l); s.v++; pthread_mutex_unlock(&p->l); return 0; }
int main(void) { pthread_create(&t, 0, f, &s); pthread_create(&u, 0, f, &r); }`, false, ""},
		{"one lock of many", `struct s { int v; pthread_mutex_t l; };
struct s *new(void) { struct s *p = malloc(sizeof *p); pthread_mutex_init(&p->l, 0); p->v = 0; return p; }
struct s *p[2]; void *f(void *a) { pthread_mutex_lock(&p[0]->l); x++; pthread_mutex_unlock(&p[0]->l); return 0; }
void *g(void *a) { pthread_mutex_lock(&p[1]->l); x++; pthread_mutex_unlock(&p[1]->l); return 0; }
int main(void) { for (int i = 0; i < 2; i++) p[i] = new(); pthread_create(&t, 0, f, 0);
pthread_create(&u, 0, g, 0); }`, false, ""},
		{"an invalid access", `void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }
int main(void) { int *p = 0; pthread_create(&t, 0, f, 0); if (__VERIFIER_nondet_int()) *p = 1; }`, false, ""},
		{"two bit-fields", `struct { int a : 4, b : 4; } s; void *f(void *a) { s.a = 1; return 0; }
void *g(void *a) { s.b = 1; return 0; } TWO(f, g)`, false, ""},
		{"a string that is printed", `#include <stdio.h>
char b[4]; void *f(void *a) { b[0] = 'a'; return 0; } void *g(void *a) { printf("%s", b); return 0; } TWO(f, g)`,
			false, ""},
		{"lists under their locks", lists + `WALK(i, l[i], p->v++) BUILT(f)`, true, ""},
		{"lists beside a large object", `char big[1L << 38]; ` + lists + `WALK(i, l[i], big[i] = ++p->v)
BUILT(f)`, true, ""},
		{"lists and a large object that are not kept apart", `char big[1L << 38]; ` + lists +
			`WALK(i, l[i], big[big[7]] = ++p->v) BUILT(f)`, false, ""},
		{"lists under one lock", lists + `WALK(i, m, p->v++) BUILT(f)`, true, ""},
		{"lists that are read", lists + `WALK(i, l[0], x = p->v) BUILT(f)`, true, ""},
		{"lists that are read under several locks", lists + `WALK(i, l[i], x = p->v) BUILT(f)`, false, ""},
		{"lists under the locks of others", lists + `WALK(i, l[(i + (a != 0)) % 3], p->v++)
int main(void) { for (int k = 0; k < 3; k++) { pthread_mutex_init(&l[k], 0); put(k); }
pthread_create(&t, 0, f, &x); f(0); }`, false, ""},
		{"lists that are cut", lists + `WALK(i, l[i], if (p->v == 2) p->next = 0) BUILT(f)`, false, ""},
		{"lists that meet", lists + `WALK(i, l[i], p->v++)
int main(void) { put(0); head[1] = head[0]; pthread_create(&t, 0, f, 0); f(0); }`, false, ""},
		{"lists that end elsewhere", lists + `WALK(i, l[i], p->v++)
int main(void) { put(0); put(0); put(1); head[1]->next = head[0]->next; pthread_create(&t, 0, f, 0); f(0); }`,
			false, ""},
		{"a lock that is given up in the middle", lists + `void *f(void *a) { LOCK(l[0]);
for (struct node *p = head[0]; p; p = p->next) { if (p->v > 7) UNLOCK(l[0]); p->v++; } return 0; } BUILT(f)`,
			false, ""},
		{"a node that is freed", lists + `void *f(void *a) { LOCK(l[0]); if (head[0]) { struct node *p = head[0];
head[0] = p->next; free(p); } UNLOCK(l[0]); return 0; } BUILT(f)`, false, ""},
		{"objects that one edge makes, one after the other", `void *f(void *a) { int *old = 0;
for (int i = 0; i < 2; i++) { int *p = malloc(4); if (old && old != p) x++; old = p; free(p); } return 0; }
TWO(f, f)`, false, ""},
		{"variables of a block, one after the other", `void *f(void *a) { int *old = 0;
for (int i = 0; i < 2; i++) { int v[4]; v[i] = 1; if (old && old != v) x++; old = v; } return 0; }
TWO(f, f)`, false, ""},
		{"what is computed from their addresses", `void *f(void *a) { unsigned long old = 0;
for (int i = 0; i < 2; i++) { int v[4]; v[i] = 1; if (old && old != (unsigned long)v + (7ul << 60)) x++;
old = (unsigned long)v + (7ul << 60); } return 0; } TWO(f, f)`, false, ""},
		{"locks that share a byte", `char b[8] __attribute__((aligned(8)));
typedef int word __attribute__((aligned(1)));
#define TAKE(at, v) __VERIFIER_atomic_begin(); if (*(word *)(at)) pthread_exit(0); *(word *)(at) = v; \
	__VERIFIER_atomic_end()
void *f(void *a) { TAKE(b, 1 << 16); x++; return 0; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); TAKE(b + 2, 1 << 16);
__VERIFIER_atomic_begin(); *(word *)(b + 2) = 0; __VERIFIER_atomic_end(); }`, false, ""},
		{"a number that is printed", `#include <stdio.h>
long b; void *f(void *a) { b = 1; return 0; } void *g(void *a) { printf("%ld", (long)x); return 0; } TWO(f, g)`,
			true, ""},
	} {
		cfg := compiled.File("x.c", prelude+tt.src)
		cfg.Property = property.NoDataRace
		res := analyse(t, compiled.Lowered(t, cfg))
		if res.Free != tt.free {
			t.Errorf("%s: free %v (%s, line %d), want %v", tt.name, res.Free, res.Why, res.Pos.Line, tt.free)
		}
		var told []string
		for _, p := range res.Places {
			told = append(told, p.Object+": "+p.Why)
		}
		if all := strings.Join(told, "\n"); tt.free && !strings.Contains(all, tt.place) {
			t.Errorf("%s: places %q, want %q", tt.name, told, tt.place)
		}
	}
}

// TestRandom: what is shown to be free of races is, in all executions.
func TestRandom(t *testing.T) {
	free, racy := 0, 0
	for seed := range testflag.Seeds(150) {
		p := randcfa.NewRacy(seed)
		want, err := enumerate.Run(t.Context(), p, enumerate.Options{Races: true, MaxStates: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		res := analyse(t, p)
		switch {
		case !res.Free:
			racy++
			continue
		case len(want.Races) > 0:
			t.Errorf("seed %d: free of races, but the enumeration finds one: %+v", seed, want.Races[0])
		case len(want.Undefined)+len(want.Unsupported) > 0:
			t.Errorf("seed %d: undefined behaviour is possible", seed)
		}
		free++
	}
	t.Logf("%d are shown to be free of races, %d are not", free, racy)
	if n := testflag.Times(150); free < n/20 {
		t.Errorf("%d of %d are shown to be free of races", free, n)
	}
}

// TestFollowed: what is shown where threads are followed one by one is so, in all executions.
func TestFollowed(t *testing.T) {
	var free [4]int
	open := 0
	for seed := range testflag.Seeds(16) {
		texts := []string{randprog.NewStriped(seed), randprog.NewMixed(seed), randprog.NewListed(seed), ""}
		for kind, text := range texts {
			p := randcfa.NewRacy(seed)
			if text != "" {
				cfg := compiled.File("a.c", text)
				cfg.Property = property.NoDataRace
				p = compiled.Lowered(t, cfg)
				p.Terms.Freeze()
			}
			res, err := races.Followed(t.Context(), inlined(t, p))
			if err != nil {
				t.Fatal(err)
			}
			if !res.Free {
				open++
				continue
			}
			want, err := enumerate.Run(t.Context(), p, enumerate.Options{Races: true, MaxStates: 20_000})
			if err != nil {
				t.Fatal(err)
			}
			if free[kind]++; len(want.Races) > 0 {
				t.Errorf("seed %d, kind %d: free of races, but the enumeration finds %+v\n%s", seed, kind,
					want.Races[0], text)
			}
			undefined := slices.ContainsFunc(want.Undefined, func(v enumerate.Found) bool {
				_, join := v.Outcome.Edge.Op.(cfa.Join) // of what is no thread: it is taken to wait for ever
				return !join
			})
			if len(want.Unsupported) > 0 || undefined && len(res.Assumed) == 0 {
				t.Errorf("seed %d, kind %d: not all is said: %+v\n%s", seed, kind, want.Undefined, text)
			}
		}
	}
	t.Logf("%d are shown to be free of races, %d are not", free, open)
	if n := testflag.Times(16); slices.Min(free[:]) < n/16 {
		t.Errorf("of %d of each kind %d are shown to be free of races", n, free)
	}
}

// TestStriped: where locks of arrays are said to keep accesses apart, an enumeration finds no race.
func TestStriped(t *testing.T) {
	free := 0
	for seed := range testflag.Seeds(40) {
		text := randprog.NewStriped(seed)
		p := compiled.Lowered(t, compiled.File("a.c", text))
		p.Terms.Freeze()
		if !analyse(t, p).Free {
			continue
		}
		want, err := enumerate.Run(t.Context(), p, enumerate.Options{Races: true, MaxStates: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		if free++; len(want.Races) > 0 {
			t.Errorf("seed %d: free of races, but the enumeration finds %+v\n%s", seed, want.Races[0], text)
		}
	}
	t.Logf("%d are shown to be free of races", free)
	if free == 0 {
		t.Error("none is shown to be free of races")
	}
}
