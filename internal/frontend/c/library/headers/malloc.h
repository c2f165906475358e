#ifndef __WHITTLE_MALLOC_H
#define __WHITTLE_MALLOC_H
#include <stdlib.h>
extern void *memalign(size_t, size_t);
extern size_t malloc_usable_size(void *);
#endif
