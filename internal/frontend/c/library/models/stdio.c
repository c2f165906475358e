/*
 * stdio.h: output through printf and its kin is the lowering's business.
 * Input is made of inputs; what would write formatted text into the
 * program's memory is not supported.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

extern void __whittle_reads_bytes(const void *p, size_t n);
extern void __whittle_reads_text(const char *s, size_t most);
extern unsigned char __whittle_from_stream(FILE *f);
extern void __whittle_stream(FILE *f);

int getchar(void)
{
	return __whittle_nondet_int() ? EOF : __whittle_nondet_uchar();
}

int getc(FILE *f)
{
	__whittle_stream(f);
	return __whittle_nondet_int() ? EOF : __whittle_from_stream(f);
}

int fgetc(FILE *f)
{
	return getc(f);
}

char *fgets(char *s, int n, FILE *f)
{
	int i;
	__whittle_stream(f);
	if (n <= 0 || __whittle_choice("reading fails"))
		return 0;
	for (i = 0; i < n - 1; i++) {
		char c = (char)__whittle_from_stream(f);
		if (i > 0 && __whittle_choice("the file ends here"))
			break;
		s[i] = c;
		if (c == '\n') {
			i++;
			break;
		}
	}
	s[i] = 0;
	return s;
}

size_t fread(void *buffer, size_t size, size_t n, FILE *f)
{
	char *p = buffer;
	size_t i, got = __whittle_nondet_ulong();
	__whittle_stream(f);
	__whittle_assume(got <= n);
	for (i = 0; i < got * size; i++)
		p[i] = (char)__whittle_from_stream(f);
	return got;
}

/*
 * Characters that scanf stores, from least to most of them: those of a set,
 * else any, or, where the text ends with a null character, any but spaces.
 */
#define SCANNED(name, character, again)                                                     \
	int name(char *to, size_t least, size_t most, int ends, const char *set)            \
	{                                                                                   \
		size_t i;                                                                   \
		for (i = 0; i < most; i++) {                                                \
			unsigned char c;                                                    \
			if (i >= least && !again)                                           \
				break;                                                      \
			c = (unsigned char)character;                                       \
			if (set)                                                            \
				__whittle_assume(set[c]);                                   \
			else if (ends)                                                      \
				__whittle_assume(c != ' ' && (c < '\t' || c > '\r'));       \
			to[i] = (char)c;                                                    \
		}                                                                           \
		if (ends)                                                                   \
			to[i] = 0;                                                          \
		return 0;                                                                   \
	}

SCANNED(__whittle_scanned, __whittle_nondet_uchar(), __whittle_nondet_int())
SCANNED(__whittle_scanned_from, __whittle_inexact_int("sscanf"), __whittle_inexact_int("sscanf"))

/* Output succeeds; with --may-fail it need not. What is written is the lowering's business. */

int __whittle_fails_mayfail(void)
{
	if (__whittle_nondet_int())
		return 0;
	errno = EIO;
	return 1;
}

int __whittle_char_printed(int c)
{
	return (unsigned char)c;
}

int __whittle_char_printed_mayfail(int c)
{
	return __whittle_fails_mayfail() ? EOF : (unsigned char)c;
}

/* C says no more of the result than that it is not negative. */
int __whittle_text_printed(void)
{
	int n = __whittle_inexact_int("puts or fputs");
	__whittle_assume(n >= 0);
	return n;
}

int __whittle_text_printed_mayfail(void)
{
	return __whittle_fails_mayfail() ? EOF : __whittle_text_printed();
}

int putchar(int c)
{
	__whittle_print(c, 1);
	return __whittle_char_printed(c);
}

int putchar_unlocked(int c)
{
	return putchar(c);
}

int fputc(int c, FILE *f)
{
	__whittle_stream(f);
	__whittle_print(c, f == stdout);
	return __whittle_char_printed(c);
}

int putc(int c, FILE *f)
{
	return fputc(c, f);
}

static void __whittle_print_text(const char *s, int out)
{
	while (*s)
		__whittle_print(*s++, out);
}

int puts(const char *s)
{
	__whittle_print_text(s, 1);
	__whittle_print('\n', 1);
	return __whittle_text_printed();
}

int fputs(const char *s, FILE *f)
{
	__whittle_stream(f);
	__whittle_print_text(s, f == stdout);
	return __whittle_text_printed();
}

size_t fwrite(const void *buffer, size_t size, size_t n, FILE *f)
{
	__whittle_stream(f);
	__whittle_reads_bytes(buffer, size * n);
	return size ? n : 0;
}

size_t fwrite_mayfail(const void *buffer, size_t size, size_t n, FILE *f)
{
	size_t done = __whittle_nondet_ulong();
	__whittle_stream(f);
	__whittle_reads_bytes(buffer, size * n);
	__whittle_assume(done <= n);
	if (size && done < n)
		errno = EIO;
	return size ? done : 0;
}

void flockfile(FILE *f)
{
	__whittle_stream(f);
}

/* Not only this waits then, but all that uses the stream. */
void flockfile_threads(FILE *f)
{
	__whittle_unsupported("flockfile beside other threads");
}

void funlockfile(FILE *f)
{
	__whittle_stream(f);
}

/* Calls of scanf are the lowering's business. */
#define SCAN(name, helper, ...)                                           \
	int name(__VA_ARGS__, ...)                                        \
	{                                                                 \
		__whittle_unsupported(#name " through its address");      \
		return helper;                                            \
	}

SCAN(scanf, __whittle_scanned(0, 0, 0, 0, 0), const char *format)
SCAN(__isoc99_scanf, __whittle_scanned(0, 0, 0, 0, 0), const char *format)
SCAN(fscanf, __whittle_scanned(0, 0, 0, 0, 0), FILE *f, const char *format)
SCAN(__isoc99_fscanf, __whittle_scanned(0, 0, 0, 0, 0), FILE *f, const char *format)
extern unsigned long __whittle_scan_used(const char *s);
SCAN(sscanf, __whittle_scanned_from(0, __whittle_scan_used(s), 0, 0, 0), const char *s, const char *format)
SCAN(__isoc99_sscanf, __whittle_scanned_from(0, __whittle_scan_used(s), 0, 0, 0), const char *s, const char *format)

#define UNSUPPORTED(name, result, ...)                                    \
	result name(__VA_ARGS__)                                          \
	{                                                                 \
		__whittle_unsupported(#name);                             \
		return 0;                                                 \
	}

UNSUPPORTED(gets, char *, char *s)
