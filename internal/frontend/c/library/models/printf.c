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

extern void __whittle_stream(FILE *s);

#define OUT int where, char *to, size_t room, size_t n
#define IN where, to, room

/* Where there is no room, to is mostly null, and nothing is written. If that were all that to can be, the stores
 * below would seem to go anywhere. */
static char __whittle_nowhere[1];
#define SOMEWHERE (room ? to : __whittle_nowhere)

/* Puts the n-th byte. */
static size_t __whittle_put(OUT, char c)
{
	if (where == MEMORY) {
		if (n + 1 < room)
			SOMEWHERE[n] = c;
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

size_t __whittle_put_text(OUT, const char *s, size_t length)
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

/* The flags of a conversion. */
enum { MINUS = 1, PLUS = 2, SPACE = 4, ALT = 8, ZERO = 16 };

/* %d (v is sign-extended), %u, %o, %x or %X; no precision: -1. */
size_t __whittle_put_integer(OUT, unsigned long long v, int verb, int flags, size_t width, long precision)
{
	const char *prefix = "";
	size_t digits, length, before = 0;
	if (verb == 'd') {
		_Bool negative = (long long)v < 0;
		if (negative)
			v = -v;
		if (negative || (flags & (PLUS | SPACE)) != 0) {
			prefix = negative ? "-" : (flags & PLUS) != 0 ? "+" : " ";
			before = 1;
		}
	} else if ((flags & ALT) != 0 && v != 0 && (verb == 'x' || verb == 'X')) {
		prefix = verb == 'x' ? "0x" : "0X";
		before = 2;
	}
	digits = verb == 'd' || verb == 'u' ? __whittle_decimals(v) : __whittle_digits(v, verb == 'o' ? 3 : 4);
	if ((flags & ALT) != 0 && verb == 'o') {
		if (v != 0 && precision < 0) {
			prefix = "0";
			before = 1;
		} else if (precision >= 0 && (v != 0 || precision == 0) && (size_t)precision <= digits) {
			precision = v != 0 ? (long)digits + 1 : 1;
		}
	}
	if (precision == 0 && v == 0)
		digits = 0;
	length = precision >= 0 && (size_t)precision > digits ? (size_t)precision : digits;
	if (precision < 0 && (flags & (ZERO | MINUS)) == ZERO && width > length + before)
		length = width - before;
	width = width > length + before ? width - length - before : 0;
	if ((flags & MINUS) == 0)
		n = __whittle_put_times(IN, n, ' ', width);
	n = __whittle_put_text(IN, n, prefix, before);
	n = __whittle_put_times(IN, n, '0', length - digits);
	n = __whittle_put_number(IN, n, v, digits, (char)verb);
	if ((flags & MINUS) != 0)
		n = __whittle_put_times(IN, n, ' ', width);
	return n;
}

static size_t __whittle_put_field(OUT, const char *s, size_t length, int flags, size_t width)
{
	width = width > length ? width - length : 0;
	if ((flags & MINUS) == 0)
		n = __whittle_put_times(IN, n, ' ', width);
	n = __whittle_put_text(IN, n, s, length);
	if ((flags & MINUS) != 0)
		n = __whittle_put_times(IN, n, ' ', width);
	return n;
}

/* %c */
size_t __whittle_put_char(OUT, int c, int flags, size_t width)
{
	char text = (char)c;
	return __whittle_put_field(IN, n, &text, 1, flags, width);
}

/* %s */
size_t __whittle_put_string(OUT, const char *s, int flags, size_t width, long precision)
{
	if (!s)
		s = precision >= 0 && precision < 6 ? "" : "(null)";
	return __whittle_put_field(IN, n, s, precision >= 0 ? strnlen(s, (size_t)precision) : strlen(s), flags, width);
}

/* %p */
size_t __whittle_put_address(OUT, const void *p, int flags, size_t width)
{
	if (!p)
		return __whittle_put_field(IN, n, "(nil)", 5, flags, width);
	return __whittle_put_any(IN, n, 3, 2 + 2 * sizeof(void *), width);
}

/* A floating-point number, of which the digits before the point are at most digits. */
size_t __whittle_put_real(OUT, size_t digits, size_t width, long precision)
{
	return __whittle_put_any(IN, n, 1, digits + 12 + (precision > 6 ? (size_t)precision : 6), width);
}

/* Walks through a format that is not known when the call is lowered. */
static size_t __whittle_format(OUT, const char *f, va_list a)
{
	while (*f) {
		int flags = 0, bits = 32, more = 1;
		size_t width = 0;
		long precision = -1;
		_Bool wide = 0;
		char verb;
		if (*f != '%') {
			n = __whittle_put(IN, n, *f++);
			continue;
		}
		f++;
		while (more)
			switch (*f) {
			case '-': flags |= MINUS; f++; break;
			case '+': flags |= PLUS; f++; break;
			case ' ': flags |= SPACE; f++; break;
			case '#': flags |= ALT; f++; break;
			case '0': flags |= ZERO; f++; break;
			case '\'': f++; break;
			default: more = 0;
			}
		if (*f == '*') {
			int w = va_arg(a, int);
			if (w < 0)
				flags |= MINUS;
			width = w < 0 ? -(size_t)w : (size_t)w;
			f++;
		}
		while (*f >= '0' && *f <= '9')
			width = width * 10 + (size_t)(*f++ - '0');
		if (*f == '.') {
			precision = 0;
			f++;
			if (*f == '*') {
				int p = va_arg(a, int);
				precision = p < 0 ? -1 : p;
				f++;
			}
			while (*f >= '0' && *f <= '9')
				precision = precision * 10 + (*f++ - '0');
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
			break;
		case 'd': case 'i': {
			long long v = bits > 32 ? va_arg(a, long long) : va_arg(a, int);
			v = bits == 8 ? (signed char)v : bits == 16 ? (short)v : v;
			n = __whittle_put_integer(IN, n, (unsigned long long)v, 'd', flags, width, precision);
			break;
		}
		case 'u': case 'o': case 'x': case 'X': {
			unsigned long long v = bits > 32 ? va_arg(a, unsigned long long) : va_arg(a, unsigned);
			v = bits == 8 ? (unsigned char)v : bits == 16 ? (unsigned short)v : v;
			n = __whittle_put_integer(IN, n, v, verb, flags, width, precision);
			break;
		}
		case 'c':
		case 's':
			if (wide)
				__whittle_unsupported("wide characters in a format");
			if (verb == 'c')
				n = __whittle_put_char(IN, n, va_arg(a, int), flags, width);
			else
				n = __whittle_put_string(IN, n, va_arg(a, const char *), flags, width, precision);
			break;
		case 'p':
			n = __whittle_put_address(IN, n, va_arg(a, void *), flags, width);
			break;
		case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
			if (bits == 80)
				(void)va_arg(a, long double);
			else
				(void)va_arg(a, double);
			n = __whittle_put_real(IN, n, bits == 80 ? 4940 : 320, width, precision);
			break;
		case 'n':
			__whittle_unsupported("%n in a format");
			break;
		default:
			__whittle_unsupported("this conversion of a format");
		}
	}
	return n;
}

/* What a function of the family returns that has put n bytes. */
int __whittle_printed(size_t n)
{
	if (n > INT_MAX)
		__whittle_unsupported("printing more than 2147483647 bytes at once");
	return (int)n;
}

int __whittle_printed_mayfail(size_t n)
{
	if (__whittle_nondet_int()) {
		errno = EIO;
		return -1;
	}
	if (n > INT_MAX)
		__whittle_unsupported("printing more than 2147483647 bytes at once");
	return (int)n;
}

/* The same of one that has put n bytes into memory, and its last byte. */
int __whittle_ended(char *to, size_t room, size_t n)
{
	if (room)
		SOMEWHERE[n < room ? n : room - 1] = 0;
	if (n > INT_MAX)
		__whittle_unsupported("printing more than 2147483647 bytes at once");
	return (int)n;
}

size_t __whittle_counted(const char *f, va_list a)
{
	return __whittle_format(COUNT, 0, 0, 0, f, a);
}

int vprintf(const char *f, va_list a)
{
	extern size_t __whittle_counted(const char *f, va_list a); /* for the lowering */
	return __whittle_printed(__whittle_format(STDOUT, 0, 0, 0, f, a));
}

int vfprintf(FILE *s, const char *f, va_list a)
{
	__whittle_stream(s);
	return __whittle_printed(__whittle_format(s == stdout ? STDOUT : STDERR, 0, 0, 0, f, a));
}

int vdprintf(int fd, const char *f, va_list a)
{
	return __whittle_printed(__whittle_format(fd == 1 ? STDOUT : STDERR, 0, 0, 0, f, a));
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
	return __whittle_ended(to, room, __whittle_format(room ? MEMORY : COUNT, to, room, 0, f, a));
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

/* The memory that asprintf makes for n bytes, or null. */
void *__whittle_room(size_t n)
{
	return malloc(n + 1);
}

int vasprintf(char **to, const char *f, va_list a)
{
	size_t n = __whittle_format(COUNT, 0, 0, 0, f, a);
	char *s = __whittle_room(n);
	if (!s)
		return -1;
	*to = s;
	return vsnprintf(s, n + 1, f, a);
}

int asprintf(char **to, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	return vasprintf(to, f, a);
}
