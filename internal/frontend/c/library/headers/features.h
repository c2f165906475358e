#ifndef __WHITTLE_FEATURES_H
#define __WHITTLE_FEATURES_H
#include <sys/cdefs.h>
#endif
