package modular_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
)

// stackHead is a stack onto which threads push cells, whose depth depends on that of the cell below.
const stackHead = `
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct cell { struct cell *next; int depth, tag; } *top, *spare;
static _Bool swap(struct cell **where, struct cell *old, struct cell *new)
{
	return __sync_bool_compare_and_swap(where, old, new);
}
void *push(void *arg)
{
	struct cell *n = malloc(sizeof *n), *old;
	PUSH
	return 0;
}
void *look(void *arg)
{
	struct cell *p = top;
	LOOK
	return 0;
}
`

const stackForever = `
int main(void)
{
	pthread_t t;
	while (1)
		if (__VERIFIER_nondet_int()) pthread_create(&t, 0, push, 0);
		else pthread_create(&t, 0, look, 0);
}
`

// stack is the program in which threads push and look in some way.
func stack(push, look, main string) string {
	return strings.NewReplacer("PUSH", push, "LOOK", look).Replace(stackHead) + main
}

// deeper pushes a cell one deeper than the one below, up to a limit.
const deeper = `do {
		old = top;
		n->next = old;
		n->depth = old ? (old->depth < 3 ? old->depth + 1 : 3) : 1;
	} while (!swap(&top, old, n));`

// someStacks is how many programs with stacks an ordinary run looks at.
const someStacks = 1

// TestStacks: what holds of each cell of a stack because it holds of the one below is found; what does not
// hold of some cell that others can find is not proved of any.
func TestStacks(t *testing.T) {
	const zero = "if (p && p->depth == 0) reach_error();"
	for _, c := range testflag.Some([]struct {
		name, push, look string
		proved           bool
	}{
		{"one deeper than the one below", deeper, zero, true},
		{"and no deeper than the limit", deeper, "if (p && p->depth > 3) reach_error();", true},
		{"a smaller limit", deeper, "if (p && p->depth > 2) reach_error();", false},
		{"cells below", deeper, "while (p) { if (p->depth == 0) reach_error(); p = p->next; }", true},
		{"a depth that is set once others see it", "n->depth = 1; n->next = 0; top = n; n->depth = 0;", zero,
			false},
		{"a depth that is set too late", "n->next = top; top = n; n->depth = 1;", zero, false},
		{"a depth that others change", deeper, "if (p) { p->depth++; if (p->depth == 4) reach_error(); }",
			false},
		{"read twice, and changed", `n->depth = 1; n->tag = 0;
	do {
		old = top;
		n->next = old;
		if (old) n->tag = old->depth - old->depth;
	} while (!swap(&top, old, n));`,
			"if (p) { if (p->tag != 0) reach_error(); p->depth = __VERIFIER_nondet_int(); }", false},
		{"read twice, and not changed", `n->depth = __VERIFIER_nondet_int(); n->tag = 0;
	do {
		old = top;
		n->next = old;
		if (old) n->tag = old->depth - old->depth;
	} while (!swap(&top, old, n));`, "if (p && p->tag != 0) reach_error();", true},
		{"a depth that is the mark of the one below", "n->next = top; n->tag = 0; " +
			"n->depth = n->next ? n->next->tag : 1; top = n;", zero, false},
		{"by way of a second variable", "n->depth = 0; n->next = 0; spare = n; n = malloc(sizeof *n); " +
			"n->depth = 1; n->next = spare; top = n;",
			"if (p && p->next && p->next->depth == 0) reach_error();", false},
		{"a cell of the thread's own below", "old = malloc(sizeof *old); old->next = top; old->depth = 0; " +
			"n->next = old; n->depth = 1; top = n;",
			"if (p && p->next && p->next->depth == 0) reach_error();", false},
		{"a cell that is changed while it is the thread's own", "n->next = top; n->depth = 0; " +
			"n->depth = 1; top = n;", zero, true},
		{"memory of zeros", "n = calloc(1, sizeof *n); n->next = top; top = n;", zero, false},
		{"what is read of the thread's own cell", "n->next = top; n->depth = 0; " +
			"n->depth = n->depth ? 1 : 0; top = n;", zero, false},
		{"and of one below it", "old = malloc(sizeof *old); old->next = top; old->depth = 0; " +
			"n->next = old; n->depth = n->next->depth; top = n;", zero, false},
	}, someStacks) {
		t.Run(c.name, func(t *testing.T) {
			p := compiled.Program(t, compiled.File("a.c", stack(c.push, c.look, stackForever)))
			if _, proved := proofWith(t, c.name, p, 8*randomQuestions); proved != c.proved {
				t.Errorf("proved: %t", proved)
			}
		})
	}
}

// randomStacks is how many random programs with stacks an ordinary run compares.
const randomStacks = 1

// TestRandomStacks: what is proved of random programs with stacks has no violation with a few threads.
func TestRandomStacks(t *testing.T) {
	proved, violated := 0, 0
	for seed := range testflag.Seeds(randomStacks) {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		push, look := randomPush(r), randomLook(r)
		endless := compiled.Program(t, compiled.File("a.c", stack(push, look, stackForever)))
		_, ok := proofWith(t, fmt.Sprintf("seed %d", seed), endless, 2*randomQuestions)
		if ok {
			proved++
		}
		n, _ := leastViolated(t, 3, 20_000, func(n int) string {
			create := strings.Repeat("pthread_create(&t, 0, push, 0); ", n-1)
			return stack(push, look, "int main(void) { pthread_t t; "+create+
				"pthread_create(&t, 0, look, 0); return 0; }")
		})
		if n == 0 {
			continue
		}
		if violated++; ok {
			t.Errorf("seed %d: proved, but %d threads have a violation\npush: %s\nlook: %s", seed, n, push,
				look)
		}
	}
	t.Logf("%d are proved, %d have a violation with few threads", proved, violated)
	if testflag.Deep() && (proved == 0 || violated == 0) {
		t.Error("the random programs are too one-sided")
	}
}

// randomPush writes what a thread does with a cell that it has allocated.
func randomPush(r *rand.Rand) string {
	var b strings.Builder
	value := func() string {
		return []string{"0", "1", "2", "1", "old ? old->depth : 1", "old ? old->tag : 1",
			"old && old->depth < 2 ? old->depth + 1 : 1", "n->depth"}[r.IntN(8)]
	}
	fmt.Fprintf(&b, "n->depth = %d; n->tag = %d; old = top; ", r.IntN(2), r.IntN(2))
	for range 2 + r.IntN(4) {
		switch r.IntN(10) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "n->depth = %s; ", value())
		case 3:
			fmt.Fprintf(&b, "n->tag = %s; ", value())
		case 4, 5:
			b.WriteString("n->next = old; ")
		case 6:
			b.WriteString("n->next = old; top = n; ")
		case 7:
			b.WriteString("n->next = spare; spare = n; ")
		case 8:
			b.WriteString("n->next = old; n = malloc(sizeof *n); n->depth = n->tag = 1; ")
		case 9:
			b.WriteString("old = n->next; ")
		}
	}
	b.WriteString("n->next = old; swap(&top, old, n);")
	return b.String()
}

// randomLook writes what a thread says of the stack.
func randomLook(r *rand.Rand) string {
	return fmt.Sprintf("%sif (p && p->%s %s %d) reach_error();%s",
		[]string{"", "if (p) p = p->next; ", "while (p && p->next) p = p->next; "}[r.IntN(3)],
		[]string{"depth", "tag"}[r.IntN(2)], []string{"==", ">", "!=", "<"}[r.IntN(4)], r.IntN(3),
		[]string{"", "", "", " if (p) p->tag = 1;", " if (p) p->depth = 2;"}[r.IntN(5)])
}
