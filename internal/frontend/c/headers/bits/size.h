#ifndef __WHITTLE_SIZE_H
#define __WHITTLE_SIZE_H
typedef __SIZE_TYPE__ size_t;
#ifndef NULL
#define NULL ((void *)0)
#endif
#endif
