#ifndef __WHITTLE_SYS_TIME_H
#define __WHITTLE_SYS_TIME_H
#include <bits/timespec.h>
struct timezone { int tz_minuteswest, tz_dsttime; };
extern int gettimeofday(struct timeval *, void *);
extern int settimeofday(const struct timeval *, const struct timezone *);
#endif
