#ifndef __WHITTLE_SYS_STAT_H
#define __WHITTLE_SYS_STAT_H
#include <bits/types.h>
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
extern int mkdir(const char *, mode_t);
extern int chmod(const char *, mode_t);
extern mode_t umask(mode_t);
#endif
