/*
 * What the front end knows without any header. It is read before every
 * translation unit, models included.
 *
 * Built-in functions whose result type follows their arguments get a macro
 * that casts to that type around a call of the same name; that inner function
 * is declared to return unsigned long long, the value zero-extended. So the
 * lowering finds the object's type in the type of the first argument, and
 * every expression around the call has the type that C gives it.
 */
int __predefined_declarator;
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;

#define __extension__
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
#define __builtin_va_list __builtin_va_list
#define __builtin_ms_va_list __builtin_va_list

typedef void *__builtin_va_list;
void *__builtin_va_arg_impl(__builtin_va_list);
#define __builtin_va_arg(va, type) (*(type *)__builtin_va_arg_impl(va))
void __builtin_va_start();
void __builtin_va_end(__builtin_va_list);
#define __builtin_va_copy(dst, src) ((void)((dst) = (src)))

#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type *)0)->member))
#define __builtin_types_compatible_p(a, b) __ccgo__types_compatible_p((a){}, (b){})

/* Inputs and errors of verification tasks. Programs declare what they use;
 * a declaration here would clash with theirs. */

/* Memory and strings. */
void *__builtin_alloca(__SIZE_TYPE__);
void *__builtin_malloc(__SIZE_TYPE__);
void *__builtin_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin_realloc(void *, __SIZE_TYPE__);
void __builtin_free(void *);
void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memmove(void *, const void *, __SIZE_TYPE__);
void *__builtin_mempcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memset(void *, int, __SIZE_TYPE__);
int __builtin_memcmp(const void *, const void *, __SIZE_TYPE__);
void *__builtin_memchr(const void *, int, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strlen(const char *);
char *__builtin_strcpy(char *, const char *);
char *__builtin_strncpy(char *, const char *, __SIZE_TYPE__);
char *__builtin_strcat(char *, const char *);
char *__builtin_strncat(char *, const char *, __SIZE_TYPE__);
int __builtin_strcmp(const char *, const char *);
int __builtin_strncmp(const char *, const char *, __SIZE_TYPE__);
char *__builtin_strchr(const char *, int);
char *__builtin_strrchr(const char *, int);
char *__builtin_strstr(const char *, const char *);
char *__builtin_strdup(const char *);
void *__builtin___memcpy_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memmove_chk(void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin___memset_chk(void *, int, __SIZE_TYPE__, __SIZE_TYPE__);
char *__builtin___strcpy_chk(char *, const char *, __SIZE_TYPE__);
char *__builtin___strncpy_chk(char *, const char *, __SIZE_TYPE__, __SIZE_TYPE__);
char *__builtin___strcat_chk(char *, const char *, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_object_size(const void *, int);

/* Control. */
void __builtin_abort(void);
void __builtin_exit(int);
void __builtin_trap(void);
void __builtin_unreachable(void);
void __builtin_assume();
long __builtin_expect(long, long);
long __builtin_expect_with_probability(long, long, double);
void __builtin_prefetch(const void *, ...);
void *__builtin_return_address(unsigned);
void *__builtin_frame_address(unsigned);
void *__builtin_assume_aligned(const void *, __SIZE_TYPE__, ...);

/* Output. */
int __builtin_printf(const char *, ...);
int __builtin_fprintf(void *, const char *, ...);
int __builtin_sprintf(char *, const char *, ...);
int __builtin_snprintf(char *, __SIZE_TYPE__, const char *, ...);
int __builtin_puts(const char *);
int __builtin_putchar(int);

/* Integers. */
int __builtin_abs(int);
long __builtin_labs(long);
long long __builtin_llabs(long long);
int __builtin_ffs(int);
int __builtin_ffsl(long);
int __builtin_ffsll(long long);
int __builtin_clz(unsigned);
int __builtin_clzl(unsigned long);
int __builtin_clzll(unsigned long long);
int __builtin_ctz(unsigned);
int __builtin_ctzl(unsigned long);
int __builtin_ctzll(unsigned long long);
int __builtin_clrsb(int);
int __builtin_clrsbl(long);
int __builtin_clrsbll(long long);
int __builtin_popcount(unsigned);
int __builtin_popcountl(unsigned long);
int __builtin_popcountll(unsigned long long);
int __builtin_parity(unsigned);
int __builtin_parityl(unsigned long);
int __builtin_parityll(unsigned long long);
__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__);
__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__);
__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__);
_Bool __builtin_add_overflow();
_Bool __builtin_sub_overflow();
_Bool __builtin_mul_overflow();
_Bool __builtin_add_overflow_p();
_Bool __builtin_sub_overflow_p();
_Bool __builtin_mul_overflow_p();
_Bool __builtin_sadd_overflow(int, int, int *);
_Bool __builtin_saddl_overflow(long, long, long *);
_Bool __builtin_saddll_overflow(long long, long long, long long *);
_Bool __builtin_uadd_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_uaddl_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_uaddll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_ssub_overflow(int, int, int *);
_Bool __builtin_ssubl_overflow(long, long, long *);
_Bool __builtin_ssubll_overflow(long long, long long, long long *);
_Bool __builtin_usub_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_usubl_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_usubll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_smul_overflow(int, int, int *);
_Bool __builtin_smull_overflow(long, long, long *);
_Bool __builtin_smulll_overflow(long long, long long, long long *);
_Bool __builtin_umul_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_umull_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_umulll_overflow(unsigned long long, unsigned long long, unsigned long long *);

/* Vectors. */
#define ext_vector_type(n) __visibility__("whittle ext_vector_type")
#define __ext_vector_type__(n) __visibility__("whittle ext_vector_type")
int __builtin_shufflevector();
int __builtin_shuffle();
int __builtin_convertvector();
#define __builtin_convertvector(v, type) ((type)__builtin_convertvector(v, (type){0}))

/* Floating point. */
double __builtin_inf(void);
float __builtin_inff(void);
long double __builtin_infl(void);
double __builtin_nan(const char *);
float __builtin_nanf(const char *);
long double __builtin_nanl(const char *);
double __builtin_huge_val(void);
float __builtin_huge_valf(void);
long double __builtin_huge_vall(void);
double __builtin_fabs(double);
float __builtin_fabsf(float);
long double __builtin_fabsl(long double);
double __builtin_copysign(double, double);
float __builtin_copysignf(float, float);
double __builtin_sqrt(double);
float __builtin_sqrtf(float);
double __builtin_floor(double);
float __builtin_floorf(float);
double __builtin_ceil(double);
float __builtin_ceilf(float);
double __builtin_trunc(double);
float __builtin_truncf(float);
double __builtin_round(double);
float __builtin_roundf(float);
double __builtin_rint(double);
float __builtin_rintf(float);
double __builtin_nearbyint(double);
float __builtin_nearbyintf(float);
int __builtin_isnan();
int __builtin_isinf();
int __builtin_isinf_sign();
int __builtin_isfinite();
int __builtin_isnormal();
int __builtin_signbit();
int __builtin_fpclassify();
int __builtin_isgreater();
int __builtin_isgreaterequal();
int __builtin_isless();
int __builtin_islessequal();
int __builtin_islessgreater();
int __builtin_isunordered();

/* Atomic built-ins with an operand of any integer or pointer type. */
#define __WHITTLE_T(p) __typeof__(*(p))
unsigned long long __atomic_load_n();
#define __atomic_load_n(p, o) ((__WHITTLE_T(p))__atomic_load_n((p), (o)))
unsigned long long __atomic_exchange_n();
#define __atomic_exchange_n(p, v, o) ((__WHITTLE_T(p))__atomic_exchange_n((p), (v), (o)))
unsigned long long __atomic_fetch_add();
unsigned long long __atomic_fetch_sub();
unsigned long long __atomic_fetch_and();
unsigned long long __atomic_fetch_or();
unsigned long long __atomic_fetch_xor();
unsigned long long __atomic_fetch_nand();
unsigned long long __atomic_add_fetch();
unsigned long long __atomic_sub_fetch();
unsigned long long __atomic_and_fetch();
unsigned long long __atomic_or_fetch();
unsigned long long __atomic_xor_fetch();
unsigned long long __atomic_nand_fetch();
#define __atomic_fetch_add(p, v, o) ((__WHITTLE_T(p))__atomic_fetch_add((p), (v), (o)))
#define __atomic_fetch_sub(p, v, o) ((__WHITTLE_T(p))__atomic_fetch_sub((p), (v), (o)))
#define __atomic_fetch_and(p, v, o) ((__WHITTLE_T(p))__atomic_fetch_and((p), (v), (o)))
#define __atomic_fetch_or(p, v, o) ((__WHITTLE_T(p))__atomic_fetch_or((p), (v), (o)))
#define __atomic_fetch_xor(p, v, o) ((__WHITTLE_T(p))__atomic_fetch_xor((p), (v), (o)))
#define __atomic_fetch_nand(p, v, o) ((__WHITTLE_T(p))__atomic_fetch_nand((p), (v), (o)))
#define __atomic_add_fetch(p, v, o) ((__WHITTLE_T(p))__atomic_add_fetch((p), (v), (o)))
#define __atomic_sub_fetch(p, v, o) ((__WHITTLE_T(p))__atomic_sub_fetch((p), (v), (o)))
#define __atomic_and_fetch(p, v, o) ((__WHITTLE_T(p))__atomic_and_fetch((p), (v), (o)))
#define __atomic_or_fetch(p, v, o) ((__WHITTLE_T(p))__atomic_or_fetch((p), (v), (o)))
#define __atomic_xor_fetch(p, v, o) ((__WHITTLE_T(p))__atomic_xor_fetch((p), (v), (o)))
#define __atomic_nand_fetch(p, v, o) ((__WHITTLE_T(p))__atomic_nand_fetch((p), (v), (o)))
void __atomic_load();
void __atomic_store();
void __atomic_store_n();
void __atomic_exchange();
_Bool __atomic_compare_exchange();
_Bool __atomic_compare_exchange_n();
_Bool __atomic_test_and_set(volatile void *, int);
void __atomic_clear(volatile void *, int);
void __atomic_thread_fence(int);
void __atomic_signal_fence(int);
_Bool __atomic_always_lock_free();
_Bool __atomic_is_lock_free();

unsigned long long __sync_fetch_and_add();
unsigned long long __sync_fetch_and_sub();
unsigned long long __sync_fetch_and_or();
unsigned long long __sync_fetch_and_and();
unsigned long long __sync_fetch_and_xor();
unsigned long long __sync_fetch_and_nand();
unsigned long long __sync_add_and_fetch();
unsigned long long __sync_sub_and_fetch();
unsigned long long __sync_or_and_fetch();
unsigned long long __sync_and_and_fetch();
unsigned long long __sync_xor_and_fetch();
unsigned long long __sync_nand_and_fetch();
unsigned long long __sync_val_compare_and_swap();
unsigned long long __sync_lock_test_and_set();
#define __sync_fetch_and_add(p, v, ...) ((__WHITTLE_T(p))__sync_fetch_and_add((p), (v)))
#define __sync_fetch_and_sub(p, v, ...) ((__WHITTLE_T(p))__sync_fetch_and_sub((p), (v)))
#define __sync_fetch_and_or(p, v, ...) ((__WHITTLE_T(p))__sync_fetch_and_or((p), (v)))
#define __sync_fetch_and_and(p, v, ...) ((__WHITTLE_T(p))__sync_fetch_and_and((p), (v)))
#define __sync_fetch_and_xor(p, v, ...) ((__WHITTLE_T(p))__sync_fetch_and_xor((p), (v)))
#define __sync_fetch_and_nand(p, v, ...) ((__WHITTLE_T(p))__sync_fetch_and_nand((p), (v)))
#define __sync_add_and_fetch(p, v, ...) ((__WHITTLE_T(p))__sync_add_and_fetch((p), (v)))
#define __sync_sub_and_fetch(p, v, ...) ((__WHITTLE_T(p))__sync_sub_and_fetch((p), (v)))
#define __sync_or_and_fetch(p, v, ...) ((__WHITTLE_T(p))__sync_or_and_fetch((p), (v)))
#define __sync_and_and_fetch(p, v, ...) ((__WHITTLE_T(p))__sync_and_and_fetch((p), (v)))
#define __sync_xor_and_fetch(p, v, ...) ((__WHITTLE_T(p))__sync_xor_and_fetch((p), (v)))
#define __sync_nand_and_fetch(p, v, ...) ((__WHITTLE_T(p))__sync_nand_and_fetch((p), (v)))
#define __sync_val_compare_and_swap(p, a, b, ...) ((__WHITTLE_T(p))__sync_val_compare_and_swap((p), (a), (b)))
#define __sync_lock_test_and_set(p, v, ...) ((__WHITTLE_T(p))__sync_lock_test_and_set((p), (v)))
_Bool __sync_bool_compare_and_swap();
void __sync_lock_release();
void __sync_synchronize();
