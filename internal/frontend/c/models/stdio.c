/*
 * stdio.h: output through printf and its kin is the lowering's business.
 * Input is made of inputs; what would write formatted text into the
 * program's memory is not supported.
 */
#include <bits/whittle.h>
#include <stdio.h>

int getchar(void)
{
	return __whittle_nondet_int() ? EOF : __whittle_nondet_uchar();
}

int getc(FILE *f)
{
	return getchar();
}

int fgetc(FILE *f)
{
	return getchar();
}

char *fgets(char *s, int n, FILE *f)
{
	int i;
	if (n <= 0 || __whittle_nondet_int())
		return 0;
	for (i = 0; i < n - 1; i++) {
		char c = (char)__whittle_nondet_uchar();
		if (i > 0 && __whittle_nondet_int())
			break; /* the end of the file */
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
	__whittle_assume(got <= n);
	for (i = 0; i < got * size; i++)
		p[i] = (char)__whittle_nondet_uchar();
	return got;
}

size_t fwrite(const void *buffer, size_t size, size_t n, FILE *f)
{
	return n;
}

int fflush(FILE *f)
{
	return 0;
}

int fclose(FILE *f)
{
	return 0;
}

int setvbuf(FILE *f, char *buffer, int mode, size_t n)
{
	return 0;
}

void setbuf(FILE *f, char *buffer)
{
}

void flockfile(FILE *f)
{
}

void funlockfile(FILE *f)
{
}

#define UNSUPPORTED(name, result, ...)                                    \
	result name(__VA_ARGS__)                                          \
	{                                                                 \
		__whittle_unsupported(#name);                             \
		return 0;                                                 \
	}

UNSUPPORTED(scanf, int, const char *format, ...)
UNSUPPORTED(__isoc99_scanf, int, const char *format, ...)
UNSUPPORTED(fscanf, int, FILE *f, const char *format, ...)
UNSUPPORTED(__isoc99_fscanf, int, FILE *f, const char *format, ...)
UNSUPPORTED(sscanf, int, const char *s, const char *format, ...)
UNSUPPORTED(__isoc99_sscanf, int, const char *s, const char *format, ...)
UNSUPPORTED(sprintf, int, char *s, const char *format, ...)
UNSUPPORTED(snprintf, int, char *s, size_t n, const char *format, ...)
UNSUPPORTED(asprintf, int, char **s, const char *format, ...)
UNSUPPORTED(vsprintf, int, char *s, const char *format, va_list a)
UNSUPPORTED(vsnprintf, int, char *s, size_t n, const char *format, va_list a)
UNSUPPORTED(vasprintf, int, char **s, const char *format, va_list a)
UNSUPPORTED(getline, ssize_t, char **s, size_t *n, FILE *f)
UNSUPPORTED(gets, char *, char *s)
