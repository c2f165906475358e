#ifndef __WHITTLE_SYS_TIME_H
#define __WHITTLE_SYS_TIME_H
#include <bits/timespec.h>
#include <sys/select.h>
struct timezone { int tz_minuteswest, tz_dsttime; };
struct itimerval { struct timeval it_interval, it_value; };
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timercmp(a, b, op) ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec op (b)->tv_usec : (a)->tv_sec op (b)->tv_sec)
#define timeradd(a, b, r) do { \
	(r)->tv_sec = (a)->tv_sec + (b)->tv_sec; \
	if (((r)->tv_usec = (a)->tv_usec + (b)->tv_usec) >= 1000000) { \
		(r)->tv_sec++; \
		(r)->tv_usec -= 1000000; \
	} \
} while (0)
#define timersub(a, b, r) do { \
	(r)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
	if (((r)->tv_usec = (a)->tv_usec - (b)->tv_usec) < 0) { \
		(r)->tv_sec--; \
		(r)->tv_usec += 1000000; \
	} \
} while (0)
extern int getitimer(int, struct itimerval *);
extern int setitimer(int, const struct itimerval *, struct itimerval *);
extern int utimes(const char *, const struct timeval [2]);
extern int gettimeofday(struct timeval *, void *);
extern int settimeofday(const struct timeval *, const struct timezone *);
#endif
