package c_test

import (
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestStaticAddresses: what static objects begin with may be addresses of others, of their parts and of
// functions, and what is computed of constants.
func TestStaticAddresses(t *testing.T) {
	const program = `#include <assert.h>
#include <stddef.h>
struct node { int v; struct node *next; };
static struct node b;
static struct node a = { 1, &b }, b = { 2, &a };
static int table[4] = { 1, 2, 3, 4 }, *end = table + 4, *third = &table[2], *back = &(&table[3])[-2];
static int twice(int x) { return 2 * x; }
static int (*const functions[])(int) = { twice, &twice, 0 };
static const char *const words[] = { "one", "two" + 1, [3] = "four" };
static struct { char c; const int *p; const struct node *n; } s = { 'x', &a.v, &b };
static const int seven = 3 + 4, *const to = &seven;
static long distance = (char *)&((struct node *)0)->next - (char *)0;
static struct node list[] = { { 1, list + 1 }, { 2, &list[2] }, { 3, 0 } };
static int *literal = (int[]){ 5, 6 }, same = sizeof list / sizeof *list;
static void *self = &self;
int main(void) {
	assert(a.next == &b && b.next == &a && b.next->next->v == 2);
	assert(end - table == 4 && *third == 3 && *back == 2);
	assert(functions[0](3) == 6 && functions[0] == functions[1] && !functions[2] && sizeof functions / sizeof *functions == 3);
	assert(words[0][2] == 'e' && words[1][0] == 'w' && words[2] == 0 && words[3][3] == 'r');
	assert(s.c == 'x' && *s.p == 1 && s.n == &b && *to == 7 && distance == offsetof(struct node, next));
	int sum = 0;
	for (struct node *p = list; p; p = p->next) sum = 10 * sum + p->v;
	assert(sum == 123 && literal[1] == 6 && same == 3 && self == (void *)&self);
	return 0;
}
`
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		outputOf(t, model, program)
	}
}
