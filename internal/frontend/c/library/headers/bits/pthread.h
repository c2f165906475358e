/* The types of threads: sizes and static initialisers are glibc's, so that a
 * program preprocessed with glibc's headers meets the same library models. */
#ifndef __WHITTLE_BITS_PTHREAD_H
#define __WHITTLE_BITS_PTHREAD_H
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
#ifdef __LP64__
typedef union { char __size[56]; long __align; } pthread_attr_t;
typedef union {
	struct { int __lock; unsigned int __count; int __owner; unsigned int __nusers; int __kind; short __spins, __elision; void *__list[2]; } __data;
	char __size[40];
	long __align;
} pthread_mutex_t;
typedef union { struct { int __state; int __more[13]; } __data; char __size[56]; long __align; } pthread_rwlock_t;
typedef union { char __size[32]; long __align; } pthread_barrier_t;
#else
typedef union { char __size[36]; long __align; } pthread_attr_t;
typedef union {
	struct { int __lock; unsigned int __count; int __owner; int __kind; unsigned int __nusers; void *__list; } __data;
	char __size[24];
	long __align;
} pthread_mutex_t;
typedef union { struct { int __state; int __more[7]; } __data; char __size[32]; long __align; } pthread_rwlock_t;
typedef union { char __size[20]; long __align; } pthread_barrier_t;
#endif
typedef union { struct { unsigned int __word[12]; } __data; char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
#endif
