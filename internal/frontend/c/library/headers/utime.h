#ifndef __WHITTLE_UTIME_H
#define __WHITTLE_UTIME_H
#include <bits/types.h>
struct utimbuf { time_t actime, modtime; };
extern int utime(const char *, const struct utimbuf *);
#endif
