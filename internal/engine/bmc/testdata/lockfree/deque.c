#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// The work stealing deque of Chase and Lev, after Le, Pop, Cohen and Zappa Nardelli.
atomic_int top, bottom;
int tasks[4];
atomic_int taken[4];

void push(int v) {
	int b = atomic_load_explicit(&bottom, memory_order_relaxed);
	tasks[b] = v;
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

void take(int v) {
	if (v >= 0) atomic_fetch_add_explicit(&taken[v], 1, memory_order_relaxed);
}

void pop(void) {
	int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
	atomic_store_explicit(&bottom, b, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	int t = atomic_load_explicit(&top, memory_order_relaxed);
	if (t > b) {
		atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
		return;
	}
	int v = tasks[b];
	if (t == b) {
		if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed)) v = -1;
		atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	}
	take(v);
}

void steal(void) {
	int t = atomic_load_explicit(&top, memory_order_acquire);
	atomic_thread_fence(memory_order_seq_cst);
	int b = atomic_load_explicit(&bottom, memory_order_acquire);
	if (t < b) {
		int v = tasks[t];
		if (atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed)) {
			assert(v == 1 || v == 2);
			take(v);
		}
	}
}

void *owner(void *arg) {
	push(1);
	push(2);
	pop();
	pop();
	return 0;
}

void *thief(void *arg) {
	steal();
	steal();
	return 0;
}

int main(void) {
	pthread_t o, t;
	pthread_create(&o, 0, owner, 0);
	pthread_create(&t, 0, thief, 0);
	pthread_join(o, 0);
	pthread_join(t, 0);
	assert(taken[1] == 1 && taken[2] == 1);
	return 0;
}
