#ifndef __WHITTLE_SYS_TIMES_H
#define __WHITTLE_SYS_TIMES_H
#include <bits/types.h>
struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };
extern clock_t times(struct tms *);
#endif
