/* The intrinsic functions that the library models are written in. The
 * lowering knows them by name; see the package documentation. */
#ifndef __WHITTLE_BITS_WHITTLE_H
#define __WHITTLE_BITS_WHITTLE_H
#include <bits/size.h>
extern void __whittle_atomic_begin(void);
extern void __whittle_atomic_end(void);
extern void __whittle_await(int);
extern void __whittle_assume(int);
extern unsigned long __whittle_self(void);
extern unsigned long __whittle_spawn(void *(*)(void *), void *);
extern void *__whittle_join(unsigned long);
extern void *__whittle_alloc(unsigned long, int);
extern void __whittle_free(void *);
extern void __whittle_violation(const char *, const char *);
/* The condition is not evaluated where nobody asks for the property no-undefined-behaviour. */
extern void __whittle_undefined_if(int, const char *kind, const char *);
/* How far the second address is behind the first one, in one object; else the largest number. */
extern unsigned long __whittle_ahead(const void *, const void *);
/* The size of the live object that an address leads to, 0 if there is none, and how far it is behind its
 * start. */
extern unsigned long __whittle_object_size(const void *);
extern long __whittle_object_offset(const void *);
extern void __whittle_unsupported(const char *);
/* The same, but what follows is what happens at least, for violations that do not depend on the rest. */
extern void __whittle_passable(const char *);
extern void __whittle_exit_thread(void *);
extern void __whittle_exit_process(int); /* at once */
extern void __whittle_exit_orderly(int); /* after the functions of atexit */
extern void __whittle_exit_quickly(int); /* after those of at_quick_exit */
extern void __whittle_unwind(void); /* ends what the thread has on its stack */
extern void *__whittle_call_start(void *(*)(void *), void *); /* calls what a thread may start with */
extern unsigned long __whittle_nondet_ulong(void);
extern unsigned long __whittle_inexact_ulong(const char *);
extern int __whittle_inexact_int(const char *);
extern int __whittle_nondet_int(void);

/* Any number, which decides what people read. */
extern int __whittle_choice(const char *what);
extern unsigned char __whittle_nondet_uchar(void);
extern void __whittle_sync(const char *, void *);
extern void __whittle_print(int, int);
extern void __whittle_output(int);
/* As fprintf; models that call that would get the model of it, which reads what is printed. */
extern void __whittle_complain(void *, const char *, ...);
extern void __whittle_ub(const char *);
/* What operations do to their object where their models need no more. Using it is an atomic access, which
 * races with nothing but what makes or destroys the object: those are plain accesses. All of what is made
 * has to be there. */
#define __WHITTLE_USE(p) ((void)__atomic_load_n((const int *)(p), __ATOMIC_SEQ_CST))
#define __WHITTLE_WHOLE(p) ((void)((const int *)((p) + 1))[-1])
#define __WHITTLE_MAKE(p) (__WHITTLE_WHOLE(p), *(int *)(p) = 0)
#define __WHITTLE_DESTROY(p) ((void)*(const int *)(p))
/* Helpers that library models define, with forms of their own. */
extern void __whittle_error(int); /* sets errno, if the program looks at it */
extern int __whittle_scarce(void); /* a resource may be lacking */
extern int __whittle_digit(int); /* isdigit and isxdigit, of any character */
extern int __whittle_hex_digit(int);
/* What the models know of threads that may be detached, join themselves or be cancelled. */
/* The ids of threads are small numbers. */
enum { JOINABLE, DETACHED, JOINING, JOINED, THREADS = 64 };
extern unsigned char __whittle_state[THREADS];
extern unsigned long __whittle_joining[THREADS];
extern void __whittle_check_thread(unsigned long);
extern int __whittle_not_joinable(int);
extern void __whittle_run_destructors(void);
#endif
