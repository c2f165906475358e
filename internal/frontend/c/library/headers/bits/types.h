/* The types that several headers of POSIX share; sizes are glibc's. */
#ifndef __WHITTLE_TYPES_H
#define __WHITTLE_TYPES_H
#include <bits/size.h>
#ifdef __LP64__
typedef long ssize_t;
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
typedef unsigned long ino_t;
#else
typedef int ssize_t;
typedef unsigned long long dev_t;
typedef unsigned int nlink_t;
typedef unsigned long ino_t;
#endif
typedef unsigned int mode_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef int pid_t;
typedef int key_t;
typedef long off_t;
typedef long long loff_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef long time_t;
typedef long clock_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef int clockid_t;
typedef void *timer_t;
typedef unsigned int socklen_t;
#endif
