#ifndef __WHITTLE_SYS_SEM_H
#define __WHITTLE_SYS_SEM_H
#include <sys/ipc.h>
struct sembuf { unsigned short sem_num; short sem_op, sem_flg; };
#define SEM_UNDO 0x1000
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define SETVAL 16
#define SETALL 17
extern int semget(key_t, int, int);
extern int semop(int, struct sembuf *, size_t);
extern int semctl(int, int, int, ...);
#endif
