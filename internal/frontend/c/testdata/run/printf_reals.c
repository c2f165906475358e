#include <stdio.h>
static void p(int n, const char *t) { printf("%d [%s]\n", n, t); }
int main(void)
{
	char b[64]; int n;
	n = sprintf(b, "%.2f", 1.005); p(n, b);
	n = sprintf(b, "%f|%5.1f|%-8.3fx", 0.1, 2.25, -3.0); p(n, b);
	n = sprintf(b, "%08.2f|%+.0f|% f", -1.5, 2.5, 0.0); p(n, b);
	n = sprintf(b, "%g|%g|%g|%G", 100000.0, 1e6, 1e-5, 1.5e-7); p(n, b);
	n = sprintf(b, "%e|%.3E|%.0g", 12345.678, 0.00012, 15.0); p(n, b);
	n = sprintf(b, "%.3g|%10g|%-10g|", 1234.5, 0.5, 3.0); p(n, b);
	n = sprintf(b, "%g|%g|%+g|%05g", 0.0, -0.0, 7.0, 2.5); p(n, b);
	n = snprintf(b, 4, "%.3f", 3.14159); p(n, b);
	n = sprintf(b, "%.1f%%|%e|%.20f", 99.95, 0.0, 0.1); p(n, b);
	n = sprintf(b, "%F|%.0e|%.10g", 1.0f, 9.5, 1.0 / 3); p(n, b);
	return 0;
}
