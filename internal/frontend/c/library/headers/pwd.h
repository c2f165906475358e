#ifndef __WHITTLE_PWD_H
#define __WHITTLE_PWD_H
#include <bits/types.h>
struct passwd { char *pw_name, *pw_passwd; uid_t pw_uid; gid_t pw_gid; char *pw_gecos, *pw_dir, *pw_shell; };
extern struct passwd *getpwnam(const char *);
extern struct passwd *getpwuid(uid_t);
extern int getpwnam_r(const char *, struct passwd *, char *, size_t, struct passwd **);
extern int getpwuid_r(uid_t, struct passwd *, char *, size_t, struct passwd **);
extern struct passwd *getpwent(void);
extern void setpwent(void);
extern void endpwent(void);
#endif
