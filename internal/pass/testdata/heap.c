// A list on the heap whose links and numbers lie in one structure.
#include <stdlib.h>
#include <pthread.h>
extern void reach_error(void);
struct node { int n; struct node *next; };
struct node *head;
static struct node *push(struct node *list, int n) {
	struct node *p = malloc(sizeof *p);
	p->n = n;
	p->next = list;
	return p;
}
void *worker(void *arg) {
	struct node *list = arg;
	list->next->n = 7;
	return 0;
}
int main(void) {
	pthread_t t;
	struct node *list = push(push(0, 1), 2);
	pthread_create(&t, 0, worker, list);
	int s = 0;
	for (struct node *p = list; p; p = p->next) s += p->n;
	if (s == 3) reach_error();
	if (s == 9) reach_error();
	if (s == 4) reach_error(); // never
	pthread_join(t, 0);
	if (list->next->n != 7) reach_error(); // never
	return 0;
}
