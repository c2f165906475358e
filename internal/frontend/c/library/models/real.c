/*
 * Floating-point numbers in text. Where they end is exact. So is the value of one that has few digits: then
 * number and power of ten are doubles, and one operation rounds once. No violation rests on others.
 */
#include <bits/whittle.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static double __whittle_any_real(void)
{
	union { unsigned long long bits; double value; } any;
	any.bits = __whittle_inexact_ulong("strtod");
	any.bits = any.bits << 32 ^ __whittle_inexact_ulong("strtod");
	return any.value;
}

static double __whittle_scaled(unsigned long long n, int tens)
{
	double power = 1;
	int i;
	if (n == 0)
		return 0;
	if (n >> 53 || tens < -22 || tens > 22)
		return __whittle_any_real();
	for (i = 0; i != tens && i != -tens; i++)
		power *= 10;
	return tens < 0 ? (double)n / power : (double)n * power;
}

double strtod(const char *s, char **end)
{
	const char *p = s;
	unsigned long long n = 0;
	int any = 0, negative = 0, behind = 0, tens = 0, many = 0;
	double value;
	while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
		p++;
	if (*p == '-' || *p == '+')
		negative = *p++ == '-';
	if ((p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) || *p == 'i' || *p == 'I' || *p == 'n' || *p == 'N')
		__whittle_unsupported("strtod of a hexadecimal number, an infinity or no number");
	for (; __whittle_digit(*p) || (*p == '.' && !behind); p++) {
		if (*p == '.') {
			behind = 1;
			continue;
		}
		any = 1;
		if (n < 1000000000000000000)
			n = n * 10 + (unsigned long long)(*p - '0');
		else
			many = 1;
		tens -= behind;
	}
	if (!any) {
		if (end)
			*end = (char *)s;
		return 0;
	}
	if (*p == 'e' || *p == 'E') {
		int sign = p[1] == '-' || p[1] == '+', power = 0;
		if (__whittle_digit(p[1 + sign])) {
			int down = p[1] == '-';
			for (p += 1 + sign; __whittle_digit(*p); p++)
				if (power < 100000)
					power = power * 10 + (*p - '0');
			tens += down ? -power : power;
		}
	}
	if (end)
		*end = (char *)p;
	value = many ? __whittle_any_real() : __whittle_scaled(n, tens);
	return negative ? -value : value;
}

/* To round a double is not to round the number: only one that is a float as it is, is exact. */
float strtof(const char *s, char **end)
{
	double d = strtod(s, end);
	float f = (float)d;
	return (double)f == d ? f : (float)__whittle_any_real();
}

double atof(const char *s)
{
	return strtod(s, 0);
}
