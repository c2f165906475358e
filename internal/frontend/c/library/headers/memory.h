#ifndef __WHITTLE_MEMORY_H
#define __WHITTLE_MEMORY_H
#include <string.h>
#endif
