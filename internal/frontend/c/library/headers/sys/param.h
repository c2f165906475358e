#ifndef __WHITTLE_SYS_PARAM_H
#define __WHITTLE_SYS_PARAM_H
#include <limits.h>
#include <endian.h>
#include <bits/types.h>
#define MAXPATHLEN 4096
#define MAXHOSTNAMELEN 64
#define NBBY 8
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define howmany(n, d) (((n) + ((d) - 1)) / (d))
#define roundup(n, d) (howmany(n, d) * (d))
#define powerof2(n) ((((n) - 1) & (n)) == 0)
#endif
