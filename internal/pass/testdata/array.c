// Threads made in a loop, ids in an array, arguments by address.
#include <pthread.h>
extern void reach_error(void);
int result[3];
static int key = 5;
void *worker(void *arg) {
	int i = *(int *)arg;
	int k = key;
	switch (i) {
	case 0: result[i] = k; break;
	case 1: result[i] = k + 1; break;
	default: result[i] = -k; break;
	}
	return &result[i];
}
int main(void) {
	pthread_t t[2];
	int id[2];
	for (int i = 0; i < 2; i++) {
		id[i] = i;
		pthread_create(&t[i], 0, worker, &id[i]);
	}
	int s = 0;
	for (int i = 0; i < 2; i++) {
		void *p;
		pthread_join(t[i], &p);
		s += *(int *)p;
	}
	if (s != 11) reach_error(); // never
	if (result[2] == 0) reach_error();
	return 0;
}
