#ifndef __WHITTLE_MATH_H
#define __WHITTLE_MATH_H
typedef float float_t;
typedef double double_t;
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define M_E 2.7182818284590452354
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_SQRT2 1.41421356237309504880
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
extern double acos(double), asin(double), atan(double), cos(double), sin(double), tan(double), cosh(double), sinh(double), tanh(double), acosh(double), asinh(double), atanh(double), exp(double), exp2(double), expm1(double), log(double), log10(double), log1p(double), log2(double), logb(double), sqrt(double), cbrt(double), fabs(double), ceil(double), floor(double), trunc(double), round(double), nearbyint(double), rint(double), erf(double), erfc(double), lgamma(double), tgamma(double);
extern double atan2(double, double), pow(double, double), fmod(double, double), remainder(double, double), hypot(double, double), copysign(double, double), nextafter(double, double), fdim(double, double), fmax(double, double), fmin(double, double);
extern double frexp(double, int *), ldexp(double, int), modf(double, double *), scalbn(double, int), scalbln(double, long), fma(double, double, double), nan(const char *), remquo(double, double, int *);
extern int ilogb(double);
extern long lround(double), lrint(double);
extern long long llround(double), llrint(double);
extern float acosf(float), asinf(float), atanf(float), cosf(float), sinf(float), tanf(float), coshf(float), sinhf(float), tanhf(float), acoshf(float), asinhf(float), atanhf(float), expf(float), exp2f(float), expm1f(float), logf(float), log10f(float), log1pf(float), log2f(float), logbf(float), sqrtf(float), cbrtf(float), fabsf(float), ceilf(float), floorf(float), truncf(float), roundf(float), nearbyintf(float), rintf(float), erff(float), erfcf(float), lgammaf(float), tgammaf(float);
extern float atan2f(float, float), powf(float, float), fmodf(float, float), remainderf(float, float), hypotf(float, float), copysignf(float, float), nextafterf(float, float), fdimf(float, float), fmaxf(float, float), fminf(float, float);
extern float frexpf(float, int *), ldexpf(float, int), modff(float, float *), scalbnf(float, int), scalblnf(float, long), fmaf(float, float, float), nanf(const char *), remquof(float, float, int *);
extern int ilogbf(float);
extern long lroundf(float), lrintf(float);
extern long long llroundf(float), llrintf(float);
extern long double acosl(long double), asinl(long double), atanl(long double), cosl(long double), sinl(long double), tanl(long double), coshl(long double), sinhl(long double), tanhl(long double), acoshl(long double), asinhl(long double), atanhl(long double), expl(long double), exp2l(long double), expm1l(long double), logl(long double), log10l(long double), log1pl(long double), log2l(long double), logbl(long double), sqrtl(long double), cbrtl(long double), fabsl(long double), ceill(long double), floorl(long double), truncl(long double), roundl(long double), nearbyintl(long double), rintl(long double), erfl(long double), erfcl(long double), lgammal(long double), tgammal(long double);
extern long double atan2l(long double, long double), powl(long double, long double), fmodl(long double, long double), remainderl(long double, long double), hypotl(long double, long double), copysignl(long double, long double), nextafterl(long double, long double), fdiml(long double, long double), fmaxl(long double, long double), fminl(long double, long double);
extern long double frexpl(long double, int *), ldexpl(long double, int), modfl(long double, long double *), scalbnl(long double, int), scalblnl(long double, long), fmal(long double, long double, long double), nanl(const char *), remquol(long double, long double, int *);
extern int ilogbl(long double);
extern long lroundl(long double), lrintl(long double);
extern long long llroundl(long double), llrintl(long double);
#endif
