#ifndef __WHITTLE_EXECINFO_H
#define __WHITTLE_EXECINFO_H
extern int backtrace(void **, int);
extern char **backtrace_symbols(void *const *, int);
extern void backtrace_symbols_fd(void *const *, int, int);
#endif
