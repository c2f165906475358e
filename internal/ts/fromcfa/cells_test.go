package fromcfa_test

import "testing"

// cellPrograms access places by pointers that may point to several.
var cellPrograms = []program{
	// That work writes to a shows only when its pointer is no shared memory.
	{"pointers to local memory", `
int a, b, c;
void *work(void *x) {
	int *p;
	int **pp = &p;
	if (c) *pp = &b; else *pp = &a;
	*p = 1;
	return 0;
}
void *choose(void *x) { c = 1; return 0; }
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, choose, 0);
	if (a == 1) reach_error();
	return 0;
}
`},
	// main takes s.b as a scalar, write takes it as an element, if nothing keeps these apart.
	{"fields at constant and at computed addresses", `
struct pair { int a, b; } s, other;
int c;
void *write(void *x) { int *p = x; *p = 1; *p = 2; return 0; }
void *first(void *x) {
	int *p, **pp = &p, no = 0, *q = &no;
	if (*q) { if (c) *pp = &other.a; else *pp = &s.a; *p = 0; }
	return 0;
}
void *second(void *x) {
	int *p, **pp = &p, no = 0, *q = &no;
	if (*q) { if (c) *pp = &other.a; else *pp = &s.b; *p = 0; }
	return 0;
}
int main(void) {
	pthread_t t, u, v;
	pthread_create(&t, 0, write, &s.b);
	pthread_create(&u, 0, first, 0);
	pthread_create(&v, 0, second, 0);
	if (s.b == 1) reach_error();
	return 0;
}
`},
}

// TestCells looks for violations that are lost when places are told apart that are one.
func TestCells(t *testing.T) { reachEach(t, cellPrograms) }
