package c_test

import (
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestVariableArguments passes arguments of all kinds, reads them twice, and hands the rest of them on.
func TestVariableArguments(t *testing.T) {
	const program = `#include <assert.h>
#include <stdarg.h>
struct pair { char c; long l; };
static long long rest(const char *kinds, va_list ap) {
	long long sum = 0;
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'i': sum = 10 * sum + va_arg(ap, int); break;
		case 'u': sum = 10 * sum + (va_arg(ap, unsigned) & 7); break;
		case 'l': sum = 10 * sum + va_arg(ap, long); break;
		case 'L': sum = 10 * sum + va_arg(ap, long long) / 1000000000000; break;
		case 'p': sum = 10 * sum + *va_arg(ap, int *); break;
		case 's': { struct pair p = va_arg(ap, struct pair); sum = 100 * sum + 10 * p.c + p.l; break; }
		}
	return sum;
}
static long long all(const char *kinds, ...) {
	va_list ap, again;
	va_start(ap, kinds);
	va_copy(again, ap);
	long long first = rest(kinds, ap), second = rest(kinds, again);
	va_end(ap);
	va_end(again);
	assert(first == second);
	return first;
}
int main(void) {
	int x = 6;
	char c = 1;
	short s = 2;
	unsigned char u = 255;
	struct pair p = { 3, 4 };
	assert(all("") == 0 && all("i", 7) == 7);
	assert(all("iiu", c, s, u) == 127);
	assert(all("iLlpi", 1, 2000000000000ll, 3l, &x, 5) == 12365);
	assert(all("isi", 1, p, 5) == 1345 && all("ss", p, (struct pair){ 5, 6 }) == 3456);
	assert(all("iiiiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3) == 123456789123ll);
	return 0;
}
`
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		outputOf(t, model, program)
	}
}
