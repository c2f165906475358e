#ifndef __WHITTLE_SYS_ERRNO_H
#define __WHITTLE_SYS_ERRNO_H
#include <errno.h>
#endif
