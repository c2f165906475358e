/*
 * Time: clocks, and waiting for time to pass.
 *
 * What a clock shows is an input. It is less than 2^33 seconds, and with a
 * 32-bit time_t so little that a year can be added; so deadlines and durations
 * can be computed. Clocks that cannot be set never run backwards, whichever
 * threads look at them: what they have shown last is kept.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)
#ifdef __LP64__
#define LAST 0x1ffffffffL
#define LAST_TICK 8589934591999999L
#else
#define LAST 0x7dffffffL
#define LAST_TICK 0x7dffffffL
#endif
#define SECOND 1000000000L

/* A reading of a clock as one number, the later the greater. */
#define READING(s, n) ((unsigned long long)(s) << 30 | (unsigned long long)(n))

static unsigned long long __whittle_shown[12]; /* by clock: its last reading */
static _Thread_local unsigned long long __whittle_shown_here;
static unsigned long __whittle_ticks;

static int __whittle_clock_error(clockid_t c)
{
	if (c < 0 && (c & 3) != 3)
		__whittle_unsupported("clocks of processes and other threads");
	if (c < 0 || c > CLOCK_TAI || c == 10)
		return EINVAL;
	if ((c == CLOCK_REALTIME_ALARM || c == CLOCK_BOOTTIME_ALARM) && __whittle_nondet_int())
		return EINVAL; /* the machine has no such clock */
	return 0;
}

int clock_gettime(clockid_t c, struct timespec *t)
{
	long s = (long)__whittle_nondet_ulong(), n = (long)__whittle_nondet_ulong();
	if (__whittle_clock_error(c)) {
		__whittle_error(EINVAL);
		return -1;
	}
	__whittle_assume(s >= 0 && s <= LAST && n >= 0 && n < SECOND);
	switch (c) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
	case CLOCK_REALTIME_ALARM:
	case CLOCK_TAI:
		break; /* they can be set */
	case CLOCK_THREAD_CPUTIME_ID:
		__whittle_assume(READING(s, n) >= __whittle_shown_here);
		__whittle_shown_here = READING(s, n);
		break;
	default:
		__whittle_atomic_begin();
		__whittle_assume(READING(s, n) >= LOAD(&__whittle_shown[c]));
		STORE(&__whittle_shown[c], READING(s, n));
		__whittle_atomic_end();
	}
	t->tv_sec = s;
	t->tv_nsec = n;
	return 0;
}

/* The resolution of a clock is chosen once. */
static long __whittle_resolution[12];

int clock_getres(clockid_t c, struct timespec *t)
{
	long n;
	if (__whittle_clock_error(c)) {
		__whittle_error(EINVAL);
		return -1;
	}
	if (!t)
		return 0;
	__whittle_atomic_begin();
	n = LOAD(&__whittle_resolution[c]);
	if (n == 0) {
		n = (long)__whittle_nondet_ulong();
		__whittle_assume(n >= 1 && n <= 10000000);
		STORE(&__whittle_resolution[c], n);
	}
	__whittle_atomic_end();
	t->tv_sec = 0;
	t->tv_nsec = n;
	return 0;
}

int clock_settime(clockid_t c, const struct timespec *t)
{
	if (c != CLOCK_REALTIME || t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= SECOND) {
		__whittle_error(EINVAL);
		return -1;
	}
	if (__whittle_nondet_int()) {
		__whittle_error(EPERM);
		return -1;
	}
	return 0;
}

int timespec_get(struct timespec *t, int base)
{
	if (base != TIME_UTC)
		return 0;
	clock_gettime(CLOCK_REALTIME, t);
	return base;
}

/* The time may be one that time_t cannot hold, or unknown. */
time_t time(time_t *t)
{
	time_t now = (time_t)__whittle_nondet_ulong();
	__whittle_assume(now >= -1 && now <= LAST);
	if (now == -1)
		__whittle_error(EOVERFLOW);
	if (t)
		*t = now;
	return now;
}

clock_t clock(void)
{
	unsigned long now = __whittle_nondet_ulong();
	if (now == (unsigned long)-1)
		return -1;
	__whittle_atomic_begin();
	__whittle_assume(now <= LAST_TICK && now >= LOAD(&__whittle_ticks));
	STORE(&__whittle_ticks, now);
	__whittle_atomic_end();
	return (clock_t)now;
}

int gettimeofday(struct timeval *t, void *zone)
{
	if (t) {
		long s = (long)__whittle_nondet_ulong(), n = (long)__whittle_nondet_ulong();
		__whittle_assume(s >= 0 && s <= LAST && n >= 0 && n < 1000000);
		t->tv_sec = s;
		t->tv_usec = n;
	}
	if (zone)
		*(struct timezone *)zone = (struct timezone){ 0, 0 };
	return 0;
}

int settimeofday(const struct timeval *t, const struct timezone *zone)
{
	int e = zone && t ? EINVAL : __whittle_nondet_int() ? EPERM : 0;
	if (zone)
		__WHITTLE_USE(zone);
	if (t && (t->tv_sec < 0 || t->tv_usec < 0 || t->tv_usec >= 1000000))
		e = EINVAL;
	if (e)
		__whittle_error(e);
	return e ? -1 : 0;
}

/* Timers end in signals. */

int timer_create(clockid_t c, struct sigevent *e, timer_t *t)
{
	__whittle_unsupported("timer_create");
	return 0;
}

/* Waiting for time to pass is no waiting, except that the monotonic clock
 * moves on; the forms with the suffix _clock are for programs that look. That
 * it comes to its end by less than half a year of waiting is left out. No
 * signal interrupts the waiting: signals are not supported. */

unsigned long long __whittle_wait(long s, long n)
{
	return 0;
}

void __whittle_waited(unsigned long long until)
{
}

unsigned long long __whittle_wait_clock(long s, long n)
{
	unsigned long long from = LOAD(&__whittle_shown[CLOCK_MONOTONIC]);
	unsigned long long until = from + READING(s, n), carried = until + (1 << 30) - SECOND;
	return carried >> 30 == (from >> 30) + s ? until : carried;
}

void __whittle_waited_clock(unsigned long long until)
{
	const unsigned long long end = READING(LAST, SECOND - 1);
	__whittle_assume(until <= end || until - end > READING(1 << 24, 0));
	if (until > end)
		until = end;
	__whittle_atomic_begin();
	if (LOAD(&__whittle_shown[CLOCK_MONOTONIC]) < until)
		STORE(&__whittle_shown[CLOCK_MONOTONIC], until);
	__whittle_atomic_end();
}

static int __whittle_interval_error(const struct timespec *t)
{
	return t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= SECOND ? EINVAL : 0;
}

static long __whittle_seconds(const struct timespec *t)
{
	return t->tv_sec > LAST + (1 << 25) ? LAST + (1 << 25) : t->tv_sec;
}

unsigned int sleep(unsigned int n)
{
	__whittle_waited(__whittle_wait(n & 0x7fffffff, 0));
	return 0;
}

int usleep(useconds_t n)
{
	if (n >= 1000000 && __whittle_nondet_int()) {
		__whittle_error(EINVAL);
		return -1;
	}
	__whittle_waited(__whittle_wait(n / 1000000, n % 1000000 * 1000));
	return 0;
}

int nanosleep(const struct timespec *t, struct timespec *rest)
{
	if (__whittle_interval_error(t)) {
		__whittle_error(EINVAL);
		return -1;
	}
	__whittle_waited(__whittle_wait(__whittle_seconds(t), t->tv_nsec));
	return 0;
}

int clock_nanosleep(clockid_t c, int flags, const struct timespec *t, struct timespec *rest)
{
	if (c == CLOCK_THREAD_CPUTIME_ID || __whittle_clock_error(c))
		return EINVAL;
	if (c == CLOCK_MONOTONIC_RAW || c == CLOCK_REALTIME_COARSE || c == CLOCK_MONOTONIC_COARSE)
		return ENOTSUP;
	if (__whittle_interval_error(t))
		return EINVAL;
	if ((c == CLOCK_REALTIME_ALARM || c == CLOCK_BOOTTIME_ALARM) && __whittle_nondet_int())
		return EPERM;
	if (c == CLOCK_MONOTONIC)
		__whittle_waited(flags & TIMER_ABSTIME ? READING(__whittle_seconds(t), t->tv_nsec) : __whittle_wait(__whittle_seconds(t), t->tv_nsec));
	return 0;
}
