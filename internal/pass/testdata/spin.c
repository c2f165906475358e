// Waiting in a loop for a flag, and an atomic section that aborts half-way.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
int flag, data;
void *worker(void *arg) {
	__VERIFIER_atomic_begin();
	data = 1;
	__VERIFIER_assume(flag == 0);
	data = 2;
	__VERIFIER_atomic_end();
	flag = 1;
	return 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	if (data == 1) reach_error(); // never
	if (data == 2 && !flag) reach_error();
	while (!flag) { }
	if (data != 2) reach_error(); // never
	return 0;
}
