package modular_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
)

// listsHead is a program with two lists, whose cells are used each under the lock of its list.
const listsHead = `
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
struct node { int v; struct node *next; } *a, *b, *last, outside;
pthread_mutex_t am = PTHREAD_MUTEX_INITIALIZER, bm = PTHREAD_MUTEX_INITIALIZER;
static void fill(struct node *p) { p->v = 0; p->next = 0; }
static struct node *some(struct node *list)
{
	struct node *p = list;
	while (p->next != 0 && __VERIFIER_nondet_int())
		p = p->next;
	return p;
}
static void put(struct node *p, struct node *list)
{
	__VERIFIER_atomic_begin();
	struct node *t = list->next;
	list->next = p;
	p->next = t;
	__VERIFIER_atomic_end();
}
static void use(struct node *p)
{
	p->v++;
	if (p->v != 1) reach_error();
	p->v--;
}
static void use_a(struct node *p)
{
	pthread_mutex_lock(&am);
	use(p);
	pthread_mutex_unlock(&am);
}
static void use_b(struct node *p)
{
	pthread_mutex_lock(&bm);
	use(p);
	pthread_mutex_unlock(&bm);
}
void *adds(void *arg)
{
	struct node *p = malloc(sizeof *p);
	ADD
	return 0;
}
void *uses_a(void *arg) { struct node *p = some(a); USE_A return 0; }
void *uses_b(void *arg) { struct node *p = some(b); use_b(p); return 0; }
static void begin(void)
{
	a = malloc(sizeof *a);
	fill(a);
	b = malloc(sizeof *b);
	fill(b);
	last = 0;
}
`

const listsForever = `
int main(void)
{
	pthread_t t;
	begin();
	while (1)
		switch (__VERIFIER_nondet_int()) {
		case 0: pthread_create(&t, 0, adds, 0); break;
		case 1: pthread_create(&t, 0, uses_a, 0); break;
		case 2: pthread_create(&t, 0, uses_b, 0); break;
		}
}
`

// lists is the program in which threads add and use in some way.
func lists(add, useA, main string) string {
	return strings.NewReplacer("ADD", add, "USE_A", useA).Replace(listsHead) + main
}

// someLists is how many programs with lists an ordinary run looks at.
const someLists = 2

// TestLists: cells of lists keep to their lists, or nothing is proved.
func TestLists(t *testing.T) {
	type program struct {
		name, add, useA string
		proved          bool
	}
	for _, c := range testflag.Some([]program{
		{"either list", "fill(p); put(p, __VERIFIER_nondet_int() ? a : b);", "use_a(p);", true},
		{"the pointer is assigned first", `fill(p);
	__VERIFIER_atomic_begin();
	p->next = a->next;
	a->next = p;
	__VERIFIER_atomic_end();`, "use_a(p);", true},
		{"a use by the thread that has put it", "fill(p); put(p, a); use_a(p);", "use_a(p);", true},
		{"cells that are moved", "fill(p); put(p, a);", "use_a(p); put(p, a);", true},
		{"both lists", "fill(p); put(p, a); put(p, b);", "use_a(p);", false},
		{"a cell of the other list is put into one", "fill(p); put(some(b), a);", "use_a(p);", false},
		{"a list that leads to the other one", "fill(p); a->next = b;", "use_a(p);", false},
		{"the other list", "fill(p); b = a;", "use_a(p);", false},
		{"no lock", "fill(p); put(p, a);", "use(p);", false},
		{"the other lock", "fill(p); put(p, a); use_b(p);", "use_a(p);", false},
		{"the other lock for all", "fill(p); put(p, b);", "use_b(p);", true},
		{"a write after the cell was put", "fill(p); put(p, a); p->v = 2;", "use_a(p);", false},
		{"a pointer that is not assigned", "p->v = 0; a->next = p;", "use_a(p);", false},
		{"a value that is not assigned", "p->next = 0; put(p, a);", "use_a(p);", false},
		{"a variable that leads to the last one", "fill(p); last = p; put(p, a);",
			"use_a(p); p = last; if (p) use_b(p);", false},
		{"a cell that is no longer the thread's last", "fill(p); struct node *q = p; " +
			"p = malloc(sizeof *p); fill(p); put(p, a); put(p, a); put(q, b);", "use_a(p);", false},
		{"a pointer into a cell", "fill(p); p->next = (struct node *)&b->next; put(p, a);",
			"use_a(p);", false},
		{"a number", "fill(p); p->next = (struct node *)(unsigned long)__VERIFIER_nondet_int(); put(p, a);",
			"use_a(p);", false},
		{"an object outside of the heap", "fill(p); fill(&outside); put(&outside, a);", "use_a(p);", false},
		{"memory that is freed", "free(p); p = malloc(sizeof *p); fill(p); put(p, a);", "use_a(p);", false},
		{"memory of zeros", "p = calloc(1, sizeof *p); put(p, a);", "use_a(p);", true},
		{"many cells of a thread", "while (__VERIFIER_nondet_int()) { fill(p); put(p, a); " +
			"p = malloc(sizeof *p); }",
			"use_a(p);", true},
		{"a cell that is exchanged for none", "fill(p); put(p, a); __sync_lock_test_and_set(&a->next, 0);",
			"use_a(p);", true},
		{"one that is exchanged for the other list", "fill(p); put(p, a); " +
			"__sync_lock_test_and_set(&a->next, b);",
			"use_a(p);", false},
		{"a cell of the thread's or of the other list", "fill(p); if (__VERIFIER_nondet_int()) " +
			"p = some(b); put(p, a);", "use_a(p);", false},
		{"a cell that leads to the other list", "p->v = 0; p->next = b->next; put(p, a);",
			"use_a(p);", false},
		{"lists that are exchanged", "fill(p); put(p, a); __VERIFIER_atomic_begin(); p = a; a = b; b = p; " +
			"__VERIFIER_atomic_end();", "use_a(p);", false},
		{"cells that are copied", "fill(p); put(p, a); __VERIFIER_atomic_begin(); *a = *b; " +
			"__VERIFIER_atomic_end();", "use_a(p);", false},
		{"a pointer to a pointer", "fill(p); struct node **q = &p->next; put(p, a); *q = b;",
			"use_a(p);", false},
		{"a variable of the thread in memory", "fill(p); struct node *q = p, **r = &q; *r = b; put(*r, a);",
			"use_a(p);", false},
		{"two cells of a thread, one of which leads to the other", "fill(p); struct node *q = " +
			"malloc(sizeof *q); fill(q); q->next = p; put(q, a); put(p, b);", "use_a(p);", false},
	}, someLists) {
		t.Run(c.name, func(t *testing.T) {
			p := compiled.Program(t, compiled.File("a.c", lists(c.add, c.useA, listsForever)))
			if _, proved := proof(t, c.name, p); proved != c.proved {
				t.Errorf("proved: %t", proved)
			}
		})
	}
}

// randomLists is how many random programs with lists an ordinary run compares.
const randomLists = 1

// TestRandomLists: what is proved of random programs with lists has no violation with a few threads.
func TestRandomLists(t *testing.T) {
	proved, violated := 0, 0
	for seed := range testflag.Seeds(randomLists) {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		add, useA := randomAdd(r), randomUse(r)
		endless := compiled.Program(t, compiled.File("a.c", lists(add, useA, listsForever)))
		_, ok := proof(t, fmt.Sprintf("seed %d", seed), endless)
		if ok {
			proved++
		}
		var main strings.Builder
		n, _ := leastViolated(t, 3, 20_000, func(n int) string {
			create := []string{"adds", "uses_a", "uses_b", "adds"}
			r.Shuffle(len(create), func(i, k int) { create[i], create[k] = create[k], create[i] })
			main.Reset()
			for i := range n {
				fmt.Fprintf(&main, "pthread_create(&t, 0, %s, 0); ", create[i])
			}
			return lists(add, useA, "int main(void) { pthread_t t; begin(); "+main.String()+"return 0; }")
		})
		if n == 0 {
			continue
		}
		if violated++; ok {
			t.Errorf("seed %d: proved, but %s has a violation\nadd: %s\nuse: %s", seed, main.String(), add,
				useA)
		}
	}
	t.Logf("%d are proved, %d have a violation with few threads", proved, violated)
}

// randomAdd writes what a thread does with an object that it has allocated.
func randomAdd(r *rand.Rand) string {
	list := func() string { return string("ab"[r.IntN(2)]) }
	var b strings.Builder
	if r.IntN(8) > 0 {
		b.WriteString("fill(p); ")
	}
	for range 1 + r.IntN(3) {
		switch r.IntN(12) {
		case 0, 1, 2, 3:
			fmt.Fprintf(&b, "put(p, %s); ", list())
		case 4:
			fmt.Fprintf(&b, "use_%s(p); ", list())
		case 5:
			fmt.Fprintf(&b, "put(some(%s), %s); ", list(), list())
		case 6:
			fmt.Fprintf(&b, "%s = p; ", list())
		case 7:
			fmt.Fprintf(&b, "p->next = %s; ", list())
		case 8:
			fmt.Fprintf(&b, "%s->next = p; ", list())
		case 9:
			fmt.Fprintf(&b, "p = some(%s); ", list())
		case 10:
			b.WriteString("p = malloc(sizeof *p); fill(p); ")
		case 11:
			fmt.Fprintf(&b, "if (__VERIFIER_nondet_int()) put(p, %s); else put(p, %s); ", list(), list())
		}
	}
	return b.String()
}

// randomUse writes what a thread does with an object of the list a.
func randomUse(r *rand.Rand) string {
	switch r.IntN(6) {
	case 0:
		return "use_b(p);"
	case 1:
		return "use_a(p); put(p, a);"
	case 2:
		return "use_a(p); p = some(b); use_b(p);"
	}
	return "use_a(p);"
}
