#ifndef __WHITTLE_SYS_UIO_H
#define __WHITTLE_SYS_UIO_H
#include <bits/iovec.h>
#define UIO_MAXIOV 1024
extern ssize_t readv(int, const struct iovec *, int);
extern ssize_t writev(int, const struct iovec *, int);
extern ssize_t preadv(int, const struct iovec *, int, off_t);
extern ssize_t pwritev(int, const struct iovec *, int, off_t);
#endif
