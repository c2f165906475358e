#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <stdlib.h>
static void via(const char *f, ...) { va_list a; char b[80]; va_start(a, f); int r = vsnprintf(b, 12, f, a); va_end(a); printf("<%s> %d\n", b, r); va_start(a, f); r = vprintf(f, a); va_end(a); printf("=%d\n", r); }
#define P(...) do { int r = printf(__VA_ARGS__); printf("|%d\n", r); r = sprintf(b, __VA_ARGS__); printf("%s|%d\n", b, r); r = snprintf(b, 5, __VA_ARGS__); printf("%s|%d\n", b, r); } while (0)
int main(void) {
  char b[200]; char *s; int n;
  int v[] = {0, 1, -1, 9, 10, -10, 99, 100, 12345, -2147483647-1, 2147483647, 255, 256, 65536};
  for (int i = 0; i < 14; i++) {
    P("%d", v[i]); P("%5d|", v[i]); P("%-5d|", v[i]); P("%05d|", v[i]); P("%+d", v[i]); P("% d", v[i]); P("%.3d", v[i]); P("%8.3d", v[i]); P("%-8.3d|", v[i]); P("%08.3d|", v[i]);
    P("%u", v[i]); P("%x", v[i]); P("%#x", v[i]); P("%#X", v[i]); P("%o", v[i]); P("%#o", v[i]); P("%#5o", v[i]); P("%#05o", v[i]); P("%#.3o", v[i]); P("%#.0o", v[i]); P("%.0d", v[i]); P("%#010x", v[i]); P("%-#10x|", v[i]);
    P("%hhd", v[i]); P("%hd", v[i]); P("%hhu", v[i]); P("%hx", v[i]); P("%ld", (long)v[i]); P("%lu", (long)v[i]); P("%lld", v[i] * 1000000007LL); P("%llx", v[i] * 1000000007LL);  P("%zu", (size_t)v[i]); P("%jd", (long long)v[i]); P("%+05d", v[i]); P("% 05d", v[i]);P("%#.1o", v[i]);P("%-+6d|", v[i]); P("%#6.4X", v[i]);
    P("%*d", 6, v[i]); P("%-*d|", 6, v[i]); P("%*d|", -6, v[i]); P("%.*d", 4, v[i]); P("%.*d", -4, v[i]); P("%*.*d", 7, 2, v[i]);
  }
  P("%llu", 18446744073709551615ull); P("%llo", 18446744073709551615ull); P("%lld", (-9223372036854775807LL-1)); P("%llu", 10000000000000000000ull); P("%llu", 9999999999999999999ull);
  P("%s", "hello"); P("%10s|", "hello"); P("%-10s|", "hello"); P("%.2s", "hello"); P("%5.1s|", "hello"); P("%.*s", 3, "hello"); P("%s", ""); P("%.0s", "abc");
  P("%c", 'x'); P("%3c|", 'x'); P("%-3c|", 'x'); P("%%"); P("100%% %d", 3); P("%s %s", "a", "b"); P("plain"); P("");
  P("%p", (void *)0); P("%10p", (void *)0);
  n = printf("a%cb\n", 'c'); printf("%d\n", n);
  n = asprintf(&s, "%d-%s", 12, "xyz"); printf("%s %d\n", s, n); free(s);
  via("%d %s", 7, "seven"); via("%s%5d%c", "longer text", 3, 'q');
  n = snprintf(0, 0, "%d", 12345); printf("%d\n", n);
  memset(b, 'z', 10); n = snprintf(b, 1, "%d", 12345); printf("%d %d\n", n, b[0]);
  n = putchar(97); printf("%d\n", n); n = putchar(300); printf("%d\n", n); n = fputc(98, stdout); printf("%d\n", n);
  printf("%d\n", (int)fwrite("abc", 0, 3, stdout));
  int (*p)(const char *, ...) = printf; n = p("through %d\n", 5); printf("%d\n", n);
  return 0;
}
