#ifndef __WHITTLE_IFADDRS_H
#define __WHITTLE_IFADDRS_H
#include <sys/socket.h>
struct ifaddrs { struct ifaddrs *ifa_next; char *ifa_name; unsigned int ifa_flags; struct sockaddr *ifa_addr, *ifa_netmask; union { struct sockaddr *ifu_broadaddr, *ifu_dstaddr; } ifa_ifu; void *ifa_data; };
extern int getifaddrs(struct ifaddrs **);
extern void freeifaddrs(struct ifaddrs *);
#endif
