/* string.h: byte by byte. Comparisons give the difference of the first bytes
 * that differ, as glibc's do: C promises no more than its sign. */
#include <bits/whittle.h>
#include <string.h>
#include <stdlib.h>

/* After n bytes were written from d on, and m read from s on. */
#define __WHITTLE_COPIED(function, d, n, s, m) \
	__whittle_undefined_if(__whittle_ahead(d, s) < (n) || __whittle_ahead(s, d) < (m), "overlap", \
		function " copies between objects that overlap")

/* A copy to the same place is left alone: compilers make such calls themselves. */
void *memcpy(void *d, const void *s, size_t n)
{
	char *p = d;
	const char *q = s;
	size_t i;
	for (i = 0; i < n; i++)
		p[i] = q[i];
	__whittle_undefined_if(n && (__whittle_ahead(d, s) - 1 < n - 1 || __whittle_ahead(s, d) - 1 < n - 1),
		"overlap", "memcpy copies between objects that overlap");
	return d;
}

void *mempcpy(void *d, const void *s, size_t n)
{
	return (char *)memcpy(d, s, n) + n;
}

void *memmove(void *d, const void *s, size_t n)
{
	char *p = d;
	const char *q = s;
	size_t i;
	if ((__UINTPTR_TYPE__)p <= (__UINTPTR_TYPE__)q)
		for (i = 0; i < n; i++)
			p[i] = q[i];
	else
		for (i = n; i > 0; i--)
			p[i - 1] = q[i - 1];
	return d;
}

void bcopy(const void *s, void *d, size_t n)
{
	memmove(d, s, n);
}

void *memccpy(void *d, const void *s, int c, size_t n)
{
	char *p = d;
	const char *q = s;
	size_t i;
	for (i = 0; i < n; i++) {
		char b = q[i];
		p[i] = b;
		if ((unsigned char)b == (unsigned char)c) {
			__WHITTLE_COPIED("memccpy", d, i + 1, s, i + 1);
			return p + i + 1;
		}
	}
	__WHITTLE_COPIED("memccpy", d, n, s, n);
	return 0;
}

void *memset(void *d, int c, size_t n)
{
	unsigned char *p = d;
	size_t i;
	for (i = 0; i < n; i++)
		p[i] = (unsigned char)c;
	return d;
}

void __VERIFIER_nondet_memory(void *p, size_t n)
{
	unsigned char *q = p;
	size_t i;
	for (i = 0; i < n; i++)
		q[i] = __whittle_nondet_uchar();
}

void __CPROVER_havoc_slice(void *p, size_t n)
{
	__VERIFIER_nondet_memory(p, n);
}

void __CPROVER_havoc_object(void *p)
{
	__VERIFIER_nondet_memory((char *)p - __whittle_object_offset(p), __whittle_object_size(p));
}

void bzero(void *d, size_t n)
{
	memset(d, 0, n);
}

void explicit_bzero(void *d, size_t n)
{
	memset(d, 0, n);
}

/* C has all n bytes compared; memchr alone stops at the first that matters. */
int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;
	size_t i;
	int order = 0;
	for (i = 0; i < n; i++) {
		int d = p[i] - q[i];
		if (order == 0)
			order = d;
	}
	return order;
}

int bcmp(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n);
}

void *memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	size_t i;
	for (i = 0; i < n; i++)
		if (p[i] == (unsigned char)c)
			return (void *)(p + i);
	return 0;
}

void *memrchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	for (; n > 0; n--)
		if (p[n - 1] == (unsigned char)c)
			return (void *)(p + n - 1);
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t strnlen(const char *s, size_t max)
{
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

/* The functions that write a string, and the length of it. Where a string overlaps what it is copied to, its end
 * may be overwritten before it is read: so each byte is looked at. */
size_t __whittle_strcpy_length(char *d, const char *s)
{
	size_t i = 0, before = __whittle_ahead(d, s), behind = __whittle_ahead(s, d);
	for (;; i++) {
		char c = s[i];
		d[i] = c;
		__whittle_undefined_if(i == before || i == behind, "overlap",
			"a string is copied to where it overlaps itself");
		if (!c)
			return i;
	}
}

char *stpcpy(char *d, const char *s)
{
	return d + __whittle_strcpy_length(d, s);
}

char *strcpy(char *d, const char *s)
{
	__whittle_strcpy_length(d, s);
	return d;
}

char *strncpy(char *d, const char *s, size_t n)
{
	size_t i = 0, m = n;
	for (; i < n; i++) {
		char c = s[i];
		d[i] = c;
		if (!c) {
			m = i + 1;
			break;
		}
	}
	for (; i < n; i++)
		d[i] = 0;
	__WHITTLE_COPIED("strncpy", d, n, s, m);
	return d;
}

size_t __whittle_strcat_length(char *d, const char *s)
{
	size_t n = strlen(d);
	return n + __whittle_strcpy_length(d + n, s);
}

char *strcat(char *d, const char *s)
{
	__whittle_strcat_length(d, s);
	return d;
}

size_t __whittle_strncat_length(char *d, const char *s, size_t n)
{
	size_t before = strlen(d), i;
	char *p = d + before;
	for (i = 0; i < n; i++) {
		char c = s[i];
		if (!c)
			break;
		p[i] = c;
	}
	p[i] = 0;
	__WHITTLE_COPIED("strncat", p, i + 1, s, i < n ? i + 1 : i);
	return before + i;
}

char *strncat(char *d, const char *s, size_t n)
{
	__whittle_strncat_length(d, s, n);
	return d;
}

int strncmp(const char *a, const char *b, size_t n)
{
	size_t i;
	for (i = 0; i < n; i++) {
		unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
		if (x != y)
			return x - y;
		if (!x)
			break;
	}
	return 0;
}

int strcmp(const char *a, const char *b)
{
	size_t i;
	for (i = 0;; i++) {
		unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
		if (x != y)
			return x - y;
		if (!x)
			return 0;
	}
}

int strcoll(const char *a, const char *b)
{
	return strcmp(a, b);
}

static int __whittle_lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

int strncasecmp(const char *a, const char *b, size_t n)
{
	size_t i;
	for (i = 0; i < n; i++) {
		int x = __whittle_lower((unsigned char)a[i]), y = __whittle_lower((unsigned char)b[i]);
		if (x != y)
			return x - y;
		if (!x)
			break;
	}
	return 0;
}

int strcasecmp(const char *a, const char *b)
{
	return strncasecmp(a, b, (size_t)-1);
}

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c)
		s++;
	return (char *)s;
}

char *strchr(const char *s, int c)
{
	s = strchrnul(s, c);
	return *s == (char)c ? (char *)s : 0;
}

char *index(const char *s, int c)
{
	return strchr(s, c);
}

char *strrchr(const char *s, int c)
{
	const char *r = 0;
	for (;; s++) {
		if (*s == (char)c)
			r = s;
		if (!*s)
			return (char *)r;
	}
}

char *rindex(const char *s, int c)
{
	return strrchr(s, c);
}

size_t strspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] && strchr(set, s[n]))
		n++;
	return n;
}

size_t strcspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] && !strchr(set, s[n]))
		n++;
	return n;
}

char *strpbrk(const char *s, const char *set)
{
	s += strcspn(s, set);
	return *s ? (char *)s : 0;
}

char *strstr(const char *s, const char *t)
{
	size_t n = strlen(t);
	for (;; s++) {
		if (strncmp(s, t, n) == 0)
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *strsep(char **s, const char *set)
{
	char *begin = *s, *end;
	if (!begin)
		return 0;
	end = strpbrk(begin, set);
	if (end)
		*end++ = 0;
	*s = end;
	return begin;
}

char *strtok_r(char *s, const char *set, char **save)
{
	if (!s)
		s = *save;
	s += strspn(s, set);
	if (!*s) {
		*save = s;
		return 0;
	}
	*save = s + strcspn(s, set);
	if (**save)
		*(*save)++ = 0;
	return s;
}

static char *__whittle_strtok;

char *strtok(char *s, const char *set)
{
	return strtok_r(s, set, &__whittle_strtok);
}

char *strndup(const char *s, size_t max)
{
	size_t n = strnlen(s, max);
	char *d = malloc(n + 1);
	if (!d)
		return 0;
	memcpy(d, s, n);
	d[n] = 0;
	return d;
}

char *strdup(const char *s)
{
	size_t n = strlen(s) + 1;
	char *d = malloc(n);
	return d ? memcpy(d, s, n) : 0;
}

int ffs(int x)
{
	int n;
	for (n = 0; n < 32; n++)
		if ((unsigned)x >> n & 1)
			return n + 1;
	return 0;
}

int ffsl(long x)
{
	return __builtin_ffsl(x);
}

int ffsll(long long x)
{
	return __builtin_ffsll(x);
}

char *strerror(int e)
{
	return "error";
}
