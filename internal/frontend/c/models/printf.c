/*
 * The printf family. What is printed to a stream is the lowering's business; here is how many bytes that
 * are, and what the functions that print into memory write there. Numbers are exact; addresses and
 * floating-point numbers have an inexact length within its bounds.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where output goes. */
enum { COUNT, MEMORY, STDOUT, STDERR };

#define OUT int where, char *to, size_t room, size_t n
#define IN where, to, room

/* Puts the n-th byte. */
static size_t __whittle_put(OUT, char c)
{
	if (where == MEMORY) {
		if (n + 1 < room)
			to[n] = c;
	} else if (where != COUNT) {
		__whittle_print(c, where == STDOUT);
	}
	return n + 1;
}

static size_t __whittle_put_times(OUT, char c, size_t times)
{
	size_t i;
	if (where == COUNT)
		return n + times;
	for (i = 0; i < times; i++)
		n = __whittle_put(IN, n, c);
	return n;
}

static size_t __whittle_put_text(OUT, const char *s, size_t length)
{
	size_t i;
	if (where == COUNT)
		return n + length;
	for (i = 0; i < length; i++)
		n = __whittle_put(IN, n, s[i]);
	return n;
}

static size_t __whittle_decimals(unsigned long long v)
{
	unsigned u = (unsigned)v;
	if (u == v)
		return 1 + (u >= 10) + (u >= 100) + (u >= 1000) + (u >= 10000) + (u >= 100000) + (u >= 1000000) +
		       (u >= 10000000) + (u >= 100000000) + (u >= 1000000000);
	return 10 + (v >= 10000000000) + (v >= 100000000000) + (v >= 1000000000000) + (v >= 10000000000000) +
	       (v >= 100000000000000) + (v >= 1000000000000000) + (v >= 10000000000000000) +
	       (v >= 100000000000000000) + (v >= 1000000000000000000) + (v >= 10000000000000000000u);
}

/* How many digits of some bits each a number has. */
static size_t __whittle_digits(unsigned long long v, int bits)
{
	size_t n = 1;
	int i;
	for (i = bits; i < 64; i += bits)
		n += v >> i != 0;
	return n;
}

/* The constant divisors are what makes this bearable where the number is not known. */
static const unsigned long long __whittle_powers[20] = {
	1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
	10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
	10000000000000000000u
};

static size_t __whittle_put_number(OUT, unsigned long long v, size_t digits, char verb)
{
	unsigned u = (unsigned)v;
	int i, bits = verb == 'o' ? 3 : 4;
	if (where == COUNT)
		return n + digits;
	if (verb == 'o' || verb == 'x' || verb == 'X') {
		for (i = (64 - 1) / bits; i >= 0; i--)
			if ((size_t)i < digits) {
				int d = (int)(v >> bits * i) & ((1 << bits) - 1);
				n = __whittle_put(IN, n, (char)(d < 10 ? '0' + d : (verb == 'X' ? 'A' : 'a') + d - 10));
			}
	} else if (u == v) {
		for (i = 9; i >= 0; i--)
			if ((size_t)i < digits)
				n = __whittle_put(IN, n, (char)('0' + u / (unsigned)__whittle_powers[i] % 10));
	} else {
		for (i = 19; i >= 0; i--)
			if ((size_t)i < digits)
				n = __whittle_put(IN, n, (char)('0' + v / __whittle_powers[i] % 10));
	}
	return n;
}

/* Text that is not known exactly, of least to most bytes. */
static size_t __whittle_put_any(OUT, size_t least, size_t most, size_t width)
{
	size_t i, length = __whittle_inexact_ulong("the printf family of this argument");
	__whittle_assume(length >= least && length <= most);
	if (length < width)
		length = width;
	if (where == COUNT)
		return n + length;
	for (i = 0; i < length && (where != MEMORY || n + i + 1 < room); i++) {
		char c = (char)__whittle_inexact_int("the printf family of this argument");
		__whittle_assume(c >= ' ' && c < 127);
		__whittle_put(IN, n + i, c);
	}
	return n + length;
}

static size_t __whittle_format(OUT, const char *f, va_list a)
{
	while (*f) {
		int minus = 0, plus = 0, space = 0, alt = 0, zero = 0, bits = 32, flags = 1;
		size_t width = 0, precision = 0, digits, length;
		_Bool precise = 0, wide = 0;
		unsigned long long v;
		const char *prefix = "", *text;
		char verb;
		if (*f != '%') {
			n = __whittle_put(IN, n, *f++);
			continue;
		}
		f++;
		while (flags)
			switch (*f) {
			case '-': minus = 1; f++; break;
			case '+': plus = 1; f++; break;
			case ' ': space = 1; f++; break;
			case '#': alt = 1; f++; break;
			case '0': zero = 1; f++; break;
			case '\'': f++; break;
			default: flags = 0;
			}
		if (*f == '*') {
			int w = va_arg(a, int);
			minus |= w < 0;
			width = w < 0 ? -(size_t)w : (size_t)w;
			f++;
		}
		while (*f >= '0' && *f <= '9')
			width = width * 10 + (size_t)(*f++ - '0');
		if (*f == '.') {
			precise = 1;
			f++;
			if (*f == '*') {
				int p = va_arg(a, int);
				precise = p >= 0;
				precision = p < 0 ? 0 : (size_t)p;
				f++;
			}
			while (*f >= '0' && *f <= '9')
				precision = precision * 10 + (size_t)(*f++ - '0');
		}
		switch (*f) {
		case 'h':
			bits = 16;
			f++;
			if (*f == 'h') {
				bits = 8;
				f++;
			}
			break;
		case 'l':
			bits = 8 * sizeof(long);
			wide = 1;
			f++;
			if (*f == 'l') {
				bits = 64;
				f++;
			}
			break;
		case 'z': case 't':
			bits = 8 * sizeof(size_t);
			f++;
			break;
		case 'j': case 'q':
			bits = 64;
			f++;
			break;
		case 'L':
			bits = 80;
			f++;
			break;
		}
		verb = *f++;
		switch (verb) {
		case '%':
			n = __whittle_put(IN, n, '%');
			continue;
		case 'd': case 'i': {
			long long s = bits > 32 ? va_arg(a, long long) : va_arg(a, int);

				;
			if (bits == 8)
				s = (signed char)s;
			else if (bits == 16)
				s = (short)s;
			else if (bits == 32)
				s = (int)s;
			prefix = s < 0 ? "-" : plus ? "+" : space ? " " : "";
			v = s < 0 ? -(unsigned long long)s : (unsigned long long)s;
			digits = __whittle_decimals(v);
			break;
		}
		case 'u': case 'o': case 'x': case 'X':
			v = bits > 32 ? va_arg(a, unsigned long long) : va_arg(a, unsigned);
			if (bits == 8)
				v = (unsigned char)v;
			else if (bits == 16)
				v = (unsigned short)v;
			digits = verb == 'u' ? __whittle_decimals(v) : __whittle_digits(v, verb == 'o' ? 3 : 4);
			if (alt && verb == 'o' && v != 0 && !precise)
				prefix = "0";
			else if (alt && verb == 'o' && precise && (v != 0 || precision == 0) && precision <= digits)
				precision = v != 0 ? digits + 1 : 1;
			if (alt && v != 0 && verb == 'x')
				prefix = "0x";
			if (alt && v != 0 && verb == 'X')
				prefix = "0X";
			break;
		case 'c':
		case 's':
			if (wide)
				__whittle_unsupported("wide characters in a format");
			if (verb == 'c') {
				char c = (char)va_arg(a, int);
				if (!minus && width > 1)
					n = __whittle_put_times(IN, n, ' ', width - 1);
				n = __whittle_put(IN, n, c);
				if (minus && width > 1)
					n = __whittle_put_times(IN, n, ' ', width - 1);
				continue;
			}
			text = va_arg(a, const char *);
			if (!text)
				text = precise && precision < 6 ? "" : "(null)";
			length = precise ? strnlen(text, precision) : strlen(text);
			if (!minus && width > length)
				n = __whittle_put_times(IN, n, ' ', width - length);
			n = __whittle_put_text(IN, n, text, length);
			if (minus && width > length)
				n = __whittle_put_times(IN, n, ' ', width - length);
			continue;
		case 'p':
			if (va_arg(a, void *) != 0) {
				n = __whittle_put_any(IN, n, 3, 2 + 2 * sizeof(void *), width);
				continue;
			}
			if (!minus && width > 5)
				n = __whittle_put_times(IN, n, ' ', width - 5);
			n = __whittle_put_text(IN, n, "(nil)", 5);
			if (minus && width > 5)
				n = __whittle_put_times(IN, n, ' ', width - 5);
			continue;
		case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
			if (bits == 80) {
				(void)va_arg(a, long double);
				n = __whittle_put_any(IN, n, 1, 4940 + (precise ? precision : 16), width);
			} else {
				(void)va_arg(a, double);
				n = __whittle_put_any(IN, n, 1, 320 + (precise ? precision : 16), width);
			}
			continue;
		case 'n':
			__whittle_unsupported("%n in a format");
			continue;
		default:
			__whittle_unsupported("this conversion of a format");
			continue;
		}
		if (precise) {
			zero = 0;
			if (precision == 0 && v == 0)
				digits = 0;
		}
		length = precise && precision > digits ? precision : digits;
		if (zero && !minus && width > length + strlen(prefix))
			length = width - strlen(prefix);
		width = width > length + strlen(prefix) ? width - length - strlen(prefix) : 0;
		if (!minus)
			n = __whittle_put_times(IN, n, ' ', width);
		n = __whittle_put_text(IN, n, prefix, strlen(prefix));
		n = __whittle_put_times(IN, n, '0', length - digits);
		n = __whittle_put_number(IN, n, v, digits, verb);
		if (minus)
			n = __whittle_put_times(IN, n, ' ', width);
	}
	return n;
}

static int __whittle_result(size_t n)
{
	if (n > INT_MAX)
		__whittle_unsupported("printing more than 2147483647 bytes at once");
	return (int)n;
}

/* The result of printf and its kin, which the lowering calls. */
int __whittle_printed(const char *f, va_list a)
{
	return __whittle_result(__whittle_format(COUNT, 0, 0, 0, f, a));
}

int __whittle_printed_mayfail(const char *f, va_list a)
{
	if (__whittle_nondet_int()) {
		errno = EIO;
		return -1;
	}
	return __whittle_result(__whittle_format(COUNT, 0, 0, 0, f, a));
}

int vprintf(const char *f, va_list a)
{
	__whittle_format(STDOUT, 0, 0, 0, f, a);
	return __whittle_printed(f, a);
}

int vfprintf(FILE *s, const char *f, va_list a)
{
	__whittle_format(s == stdout ? STDOUT : STDERR, 0, 0, 0, f, a);
	return __whittle_printed(f, a);
}

int vdprintf(int fd, const char *f, va_list a)
{
	__whittle_format(fd == 1 ? STDOUT : STDERR, 0, 0, 0, f, a);
	return __whittle_printed(f, a);
}

int printf(const char *f, ...)
{
	va_list a;
	va_start(a, f);
	return vprintf(f, a);
}

int fprintf(FILE *s, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	return vfprintf(s, f, a);
}

int dprintf(int fd, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	return vdprintf(fd, f, a);
}

int vsnprintf(char *to, size_t room, const char *f, va_list a)
{
	size_t n = __whittle_format(room ? MEMORY : COUNT, to, room, 0, f, a);
	if (room)
		to[n < room ? n : room - 1] = 0;
	return __whittle_result(n);
}

int snprintf(char *to, size_t room, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	return vsnprintf(to, room, f, a);
}

int vsprintf(char *to, const char *f, va_list a)
{
	return vsnprintf(to, (size_t)-1, f, a);
}

int sprintf(char *to, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	return vsnprintf(to, (size_t)-1, f, a);
}

int vasprintf(char **to, const char *f, va_list a)
{
	size_t n = __whittle_format(COUNT, 0, 0, 0, f, a);
	char *s = malloc(n + 1);
	if (!s)
		return -1;
	vsnprintf(s, n + 1, f, a);
	*to = s;
	return __whittle_result(n);
}

int asprintf(char **to, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	return vasprintf(to, f, a);
}
