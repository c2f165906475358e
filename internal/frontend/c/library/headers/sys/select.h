#ifndef __WHITTLE_SYS_SELECT_H
#define __WHITTLE_SYS_SELECT_H
#include <bits/timespec.h>
#include <bits/sigset.h>
typedef long fd_mask;
typedef struct { fd_mask fds_bits[1024 / (8 * sizeof(fd_mask))]; } fd_set;
#define FD_SETSIZE 1024
#define NFDBITS ((int)(8 * sizeof(fd_mask)))
#define FD_ZERO(s) ((void)__builtin_memset((s), 0, sizeof(fd_set)))
#define FD_SET(n, s) ((void)((s)->fds_bits[(n) / NFDBITS] |= (fd_mask)(1UL << (n) % NFDBITS)))
#define FD_CLR(n, s) ((void)((s)->fds_bits[(n) / NFDBITS] &= ~(fd_mask)(1UL << (n) % NFDBITS)))
#define FD_ISSET(n, s) (((s)->fds_bits[(n) / NFDBITS] & (fd_mask)(1UL << (n) % NFDBITS)) != 0)
extern int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
extern int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
#endif
