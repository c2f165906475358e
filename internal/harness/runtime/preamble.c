/* The hooks. A thread runs only while the next entry of the schedule is its own: whittle_at checks
 * that the program is where the schedule says, whittle_done goes on to the next entry and, if that is
 * another thread's, waits. */
extern void whittle_at(int site, const volatile void *object);
extern void whittle_done(int site);
extern int whittle_begin(int site);
extern void whittle_end(void);
extern void whittle_leave(int *section);
extern void whittle_await(int condition);
extern void whittle_assume(int condition);
extern unsigned long whittle_self(void);
extern unsigned long whittle_spawn(int site, void *(*start)(void *), void *argument);
extern void *whittle_join(int site, unsigned long thread);
extern void whittle_exit_thread(void *value) __attribute__((noreturn));
extern void *whittle_call_start(void *(*start)(void *), void *argument);
extern void whittle_exit(int status) __attribute__((noreturn));
extern void whittle_abort(void) __attribute__((noreturn));
extern void *whittle_alloc(int site, unsigned long size, int zero);
extern void whittle_free(void *object);
extern void whittle_input(int site, void *to, unsigned long size);
extern void whittle_init(int site, void *object, unsigned long size);
extern void whittle_reached(const char *what, const char *file, int line) __attribute__((noreturn));
extern void whittle_overflow(const char *file, int line) __attribute__((noreturn));
extern void whittle_assert_fail(const char *condition, const char *file, unsigned int line, const char *function) __attribute__((noreturn));
extern void whittle_unsupported(const char *what) __attribute__((noreturn));

/* A read, a write, and the read and write of an update. */
#define W_LOAD(site, object) ({ __auto_type whittle_p = &(object); whittle_at(site, whittle_p); \
	__auto_type whittle_v = *whittle_p; whittle_done(site); whittle_v; })
#define W_STORE(site, object, value) ({ __auto_type whittle_p = &(object); __typeof__(*whittle_p) whittle_v = (value); \
	whittle_at(site, whittle_p); *whittle_p = whittle_v; whittle_done(site); whittle_v; })
#define W_COPY(site, object, from) ({ __auto_type whittle_p = &(object); __auto_type whittle_q = &(from); \
	whittle_at(site, whittle_p); *whittle_p = *whittle_q; whittle_done(site); *whittle_p; })
#define W_CHANGE(load, store, object, op, value, result) ({ __auto_type whittle_p = &(object); \
	whittle_at(load, whittle_p); __auto_type whittle_o = *whittle_p; whittle_done(load); \
	__auto_type whittle_r = (value); __typeof__(*whittle_p) whittle_n = whittle_o op whittle_r; \
	whittle_at(store, whittle_p); *whittle_p = whittle_n; whittle_done(store); result; })
#define W_UPDATE(load, store, object, op, value) W_CHANGE(load, store, object, op, value, whittle_n)
#define W_POST(load, store, object, op, value) W_CHANGE(load, store, object, op, value, whittle_o)
/* A call that is one step. */
#define W_STEP(site, call) ({ whittle_at(site, 0); __auto_type whittle_v = (call); whittle_done(site); whittle_v; })
#define W_STEP_VOID(site, call) ({ whittle_at(site, 0); call; whittle_done(site); })
/* A read and a write of a bit-field: writing it is reading the bytes around it and writing them back. */
#define W_LOAD_BITS(site, base, member) ({ __auto_type whittle_p = (base); whittle_at(site, whittle_p); \
	__auto_type whittle_v = whittle_p->member + 0; whittle_done(site); whittle_v; })
#define W_WRITE_BITS(load, store, member, value, first, size) \
	whittle_at(load, whittle_p); __typeof__(*whittle_p) whittle_c = *whittle_p; whittle_done(load); whittle_c.member = (value); \
	whittle_at(store, whittle_p); \
	__builtin_memcpy((char *)whittle_p + (first), (char *)&whittle_c + (first), size); whittle_done(store)
#define W_STORE_BITS(load, store, base, member, value, first, size) ({ __auto_type whittle_p = (base); \
	__auto_type whittle_n = (value); W_WRITE_BITS(load, store, member, whittle_n, first, size); whittle_c.member; })
#define W_UPDATE_BITS(load, again, store, base, member, op, value, first, size, result) ({ __auto_type whittle_p = (base); \
	whittle_at(load, whittle_p); __auto_type whittle_o = whittle_p->member + 0; whittle_done(load); \
	__auto_type whittle_r = (value); __auto_type whittle_n = whittle_o op whittle_r; \
	W_WRITE_BITS(again, store, member, whittle_n, first, size); result; })
/* An input: a value of the type of an expression that is not evaluated. */
#define W_INPUT(site, like) ({ __typeof__(like) whittle_v; whittle_input(site, &whittle_v, sizeof whittle_v); whittle_v; })
/* A compare-and-exchange that may fail for no reason: whether it does is an input. */
#define W_CAS(site, input, function, object, expected, value) ({ __auto_type whittle_p = (object); __auto_type whittle_q = (expected); \
	__auto_type whittle_r = (value); int whittle_v; whittle_input(input, &whittle_v, sizeof whittle_v); whittle_at(site, whittle_p); \
	if (whittle_v) *whittle_q = *whittle_p; \
	whittle_v = !whittle_v && function(whittle_p, whittle_q, whittle_r, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	whittle_done(site); whittle_v; })
/* The signed operation that overflows. */
#define W_CHECKED(op, a, b) ({ __auto_type whittle_l = (a); __auto_type whittle_r = (b); __typeof__(whittle_l + whittle_r) whittle_v; \
	if (__builtin_##op##_overflow(whittle_l, whittle_r, &whittle_v)) whittle_overflow(__FILE__, __LINE__); whittle_v; })
