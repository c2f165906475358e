/* The argument vector of main, for programs that read it. */
#include <bits/whittle.h>

/* Of the vector there are the first ENTRIES entries, and of each string the
 * first LENGTH characters, whether or not it ends there. What is behind lies
 * outside of the objects: a program that comes to it is not proved. So one that
 * looks at the number of arguments, and at few of them, is. That an address
 * behind still belongs to the object limits argc where pointers are short. */
#define ENTRIES 8
#define LENGTH 32
#define ENTRY(i) \
	if (argc >= i) \
		v[i] = argc > i ? __whittle_alloc(LENGTH, 0) : 0;

char **__whittle_argv(int argc)
{
	__whittle_assume(argc <= 40000);
	char **v = __whittle_alloc((argc < ENTRIES ? argc + 1 : ENTRIES) * sizeof(char *), 0);
	ENTRY(0) ENTRY(1) ENTRY(2) ENTRY(3) ENTRY(4) ENTRY(5) ENTRY(6) ENTRY(7)
	return v;
}
