#ifndef __WHITTLE_SEMAPHORE_H
#define __WHITTLE_SEMAPHORE_H
#include <bits/timespec.h>
#ifdef __LP64__
typedef union { char __size[32]; long __align; } sem_t;
#else
typedef union { char __size[16]; long __align; } sem_t;
#endif
#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647
extern int sem_init(sem_t *, int, unsigned int);
extern int sem_destroy(sem_t *);
extern int sem_wait(sem_t *);
extern int sem_trywait(sem_t *);
extern int sem_post(sem_t *);
extern int sem_timedwait(sem_t *__restrict, const struct timespec *__restrict);
extern int sem_clockwait(sem_t *__restrict, clockid_t, const struct timespec *__restrict);
extern int sem_getvalue(sem_t *__restrict, int *__restrict);
extern sem_t *sem_open(const char *, int, ...);
extern int sem_close(sem_t *);
extern int sem_unlink(const char *);
#endif
