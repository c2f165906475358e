#ifndef __WHITTLE_SYS_POLL_H
#define __WHITTLE_SYS_POLL_H
#include <poll.h>
#endif
