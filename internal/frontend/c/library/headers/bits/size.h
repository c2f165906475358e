#ifndef __WHITTLE_SIZE_H
#define __WHITTLE_SIZE_H
typedef __SIZE_TYPE__ size_t;
#undef NULL
#define NULL ((void *)0)
#endif
