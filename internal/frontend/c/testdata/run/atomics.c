#include <stdatomic.h>
#include <stdio.h>
struct s { _Atomic int n; atomic_uint u; int plain; };
static atomic_int g = 3;
static _Atomic(long) l;
static _Atomic unsigned char uc = 250;
static int arr[4];
static int *_Atomic ap = arr;
static _Atomic int aa[3];
static int load(atomic_int *p) { return *p; }
int main(void)
{
	struct s s = { 1, 2, 3 };
	int e = 5, r, v, w;
	int *q;
	char c = 3;
	volatile unsigned spin = 0;
	atomic_flag fl = ATOMIC_FLAG_INIT;
	g++; ++g; g += 10; g -= 2; g <<= 1;
	printf("%d %d\n", g, load(&g));
	l = 7; l *= 6; l |= 1;
	printf("%ld\n", l);
	uc += 10;
	printf("%d\n", uc--);
	s.n++; s.u -= 5; s.plain = s.n + (s.u == 4294967293u);
	printf("%d %u %d\n", s.n, s.u, s.plain);
	aa[1]++; aa[1] += 4; ap++; *ap = 6;
	printf("%d %d %d\n", aa[1], arr[1], (int)(ap - arr));
	r = atomic_compare_exchange_strong(&g, &e, 9);
	printf("%d %d %d\n", r, e, g);
	r = atomic_compare_exchange_strong(&g, &e, 9);
	printf("%d %d %d\n", r, e, g);
	v = atomic_fetch_add(&g, 5); w = atomic_fetch_sub(&g, 1);
	printf("%d %d %d\n", v, w, atomic_load(&g));
	v = atomic_exchange(&g, 100);
	printf("%d %d\n", v, atomic_fetch_or(&g, 3));
	v = atomic_fetch_and_explicit(&g, 0x66, memory_order_release); w = atomic_fetch_xor(&g, 1);
	printf("%d %d %d\n", v, w, g);
	atomic_store_explicit(&g, -4, memory_order_relaxed);
	printf("%d\n", atomic_load_explicit(&g, memory_order_acquire));
	v = atomic_flag_test_and_set(&fl); w = atomic_flag_test_and_set(&fl); atomic_flag_clear(&fl);
	printf("%d %d %d\n", v, w, atomic_flag_test_and_set(&fl));
	v = __sync_fetch_and_add(&arr[2], 4); w = __sync_add_and_fetch(&arr[2], 4);
	printf("%d %d\n", v, w);
	v = __sync_val_compare_and_swap(&arr[2], 8, 11); w = __sync_bool_compare_and_swap(&arr[2], 8, 12);
	printf("%d %d %d\n", v, w, arr[2]);
	v = __sync_lock_test_and_set(&spin, 1); __sync_lock_release(&spin); __sync_synchronize();
	printf("%d %u\n", v, spin);
	q = __atomic_exchange_n(&ap, arr + 3, __ATOMIC_ACQ_REL);
	printf("%d %d\n", (int)(q - arr), (int)(ap - arr));
	v = __atomic_nand_fetch(&arr[2], 7, 5); w = __atomic_fetch_nand(&arr[2], 1, 5);
	printf("%d %d %d\n", v, w, arr[2]);
	v = __atomic_add_fetch(&c, 125, 0); printf("%d %d\n", v, c);
	__atomic_store(&arr[0], &e, 5); __atomic_load(&arr[0], &v, 5); __atomic_exchange(&arr[0], &r, &w, 5);
	printf("%d %d %d\n", v, w, arr[0]);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	{ int x1 = 1, d = 4; r = __atomic_compare_exchange(&arr[1], &x1, &d, 0, 5, 5); printf("%d %d\n", r, x1); }
	{ static _Thread_local int tl = 5; static __thread int z; int *p = &tl; tl++; z += 2; printf("%d %d\n", *p, z); }
	return 0;
}
