#ifndef __WHITTLE_BITS_IOVEC_H
#define __WHITTLE_BITS_IOVEC_H
#include <bits/types.h>
struct iovec { void *iov_base; size_t iov_len; };
#endif
