#include <stdarg.h>
#include <stdio.h>
struct p { int a; char b; };
static long sum(int n, ...)
{
	va_list ap;
	long s = 0;
	va_start(ap, n);
	while (n--) s += va_arg(ap, int);
	va_end(ap);
	return s;
}
static int mix(const char *f, ...)
{
	va_list ap, ap2;
	int r = 0;
	va_start(ap, f);
	va_copy(ap2, ap);
	for (; *f; f++)
		switch (*f) {
		case 'i': r += va_arg(ap, int); break;
		case 'l': r += (int)va_arg(ap, long long); break;
		case 's': r += va_arg(ap, char *)[0]; break;
		case 'p': { struct p q = va_arg(ap, struct p); r += q.a * q.b; break; }
		}
	r += va_arg(ap2, int) * 1000;
	va_end(ap2);
	va_end(ap);
	return r;
}
static int inner(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
static int outer(int n, ...) { va_list ap; int r; va_start(ap, n); r = inner(n, ap); va_end(ap); return r; }
int main(void)
{
	struct p q = { 3, 4 };
	int (*f)(int, ...) = outer;
	char c = 5;
	short h = 6;
	printf("%ld %ld\n", sum(3, 1, 2, 3), sum(0));
	printf("%d\n", mix("ilsp", 7, 1LL << 33 | 5, "A", q));
	printf("%d %d %ld\n", outer(2, 40, 2), f(3, 1, 1, 1), sum(2, c, h));
	return 0;
}
