package c_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestSwitches compares where a switch with ranges, a default in the middle and falling through goes with the
// same in Go, for operands of several types.
func TestSwitches(t *testing.T) {
	const program = `#include <stdio.h>
#define SWITCH(type, v) { type x = v; switch (x) { \
	case 1: putchar('a'); \
	default: putchar('b'); \
	case 2: putchar('c'); break; \
	case 3 ... 6: putchar('d'); if (x == 4) break; \
	{ case -1: putchar('e'); } break; \
	case 250: while (1) { putchar('f'); if (x) break; case 7: putchar('g'); break; } \
	} putchar('\n'); }
int main(void) {
	for (int i = -3; i < 260; i++) { SWITCH(int, i) SWITCH(signed char, i) SWITCH(unsigned char, i) SWITCH(long, i) }
	return 0;
}
`
	goes := func(x int) string {
		switch {
		case x == 1:
			return "abc"
		case x == 2:
			return "c"
		case x == 4:
			return "d"
		case x >= 3 && x <= 6:
			return "de"
		case x == -1:
			return "e"
		case x == 250:
			return "f"
		case x == 7:
			return "g"
		}
		return "bc"
	}
	var want strings.Builder
	for i := -3; i < 260; i++ {
		fmt.Fprintf(&want, "%s\n%s\n%s\n%s\n", goes(i), goes(int(int8(i))), goes(int(uint8(i))), goes(i))
	}
	if got := outputOf(t, c.LP64, program); got != want.String() {
		t.Error(firstDifference(got, want.String()))
	}
}

// TestGotoAddress follows a table of labels, and leaves and enters blocks that have objects.
func TestGotoAddress(t *testing.T) {
	const program = `#include <stdio.h>
int main(void) {
	static void *const to[] = { &&a, &&b, &&c, &&end };
	const char *code = "0120213"; int n = 0, *p;
next:
	goto *to[*code++ - '0'];
a:	{ int x = ++n; p = &x; printf("a%d", *p); goto next; }
b:	{ int x[2] = { n, 2 * n }; p = x; printf("b%d", p[1]); } goto next;
	{ int y; c: y = 7; p = &y; printf("c%d", *p); goto next; }
end:	return 0;
}
`
	if got, want := outputOf(t, c.LP64, program), "a1b2c7a2c7b4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
