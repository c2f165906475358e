#ifndef __WHITTLE_BITS_SIGSET_H
#define __WHITTLE_BITS_SIGSET_H
typedef struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } sigset_t;
#endif
