#ifndef __WHITTLE_SPAWN_H
#define __WHITTLE_SPAWN_H
#include <bits/types.h>
#include <bits/sigset.h>
#include <sched.h>
typedef struct { short __flags; pid_t __group; sigset_t __masks[2]; struct sched_param __priority; int __policy, __more[16]; } posix_spawnattr_t;
typedef struct { int __room, __used; void *__actions; int __more[16]; } posix_spawn_file_actions_t;
extern int posix_spawn(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const [], char *const []);
extern int posix_spawnp(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const [], char *const []);
extern int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
extern int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
extern int posix_spawnattr_init(posix_spawnattr_t *);
extern int posix_spawnattr_destroy(posix_spawnattr_t *);
#endif
