/*
 * Times of the calendar. What day a time is on is not computed: the members
 * are within their ranges, and no violation may rest on them. Texts made of
 * members are exact.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <time.h>

extern void __whittle_reads_text(const char *s, size_t most);

static struct tm __whittle_tm;
static char __whittle_date[26];
static _Thread_local char __whittle_zone[7];

static int __whittle_within(int n, int least, int most)
{
	__whittle_assume(n >= least && n <= most);
	return n;
}

#define WITHIN(name, least, most) __whittle_within(__whittle_inexact_int(name), least, most)
#define FIELDS(name, t)                                  \
	do {                                             \
		(t)->tm_sec = WITHIN(name, 0, 60);       \
		(t)->tm_min = WITHIN(name, 0, 59);       \
		(t)->tm_hour = WITHIN(name, 0, 23);      \
		(t)->tm_mday = WITHIN(name, 1, 31);      \
		(t)->tm_mon = WITHIN(name, 0, 11);       \
		(t)->tm_year = __whittle_inexact_int(name); \
		(t)->tm_wday = WITHIN(name, 0, 6);       \
		(t)->tm_yday = WITHIN(name, 0, 365);     \
	} while (0)
#define LOCAL(name, t)                                         \
	do {                                                   \
		(t)->tm_isdst = WITHIN(name, -1, 1);           \
		(t)->tm_gmtoff = WITHIN(name, -90000, 90000);  \
		(t)->tm_zone = __whittle_local_zone();         \
	} while (0)

/* The name of a local zone is a text of unknown characters. */
static const char *__whittle_local_zone(void)
{
	for (int i = 0; i < 6; i++)
		__whittle_zone[i] = (char)__whittle_inexact_int("the name of a time zone");
	__whittle_zone[6] = 0;
	return __whittle_zone;
}

/* Only years that an int cannot hold are none. */
static int __whittle_no_year(time_t s, int fails)
{
	if (s <= 67767976233359999LL && s >= -67768040609000000LL || !fails)
		return 0;
	__whittle_error(EOVERFLOW);
	return 1;
}

/* Years of four digits are nearly 8000. */
static void __whittle_year(time_t s, int year)
{
	__whittle_assume(s < 0 || s > 253402000000LL || year >= 69 && year <= 8099);
}

struct tm *gmtime_r(const time_t *s, struct tm *t)
{
	if (__whittle_no_year(*s, __whittle_inexact_int("gmtime")))
		return 0;
	FIELDS("gmtime", t);
	__whittle_year(*s, t->tm_year);
	t->tm_isdst = 0;
	t->tm_gmtoff = 0;
	t->tm_zone = "GMT";
	return t;
}

struct tm *localtime_r(const time_t *s, struct tm *t)
{
	if (__whittle_no_year(*s, __whittle_inexact_int("localtime")))
		return 0;
	FIELDS("localtime", t);
	__whittle_year(*s, t->tm_year);
	LOCAL("localtime", t);
	return t;
}

struct tm *gmtime(const time_t *s) { return gmtime_r(s, &__whittle_tm); }
struct tm *localtime(const time_t *s) { return localtime_r(s, &__whittle_tm); }

time_t mktime(struct tm *t)
{
	t->tm_sec;
	if (__whittle_inexact_int("mktime")) {
		__whittle_error(EOVERFLOW);
		return -1;
	}
	FIELDS("mktime", t);
	LOCAL("mktime", t);
	return (time_t)__whittle_inexact_ulong("mktime");
}

static void __whittle_two_digits(char *to, int n)
{
	to[0] = (char)('0' + n / 10);
	to[1] = (char)('0' + n % 10);
}

char *asctime_r(const struct tm *t, char *to)
{
	if (t->tm_sec < 0 || t->tm_sec > 60 || t->tm_min < 0 || t->tm_min > 59 || t->tm_hour < 0 || t->tm_hour > 23 ||
	    t->tm_mday < 1 || t->tm_mday > 31 || t->tm_mon < 0 || t->tm_mon > 11 || t->tm_wday < 0 || t->tm_wday > 6 ||
	    t->tm_year < 1000 - 1900 || t->tm_year > 9999 - 1900)
		__whittle_unsupported("asctime of what is no date, or in a year of fewer or more than four digits");
	const char *day = "SunMonTueWedThuFriSat" + 3 * t->tm_wday;
	const char *month = "JanFebMarAprMayJunJulAugSepOctNovDec" + 3 * t->tm_mon;
	for (int i = 0; i < 3; i++) {
		to[i] = day[i];
		to[4 + i] = month[i];
	}
	to[3] = to[7] = to[10] = to[19] = ' ';
	__whittle_two_digits(to + 8, t->tm_mday);
	if (t->tm_mday < 10)
		to[8] = ' ';
	__whittle_two_digits(to + 11, t->tm_hour);
	__whittle_two_digits(to + 14, t->tm_min);
	__whittle_two_digits(to + 17, t->tm_sec);
	to[13] = to[16] = ':';
	__whittle_two_digits(to + 20, (t->tm_year + 1900) / 100);
	__whittle_two_digits(to + 22, (t->tm_year + 1900) % 100);
	to[24] = '\n';
	to[25] = 0;
	return to;
}

char *asctime(const struct tm *t) { return asctime_r(t, __whittle_date); }

char *ctime_r(const time_t *s, char *to)
{
	struct tm t;
	return localtime_r(s, &t) ? asctime_r(&t, to) : 0;
}

char *ctime(const time_t *s)
{
	return localtime(s) ? asctime(&__whittle_tm) : 0;
}

/* What is written is not computed; there is room for it, or the result is 0 and the content any. */
size_t strftime(char *to, size_t room, const char *format, const struct tm *t)
{
	size_t i, n = __whittle_inexact_ulong("strftime");
	__whittle_reads_text(format, (size_t)-1);
	t->tm_sec;
	if (room == 0)
		return 0;
	__whittle_assume(n < room);
	for (i = 0; i < (n ? n : room); i++) {
		to[i] = (char)__whittle_inexact_int("strftime");
		if (n)
			__whittle_assume(to[i] != 0);
	}
	if (n)
		to[n] = 0;
	return n;
}

/* What is a template of dates stands outside of the program. */
int getdate_err;

struct tm *getdate(const char *s)
{
	__whittle_reads_text(s, (size_t)-1);
	if (__whittle_nondet_int()) {
		getdate_err = WITHIN("getdate", 1, 8);
		return 0;
	}
	FIELDS("getdate", &__whittle_tm);
	LOCAL("getdate", &__whittle_tm);
	return &__whittle_tm;
}
