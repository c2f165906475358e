#ifndef __WHITTLE_SYS_SYSLOG_H
#define __WHITTLE_SYS_SYSLOG_H
#include <syslog.h>
#endif
