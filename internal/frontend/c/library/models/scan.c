/*
 * What sscanf reads. The lowering goes through the format, which is a literal, and calls a function for each
 * directive with the place in the text; the result is the place behind what was read, or 0 where nothing
 * matches: no directive ends at the begin of the text then, since each takes a character.
 */
#include <bits/whittle.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

unsigned long __whittle_scan_spaces(const char *s, unsigned long i)
{
	while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
		i++;
	return i;
}

int __whittle_scan_here(const char *s, unsigned long i)
{
	return (unsigned char)s[i];
}

static int __whittle_scan_digit(int c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

/* Where the digits begin, behind a sign and a prefix; base becomes that which the prefix says. */
static unsigned long __whittle_scan_prefix(const char *s, unsigned long i, unsigned long width, int *base)
{
	unsigned long from = i;
	if (width > 1 && (s[i] == '-' || s[i] == '+'))
		i++;
	if ((*base == 0 || *base == 16) && s[i] == '0') {
		if (i - from + 1 < width && (s[i + 1] == 'x' || s[i + 1] == 'X')) {
			if (i - from + 2 >= width || __whittle_scan_digit(s[i + 2]) >= 16)
				__whittle_unsupported("sscanf of 0x without digits");
			*base = 16;
			return i + 2;
		}
		if (*base == 0)
			*base = 8;
	}
	if (*base == 0)
		*base = 10;
	return i;
}

unsigned long __whittle_scan_integer(const char *s, unsigned long i, unsigned long width, int base)
{
	unsigned long from = i, digits = __whittle_scan_prefix(s, i, width, &base);
	for (i = digits; i - from < width && __whittle_scan_digit(s[i]) < base; i++)
		;
	return i > digits ? i : 0;
}

/* The number between two places. C does not say what one that its type cannot hold becomes. */
unsigned long long __whittle_scan_number(const char *s, unsigned long i, unsigned long end, int base,
					 unsigned long long least, unsigned long long most)
{
	int negative = s[i] == '-';
	unsigned long long n = 0;
	for (i = __whittle_scan_prefix(s, i, end - i, &base); i < end; i++) {
		unsigned long long d = (unsigned long long)__whittle_scan_digit(s[i]);
		if (n > (~0ULL - d) / (unsigned long long)base)
			return __whittle_inexact_ulong("sscanf of a number that does not fit its type");
		n = n * (unsigned long long)base + d;
	}
	if (n > (negative ? least : most))
		return __whittle_inexact_ulong("sscanf of a number that does not fit its type");
	return negative ? -n : n;
}

/* Where strtod stops. That is not asked: the difference of two pointers is no plain number for all analyses. */
unsigned long __whittle_scan_real(const char *s, unsigned long i)
{
	int any = 0, behind = 0;
	if (s[i] == '-' || s[i] == '+')
		i++;
	if (s[i] == 'i' || s[i] == 'I' || s[i] == 'n' || s[i] == 'N')
		__whittle_unsupported("sscanf of an infinity or no number");
	for (; __whittle_digit(s[i]) || (s[i] == '.' && !behind); i++) {
		if (s[i] == '.')
			behind = 1;
		else
			any = 1;
	}
	if (!any)
		return 0;
	if (s[i] == 'e' || s[i] == 'E') {
		i += s[i + 1] == '-' || s[i + 1] == '+' ? 2 : 1;
		if (!__whittle_digit(s[i]))
			__whittle_unsupported("sscanf of an exponent without digits");
		while (__whittle_digit(s[i]))
			i++;
	}
	return i;
}

double __whittle_scan_double(const char *s, unsigned long i)
{
	return strtod(s + i, 0);
}

float __whittle_scan_float(const char *s, unsigned long i)
{
	return strtof(s + i, 0);
}

/* Characters of a set, or all but spaces, are copied, unless there is no room for them. */
unsigned long __whittle_scan_text(const char *s, unsigned long i, unsigned long width, const char *set, char *to)
{
	unsigned long n = 0;
	for (; n < width && s[i + n]; n++) {
		unsigned char c = (unsigned char)s[i + n];
		if (set ? !set[c] : c == ' ' || (c >= '\t' && c <= '\r'))
			break;
		to[n] = (char)c;
	}
	if (n == 0)
		return 0;
	to[n] = 0;
	return i + n;
}

/* Never called: what a call of sscanf is lowered to. */
unsigned long __whittle_scan_used(const char *s)
{
	unsigned long i = __whittle_scan_spaces(s, strlen(s)) + (unsigned long)__whittle_scan_here(s, 0);
	i += __whittle_scan_integer(s, i, 0, 0) + __whittle_scan_number(s, i, 0, 0, 0, 0) + __whittle_scan_real(s, i);
	i += (unsigned long)__whittle_scan_double(s, i) + (unsigned long)__whittle_scan_float(s, i);
	return __whittle_scan_text(s, i, 0, 0, 0);
}
