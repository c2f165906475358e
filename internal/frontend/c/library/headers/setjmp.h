#ifndef __WHITTLE_SETJMP_H
#define __WHITTLE_SETJMP_H
typedef struct { long __regs[8]; int __saved; unsigned long __mask[16]; } jmp_buf[1], sigjmp_buf[1];
extern int setjmp(jmp_buf);
extern int _setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((__noreturn__));
extern void siglongjmp(sigjmp_buf, int) __attribute__((__noreturn__));
extern void _longjmp(jmp_buf, int) __attribute__((__noreturn__));
extern int __sigsetjmp(sigjmp_buf, int);
#define sigsetjmp(buf, save) __sigsetjmp((buf), (save))
#endif
