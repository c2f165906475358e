/*
 * math.h and fenv.h for float and double, as far as results are exact or
 * rounded to the nearest: the others depend on the library. Rounding is to
 * the nearest, to even; the flags of exceptions are not kept.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <fenv.h>
#include <limits.h>
#include <math.h>

int fegetround(void)
{
	return FE_TONEAREST;
}

int fesetround(int mode)
{
	if (mode == FE_TONEAREST)
		return 0;
	if (mode == FE_DOWNWARD || mode == FE_UPWARD || mode == FE_TOWARDZERO)
		__whittle_unsupported("rounding otherwise than to the nearest");
	return 1;
}

int feclearexcept(int flags)
{
	return 0;
}

/* What the compiler has built in. */
#define SAME(name, built_in, result, T) \
	result name(T x) \
	{ \
		return built_in(x); \
	}

SAME(fabs, __builtin_fabs, double, double)
SAME(fabsf, __builtin_fabsf, float, float)
SAME(floor, __builtin_floor, double, double)
SAME(floorf, __builtin_floorf, float, float)
SAME(ceil, __builtin_ceil, double, double)
SAME(ceilf, __builtin_ceilf, float, float)
SAME(trunc, __builtin_trunc, double, double)
SAME(truncf, __builtin_truncf, float, float)
SAME(round, __builtin_round, double, double)
SAME(roundf, __builtin_roundf, float, float)
SAME(rint, __builtin_rint, double, double)
SAME(rintf, __builtin_rintf, float, float)
SAME(nearbyint, __builtin_rint, double, double)
SAME(nearbyintf, __builtin_rintf, float, float)
SAME(finite, __builtin_isfinite, int, double)
SAME(finitef, __builtin_isfinite, int, float)
SAME(__finite, __builtin_isfinite, int, double)
SAME(__finitef, __builtin_isfinite, int, float)
SAME(__isnan, __builtin_isnan, int, double)
SAME(__isnanf, __builtin_isnan, int, float)
SAME(__isinf, __builtin_isinf_sign, int, double)
SAME(__isinff, __builtin_isinf_sign, int, float)
SAME(__signbit, __builtin_signbit, int, double)
SAME(__signbitf, __builtin_signbit, int, float)
SAME(lround, (long)__builtin_round, long, double)
SAME(lroundf, (long)__builtin_roundf, long, float)
SAME(llround, (long long)__builtin_round, long long, double)
SAME(llroundf, (long long)__builtin_roundf, long long, float)
SAME(lrint, (long)__builtin_rint, long, double)
SAME(lrintf, (long)__builtin_rintf, long, float)
SAME(llrint, (long long)__builtin_rint, long long, double)
SAME(llrintf, (long long)__builtin_rintf, long long, float)

#define COPYSIGN(name, T, COPYSIGN) \
	T name(T x, T y) \
	{ \
		return COPYSIGN(x, y); \
	}

COPYSIGN(copysign, double, __builtin_copysign)
COPYSIGN(copysignf, float, __builtin_copysignf)

#define SQRT(name, T, SQRT) \
	T name(T x) \
	{ \
		if (x < 0) \
			__whittle_error(EDOM); \
		return SQRT(x); \
	}

SQRT(sqrt, double, __builtin_sqrt)
SQRT(sqrtf, float, __builtin_sqrtf)

extern void __whittle_reads_text(const char *s, size_t most);

#define NAN(name, T, NAN) \
	T name(const char *text) \
	{ \
		__whittle_reads_text(text, (size_t)-1); \
		return NAN(""); \
	}

NAN(nan, double, __builtin_nan)
NAN(nanf, float, __builtin_nanf)

#define FPCLASSIFY(name, T) \
	int name(T x) \
	{ \
		return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, \
			FP_ZERO, x); \
	}

FPCLASSIFY(__fpclassify, double)
FPCLASSIFY(__fpclassifyf, float)

#define FMIN(name, T) \
	T name(T x, T y) \
	{ \
		if (__builtin_isnan(x)) \
			return y; \
		if (__builtin_isnan(y)) \
			return x; \
		if (x == y) \
			return __builtin_signbit(x) ? x : y; \
		return x < y ? x : y; \
	}

FMIN(fmin, double)
FMIN(fminf, float)

#define FMAX(name, T) \
	T name(T x, T y) \
	{ \
		if (__builtin_isnan(x)) \
			return y; \
		if (__builtin_isnan(y)) \
			return x; \
		if (x == y) \
			return __builtin_signbit(x) ? y : x; \
		return x < y ? y : x; \
	}

FMAX(fmax, double)
FMAX(fmaxf, float)

#define FDIM(name, T) \
	T name(T x, T y) \
	{ \
		if (__builtin_isunordered(x, y)) \
			return x + y; \
		return x > y ? x - y : 0; \
	}

FDIM(fdim, double)
FDIM(fdimf, float)

#define MODF(name, T, TRUNC, COPYSIGN) \
	T name(T x, T *whole) \
	{ \
		*whole = TRUNC(x); \
		return COPYSIGN(__builtin_isinf(x) ? 0 : x - *whole, x); \
	}

MODF(modf, double, __builtin_trunc, __builtin_copysign)
MODF(modff, float, __builtin_truncf, __builtin_copysignf)

/* I is an integer as wide as T, whose exponents have E bits and whose fractions have M. */

#define NEXTAFTER(name, T, COPYSIGN, I, E, M) \
	T name(T x, T y) \
	{ \
		union { \
			T x; \
			I n; \
		} u; \
		if (__builtin_isunordered(x, y)) \
			return x + y; \
		if (x == y) \
			return y; \
		u.x = x; \
		if (x == 0) { \
			u.n = 1; \
			return COPYSIGN(u.x, y); \
		} \
		u.n += (x < y) == !__builtin_signbit(x) ? 1 : -1; \
		return u.x; \
	}

NEXTAFTER(nextafter, double, __builtin_copysign, unsigned long long, 11, 52)
NEXTAFTER(nextafterf, float, __builtin_copysignf, unsigned, 8, 23)

#define FREXP(name, T, I, E, M) \
	T name(T x, int *e) \
	{ \
		union { \
			T x; \
			I n; \
		} u; \
		*e = 0; \
		if (x == 0 || !__builtin_isfinite(x)) \
			return x; \
		if (!__builtin_isnormal(x)) { \
			x *= (T)((I)1 << M); \
			*e = -M; \
		} \
		u.x = x; \
		*e += (int)(u.n >> M & (((I)1 << E) - 1)) - ((1 << (E - 1)) - 2); \
		u.n = u.n & ~((((I)1 << E) - 1) << M) | (I)((1 << (E - 1)) - 2) << M; \
		return u.x; \
	}

FREXP(frexp, double, unsigned long long, 11, 52)
FREXP(frexpf, float, unsigned, 8, 23)

#define LDEXP(name, T, I, E, M) \
	T name(T x, int n) \
	{ \
		/* Powers of two, in steps that are rounded at most once. */ \
		union { \
			T x; \
			I n; \
		} u; \
		int i, most = (1 << (E - 1)) - 1, least = 1 - most + M + 1; \
		for (i = 0; i < 2 && n > most; i++) { \
			u.n = (I)(2 * most) << M; \
			x *= u.x; \
			n -= most; \
		} \
		for (i = 0; i < 2 && n < 1 - most; i++) { \
			u.n = (I)(least + most) << M; \
			x *= u.x; \
			n -= least; \
		} \
		n = n > most ? most : n < 1 - most ? 1 - most : n; \
		u.n = (I)(n + most) << M; \
		return x * u.x; \
	}

LDEXP(ldexp, double, unsigned long long, 11, 52)
LDEXP(ldexpf, float, unsigned, 8, 23)

#define SCALBN(name, T, LDEXP) \
	T name(T x, int n) \
	{ \
		return LDEXP(x, n); \
	}

SCALBN(scalbn, double, ldexp)
SCALBN(scalbnf, float, ldexpf)

#define SCALBLN(name, T, LDEXP) \
	T name(T x, long n) \
	{ \
		return LDEXP(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n); \
	}

SCALBLN(scalbln, double, ldexp)
SCALBLN(scalblnf, float, ldexpf)

#define FMOD(name, T, NAN, FABS, FREXP, LDEXP, COPYSIGN, I, E, M) \
	T name(T x, T y) \
	{ \
		union { \
			T x; \
			I n; \
		} u; \
		int ea, eb; \
		I m, d; \
		if (__builtin_isunordered(x, y)) \
			return x + y; \
		if (y == 0 || __builtin_isinf(x)) { \
			__whittle_error(EDOM); \
			return -NAN(""); \
		} \
		if (FABS(x) < FABS(y)) \
			return x; \
		u.x = FREXP(x, &ea); \
		m = u.n & (((I)1 << M) - 1) | (I)1 << M; \
		u.x = FREXP(y, &eb); \
		d = u.n & (((I)1 << M) - 1) | (I)1 << M; \
		for (; ea > eb; ea--) \
			m = (m >= d ? m - d : m) << 1; \
		m = m >= d ? m - d : m; \
		return COPYSIGN(LDEXP((T)m, eb - M - 1), x); \
	}

FMOD(fmod, double, __builtin_nan, __builtin_fabs, frexp,
	ldexp, __builtin_copysign, unsigned long long, 11, 52)
FMOD(fmodf, float, __builtin_nanf, __builtin_fabsf, frexpf,
	ldexpf, __builtin_copysignf, unsigned, 8, 23)
