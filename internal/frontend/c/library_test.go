package c_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
)

// loadText loads one program.
func loadText(t *testing.T, cfg c.Config, text string) *cfa.Program {
	t.Helper()
	cfg.Files = []string{"t.c"}
	cfg.Read = func(name string) ([]byte, error) {
		if name == "t.c" {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
	prog, diags, err := c.Load(context.Background(), cfg)
	if err != nil {
		var b bytes.Buffer
		diags.Print(&b)
		t.Fatalf("%v\n%s", err, b.String())
	}
	if err := cfa.Check(prog); err != nil {
		t.Fatal(err)
	}
	return prog
}

// outputOf runs a program, which has to end with status 0, and returns what it prints.
func outputOf(t *testing.T, model c.DataModel, text string) string {
	t.Helper()
	prog := loadText(t, c.Config{DataModel: model}, text)
	var out bytes.Buffer
	o, _, err := interp.Run(t.Context(), prog, interp.RunOptions{Seed: 1, Output: &out, MaxSteps: 10_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if o.Kind != interp.Exited || o.Status != 0 {
		t.Fatalf("%v: %s at %s, status %d", model, o.String(), prog.Files.Format(o.Pos), o.Status)
	}
	return out.String()
}

const threadHead = `
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
`

// two is a main function that runs the threads f and g.
func two(pre string) string {
	return "int main(void) { " + pre + " pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, " +
		"0, g, 0); pthread_join(a, 0); pthread_join(b, 0); done(); return 0; }\n"
}

// TestThreadLibrary explores all interleavings of small programs over the thread library. holds means that no
// assertion fails and no deadlock is found; every other answer must be found.
func TestThreadLibrary(t *testing.T) {
	const (
		holds    = "holds"
		violated = "violated"
		deadlock = "deadlock"
		unknown  = "not supported"
	)
	for _, tc := range []struct {
		name       string
		property   property.Property
		want, text string
		mayFail    bool
	}{
		{"no lock", "unreach-call", violated, `int x; void *f(void *p) { x++; return 0; } 
#define g f
void done(void) { assert(x == 2); }` + two(""), false},
		{"mutex", "unreach-call", holds,
			`int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
#define g f
void done(void) { assert(x == 2); }` + two(""), false},
		{"mutex that is initialised", "unreach-call", holds,
			`int x; pthread_mutex_t m; void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
#define g f
void done(void) { assert(x == 2); assert(pthread_mutex_destroy(&m) == 0); }` + two("pthread_mutex_init(&m, 0);"), false},
		{"lock order", "no-deadlock", deadlock,
			`pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; 
void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }
void *g(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }
void done(void) {}` + two(""), false},
		{"trylock", "unreach-call", holds,
			`int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *f(void *p) { int r = pthread_mutex_trylock(&m); if (r == 0) { x++; pthread_mutex_unlock(&m); } else assert(r == EBUSY); return 0; }
#define g f
void done(void) { assert(x == 1 || x == 2); }` + two(""), false},
		{"trylock may fail", "unreach-call", violated,
			`int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *f(void *p) { if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); } return 0; }
#define g f
void done(void) { assert(x == 2); }` + two(""), false},
		{"normal mutex twice", "no-deadlock", deadlock,
			`int main(void) { pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }`, false},
		{"recursive mutex", "no-deadlock", holds, `pthread_mutex_t m; int x; 
void *f(void *p) { pthread_mutex_lock(&m); assert(pthread_mutex_lock(&m) == 0); x++; pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m); assert(pthread_mutex_unlock(&m) == EPERM); return 0; }
#define g f
void done(void) { assert(x == 4); }` + two("pthread_mutexattr_t a0; pthread_mutexattr_init(&a0); pthread_mutexattr_settype(&a0, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a0);"), false},
		{"recursive initialiser", "unreach-call", holds,
			`struct { int id; pthread_mutex_t m; } s = { 7, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP }; int main(void) { pthread_mutex_lock(&s.m); assert(pthread_mutex_trylock(&s.m) == 0); return 0; }`, false},
		{"error-checking mutex", "unreach-call", holds,
			`pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int main(void) { assert(pthread_mutex_unlock(&m) == EPERM); assert(!pthread_mutex_lock(&m)); assert(pthread_mutex_lock(&m) == EDEADLK); assert(pthread_mutex_trylock(&m) == EBUSY); assert(!pthread_mutex_unlock(&m)); assert(pthread_mutex_unlock(&m) == EPERM); return 0; }`, false},
		{"normal mutex of another kind", "unreach-call", holds,
			`pthread_mutex_t m; int x; void *f(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
#define g f
void done(void) { assert(x == 2); }` + two("pthread_mutexattr_t a0; pthread_mutexattr_init(&a0); pthread_mutexattr_settype(&a0, PTHREAD_MUTEX_NORMAL); pthread_mutex_init(&m, &a0);"), false},

		{"condition variable", "no-deadlock", holds,
			`int ready; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); ready = 2; pthread_mutex_unlock(&m); return 0; }
void *g(void *p) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
void done(void) { assert(ready == 2); }` + two(""), false},
		{"lost signal", "no-deadlock", deadlock,
			`pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
void *g(void *p) { pthread_cond_signal(&c); return 0; }
void done(void) {}` + two(""), false},
		{"one signal for two", "no-deadlock", deadlock,
			`int go; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
#define g f
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(a, 0); pthread_join(b, 0); return 0; }`, false},
		{"a broadcast for two", "no-deadlock", holds,
			`int go; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
#define g f
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_mutex_lock(&m); go = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); pthread_join(a, 0); pthread_join(b, 0); return 0; }`, false},
		{"spurious wake-up", "unreach-call", violated,
			`int ready; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); if (!ready) pthread_cond_wait(&c, &m); assert(ready); pthread_mutex_unlock(&m); return 0; }
void *g(void *p) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
void done(void) {}` + two(""), false},
		{"timed wait", "no-deadlock", holds,
			`int timeouts; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; struct timespec ts;
int main(void) { pthread_mutex_lock(&m); assert(pthread_cond_timedwait(&c, &m, &ts) == ETIMEDOUT); pthread_mutex_unlock(&m); return 0; }`, false},
		{"timed wait for reachability", "unreach-call", violated,
			`pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; struct timespec ts;
int main(void) { pthread_mutex_lock(&m); assert(pthread_cond_timedwait(&c, &m, &ts) == 0); pthread_mutex_unlock(&m); return 0; }`, false},

		{"reader-writer lock", "unreach-call", holds,
			`int x, y; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *p) { pthread_rwlock_wrlock(&l); x = 1; y = 1; pthread_rwlock_unlock(&l); return 0; }
void *g(void *p) { pthread_rwlock_rdlock(&l); assert(x == y); pthread_rwlock_unlock(&l); return 0; }
void done(void) { assert(pthread_rwlock_trywrlock(&l) == 0); assert(pthread_rwlock_tryrdlock(&l) == EBUSY); pthread_rwlock_unlock(&l); assert(pthread_rwlock_tryrdlock(&l) == 0); assert(pthread_rwlock_tryrdlock(&l) == 0); assert(pthread_rwlock_trywrlock(&l) == EBUSY); }` + two(""), false},
		{"readers do not exclude", "unreach-call", violated,
			`int x; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *p) { pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l); return 0; }
#define g f
void done(void) { assert(x == 2); }` + two(""), false},
		{"barrier", "no-deadlock", holds, `int x, y, serial; pthread_barrier_t b0;
void *f(void *p) { x = 1; int r = pthread_barrier_wait(&b0); assert(y == 1); if (r) { assert(r == PTHREAD_BARRIER_SERIAL_THREAD); __VERIFIER_atomic_begin(); serial++; __VERIFIER_atomic_end(); } pthread_barrier_wait(&b0); return 0; }
void *g(void *p) { y = 1; int r = pthread_barrier_wait(&b0); assert(x == 1); if (r) { __VERIFIER_atomic_begin(); serial++; __VERIFIER_atomic_end(); } pthread_barrier_wait(&b0); return 0; }
void done(void) { assert(serial == 1); }` + two("assert(pthread_barrier_init(&b0, 0, 0) == EINVAL); pthread_barrier_init(&b0, 0, 2);"), false},
		{"semaphore", "no-deadlock", holds, `int x; sem_t s; 
void *f(void *p) { sem_wait(&s); assert(x == 1); return 0; }
void *g(void *p) { x = 1; sem_post(&s); return 0; }
void done(void) { int v; sem_getvalue(&s, &v); assert(v == 0); assert(sem_trywait(&s) == -1); assert(errno == EAGAIN); }` + two("sem_init(&s, 0, 0);"), false},
		{"spin lock", "unreach-call", holds,
			`int x; pthread_spinlock_t s; void *f(void *p) { pthread_spin_lock(&s); x++; pthread_spin_unlock(&s); return 0; }
#define g f
void done(void) { assert(x == 2); }` + two("pthread_spin_init(&s, 0);"), false},
		{"once", "unreach-call", holds,
			`int x; pthread_once_t o = PTHREAD_ONCE_INIT; void init(void) { x++; } void *f(void *p) { pthread_once(&o, init); assert(x == 1); return 0; }
#define g f
void done(void) { assert(x == 1); }` + two(""), false},
		{"keys", "unreach-call", holds,
			`int freed; pthread_key_t k; void drop(void *p) { __VERIFIER_atomic_begin(); freed += *(int *)p; __VERIFIER_atomic_end(); } int one = 1, ten = 10;
void *f(void *p) { assert(!pthread_getspecific(k)); pthread_setspecific(k, &one); assert(pthread_getspecific(k) == &one); return 0; }
void *g(void *p) { pthread_setspecific(k, &ten); assert(pthread_getspecific(k) == &ten); pthread_exit(0); }
void done(void) { assert(freed == 11); }` + two("pthread_key_create(&k, drop);"), false},
		{"exit values", "unreach-call", holds,
			`void *f(void *p) { return (void *)3; } void *h(void *p) { pthread_exit((void *)4); }
int main(void) { pthread_t a, b; void *v, *w; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, h, 0); assert(!pthread_equal(a, b)); pthread_join(a, &v); pthread_join(b, &w); assert(v == (void *)3 && w == (void *)4); return 0; }`, false},
		{"self", "unreach-call", holds,
			`pthread_t me; void *f(void *p) { me = pthread_self(); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); assert(pthread_equal(a, me)); assert(!pthread_equal(a, pthread_self())); return 0; }`, false},
		{"main ends by pthread_exit", "unreach-call", violated,
			`void *f(void *p) { assert(0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_exit(0); }`, false},
		{"cleanup handlers", "unreach-call", holds,
			`int n; void h(void *p) { n += *(int *)p; } void *f(void *p) { int two = 2; pthread_cleanup_push(h, &two); n = 1; pthread_cleanup_pop(1); pthread_exit(0); } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); assert(n == 3); return 0; }`, false},
		{"exit with cleanup handlers", "unreach-call", holds,
			`void h(void *p) {} void *f(void *p) { pthread_cleanup_push(h, 0); pthread_exit(0); pthread_cleanup_pop(0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_join(a, 0); return 0; }`, false},
		{"cancel", "unreach-call", holds,
			`void *f(void *p) { return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); pthread_cancel(a); return 0; }`, false},
		{"creation fails", "unreach-call", violated,
			`void *f(void *p) { return 0; } int main(void) { pthread_t a; assert(!pthread_create(&a, 0, f, 0)); return 0; }`, true},
		{"malloc fails", "unreach-call", violated, `int main(void) { assert(malloc(4)); return 0; }`, true},
		{"another function of a model's name", "unreach-call", violated,
			`extern long index(int); int main(void) { assert(index(1) != 2); return 0; }`, false},
		{"malloc succeeds", "unreach-call", holds,
			`int main(void) { int *p = malloc(4), *q = calloc(2, 4); assert(p && q && !q[1]); free(p); free(q); free(0); return 0; }`, false},

		{"C11 threads", "no-deadlock", holds,
			`int x; mtx_t m; cnd_t c; once_flag o = ONCE_FLAG_INIT; void init(void) { x = 1; }
int f(void *p) { call_once(&o, init); mtx_lock(&m); x += *(int *)p; cnd_signal(&c); mtx_unlock(&m); return 7; }
int main(void) { thrd_t a; int r, two = 2; mtx_init(&m, mtx_plain); cnd_init(&c); assert(thrd_create(&a, f, &two) == thrd_success); mtx_lock(&m); while (x != 3) cnd_wait(&c, &m); mtx_unlock(&m); assert(thrd_join(a, &r) == thrd_success); assert(r == 7); assert(mtx_trylock(&m) == thrd_success); assert(mtx_trylock(&m) == thrd_busy); return 0; }`, false},
		{"recursive C11 mutex", "unreach-call", holds,
			`int main(void) { mtx_t m; mtx_init(&m, mtx_plain | mtx_recursive); mtx_lock(&m); assert(mtx_trylock(&m) == thrd_success); mtx_unlock(&m); mtx_unlock(&m); return 0; }`, false},
		{"atomics", "unreach-call", holds, `atomic_int x; atomic_flag l = ATOMIC_FLAG_INIT; int y; 
void *f(void *p) { atomic_fetch_add(&x, 2); int e = 4; atomic_compare_exchange_strong(&x, &e, 100); return 0; }
#define g f
void done(void) { int v = atomic_load(&x); assert(v == 100); assert(!atomic_flag_test_and_set(&l)); assert(atomic_flag_test_and_set(&l)); atomic_flag_clear(&l); assert(!atomic_flag_test_and_set(&l)); }` + two(""), false},
		{"atomic objects behind pointers", "unreach-call", holds,
			`_Atomic int x; _Atomic int *get(void) { return &x; } _Atomic(int) *p = &x, **pp = &p, *ps[2]; int *_Atomic q, *_Atomic *pq = &q; int v[3];
void inc(_Atomic int a[], int i) { a[i]++; }
void *f(void *arg) { (*get())++; (**pp) += 1; (*ps[1])--; inc(&x, 0); *(0 ? p : p) += 0; (*pq)++; return 0; }
#define g f
void done(void) { assert(x == 4); assert(q == v + 2); }` + two("ps[1] = &x; q = v;"), false},
		{"an atomic pointer to what is not atomic", "unreach-call", violated,
			`int x; int *_Atomic p = &x; void *f(void *arg) { (*p)++; return 0; }
#define g f
void done(void) { assert(x == 2); }` + two(""), false},
		{"atomic structs", "unreach-call", holds, `typedef struct { int a, b; } pair; _Atomic pair s;
void *f(void *arg) { s = (pair){ 1, 1 }; return 0; }
void *g(void *arg) { pair r = s; assert(r.a == r.b); return 0; }
void done(void) {}` + two(""), false},
		{"overflow of abs", "no-overflow", violated,
			`int main(void) { int x = -2147483647 - 1; return abs(x) == 1; }`, false},
		{"recursive mutex by a compound literal", "unreach-call", holds,
			`int main(void) { pthread_mutex_t m; m = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; assert(!pthread_mutex_trylock(&m)); assert(!pthread_mutex_trylock(&m)); return 0; }`, false},
		{"atomic pointers", "unreach-call", holds,
			`int v[4]; _Atomic(int *) p; int main(void) { atomic_init(&p, v); assert(atomic_fetch_add(&p, 2) == v); assert(atomic_load(&p) == v + 2); assert(atomic_exchange(&p, v + 1) == v + 2); assert(atomic_fetch_sub(&p, 1) == v + 1); return atomic_load(&p) - v; }`, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, model := range []c.DataModel{c.LP64, c.ILP32} {
				fails := map[bool]c.Failing{true: c.AllFail}[tc.mayFail]
				prog := loadText(t, c.Config{DataModel: model, Property: tc.property, MayFail: fails},
					threadHead+tc.text)
				r, err := enumerate.Run(context.Background(), prog, enumerate.Options{MaxStates: 50_000})
				if err != nil {
					t.Fatal(err)
				}
				got := holds
				var what []string
				add := func(name string, found []enumerate.Found) {
					for _, f := range found {
						got = name
						what = append(what, fmt.Sprintf("%s: %s: %s", name, prog.Files.Format(f.Outcome.Pos),
							f.Outcome.String()))
					}
				}
				if tc.property == "no-deadlock" {
					add(deadlock, r.Deadlocks)
				}
				add("undefined", r.Undefined)
				add(violated, r.Violations)
				add(unknown, r.Unsupported)
				if got != tc.want || !r.Complete && got == holds {
					t.Errorf("%v: %s, want %s (complete: %v %s)\n%s", model, got, tc.want, r.Complete, r.Why,
						strings.Join(what, "\n"))
				}
			}
		})
	}
}

// TestLibrary runs programs over the C library, whose assertions must hold:
// here and, where there is a gcc, compiled.
func TestLibrary(t *testing.T) {
	const head = "#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n#include " +
		"<inttypes.h>\n#include <limits.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include " +
		"<string.h>\n#include <strings.h>\n"
	gcc, _ := exec.LookPath("gcc")
	for name, text := range map[string]string{
		"memory": `int main(void) { char a[8] = "abcdefg", b[8]; assert(memcpy(b, a, 8) == b && !memcmp(a, b, 8)); memmove(a + 1, a, 4); assert(!strcmp(a, "aabcdfg")); memmove(a, a + 1, 4); assert(!memcmp(a, "abcd", 4));
	memset(b, 'x', 3); assert(b[2] == 'x' && b[3] == 'd'); assert(memchr(b, 'd', 8) == b + 3 && !memchr(b, 'z', 8)); assert(memcmp("a\xff", "a\x01", 2) > 0); memset(b, 0x1ff, 2); assert((unsigned char)b[1] == 0xff); return 0; }`,
		"strings": `int main(void) { char b[20]; assert(strlen("hello") == 5 && strnlen("hello", 3) == 3); assert(strcpy(b, "ab") == b && !strcmp(strcat(b, "cd"), "abcd")); assert(strncpy(b, "xy", 4) == b && b[2] == 0 && b[3] == 0); strcpy(b, "12"); assert(!strcmp(strncat(b, "3456", 2), "1234"));
	assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("\xff", "a") > 0 && !strncmp("abc", "abd", 2) && strncmp("abc", "abd", 3) < 0);
	const char *s = "a/b/c"; assert(strchr(s, '/') == s + 1 && strrchr(s, '/') == s + 3 && !strchr(s, 'x') && strchr(s, 0) == s + 5); assert(strstr(s, "b/") == s + 2 && !strstr(s, "bc") && strstr(s, "") == s);
	assert(strspn("aabbc", "ab") == 4 && strcspn("xyz,", ",") == 3 && !strcmp(strpbrk("k=v", "=:"), "=v")); assert(!strcasecmp("HeLLo", "hEllO") && strncasecmp("abX", "ABy", 3) < 0);
	char *d = strdup("dup"); assert(!strcmp(d, "dup")); free(d); char line[] = "one, two"; char *w = strtok(line, ", "); assert(!strcmp(w, "one")); w = strtok(0, ", "); assert(!strcmp(w, "two")); assert(!strtok(0, ", ")); return 0; }`,
		"characters": `int main(void) { int n = 0; for (int c = 0; c < 128; c++) { n += !!isalnum(c) + 3 * !!ispunct(c) + 7 * !!isspace(c) + 11 * !!isxdigit(c) + 13 * !!isprint(c) + 17 * !!iscntrl(c) + 19 * !!isgraph(c) + 23 * !!isblank(c) + 29 * !!isalpha(c) + 31 * !!islower(c) + 37 * !!isupper(c) + 41 * !!isdigit(c); n = n * 3 + tolower(c) + toupper(c); n &= 0xffffff; } printf("%d\n", n); return 0; }`,
		"numbers": `int main(void) { char *e; assert(atoi(" -42x") == -42 && atol("+7") == 7 && atoll("0") == 0); assert(strtol("0x1fg", &e, 0) == 31 && *e == 'g'); assert(strtol("077", 0, 0) == 63 && strtol("zz", 0, 36) == 1295); assert(strtol("", &e, 10) == 0); errno = 0; assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE); assert(strtoul("-1", 0, 10) == ULONG_MAX); assert(strtoll("-9223372036854775808", 0, 10) == LLONG_MIN); assert(strtoull("ffffffffffffffff", 0, 16) == ULLONG_MAX); assert(strtol("0x", &e, 16) == 0 && *e == 'x');
	assert(abs(-3) == 3 && labs(-4L) == 4 && llabs(-5LL) == 5); div_t d = div(-7, 2); assert(d.quot == -3 && d.rem == -1); return 0; }`,
		"sorting": `static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; } int main(void) { int v[] = { 5, 3, 9, 1, 3 }; qsort(v, 5, sizeof *v, cmp); for (int i = 0; i < 5; i++) printf("%d ", v[i]); int k = 9; assert(bsearch(&k, v, 5, sizeof *v, cmp) == &v[4]); k = 4; assert(!bsearch(&k, v, 5, sizeof *v, cmp)); putchar('\n'); return 0; }`,
		"heap":    `int main(void) { int *p = malloc(3 * sizeof *p), *q = calloc(4, sizeof *q); assert(p != q && q[3] == 0); p[2] = 5; assert(p[2] == 5); free(q); q = realloc(0, 4); *q = 1; free(q); void *r; assert(!posix_memalign(&r, 16, 32) && (uintptr_t)r % 16 == 0); free(r); free(p); return 0; }`,
		"realloc": `int main(void) { int *p = realloc(0, 4); *p = 7; p = realloc(p, 12); p[1] = 8; p[2] = 9; assert(p[0] == 7); p = realloc(p, 8); assert(p[0] == 7 && p[1] == 8); char *s = strdup("ab"); s = realloc(s, 9); strcat(s, "cd"); assert(!strcmp(s, "abcd")); int *q = calloc(2, 4); assert(!q[1]); free(q); free(s); free(p); free(0); return 0; }`,
		"formats": `int main(void) { printf("%" PRId64 " %" PRIu32 " %" PRIxPTR " %" PRIdMAX "\n", INT64_MIN, UINT32_MAX, (uintptr_t)255, INTMAX_MAX); return 0; }`,
		"exit":    `int main(void) { if (getenv("NO_SUCH_VARIABLE_AT_ALL")) return 1; exit(0); }`,
	} {
		t.Run(name, func(t *testing.T) {
			for _, m := range []struct {
				model c.DataModel
				flag  string
			}{{c.LP64, "-m64"}, {c.ILP32, "-m32"}} {
				if name == "exit" && m.model == c.ILP32 {
					continue
				}
				prog := loadText(t, c.Config{DataModel: m.model}, head+text)
				var out bytes.Buffer
				o, _, err := interp.Run(context.Background(), prog,
					interp.RunOptions{Seed: 1, Output: &out, MaxSteps: 10_000_000})
				if err != nil {
					t.Fatal(err)
				}
				if o.Kind == interp.Unsupported && name == "exit" {
					continue // a variable that is set, by this seed
				}
				if o.Kind != interp.Exited || o.Status != 0 {
					t.Fatalf("%v: %s at %s, status %d", m.model, o.String(), prog.Files.Format(o.Pos),
						o.Status)
				}
				if gcc == "" || m.model == c.ILP32 && noILP32() != "" {
					continue
				}
				dir := t.TempDir()
				src, bin := filepath.Join(dir, "t.c"), filepath.Join(dir, "t")
				if err := os.WriteFile(src, []byte(head+text), 0o644); err != nil {
					t.Fatal(err)
				}
				if b, err := exec.Command(gcc, m.flag, "-w", "-o", bin, src).CombinedOutput(); err != nil {
					t.Logf("gcc %s: %s", m.flag, b)
					continue
				}
				want, err := exec.Command(bin).Output()
				if err != nil {
					t.Fatalf("%v: the compiled program fails: %v", m.model, err)
				}
				if string(want) != out.String() {
					t.Errorf("%v: output %q, compiled %q", m.model, out.String(), want)
				}
			}
		})
	}
}
