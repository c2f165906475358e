/*
 * What programs made by csmith include: guarded arithmetic and the checksum.
 * Written for the tests of the C front end; it defines the names that the
 * generator uses, with results of its own where C leaves an operation open.
 */
#ifndef CSMITH_H
#define CSMITH_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The test defines what a program uses: SAFE_add_s_s(int8_t). Reading all of it took longer than the programs. */
#define MIN_int8_t INT8_MIN
#define MIN_int16_t INT16_MIN
#define MIN_int32_t INT32_MIN
#define MIN_int64_t INT64_MIN
#define MAX_int8_t INT8_MAX
#define MAX_int16_t INT16_MAX
#define MAX_int32_t INT32_MAX
#define MAX_int64_t INT64_MAX
#define MAX_uint8_t UINT8_MAX
#define MAX_uint16_t UINT16_MAX
#define MAX_uint32_t UINT32_MAX
#define MAX_uint64_t UINT64_MAX
#define BITS(T) (8 * (int)sizeof(T))

#define SAFE_unary_minus_s(T) \
static T safe_unary_minus_func_##T##_s(T a) { return a == MIN_##T ? a : (T)-a; }
#define SAFE_add_s_s(T) \
static T safe_add_func_##T##_s_s(T a, T b) { \
	return (a > 0 && b > 0 && a > MAX_##T - b) || (a < 0 && b < 0 && a < MIN_##T - b) ? a : (T)(a + b); }
#define SAFE_sub_s_s(T) \
static T safe_sub_func_##T##_s_s(T a, T b) { \
	return (b > 0 && a < MIN_##T + b) || (b < 0 && a > MAX_##T + b) ? a : (T)(a - b); }
#define SAFE_mul_s_s(T) \
static T safe_mul_func_##T##_s_s(T a, T b) { \
	if (a > 0 && b > 0 && a > MAX_##T / b) return a; \
	if (a > 0 && b <= 0 && b < MIN_##T / a) return a; \
	if (a <= 0 && b > 0 && a < MIN_##T / b) return a; \
	if (a <= 0 && b <= 0 && a != 0 && b < MAX_##T / a) return a; \
	return (T)(a * b); }
#define SAFE_mod_s_s(T) \
static T safe_mod_func_##T##_s_s(T a, T b) { return b == 0 || (a == MIN_##T && b == -1) ? a : (T)(a % b); }
#define SAFE_div_s_s(T) \
static T safe_div_func_##T##_s_s(T a, T b) { return b == 0 || (a == MIN_##T && b == -1) ? a : (T)(a / b); }
#define SAFE_lshift_s_s(T) \
static T safe_lshift_func_##T##_s_s(T a, int b) { \
	return a < 0 || b < 0 || b >= BITS(T) || a > (MAX_##T >> b) ? a : (T)(a << b); }
#define SAFE_lshift_s_u(T) \
static T safe_lshift_func_##T##_s_u(T a, unsigned b) { \
	return a < 0 || b >= BITS(T) || a > (MAX_##T >> b) ? a : (T)(a << b); }
#define SAFE_rshift_s_s(T) \
static T safe_rshift_func_##T##_s_s(T a, int b) { return a < 0 || b < 0 || b >= BITS(T) ? a : (T)(a >> b); }
#define SAFE_rshift_s_u(T) \
static T safe_rshift_func_##T##_s_u(T a, unsigned b) { return a < 0 || b >= BITS(T) ? a : (T)(a >> b); }
#define SAFE_unary_minus_u(T) \
static T safe_unary_minus_func_##T##_u(T a) { return (T)-a; }
#define SAFE_add_u_u(T) \
static T safe_add_func_##T##_u_u(T a, T b) { return (T)(a + b); }
#define SAFE_sub_u_u(T) \
static T safe_sub_func_##T##_u_u(T a, T b) { return (T)(a - b); }
#define SAFE_mul_u_u(T) \
static T safe_mul_func_##T##_u_u(T a, T b) { return (T)((uint64_t)a * b); }
#define SAFE_mod_u_u(T) \
static T safe_mod_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a % b); }
#define SAFE_div_u_u(T) \
static T safe_div_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a / b); }
#define SAFE_lshift_u_s(T) \
static T safe_lshift_func_##T##_u_s(T a, int b) { \
	return b < 0 || b >= BITS(T) || a > (MAX_##T >> b) ? a : (T)(a << b); }
#define SAFE_lshift_u_u(T) \
static T safe_lshift_func_##T##_u_u(T a, unsigned b) { \
	return b >= BITS(T) || a > (MAX_##T >> b) ? a : (T)(a << b); }
#define SAFE_rshift_u_s(T) \
static T safe_rshift_func_##T##_u_s(T a, int b) { return b < 0 || b >= BITS(T) ? a : (T)(a >> b); }
#define SAFE_rshift_u_u(T) \
static T safe_rshift_func_##T##_u_u(T a, unsigned b) { return b >= BITS(T) ? a : (T)(a >> b); }

static uint32_t crc32_sum = 2166136261u;

static void platform_main_begin(void) {}

static void crc32_gentab(void) {}

/* A checksum as good as any: FNV over the eight bytes of a value. */
static void transparent_crc(uint64_t v, char *name, int flag)
{
	int i;
	for (i = 0; i < 8; i++) {
		crc32_sum = (crc32_sum ^ (uint8_t)(v >> (8 * i))) * 16777619u;
	}
	if (flag)
		printf("...checksum after hashing %s : %X\n", name, crc32_sum);
}

static void transparent_crc_bytes(char *p, int n, char *name, int flag)
{
	int i;
	for (i = 0; i < n; i++)
		crc32_sum = (crc32_sum ^ (uint8_t)p[i]) * 16777619u;
	if (flag)
		printf("...checksum after hashing %s : %X\n", name, crc32_sum);
}

#define crc32_context crc32_sum

static void platform_main_end(uint32_t x, int flag)
{
	if (!flag)
		printf("checksum = %X\n", x);
}

#endif
