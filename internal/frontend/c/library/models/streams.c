/*
 * Streams and directories that are opened and closed. Each is a block of the library's own, which begins
 * HEAD bytes in front of it: only the functions that close it can free it. What stands in files is any
 * input, each time that it is read.
 *
 * The forms with the suffix _streams are for programs that open or close streams, where uses of memory are
 * checked: a stream that is closed is memory that is gone.
 */
#include <bits/whittle.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern int __whittle_fails_mayfail(void);
extern void __whittle_any_errno(void);
extern void __whittle_reads_text(const char *s, size_t most);

#define HEAD 16 /* keeps the alignment */
#define ALL ((size_t)-1)

struct _IO_FILE {
	char *memory;   /* of the program, which it writes in the place of a file */
	size_t size;    /* of memory */
	_Bool contents; /* what is read from it is not any input */
};

/* The streams that are there from the start; their memory is not freed. */
static struct _IO_FILE __whittle_standard[3];

FILE *stdin = &__whittle_standard[0];
FILE *stdout = &__whittle_standard[1];
FILE *stderr = &__whittle_standard[2];

static int __whittle_is_standard(FILE *f)
{
	return f == &__whittle_standard[0] || f == &__whittle_standard[1] || f == &__whittle_standard[2];
}

/* Something is done with a stream. */
void __whittle_stream(FILE *f)
{
}

void __whittle_stream_streams(FILE *f)
{
	f->contents;
}

void __whittle_close_stream(FILE *f)
{
}

void __whittle_close_stream_streams(FILE *f)
{
	if (!f)
		__whittle_stream(f);
	if (!__whittle_is_standard(f))
		__whittle_free((char *)f - HEAD);
}

/* What is read from a stream: one of a file has any input. */
unsigned char __whittle_from_stream(FILE *f)
{
	return __whittle_nondet_uchar();
}

unsigned char __whittle_from_stream_streams(FILE *f)
{
	return f->contents ? (unsigned char)__whittle_inexact_int("fmemopen") : __whittle_nondet_uchar();
}

/* What was written to a stream may come to its memory. */
void __whittle_to_stream(FILE *f)
{
}

void __whittle_to_stream_streams(FILE *f)
{
	size_t i;
	if (f->memory && __whittle_inexact_int("fmemopen"))
		for (i = 0; i < f->size; i++)
			f->memory[i] = (char)__whittle_inexact_int("fmemopen");
}

/* Opening may fail. */
#define FAILED() (__whittle_nondet_int() ? (__whittle_any_errno(), 1) : 0)
#define OPENED(type) (FAILED() ? 0 : (type *)((char *)__whittle_alloc(HEAD + sizeof(type), 1) + HEAD))

FILE *fopen(const char *path, const char *mode)
{
	__whittle_reads_text(path, ALL);
	__whittle_reads_text(mode, ALL);
	return OPENED(FILE);
}

FILE *fopen64(const char *path, const char *mode)
{
	return fopen(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
	__whittle_reads_text(mode, ALL);
	return OPENED(FILE);
}

FILE *tmpfile(void)
{
	return OPENED(FILE);
}

FILE *popen(const char *command, const char *mode)
{
	__whittle_reads_text(command, ALL);
	__whittle_reads_text(mode, ALL);
	return OPENED(FILE);
}

/* Where memory is not looked at, nothing keeps what a stream has to do with memory of the program. */
FILE *fmemopen(void *memory, size_t size, const char *mode)
{
	__whittle_unsupported("fmemopen");
	return 0;
}

FILE *fmemopen_streams(void *memory, size_t size, const char *mode)
{
	FILE *f = OPENED(FILE);
	__whittle_reads_text(mode, ALL);
	if (!f)
		return 0;
	f->contents = 1;
	f->memory = memory;
	f->size = size;
	__whittle_to_stream(f);
	return f;
}

/* A stream that failed to open another file is still there. */
FILE *freopen(const char *path, const char *mode, FILE *f)
{
	if (path)
		__whittle_reads_text(path, ALL);
	__whittle_reads_text(mode, ALL);
	__whittle_stream(f);
	return FAILED() ? 0 : f;
}

int fclose(FILE *f)
{
	__whittle_to_stream(f);
	__whittle_close_stream(f);
	return 0;
}

int fclose_mayfail(FILE *f)
{
	__whittle_to_stream(f);
	__whittle_close_stream(f);
	return __whittle_fails_mayfail() ? EOF : 0;
}

int pclose(FILE *f)
{
	__whittle_close_stream(f);
	return __whittle_inexact_int("pclose");
}

int fflush(FILE *f)
{
	if (f)
		__whittle_to_stream(f);
	return 0;
}

int fflush_mayfail(FILE *f)
{
	if (f)
		__whittle_to_stream(f);
	return __whittle_fails_mayfail() ? EOF : 0;
}

void setbuf(FILE *f, char *buffer)
{
}

/* The stream would use it from now on, as all that is printed does, until the program has ended. */
static void __whittle_own_buffer(FILE *f, char *buffer)
{
	__whittle_stream(f);
	if (buffer)
		__whittle_unsupported("a buffer that the program gives to a stream");
}

void setbuf_memory(FILE *f, char *buffer)
{
	__whittle_own_buffer(f, buffer);
}

int setvbuf(FILE *f, char *buffer, int mode, size_t n)
{
	return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}

int setvbuf_memory(FILE *f, char *buffer, int mode, size_t n)
{
	if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
		return -1;
	__whittle_own_buffer(f, mode == _IONBF ? 0 : buffer);
	return 0;
}

/* A line of any length, in memory that grows. */
ssize_t getdelim(char **to, size_t *size, int end, FILE *f)
{
	size_t i, n = __whittle_nondet_ulong();
	__whittle_stream(f);
	if (n >= ALL / 2) {
		__whittle_any_errno();
		return -1; /* the end of the file, or an error */
	}
	if (!*to || *size <= n) {
		size_t room = __whittle_nondet_ulong();
		__whittle_assume(room > n && room < ALL / 2);
		free(*to);
		*to = malloc(room);
		*size = room;
		if (!*to)
			return -1;
	}
	__whittle_assume(n > 0);
	for (i = 0; i < n; i++) {
		unsigned char c = __whittle_from_stream(f);
		__whittle_assume(i + 1 == n || c != (unsigned char)end);
		(*to)[i] = (char)c;
	}
	(*to)[n] = 0;
	return (ssize_t)n;
}

ssize_t getline(char **to, size_t *size, FILE *f)
{
	return getdelim(to, size, '\n', f);
}

/* Directories. An entry stays until its directory is closed, as long as the program does not look for what may
 * be written over it. */

struct __whittle_entry { struct dirent e; struct __whittle_entry *next; };

struct __dirstream {
	struct __whittle_entry *read; /* the last one first */
};

void __whittle_directory(DIR *d)
{
}

void __whittle_directory_streams(DIR *d)
{
	d->read;
}

DIR *opendir(const char *path)
{
	__whittle_reads_text(path, ALL);
	return OPENED(DIR);
}

DIR *fdopendir(int fd)
{
	return OPENED(DIR);
}

struct dirent *readdir(DIR *d)
{
	struct __whittle_entry *x;
	__whittle_directory(d);
	if (FAILED())
		return 0; /* the end, or an error */
	x = __whittle_alloc(sizeof *x, 0);
	x->e.d_name[sizeof x->e.d_name - 1] = 0;
	x->next = d->read;
	d->read = x;
	return &x->e;
}

int closedir(DIR *d)
{
	return 0;
}

int closedir_streams(DIR *d)
{
	struct __whittle_entry *x, *next;
	for (x = d->read; x; x = next) {
		next = x->next;
		__whittle_free(x);
	}
	__whittle_free((char *)d - HEAD);
	return 0;
}

#define UNSUPPORTED(name, result, ...)                                    \
	result name(__VA_ARGS__)                                          \
	{                                                                 \
		__whittle_unsupported(#name);                             \
		return 0;                                                 \
	}

UNSUPPORTED(open_memstream, FILE *, char **to, size_t *size)
UNSUPPORTED(fcloseall, int, void)
UNSUPPORTED(readdir_r, int, DIR *d, struct dirent *e, struct dirent **to)
UNSUPPORTED(scandir, int, const char *path, struct dirent ***to, int (*which)(const struct dirent *),
	int (*order)(const struct dirent **, const struct dirent **))
