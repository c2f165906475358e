#ifndef __WHITTLE_STDDEF_H
#define __WHITTLE_STDDEF_H
#include <bits/size.h>
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct { long long __max_align_ll __attribute__((aligned(8))); long double __max_align_ld; } max_align_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
