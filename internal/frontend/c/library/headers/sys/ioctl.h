#ifndef __WHITTLE_SYS_IOCTL_H
#define __WHITTLE_SYS_IOCTL_H
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define FIONREAD 0x541B
#define FIONBIO 0x5421
extern int ioctl(int, unsigned long, ...);
#endif
