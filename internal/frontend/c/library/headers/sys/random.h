#ifndef __WHITTLE_SYS_RANDOM_H
#define __WHITTLE_SYS_RANDOM_H
#include <bits/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
extern ssize_t getrandom(void *, size_t, unsigned int);
extern int getentropy(void *, size_t);
#endif
