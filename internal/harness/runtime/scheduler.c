
/* The scheduler. It calls the real library under names of its own, since the program above has
 * declared what it uses in its own way. */
extern int whittle_c_sem_init(void *, int, unsigned int) __asm__("sem_init");
extern int whittle_c_sem_wait(void *) __asm__("sem_wait");
extern int whittle_c_sem_post(void *) __asm__("sem_post");
extern int whittle_c_create(unsigned long *, const void *, void *(*)(void *), void *) __asm__("pthread_create");
extern int whittle_c_join(unsigned long, void **) __asm__("pthread_join");
extern void whittle_c_exit_thread(void *) __asm__("pthread_exit") __attribute__((noreturn));
extern int whittle_c_name(unsigned long, const char *) __asm__("pthread_setname_np");
extern unsigned long whittle_c_self(void) __asm__("pthread_self");
extern void *whittle_c_calloc(unsigned long, unsigned long) __asm__("calloc");
extern int whittle_c_say(int, const char *, ...) __asm__("dprintf");
extern int whittle_c_flush(void *) __asm__("fflush");
extern void whittle_c_abort(void) __asm__("abort") __attribute__((noreturn));
extern void whittle_c_exit(int) __asm__("exit") __attribute__((noreturn));
extern void whittle_c_exit_now(int) __asm__("_exit") __attribute__((noreturn));

struct whittle_thread {
	long semaphore[8]; /* a sem_t, with room to spare */
	unsigned long handle;
	void *(*start)(void *);
	void *argument;
};
static struct whittle_thread whittle_threads[W_THREADS];
static __thread int whittle_me;      /* the number of this thread */
static __thread int whittle_depth;   /* the atomic sections that it is in */
static __thread int whittle_section; /* the site of the outermost */
static int whittle_next;             /* the next entry of the schedule */
static int whittle_started;          /* the threads started so far, without the first */
static const volatile void *whittle_last_object, *whittle_object;
static int whittle_input_cursor[W_THREADS];
static int whittle_allocations[W_THREADS]; /* by each thread so far */
static void *whittle_places[W_REUSES + 1];
static unsigned short whittle_times[W_THREADS][W_SITES + 1];

__attribute__((constructor(101))) static void whittle_prepare(void)
{
	for (int i = 0; i < W_THREADS; i++)
		whittle_c_sem_init(whittle_threads[i].semaphore, 0, 0);
}

static void whittle_sleep(void)
{
	while (whittle_c_sem_wait(whittle_threads[whittle_me].semaphore))
		; /* interrupted, by a debugger for example */
}

/* The thread whose turn it is; W_LAST behind the schedule. */
static int whittle_turn(void)
{
	return whittle_next < W_ENTRIES ? whittle_schedule[whittle_next].thread : W_LAST;
}

/* Whether this thread is to bring the program to its end: the schedule is over, perhaps but for the
 * atomic section that the thread is in. */
static int whittle_is_last(void)
{
	return whittle_next + (whittle_depth > 0) == W_ENTRIES && W_LAST == whittle_me;
}

#ifdef WHITTLE_COVERAGE
extern void __gcov_dump(void);
#define whittle_dump() __gcov_dump() /* what the end of the program does if it is an orderly one */
#else
#define whittle_dump()
#endif

static __attribute__((noreturn)) void whittle_fail(void)
{
	whittle_c_flush(0);
	whittle_dump();
	whittle_c_abort();
}

/* The end of what is to be seen. */
static __attribute__((noreturn, unused)) void whittle_quit(int signal)
{
	(void)signal;
	whittle_c_flush(0);
	whittle_dump();
	whittle_c_exit_now(0);
}

static __attribute__((noreturn)) void whittle_diverged(const char *what, int site)
{
	whittle_c_flush(0);
	whittle_c_say(2, "whittle: diverged at entry %d of %d: T%d %s", whittle_next, W_ENTRIES, whittle_me, what);
	if (site > 0)
		whittle_c_say(2, " %s", whittle_sites[site]);
	if (whittle_next < W_ENTRIES)
		whittle_c_say(2, "; expected: T%d at %s", whittle_schedule[whittle_next].thread,
			whittle_schedule[whittle_next].site < 0 ? "its end" : whittle_sites[whittle_schedule[whittle_next].site]);
	else
		whittle_c_say(2, "; expected: %s", W_ENDING);
	whittle_c_say(2, "\n");
	whittle_c_exit_now(3);
}

/* All threads are where they can never go on. */
static __attribute__((noreturn)) void whittle_deadlock(void)
{
	whittle_c_flush(0);
	whittle_c_say(2, "%s\n", W_ENDING);
	whittle_fail();
}

static __attribute__((noreturn)) void whittle_stuck(void)
{
	if (++whittle_next == W_ENTRIES)
		whittle_deadlock();
	whittle_c_sem_post(whittle_threads[whittle_turn()].semaphore);
	for (;;)
		whittle_sleep();
}

void whittle_at(int site, const volatile void *object)
{
	if (site == 0 || whittle_depth > 0)
		return;
	if (whittle_next == W_ENTRIES && W_EXPECT == W_UNDEFINED) {
		whittle_c_flush(0);
		whittle_c_say(2, "%s\n", W_ENDING);
		whittle_fail();
	}
	if (whittle_next == W_ENTRIES && W_EXPECT == W_CUT)
		whittle_quit(0);
	if (whittle_next == W_ENTRIES || whittle_schedule[whittle_next].site != site || whittle_schedule[whittle_next].thread != whittle_me)
		whittle_diverged("came to", site);
	if (whittle_schedule[whittle_next].stuck)
		whittle_stuck();
	whittle_last_object = whittle_object;
	whittle_object = object;
	if (W_EXPECT == W_RACE && whittle_next == W_ENTRIES - 1) {
		whittle_c_flush(0);
		whittle_c_say(2, "%s\n", W_ENDING);
		if (whittle_last_object && object)
			whittle_c_say(2, "  the addresses are %p and %p\n", whittle_last_object, object);
		whittle_fail();
	}
}

void whittle_done(int site)
{
	if (site == 0 || whittle_depth > 0)
		return;
	whittle_next++;
	if (whittle_turn() != whittle_me) {
		whittle_c_sem_post(whittle_threads[whittle_turn()].semaphore);
		whittle_sleep();
	}
}

int whittle_begin(int site)
{
	if (whittle_depth == 0) {
		whittle_at(site, 0);
		whittle_section = site;
	}
	return ++whittle_depth;
}

void whittle_end(void)
{
	if (--whittle_depth == 0)
		whittle_done(whittle_section);
}

void whittle_leave(int *section)
{
	whittle_end();
}

void whittle_await(int condition)
{
	if (!condition)
		whittle_diverged("would have to wait", 0);
}

void whittle_assume(int condition)
{
	if (!condition && W_EXPECT == W_ASSUMES && whittle_is_last())
		whittle_quit(0);
	if (!condition)
		whittle_diverged("found an assumption that does not hold", 0);
}

unsigned long whittle_self(void)
{
	return whittle_created[whittle_me].id;
}

/* A thread ends: the others go on. */
static void whittle_over(void)
{
	if (whittle_next == W_ENTRIES || whittle_schedule[whittle_next].site >= 0 || whittle_schedule[whittle_next].thread != whittle_me)
		whittle_diverged("ends", 0);
	if (++whittle_next < W_ENTRIES || W_LAST != whittle_me)
		whittle_c_sem_post(whittle_threads[whittle_turn()].semaphore);
}

static void *whittle_run(void *p)
{
	struct whittle_thread *t = p;
	void *value;
	whittle_me = (int)(t - whittle_threads);
	whittle_c_name(whittle_c_self(), whittle_created[whittle_me].name);
	whittle_sleep();
	value = t->start(t->argument);
	whittle_over();
	return value;
}

void *whittle_call_start(void *(*start)(void *), void *argument)
{
	return start(argument);
}

unsigned long whittle_spawn(int site, void *(*start)(void *), void *argument)
{
	struct whittle_thread *t;
	unsigned long id;
	whittle_at(site, 0);
	if (whittle_started + 1 >= W_THREADS)
		whittle_diverged("starts one thread too many at", site);
	t = &whittle_threads[++whittle_started];
	t->start = start;
	t->argument = argument;
	if (whittle_created[whittle_started].runs && whittle_c_create(&t->handle, 0, whittle_run, t)) {
		whittle_c_say(2, "whittle: the system cannot start a thread\n");
		whittle_c_exit_now(3);
	}
	id = whittle_created[whittle_started].id;
	whittle_done(site);
	return id;
}

void *whittle_join(int site, unsigned long thread)
{
	void *value = 0;
	int i;
	whittle_at(site, 0);
	for (i = 1; i <= whittle_started && whittle_created[i].id != thread; i++)
		;
	if (i > whittle_started || !whittle_created[i].runs)
		whittle_diverged("waits for a thread that was not started", site);
	whittle_c_join(whittle_threads[i].handle, &value);
	whittle_done(site);
	return value;
}

void whittle_exit_thread(void *value)
{
	whittle_over();
	whittle_c_exit_thread(value);
}

/* The end of the process must be that of the schedule. */
void whittle_exit(int status)
{
	if (!whittle_is_last() || W_EXPECT != W_NORMAL)
		whittle_diverged("ends the program", 0);
	whittle_c_exit(status);
}

void whittle_abort(void)
{
	if (!whittle_is_last() || W_EXPECT != W_NORMAL)
		whittle_diverged("ends the program", 0);
	whittle_fail();
}

/* Where the nth object of this thread is to be, if others have the same address before or after it. */
static void *whittle_place(int nth)
{
	for (int i = 0; i < W_REUSES; i++)
		if (whittle_reuses[i].thread == whittle_me && whittle_reuses[i].nth == nth) {
			void **place = &whittle_places[whittle_reuses[i].place];
			if (!*place)
				*place = whittle_c_calloc(1, whittle_reuses[i].size);
			return *place;
		}
	return 0;
}

void *whittle_alloc(int site, unsigned long size, int zero)
{
	void *object = whittle_place(whittle_allocations[whittle_me]++);
	if (object)
		__builtin_memset(object, 0, size);
	else
		object = whittle_c_calloc(1, size ? size : 1);
	if (!object) {
		whittle_c_say(2, "whittle: out of memory\n");
		whittle_c_exit_now(3);
	}
	if (!zero)
		whittle_init(site, object, size);
	return object;
}

/* Addresses are not used again, but as whittle_reuses says. */
void whittle_free(void *object)
{
}

/* The chosen value of an input. */
void whittle_input(int site, void *to, unsigned long size)
{
	int i = whittle_input_cursor[whittle_me];
	while (i < W_INPUTS && whittle_inputs[i].thread != whittle_me)
		i++;
	if (i == W_INPUTS && W_EXPECT == W_CUT)
		whittle_quit(0);
	if (i == W_INPUTS || whittle_inputs[i].site != site)
		whittle_diverged("asks for an input that was not asked for at", site);
	whittle_input_cursor[whittle_me] = i + 1;
	for (unsigned long b = 0; b < size; b++)
		((unsigned char *)to)[b] = b < 16 ? whittle_inputs[i].value[b / 8] >> b % 8 * 8 & 255 : 0;
}

/* The chosen content of memory that the program reads before it has written it. */
void whittle_init(int site, void *object, unsigned long size)
{
	int times;
	if (site == 0)
		return;
	times = whittle_times[whittle_me][site]++;
	for (int i = 0; i < W_BYTES; i++)
		if (whittle_bytes[i].thread == whittle_me && whittle_bytes[i].site == site && whittle_bytes[i].times == times && whittle_bytes[i].offset < size)
			((unsigned char *)object)[whittle_bytes[i].offset] = whittle_bytes[i].value;
}

/* The violation. */
static void whittle_violated(int expected, const char *what)
{
	if (!whittle_is_last() || W_EXPECT != expected)
		whittle_diverged(what, 0);
}

void whittle_reached(const char *what, const char *file, int line)
{
	whittle_violated(W_FAILS, what);
	whittle_c_say(2, "%s:%d: %s\n", file, line, what);
	whittle_fail();
}

void whittle_overflow(const char *file, int line)
{
	whittle_violated(W_FAILS, "has a signed overflow");
	whittle_c_say(2, "%s:%d: signed overflow\n", file, line);
	whittle_fail();
}

void whittle_assert_fail(const char *condition, const char *file, unsigned int line, const char *function)
{
	if (W_EXPECT == W_NORMAL && whittle_is_last() && W_ASSERTION_ENDS) {
		whittle_c_say(2, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
		whittle_fail();
	}
	whittle_violated(W_FAILS, "fails an assertion");
	whittle_c_say(2, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
	whittle_fail();
}

void whittle_unsupported(const char *what)
{
	whittle_diverged(what, 0);
}
