#ifndef __WHITTLE_SYS_SIGNAL_H
#define __WHITTLE_SYS_SIGNAL_H
#include <signal.h>
#endif
