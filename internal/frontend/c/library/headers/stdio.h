#ifndef __WHITTLE_STDIO_H
#define __WHITTLE_STDIO_H
#include <bits/types.h>
#include <stdarg.h>
typedef struct _IO_FILE FILE;
typedef long fpos_t;
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
extern int printf(const char *__restrict, ...);
extern int fprintf(FILE *__restrict, const char *__restrict, ...);
extern int dprintf(int, const char *__restrict, ...);
extern int sprintf(char *__restrict, const char *__restrict, ...);
extern int snprintf(char *__restrict, size_t, const char *__restrict, ...);
extern int asprintf(char **__restrict, const char *__restrict, ...);
extern int vprintf(const char *__restrict, va_list);
extern int vfprintf(FILE *__restrict, const char *__restrict, va_list);
extern int vsprintf(char *__restrict, const char *__restrict, va_list);
extern int vsnprintf(char *__restrict, size_t, const char *__restrict, va_list);
extern int vasprintf(char **__restrict, const char *__restrict, va_list);
extern int scanf(const char *__restrict, ...);
extern int fscanf(FILE *__restrict, const char *__restrict, ...);
extern int sscanf(const char *__restrict, const char *__restrict, ...);
extern int puts(const char *);
extern int fputs(const char *__restrict, FILE *__restrict);
extern int putchar(int);
extern int putc(int, FILE *);
extern int fputc(int, FILE *);
extern int putchar_unlocked(int);
extern int getchar(void);
extern int getc(FILE *);
extern int fgetc(FILE *);
extern int ungetc(int, FILE *);
extern char *fgets(char *__restrict, int, FILE *__restrict);
extern char *gets(char *);
extern ssize_t getdelim(char **__restrict, size_t *__restrict, int, FILE *__restrict);
extern ssize_t getline(char **__restrict, size_t *__restrict, FILE *__restrict);
extern FILE *fopen(const char *__restrict, const char *__restrict);
extern FILE *freopen(const char *__restrict, const char *__restrict, FILE *__restrict);
extern FILE *fdopen(int, const char *);
extern FILE *tmpfile(void);
extern FILE *popen(const char *, const char *);
extern int pclose(FILE *);
extern FILE *fmemopen(void *__restrict, size_t, const char *__restrict);
extern FILE *open_memstream(char **, size_t *);
extern int fclose(FILE *);
extern int fcloseall(void);
extern int fflush(FILE *);
extern size_t fread(void *__restrict, size_t, size_t, FILE *__restrict);
extern size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);
extern int fseek(FILE *, long, int);
extern long ftell(FILE *);
extern int fseeko(FILE *, off_t, int);
extern off_t ftello(FILE *);
extern void rewind(FILE *);
extern int fileno(FILE *);
extern int feof(FILE *);
extern int ferror(FILE *);
extern void clearerr(FILE *);
extern int feof_unlocked(FILE *);
extern int ferror_unlocked(FILE *);
extern void perror(const char *);
extern int setvbuf(FILE *__restrict, char *__restrict, int, size_t);
extern void setbuf(FILE *__restrict, char *__restrict);
extern int remove(const char *);
extern int rename(const char *, const char *);
extern void flockfile(FILE *);
extern void funlockfile(FILE *);
#endif
