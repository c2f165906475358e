#ifndef __WHITTLE_SYS_EVENTFD_H
#define __WHITTLE_SYS_EVENTFD_H
#include <bits/stdint.h>
typedef uint64_t eventfd_t;
#define EFD_SEMAPHORE 1
#define EFD_NONBLOCK 04000
#define EFD_CLOEXEC 02000000
extern int eventfd(unsigned int, int);
extern int eventfd_read(int, eventfd_t *);
extern int eventfd_write(int, eventfd_t);
#endif
