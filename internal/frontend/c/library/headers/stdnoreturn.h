#ifndef __WHITTLE_STDNORETURN_H
#define __WHITTLE_STDNORETURN_H
#define noreturn _Noreturn
#endif
