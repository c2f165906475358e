#ifndef __WHITTLE_SYS_UN_H
#define __WHITTLE_SYS_UN_H
#include <bits/sockaddr.h>
struct sockaddr_un { sa_family_t sun_family; char sun_path[108]; };
#endif
