/*
 * Waiting until an atomic variable has another value, as in C++.
 *
 * As with condition variables, the forms without a suffix are for safety: who
 * waits may wake up at any time, so that it is the value alone that counts.
 * Those with the suffix _queue know who waits for which variable, and nobody
 * wakes up without having been notified.
 */
#include <bits/whittle.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

static unsigned long __whittle_variable(const void *p, unsigned long size)
{
	switch (size) {
	case 1: return LOAD((const unsigned char *)p);
	case 2: return LOAD((const unsigned short *)p);
	case 4: return LOAD((const unsigned int *)p);
	case 8: return LOAD((const unsigned long long *)p);
	}
	__whittle_unsupported("waiting for an atomic variable that is not of 1, 2, 4 or 8 bytes");
	return 0;
}

void __whittle_sleep(const void *p, unsigned long size, unsigned long old)
{
	unsigned long now;
	__whittle_atomic_begin();
	now = __whittle_variable(p, size);
	__whittle_await(now != old);
	__whittle_atomic_end();
}

void __whittle_notify_one(const void *p)
{
}

void __whittle_notify_all(const void *p)
{
}

/* A waiting thread has a slot, which says for what it waits. asleep holds the slots of the threads that were
 * not woken yet; used also those that were woken and are not yet gone. */
static unsigned int __whittle_used, __whittle_asleep;
static const void *__whittle_for_0, *__whittle_for_1, *__whittle_for_2, *__whittle_for_3;

static unsigned int __whittle_lie_down(const void *p)
{
	unsigned int used = LOAD(&__whittle_used);
	unsigned int slot = ~used & (used + 1); /* the lowest free one */
	switch (slot) {
	case 1: STORE(&__whittle_for_0, p); break;
	case 2: STORE(&__whittle_for_1, p); break;
	case 4: STORE(&__whittle_for_2, p); break;
	case 8: STORE(&__whittle_for_3, p); break;
	default: __whittle_unsupported("more than 4 threads wait for atomic variables");
	}
	STORE(&__whittle_used, used | slot);
	STORE(&__whittle_asleep, LOAD(&__whittle_asleep) | slot);
	return slot;
}

void __whittle_sleep_queue(const void *p, unsigned long size, unsigned long old)
{
	unsigned int slot = 0;
	__whittle_atomic_begin();
	__whittle_sync("wait", (void *)p);
	if (__whittle_variable(p, size) == old)
		slot = __whittle_lie_down(p);
	__whittle_atomic_end();
	if (slot == 0)
		return;
	__whittle_atomic_begin();
	__whittle_sync("wake", (void *)p);
	__whittle_await(!(LOAD(&__whittle_asleep) & slot));
	STORE(&__whittle_used, LOAD(&__whittle_used) & ~slot);
	__whittle_atomic_end();
}

static unsigned int __whittle_sleepers(const void *p)
{
	unsigned int asleep = LOAD(&__whittle_asleep), those = 0;
	if ((asleep & 1) && LOAD(&__whittle_for_0) == p)
		those |= 1;
	if ((asleep & 2) && LOAD(&__whittle_for_1) == p)
		those |= 2;
	if ((asleep & 4) && LOAD(&__whittle_for_2) == p)
		those |= 4;
	if ((asleep & 8) && LOAD(&__whittle_for_3) == p)
		those |= 8;
	return those;
}

/* Which one is woken of several is open, be it one that goes to sleep again. */
void __whittle_notify_one_queue(const void *p)
{
	unsigned int those;
	__whittle_atomic_begin();
	__whittle_sync("signal", (void *)p);
	those = __whittle_sleepers(p);
	if (those) {
		unsigned int slot = (unsigned int)__whittle_choice("the waiter that is woken");
		__whittle_assume(slot != 0 && (slot & (slot - 1)) == 0 && (slot & those) != 0);
		STORE(&__whittle_asleep, LOAD(&__whittle_asleep) & ~slot);
	}
	__whittle_atomic_end();
}

void __whittle_notify_all_queue(const void *p)
{
	__whittle_atomic_begin();
	__whittle_sync("broadcast", (void *)p);
	STORE(&__whittle_asleep, LOAD(&__whittle_asleep) & ~__whittle_sleepers(p));
	__whittle_atomic_end();
}
