#ifndef __WHITTLE_SYS_UNISTD_H
#define __WHITTLE_SYS_UNISTD_H
#include <unistd.h>
#endif
