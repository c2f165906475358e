#ifndef __WHITTLE_SYS_SYSINFO_H
#define __WHITTLE_SYS_SYSINFO_H
extern int get_nprocs(void);
extern int get_nprocs_conf(void);
extern long get_phys_pages(void);
extern long get_avphys_pages(void);
#endif
