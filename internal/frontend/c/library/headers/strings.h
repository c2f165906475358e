#ifndef __WHITTLE_STRINGS_H
#define __WHITTLE_STRINGS_H
#include <string.h>
#endif
