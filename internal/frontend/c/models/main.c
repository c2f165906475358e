/* The argument vector of main, for programs that read it. */
#include <bits/whittle.h>

/* A vector of argc strings of any length and content, with a null pointer
 * behind. The system bounds both: a string has at most 128 KB, and the number
 * of strings is taken to be at most 10000. */
char **__whittle_argv(int argc)
{
	__whittle_assume(argc <= 10000);
	char **v = __whittle_alloc((argc + 1) * sizeof(char *), 0);
	for (int i = 0; i < argc; i++) {
		unsigned long n = __whittle_nondet_ulong();
		__whittle_assume(n >= 1 && n <= 131072);
		char *s = __whittle_alloc(n, 0);
		__whittle_assume(s[n - 1] == 0);
		v[i] = s;
	}
	v[argc] = 0;
	return v;
}
