/*
 * stdlib.h, ctype.h, errno.h and parts of unistd.h.
 *
 * What comes from outside the program (random numbers, the
 * environment) is an input. What would need a world around the program is not
 * supported, and said so where it is reached: an undefined function would be
 * taken for one without effects.
 */
#include <bits/whittle.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static _Thread_local int __whittle_errno;

/* What a function that is not modelled leaves there. */
void __whittle_any_errno(void)
{
	__whittle_errno = __whittle_inexact_int("errno");
}

int *__errno_location(void)
{
	extern void __whittle_any_errno(void);
	return &__whittle_errno;
}

/* Memory. What no object can be large enough for is refused with or without --may-fail. */

/* PTRDIFF_MAX with pointers of 32 bits. With 64, x86 has 47 bits for the addresses of a process, and Linux
 * leaves the last page of these free. */
#define LARGEST (sizeof(size_t) == 8 ? ((size_t)1 << (sizeof(size_t) == 8 ? 47 : 0)) - 4096 : (size_t)-1 >> 1)

static int __whittle_no_memory(size_t n)
{
	if (n <= LARGEST && !__whittle_scarce())
		return 0;
	__whittle_error(ENOMEM);
	return 1;
}

/* The size of an array; one that is too large if there is none. */
static size_t __whittle_array(size_t n, size_t size)
{
	return n > LARGEST / (size ? size : 1) ? LARGEST + 1 : n * size;
}

void *malloc(size_t n)
{
	return __whittle_no_memory(n) ? 0 : __whittle_alloc(n, 0);
}

void *calloc(size_t n, size_t size)
{
	n = __whittle_array(n, size);
	return __whittle_no_memory(n) ? 0 : __whittle_alloc(n, 1);
}

void free(void *p)
{
	__whittle_free(p);
}

void cfree(void *p)
{
	__whittle_free(p);
}

void *aligned_alloc(size_t align, size_t n)
{
	if (align > 16)
		__whittle_unsupported("aligned_alloc with an alignment above 16");
	return malloc(n);
}

void *memalign(size_t align, size_t n)
{
	return aligned_alloc(align, n);
}

int posix_memalign(void **p, size_t align, size_t n)
{
	void *q;
	if (align < sizeof(void *) || (align & (align - 1)))
		return EINVAL;
	q = aligned_alloc(align, n);
	if (!q)
		return ENOMEM;
	*p = q;
	return 0;
}

/*
 * realloc has to know the size of the old object. The forms with the suffix
 * _sized keep it in front of each object; the front end takes them for
 * programs that use realloc, unless what is checked is memory safety: an
 * access below an object would go unnoticed. Then those with the suffix
 * _listed keep the sizes in a list.
 */
#define SIZED 16 /* keeps the alignment */

void *malloc_sized(size_t n)
{
	char *p;
	if (__whittle_no_memory(n))
		return 0;
	p = __whittle_alloc(n + SIZED, 0);
	*(size_t *)p = n;
	return p + SIZED;
}

void *calloc_sized(size_t n, size_t size)
{
	char *p;
	n = __whittle_array(n, size);
	if (__whittle_no_memory(n))
		return 0;
	p = __whittle_alloc(n + SIZED, 1);
	*(size_t *)p = n;
	return p + SIZED;
}

void free_sized(void *p)
{
	if (p)
		__whittle_free((char *)p - SIZED);
}

void cfree_sized(void *p)
{
	if (p)
		__whittle_free((char *)p - SIZED);
}

void *realloc_sized(void *p, size_t n)
{
	size_t old, i;
	char *q;
	if (!p)
		return malloc(n);
	if (n == 0) {
		free(p);
		return 0;
	}
	q = malloc(n);
	if (!q)
		return 0;
	old = *(size_t *)((char *)p - SIZED);
	for (i = 0; i < old && i < n; i++)
		q[i] = ((char *)p)[i];
	free(p);
	return q;
}

struct __whittle_block {
	void *p;
	size_t n;
	struct __whittle_block *next;
};

static struct __whittle_block *__whittle_blocks; /* the newest first */

/* What these two make and free are no blocks of the program, and lead to none. */

static void *__whittle_enlist(void *p, size_t n)
{
	struct __whittle_block *b = __whittle_alloc(sizeof *b, 0);
	b->p = p;
	b->n = n;
	__whittle_atomic_begin();
	b->next = __whittle_blocks;
	__whittle_blocks = b;
	__whittle_atomic_end();
	return p;
}

static void __whittle_delist(void *p)
{
	struct __whittle_block *b, *before = 0;
	__whittle_atomic_begin();
	for (b = __whittle_blocks; b && b->p != p; b = b->next)
		before = b;
	if (b) {
		if (before)
			before->next = b->next;
		else
			__whittle_blocks = b->next;
		__whittle_free(b);
	}
	__whittle_atomic_end();
}

void *malloc_listed(size_t n)
{
	return __whittle_no_memory(n) ? 0 : __whittle_enlist(__whittle_alloc(n, 0), n);
}

void *calloc_listed(size_t n, size_t size)
{
	n = __whittle_array(n, size);
	return __whittle_no_memory(n) ? 0 : __whittle_enlist(__whittle_alloc(n, 1), n);
}

void free_listed(void *p)
{
	if (!p)
		return;
	__whittle_delist(p);
	__whittle_free(p);
}

void cfree_listed(void *p)
{
	free(p);
}

void *realloc_listed(void *p, size_t n)
{
	struct __whittle_block *b;
	size_t old = 0, i;
	char *q;
	if (!p)
		return malloc(n);
	if (n == 0) {
		free(p);
		return 0;
	}
	__whittle_atomic_begin();
	for (b = __whittle_blocks; b && b->p != p; b = b->next)
		;
	if (b)
		old = b->n;
	__whittle_atomic_end();
	if (!b)
		__whittle_free(p); /* which is invalid */
	q = malloc(n);
	if (!q)
		return 0;
	for (i = 0; i < old && i < n; i++)
		q[i] = ((char *)p)[i];
	free(p);
	return q;
}

void *realloc(void *p, size_t n)
{
	if (!p)
		return malloc(n);
	if (n == 0) {
		free(p);
		return 0;
	}
	if (__whittle_no_memory(n))
		return 0;
	__whittle_unsupported("realloc of an existing object");
	return 0;
}

void *reallocarray(void *p, size_t n, size_t size)
{
	return realloc(p, __whittle_array(n, size));
}

/* The end of the program. */

void exit(int status)
{
	__whittle_exit_orderly(status);
}

void _exit(int status)
{
	__whittle_exit_process(status);
}

void _Exit(int status)
{
	__whittle_exit_process(status);
}

void quick_exit(int status)
{
	__whittle_exit_quickly(status);
}

void abort(void)
{
	__whittle_exit_process(134);
}

/* Functions that run at the end of the program, the last one first. The lowering calls the functions that run them
 * where a program that registers some comes to exit or quick_exit, or returns from main. */
#define ENDS 32

static int __whittle_add_end(int *n, void (**list)(void), void (*f)(void))
{
	if (__whittle_scarce())
		return -1;
	__whittle_atomic_begin();
	if (*n == ENDS)
		__whittle_unsupported("more than 32 functions for the end of the program");
	list[*n] = f;
	++*n;
	__whittle_atomic_end();
	return 0;
}

static void __whittle_run_ends(int *n, void (**list)(void))
{
	static _Bool running;
	__whittle_atomic_begin();
	if (running)
		__whittle_unsupported("exit while the functions for the end of the program run");
	running = 1;
	__whittle_atomic_end();
	for (;;) {
		void (*f)(void) = 0;
		__whittle_atomic_begin();
		if (*n > 0) {
			--*n;
			f = list[*n];
		}
		__whittle_atomic_end();
		if (!f)
			return;
		f();
	}
}

static int __whittle_exits, __whittle_quick_exits;
static void (*__whittle_exit_list[ENDS])(void), (*__whittle_quick_list[ENDS])(void);

void __whittle_at_exit(void)
{
	__whittle_run_ends(&__whittle_exits, __whittle_exit_list);
}

void __whittle_at_quick_exit(void)
{
	__whittle_run_ends(&__whittle_quick_exits, __whittle_quick_list);
}

int atexit(void (*f)(void))
{
	extern void __whittle_at_exit(void); /* for the lowering */
	return __whittle_add_end(&__whittle_exits, __whittle_exit_list, f);
}

/* The attribute destructor: the function is registered before the program runs. */
void __whittle_ends_with(void (*f)(void))
{
	extern void __whittle_at_exit(void); /* for the lowering */
	__whittle_exit_list[__whittle_exits++] = f;
}

int at_quick_exit(void (*f)(void))
{
	extern void __whittle_at_quick_exit(void); /* for the lowering */
	return __whittle_add_end(&__whittle_quick_exits, __whittle_quick_list, f);
}

/* Where threads call pthread_exit the last one of them may be the end of the program. */
void __whittle_ends_with_exits(void (*f)(void))
{
	__whittle_unsupported("a destructor in a program that calls pthread_exit");
}

int atexit_exits(void (*f)(void))
{
	__whittle_unsupported("atexit in a program that calls pthread_exit");
	return 0;
}

/* Arithmetic. Calls of these by name are the lowering's business. */

static void __whittle_absolute(int none)
{
	if (none)
		__whittle_violation("no-overflow", "signed overflow in abs");
}

int abs(int x)
{
	__whittle_absolute(x == INT_MIN);
	return x < 0 ? -x : x;
}

long labs(long x)
{
	__whittle_absolute(x == LONG_MIN);
	return x < 0 ? -x : x;
}

long long llabs(long long x)
{
	__whittle_absolute(x == LLONG_MIN);
	return x < 0 ? -x : x;
}

intmax_t imaxabs(intmax_t x)
{
	__whittle_absolute(x == INTMAX_MIN);
	return x < 0 ? -x : x;
}

/* What a division that is no expression of the program would be told of. */
static void __whittle_division(int by_zero, int too_large)
{
	if (by_zero)
		__whittle_violation("no-undefined-arithmetic", "division by zero");
	if (too_large) {
		__whittle_violation("no-overflow", "the quotient does not fit its type");
		__whittle_violation("no-undefined-arithmetic", "the quotient does not fit its type");
	}
}

div_t div(int a, int b)
{
	__whittle_division(b == 0, a == INT_MIN && b == -1);
	div_t r = { a / b, a % b };
	return r;
}

ldiv_t ldiv(long a, long b)
{
	__whittle_division(b == 0, a == LONG_MIN && b == -1);
	ldiv_t r = { a / b, a % b };
	return r;
}

lldiv_t lldiv(long long a, long long b)
{
	__whittle_division(b == 0, a == LLONG_MIN && b == -1);
	lldiv_t r = { a / b, a % b };
	return r;
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
	__whittle_division(b == 0, a == INTMAX_MIN && b == -1);
	imaxdiv_t r = { a / b, a % b };
	return r;
}

int rand(void)
{
	int r = __whittle_nondet_int();
	__whittle_assume(r >= 0);
	return r;
}

int rand_r(unsigned int *seed)
{
	*seed = (unsigned int)__whittle_nondet_int();
	return rand();
}

long random(void)
{
	return rand();
}

long lrand48(void)
{
	return rand();
}

void srand(unsigned int seed)
{
}

void srandom(unsigned int seed)
{
}

void srand48(long seed)
{
}

/* Numbers in text. */

static unsigned long long __whittle_number(const char *s, char **end, int base, int *negative, int *overflow)
{
	const char *p = s;
	unsigned long long n = 0;
	int any = 0;
	*negative = *overflow = 0;
	while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
		p++;
	if (*p == '-' || *p == '+')
		*negative = *p++ == '-';
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && __whittle_hex_digit(p[2])) {
		p += 2;
		base = 16;
	} else if (base == 0) {
		base = *p == '0' ? 8 : 10;
	}
	for (;; p++) {
		int d = *p >= '0' && *p <= '9' ? *p - '0' : *p >= 'a' && *p <= 'z' ? *p - 'a' + 10 : *p >= 'A' && *p <= 'Z' ? *p - 'A' + 10 : 99;
		if (d >= base)
			break;
		if (n > (ULLONG_MAX - (unsigned long long)d) / (unsigned long long)base)
			*overflow = 1;
		n = n * (unsigned long long)base + (unsigned long long)d;
		any = 1;
	}
	if (end)
		*end = (char *)(any ? p : s);
	return n;
}

long long strtoll(const char *s, char **end, int base)
{
	int negative, overflow;
	unsigned long long n = __whittle_number(s, end, base, &negative, &overflow);
	if (overflow || n > (unsigned long long)LLONG_MAX + (unsigned long long)negative) {
		errno = ERANGE;
		return negative ? LLONG_MIN : LLONG_MAX;
	}
	return negative ? (long long)-n : (long long)n;
}

long strtol(const char *s, char **end, int base)
{
	int negative, overflow;
	unsigned long long n = __whittle_number(s, end, base, &negative, &overflow);
	if (overflow || n > (unsigned long long)LONG_MAX + (unsigned long long)negative) {
		errno = ERANGE;
		return negative ? LONG_MIN : LONG_MAX;
	}
	return negative ? (long)-n : (long)n;
}

unsigned long long strtoull(const char *s, char **end, int base)
{
	int negative, overflow;
	unsigned long long n = __whittle_number(s, end, base, &negative, &overflow);
	if (overflow) {
		errno = ERANGE;
		return ULLONG_MAX;
	}
	return negative ? -n : n;
}

unsigned long strtoul(const char *s, char **end, int base)
{
	int negative, overflow;
	unsigned long long n = __whittle_number(s, end, base, &negative, &overflow);
	if (overflow || n > ULONG_MAX) {
		errno = ERANGE;
		return ULONG_MAX;
	}
	return (unsigned long)(negative ? -n : n);
}

int atoi(const char *s)
{
	return (int)strtol(s, 0, 10);
}

long atol(const char *s)
{
	return strtol(s, 0, 10);
}

long long atoll(const char *s)
{
	return strtoll(s, 0, 10);
}

/* Searching and sorting. */

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*cmp)(const void *, const void *))
{
	size_t lo = 0, hi = n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const char *p = (const char *)base + mid * size;
		int c = cmp(key, p);
		if (c == 0)
			return (void *)p;
		if (c < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return 0;
}

void qsort(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *))
{
	char *b = base;
	size_t i, j, k;
	if (n > 1 && size)
		b[n * size - 1]; /* all of it is there, whatever cmp reads */
	for (i = 1; i < n; i++)
		for (j = i; j > 0 && cmp(b + (j - 1) * size, b + j * size) > 0; j--)
			for (k = 0; k < size; k++) {
				char c = b[(j - 1) * size + k];
				b[(j - 1) * size + k] = b[j * size + k];
				b[j * size + k] = c;
			}
}

/* Characters, in the C locale. */

#define __WHITTLE_LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define __WHITTLE_UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define __WHITTLE_LETTER(c) (__WHITTLE_LOWER(c) || __WHITTLE_UPPER(c))

int __whittle_digit(int c) { return c >= '0' && c <= '9'; }
int __whittle_hex_digit(int c)
{
	return __whittle_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* C11 7.4p1. EOF is -1. */
#define __WHITTLE_CHARACTER(c) \
	__whittle_undefined_if((c) < -1 || (c) > 255, "domain", \
		"the argument is neither EOF nor the value of an unsigned char")

int isdigit(int c) { __WHITTLE_CHARACTER(c); return __whittle_digit(c); }
int islower(int c) { __WHITTLE_CHARACTER(c); return __WHITTLE_LOWER(c); }
int isupper(int c) { __WHITTLE_CHARACTER(c); return __WHITTLE_UPPER(c); }
int isalpha(int c) { __WHITTLE_CHARACTER(c); return __WHITTLE_LETTER(c); }
int isalnum(int c) { __WHITTLE_CHARACTER(c); return __WHITTLE_LETTER(c) || __whittle_digit(c); }
int isxdigit(int c) { __WHITTLE_CHARACTER(c); return __whittle_hex_digit(c); }
int isblank(int c) { __WHITTLE_CHARACTER(c); return c == ' ' || c == '\t'; }
int isspace(int c) { __WHITTLE_CHARACTER(c); return c == ' ' || (c >= '\t' && c <= '\r'); }
int iscntrl(int c) { __WHITTLE_CHARACTER(c); return (c >= 0 && c < ' ') || c == 127; }
int isprint(int c) { __WHITTLE_CHARACTER(c); return c >= ' ' && c < 127; }
int isgraph(int c) { __WHITTLE_CHARACTER(c); return c > ' ' && c < 127; }
int ispunct(int c)
{
	__WHITTLE_CHARACTER(c);
	return c > ' ' && c < 127 && !__WHITTLE_LETTER(c) && !__whittle_digit(c);
}
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }
int tolower(int c) { __WHITTLE_CHARACTER(c); return __WHITTLE_UPPER(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { __WHITTLE_CHARACTER(c); return __WHITTLE_LOWER(c) ? c - ('a' - 'A') : c; }

/* The world. */

pid_t getpid(void)
{
	return 1000;
}

pid_t getppid(void)
{
	return 999;
}

int getpagesize(void)
{
	return 4096;
}

long sysconf(int name)
{
	return (long)__whittle_nondet_ulong();
}

char *getenv(const char *name)
{
	if (*name && __whittle_nondet_int())
		__whittle_unsupported("getenv of a variable that is set");
	return 0;
}

int system(const char *command)
{
	extern void __whittle_reads_some_text(const char *s, size_t most);
	__whittle_reads_some_text(command, (size_t)-1);
	return __whittle_nondet_int();
}

static long __whittle_input(char *buffer, size_t n)
{
	size_t i, got = __whittle_nondet_ulong();
	if (__whittle_choice("reading fails"))
		return -1;
	__whittle_assume(got <= n);
	for (i = 0; i < got; i++)
		buffer[i] = (char)__whittle_nondet_uchar();
	return (long)got;
}

ssize_t read(int fd, void *buffer, size_t n)
{
	return __whittle_input(buffer, n);
}

/* read of what is no pipe. */
ssize_t __whittle_read_any(int fd, void *buffer, size_t n)
{
	return __whittle_input(buffer, n);
}

ssize_t write(int fd, const void *buffer, size_t n)
{
	extern void __whittle_reads_bytes(const void *p, size_t n);
	ssize_t r = (ssize_t)__whittle_nondet_ulong();
	__whittle_reads_bytes(buffer, n);
	__whittle_assume(r >= -1 && (r < 0 || (size_t)r <= n));
	return r;
}

#define UNSUPPORTED(name, result, ...)                                    \
	result name(__VA_ARGS__)                                          \
	{                                                                 \
		__whittle_unsupported(#name);                             \
		return 0;                                                 \
	}

UNSUPPORTED(mmap, void *, void *p, size_t n, int protection, int flags, int fd, off_t offset)
UNSUPPORTED(fork, pid_t, void)
UNSUPPORTED(vfork, pid_t, void)
UNSUPPORTED(wait, pid_t, int *status)
UNSUPPORTED(waitpid, pid_t, pid_t p, int *status, int options)
UNSUPPORTED(execv, int, const char *path, char *const argv[])
UNSUPPORTED(execvp, int, const char *path, char *const argv[])
UNSUPPORTED(execve, int, const char *path, char *const argv[], char *const env[])
UNSUPPORTED(syscall, long, long number, ...)
