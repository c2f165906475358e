#ifndef __WHITTLE_BITS_WCHAR_H
#define __WHITTLE_BITS_WCHAR_H
#include <stddef.h>
typedef __WINT_TYPE__ wint_t;
typedef unsigned long wctype_t;
#define WEOF ((wint_t)-1)
#endif
