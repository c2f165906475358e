/* Errors of library functions. */
#include <bits/whittle.h>
#include <errno.h>

/* Most programs do not look at errno, which is one for each thread. The form
 * with the suffix _errno is for those that do. */
void __whittle_error(int e)
{
}

void __whittle_error_errno(int e)
{
	errno = e;
}

/* Memory and other resources are lacking only with --may-fail. */
int __whittle_scarce(void)
{
	return 0;
}

int __whittle_scarce_mayfail(void)
{
	return __whittle_nondet_int() != 0;
}
