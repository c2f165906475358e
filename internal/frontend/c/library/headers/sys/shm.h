#ifndef __WHITTLE_SYS_SHM_H
#define __WHITTLE_SYS_SHM_H
#include <sys/ipc.h>
struct shmid_ds;
#define SHM_RDONLY 010000
#define SHM_RND 020000
extern int shmget(key_t, size_t, int);
extern void *shmat(int, const void *, int);
extern int shmdt(const void *);
extern int shmctl(int, int, struct shmid_ds *);
#endif
