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

#define SIGNED(T, MIN, MAX, BITS) \
static T safe_unary_minus_func_##T##_s(T a) { return a == (MIN) ? a : (T)-a; } \
static T safe_add_func_##T##_s_s(T a, T b) { \
	return (a > 0 && b > 0 && a > (MAX) - b) || (a < 0 && b < 0 && a < (MIN) - b) ? a : (T)(a + b); } \
static T safe_sub_func_##T##_s_s(T a, T b) { \
	return (b > 0 && a < (MIN) + b) || (b < 0 && a > (MAX) + b) ? a : (T)(a - b); } \
static T safe_mul_func_##T##_s_s(T a, T b) { \
	if (a > 0 && b > 0 && a > (MAX) / b) return a; \
	if (a > 0 && b <= 0 && b < (MIN) / a) return a; \
	if (a <= 0 && b > 0 && a < (MIN) / b) return a; \
	if (a <= 0 && b <= 0 && a != 0 && b < (MAX) / a) return a; \
	return (T)(a * b); } \
static T safe_mod_func_##T##_s_s(T a, T b) { return b == 0 || (a == (MIN) && b == -1) ? a : (T)(a % b); } \
static T safe_div_func_##T##_s_s(T a, T b) { return b == 0 || (a == (MIN) && b == -1) ? a : (T)(a / b); } \
static T safe_lshift_func_##T##_s_s(T a, int b) { \
	return a < 0 || b < 0 || b >= (BITS) || a > ((MAX) >> b) ? a : (T)(a << b); } \
static T safe_lshift_func_##T##_s_u(T a, unsigned b) { \
	return a < 0 || b >= (BITS) || a > ((MAX) >> b) ? a : (T)(a << b); } \
static T safe_rshift_func_##T##_s_s(T a, int b) { return a < 0 || b < 0 || b >= (BITS) ? a : (T)(a >> b); } \
static T safe_rshift_func_##T##_s_u(T a, unsigned b) { return a < 0 || b >= (BITS) ? a : (T)(a >> b); }

#define UNSIGNED(T, MAX, BITS) \
static T safe_unary_minus_func_##T##_u(T a) { return (T)-a; } \
static T safe_add_func_##T##_u_u(T a, T b) { return (T)(a + b); } \
static T safe_sub_func_##T##_u_u(T a, T b) { return (T)(a - b); } \
static T safe_mul_func_##T##_u_u(T a, T b) { return (T)((uint64_t)a * b); } \
static T safe_mod_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a % b); } \
static T safe_div_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a / b); } \
static T safe_lshift_func_##T##_u_s(T a, int b) { \
	return b < 0 || b >= (BITS) || a > ((MAX) >> b) ? a : (T)(a << b); } \
static T safe_lshift_func_##T##_u_u(T a, unsigned b) { \
	return b >= (BITS) || a > ((MAX) >> b) ? a : (T)(a << b); } \
static T safe_rshift_func_##T##_u_s(T a, int b) { return b < 0 || b >= (BITS) ? a : (T)(a >> b); } \
static T safe_rshift_func_##T##_u_u(T a, unsigned b) { return b >= (BITS) ? a : (T)(a >> b); }

SIGNED(int8_t, INT8_MIN, INT8_MAX, 8)
SIGNED(int16_t, INT16_MIN, INT16_MAX, 16)
SIGNED(int32_t, INT32_MIN, INT32_MAX, 32)
SIGNED(int64_t, INT64_MIN, INT64_MAX, 64)
UNSIGNED(uint8_t, UINT8_MAX, 8)
UNSIGNED(uint16_t, UINT16_MAX, 16)
UNSIGNED(uint32_t, UINT32_MAX, 32)
UNSIGNED(uint64_t, UINT64_MAX, 64)

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
