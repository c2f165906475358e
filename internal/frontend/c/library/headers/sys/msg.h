#ifndef __WHITTLE_SYS_MSG_H
#define __WHITTLE_SYS_MSG_H
#include <sys/ipc.h>
struct msqid_ds;
#define MSG_NOERROR 010000
extern int msgget(key_t, int);
extern int msgsnd(int, const void *, size_t, int);
extern ssize_t msgrcv(int, void *, size_t, long, int);
extern int msgctl(int, int, struct msqid_ds *);
#endif
