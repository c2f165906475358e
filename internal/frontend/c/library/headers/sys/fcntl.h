#ifndef __WHITTLE_SYS_FCNTL_H
#define __WHITTLE_SYS_FCNTL_H
#include <fcntl.h>
#endif
