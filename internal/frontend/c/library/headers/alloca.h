#ifndef __WHITTLE_ALLOCA_H
#define __WHITTLE_ALLOCA_H
#include <bits/size.h>
#define alloca(n) __builtin_alloca(n)
#endif
