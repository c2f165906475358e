#ifndef __WHITTLE_SYS_SENDFILE_H
#define __WHITTLE_SYS_SENDFILE_H
#include <bits/types.h>
extern ssize_t sendfile(int, int, off_t *, size_t);
#endif
