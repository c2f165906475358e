/* Without a guard: C allows a new meaning at each inclusion. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif
#ifndef __WHITTLE_ASSERT_H
#define __WHITTLE_ASSERT_H
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
#define static_assert _Static_assert
#endif
