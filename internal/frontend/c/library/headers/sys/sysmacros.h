#ifndef __WHITTLE_SYS_SYSMACROS_H
#define __WHITTLE_SYS_SYSMACROS_H
#include <bits/types.h>
extern unsigned int gnu_dev_major(dev_t);
extern unsigned int gnu_dev_minor(dev_t);
extern dev_t gnu_dev_makedev(unsigned int, unsigned int);
#define major(d) gnu_dev_major(d)
#define minor(d) gnu_dev_minor(d)
#define makedev(a, b) gnu_dev_makedev(a, b)
#endif
