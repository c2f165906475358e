/*
 * Jumps out of functions. What a buffer holds is which thread and which call of setjmp it leads to; the front
 * end counts the activations of functions that call setjmp, numbers the calls, and takes threads to where they jump
 * when longjmp has returned.
 */
#include <bits/whittle.h>
#include <setjmp.h>

struct __whittle_place {
	unsigned long thread;
	unsigned int frame, site;
};

_Thread_local unsigned int __whittle_jump_frame, __whittle_jump_site;
_Thread_local unsigned int __whittle_jump_to, __whittle_jump_at;
_Thread_local int __whittle_jump_value;

static void __whittle_here(void *buffer)
{
	struct __whittle_place *p = buffer;
	if (!__whittle_jump_frame)
		__whittle_unsupported("setjmp that is called by its address");
	p->thread = __whittle_self();
	p->frame = __whittle_jump_frame;
	p->site = __whittle_jump_site;
}

int setjmp(jmp_buf buffer)
{
	__whittle_here(buffer);
	return 0;
}

int _setjmp(jmp_buf buffer)
{
	__whittle_here(buffer);
	return 0;
}

int __sigsetjmp(sigjmp_buf buffer, int save)
{
	__whittle_here(buffer);
	return 0;
}

void longjmp(jmp_buf buffer, int value)
{
	struct __whittle_place *p = (struct __whittle_place *)buffer;
	unsigned long thread = p->thread;
	unsigned int frame = p->frame;
	__whittle_undefined_if(thread != __whittle_self() || !frame, "jump",
		"longjmp with a buffer that was not set by setjmp of this thread");
	if (thread != __whittle_self() || !frame)
		__whittle_ub("longjmp with a buffer that was not set by setjmp of this thread");
	__whittle_jump_value = value ? value : 1;
	__whittle_jump_at = p->site;
	__whittle_jump_to = frame;
}

void _longjmp(jmp_buf buffer, int value)
{
	longjmp(buffer, value);
}

void siglongjmp(sigjmp_buf buffer, int value)
{
	longjmp(buffer, value);
}
