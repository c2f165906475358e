#ifndef __WHITTLE_SCHED_H
#define __WHITTLE_SCHED_H
#include <bits/timespec.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define SCHED_DEADLINE 6
struct sched_param { int sched_priority; };
typedef struct { unsigned long __bits[1024 / (8 * sizeof(long))]; } cpu_set_t;
#define CPU_SETSIZE 1024
#define CPU_ZERO(s) ((void)__builtin_memset((s), 0, sizeof(cpu_set_t)))
#define CPU_SET(n, s) ((void)((s)->__bits[(n) / (8 * sizeof(long))] |= 1UL << ((n) % (8 * sizeof(long)))))
#define CPU_CLR(n, s) ((void)((s)->__bits[(n) / (8 * sizeof(long))] &= ~(1UL << ((n) % (8 * sizeof(long))))))
#define CPU_ISSET(n, s) (((s)->__bits[(n) / (8 * sizeof(long))] >> ((n) % (8 * sizeof(long)))) & 1)
extern int sched_yield(void);
extern int sched_get_priority_max(int);
extern int sched_get_priority_min(int);
extern int sched_setparam(pid_t, const struct sched_param *);
extern int sched_getparam(pid_t, struct sched_param *);
extern int sched_setscheduler(pid_t, int, const struct sched_param *);
extern int sched_getscheduler(pid_t);
extern int sched_rr_get_interval(pid_t, struct timespec *);
extern int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
extern int sched_getaffinity(pid_t, size_t, cpu_set_t *);
extern int sched_getcpu(void);
#endif
