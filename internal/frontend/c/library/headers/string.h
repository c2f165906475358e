#ifndef __WHITTLE_STRING_H
#define __WHITTLE_STRING_H
#include <bits/size.h>
extern void *memcpy(void *__restrict, const void *__restrict, size_t);
extern void *memmove(void *, const void *, size_t);
extern void *mempcpy(void *__restrict, const void *__restrict, size_t);
extern void *memccpy(void *__restrict, const void *__restrict, int, size_t);
extern void *memset(void *, int, size_t);
extern int memcmp(const void *, const void *, size_t);
extern void *memchr(const void *, int, size_t);
extern void *memrchr(const void *, int, size_t);
extern char *strcpy(char *__restrict, const char *__restrict);
extern char *strncpy(char *__restrict, const char *__restrict, size_t);
extern char *stpcpy(char *__restrict, const char *__restrict);
extern char *strcat(char *__restrict, const char *__restrict);
extern char *strncat(char *__restrict, const char *__restrict, size_t);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern int strcoll(const char *, const char *);
extern size_t strxfrm(char *__restrict, const char *__restrict, size_t);
extern char *strdup(const char *);
extern char *strndup(const char *, size_t);
#define strdupa(s)                                                        \
	(__extension__({                                                  \
		const char *__from = (s);                                 \
		size_t __size = strlen(__from) + 1;                       \
		char *__to = (char *)__builtin_alloca(__size);            \
		(char *)memcpy(__to, __from, __size);                     \
	}))
#define strndupa(s, n)                                                    \
	(__extension__({                                                  \
		const char *__from = (s);                                 \
		size_t __size = strnlen(__from, (n));                     \
		char *__to = (char *)__builtin_alloca(__size + 1);        \
		__to[__size] = 0;                                         \
		(char *)memcpy(__to, __from, __size);                     \
	}))
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern char *strchrnul(const char *, int);
extern size_t strcspn(const char *, const char *);
extern size_t strspn(const char *, const char *);
extern char *strpbrk(const char *, const char *);
extern char *strstr(const char *, const char *);
extern char *strtok(char *__restrict, const char *__restrict);
extern char *strtok_r(char *__restrict, const char *__restrict, char **__restrict);
extern char *strsep(char **, const char *);
extern size_t strlen(const char *);
extern size_t strnlen(const char *, size_t);
extern char *strerror(int);
extern int strerror_r(int, char *, size_t);
extern char *strsignal(int);
extern void bzero(void *, size_t);
extern void explicit_bzero(void *, size_t);
extern int bcmp(const void *, const void *, size_t);
extern void bcopy(const void *, void *, size_t);
extern char *index(const char *, int);
extern char *rindex(const char *, int);
extern int ffs(int);
extern int ffsl(long);
extern int ffsll(long long);
extern int strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
#endif
