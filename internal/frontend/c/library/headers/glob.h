#ifndef __WHITTLE_GLOB_H
#define __WHITTLE_GLOB_H
#include <bits/types.h>
typedef struct { size_t gl_pathc; char **gl_pathv; size_t gl_offs; int gl_flags; void *__more[5]; } glob_t;
#define GLOB_ERR 1
#define GLOB_MARK 2
#define GLOB_NOSORT 4
#define GLOB_DOOFFS 8
#define GLOB_NOCHECK 16
#define GLOB_APPEND 32
#define GLOB_NOESCAPE 64
#define GLOB_NOSPACE 1
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3
extern int glob(const char *, int, int (*)(const char *, int), glob_t *);
extern void globfree(glob_t *);
#endif
