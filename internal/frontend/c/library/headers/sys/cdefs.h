#ifndef __WHITTLE_SYS_CDEFS_H
#define __WHITTLE_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __CONCAT(a, b) a##b
#define __STRING(a) #a
#endif
