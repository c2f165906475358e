#ifndef __WHITTLE_MQUEUE_H
#define __WHITTLE_MQUEUE_H
#include <bits/timespec.h>
#include <fcntl.h>
typedef int mqd_t;
struct mq_attr { long mq_flags, mq_maxmsg, mq_msgsize, mq_curmsgs, __pad[4]; };
extern mqd_t mq_open(const char *, int, ...);
extern int mq_close(mqd_t);
extern int mq_unlink(const char *);
extern int mq_send(mqd_t, const char *, size_t, unsigned int);
extern ssize_t mq_receive(mqd_t, char *, size_t, unsigned int *);
extern int mq_getattr(mqd_t, struct mq_attr *);
extern int mq_setattr(mqd_t, const struct mq_attr *, struct mq_attr *);
#endif
