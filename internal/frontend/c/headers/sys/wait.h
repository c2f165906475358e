#ifndef __WHITTLE_SYS_WAIT_H
#define __WHITTLE_SYS_WAIT_H
#include <bits/types.h>
#define WNOHANG 1
#define WEXITSTATUS(s) (((s) >> 8) & 0xff)
#define WIFEXITED(s) (((s) & 0x7f) == 0)
extern pid_t wait(int *);
extern pid_t waitpid(pid_t, int *, int);
#endif
