/*
 * Memory that functions read of which nothing else is modelled: what they print or write elsewhere, names of
 * files. The forms with the suffix _memory read it where uses of memory are checked; others have no need to.
 */
#include <bits/whittle.h>

void __whittle_reads_text(const char *s, size_t most)
{
}

void __whittle_reads_text_memory(const char *s, size_t most)
{
	size_t i;
	for (i = 0; i < most && s[i]; i++)
		;
}

/* A null pointer is no text, as it is for printf. */
void __whittle_reads_some_text(const char *s, size_t most)
{
}

void __whittle_reads_some_text_memory(const char *s, size_t most)
{
	if (s)
		__whittle_reads_text_memory(s, most);
}

void __whittle_reads_bytes(const void *p, size_t n)
{
}

/* An object has its bytes in a row, and from one to the next there is more than a step. */
#define STEP 65536

void __whittle_reads_bytes_memory(const void *p, size_t n)
{
	const char *s = p;
	size_t i;
	for (i = 0; i < n; i += STEP) {
		s[i];
		if (n - i <= STEP) {
			s[n - 1];
			break;
		}
	}
}

/* What was never written gets out of the program. */
void __whittle_reads_bytes_memory_unset(const void *p, size_t n)
{
	const char *s = p;
	size_t i;
	for (i = 0; i < n; i++)
		__whittle_output(s[i]);
}

/* Another thread may write any of the bytes. */
void __whittle_reads_bytes_memory_races(const void *p, size_t n)
{
	const char *s = p;
	size_t i;
	for (i = 0; i < n; i++)
		s[i];
}
