package randprog

import (
	"fmt"
	"math/rand"
)

// mixed writes small random concurrent C programs for the differential test: two or three workers and a main
// function over shared scalars, arrays, structures, unions, heap objects and pointers to all of them. Every
// loop is short or waits for something, every pointer is valid, and conditions compare with small numbers, so
// that an enumeration of all interleavings ends.
type mixed struct {
	writer
	depth int // of statements around
	// The place that is being written.
	main     bool
	thread   int  // of the workers; the main function is the last
	section  int  // atomic sections around
	locked   bool // a mutex is held
	loop     int  // loops around
	uninit   bool // the program may read undefined memory
	features int  // bit set: which kinds of statement this program uses
	forks    int  // that may still be written
	places   []string
}

// The kinds of statement are drawn per program, so that each program mixes a few of them and stays small.
const (
	useByte = 1 << iota
	usePointer
	useStruct
	useHeap
	useAtomic
	useSection
	useMutex
	useCond
	useSpin
	useCall
	useLoop
	useLocal
	useThreads
	useUneven
	useTable
	useFree
	useOwners   // each thread writes to places of its own, mostly
	allFeatures = useOwners<<1 - 1
	features    = 17
)

func (p *mixed) has(f int) bool { return p.features&f != 0 }

const cPrelude = `#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
extern void reach_error(void);
extern void abort(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
struct S { int a; short b; char c[2]; int *p; };
union U { unsigned u; unsigned short h[2]; unsigned char b[4]; };
int g0, g1 = 1;
unsigned char c0;
short s0;
int arr[3] = {0, 1};
int *gp = &g0, **gpp = &gp;
struct S st = {0, 1, {1, 0}, &g1}, st2 = {1, 0, {0, 0}, &g0}, *gsp = &st;
union U un;
_Thread_local int tl;
unsigned char buf[16] = {0, 1, 0, 0, 2};
struct __attribute__((packed)) P { short a; int b; short c; } pk[2] = {{0, 1, 0}, {1, 0, 2}};
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t *mp = &m0;
pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
pthread_t tids[4];
int rec(int *p, int n) { if (n <= 0) return *p; *p = *p ^ 1; int r = rec(p, n - 1); return r + *p; }
int peek(int *p) { return *p; }
int poke(int *p) { *p = 2; return 0; }
struct B { unsigned a : 3, b : 7; int c : 9; } bf = {1, 2, 1};
_Bool bo;
struct T { char c[3]; } t3 = {{1, 0, 2}}, t4;
long long ll = 1;
int (*fp)(int *) = peek;
void set(int *p, int v) { int before = *p; if (before == v) return; *p = v; }
int *pick(int c, int *p, int *q) { if (c) return p; return q; }
void __VERIFIER_atomic_move(int *p, int *q) { int v = *p; *p = 0; *q = v; }
void __VERIFIER_atomic_take(int *p) { __VERIFIER_assume(*p == 0); *p = 1; }
void copy(void *to, void *from, unsigned long n) { for (unsigned long i = 0; i < n; i++) ((char *)to)[i] = ((char *)from)[i]; }
void *w0(void *), *w1(void *);
struct S *fresh(int v) { struct S *n = malloc(sizeof *n); n->a = v; n->b = 0; n->p = &n->a; return n; }
`

// NewMixed returns the program of a seed.
func NewMixed(seed int64) string {
	p := &mixed{writer: writer{Rand: rand.New(rand.NewSource(seed))}}
	for range 1 + p.Intn(4) {
		p.features |= 1 << p.Intn(features)
	}
	if p.Intn(12) == 0 {
		p.features = allFeatures
	}
	if p.has(useFree) {
		p.features |= useHeap
	}
	p.uninit = p.Intn(6) == 0
	p.forks = 2
	p.b.WriteString(cPrelude)
	workers := 1 + p.Intn(2)
	if p.has(useTable) {
		workers = 2
		p.line("void *(*wf[2])(void *) = {w0, w1};")
	}
	for i := range workers {
		p.worker(i)
	}
	p.mainFunction(workers)
	return p.b.String()
}

func (p *mixed) locals() {
	p.line("int x = %d, y = %d, own = %d;", p.Intn(2), p.Intn(3), p.Intn(2))
	p.line("int *lp = %s;", p.one("&g0", "&g1", "&arr[1]", "&st.a"))
	if p.has(useLocal) {
		p.line("int la[2] = {0, 1};")
		p.line("lp = %s;", p.one("&own", "la", "la + 1"))
	}
	if p.has(useHeap) {
		p.line("int *h = %s;", p.one("malloc(2 * sizeof *h)", "calloc(2, sizeof *h)"))
		if !p.uninit {
			p.line("h[0] = 1; h[1] = 0;")
		}
	}
}

// worker writes the function of a thread.
func (p *mixed) worker(i int) {
	p.thread = i
	p.block(fmt.Sprintf("void *w%d(void *arg)", i), func() {
		p.locals()
		p.line("%s", p.one("", "", "x = *(int *)arg;", "*(int *)arg = 1;", "lp = arg;", "gp = arg;"))
		if i > 0 && p.has(useThreads) && p.Intn(2) == 0 {
			p.fork(0)
		}
		for range 1 + p.Intn(4) {
			p.statement()
		}
		p.assert()
		p.line("return %s;", p.one("0", "arg", "(void *)(long)x", "lp == &own ? 0 : lp", "gp"))
	}, "")
}

// mainFunction starts the workers, in one of several ways, does something itself, and joins them.
func (p *mixed) mainFunction(workers int) {
	p.main, p.thread = true, 2
	p.block("int main(void)", func() {
		p.locals()
		p.line("void *ret = 0;")
		for range p.Intn(2) {
			p.statement()
		}
		loop := p.has(useThreads) && p.Intn(3) == 0
		if loop {
			p.block("for (int i = 0; i < 2; i++)", func() {
				p.line("pthread_create(&tids[i], 0, w0, %s);", p.argument())
				if p.Intn(3) == 0 {
					p.statement()
				}
			}, "")
			workers = 2
		} else {
			for i := range workers {
				start := fmt.Sprint("w", i)
				if p.has(useTable) {
					start = fmt.Sprintf("wf[%s]", p.index(2))
				}
				create := fmt.Sprintf("pthread_create(&tids[%d], 0, %s, %s);", i, start, p.argument())
				if p.has(useSection) && p.Intn(4) == 0 {
					create = fmt.Sprintf("{ __VERIFIER_atomic_begin(); %s = 2; %s g1 = 0; "+
						"__VERIFIER_atomic_end(); }", p.place(), create)
				}
				if p.has(useThreads) && i > 0 && p.Intn(4) == 0 {
					create = fmt.Sprintf("if (%s) %s else tids[%d] = 0;", p.cond(), create, i)
				}
				p.line("%s", create)
				if p.Intn(4) == 0 {
					p.statement()
				}
				if p.Intn(5) == 0 {
					p.line("if (tids[%d]) pthread_join(tids[%d], &ret);", i, i)
					p.line("tids[%d] = 0;", i)
					p.statement()
				}
			}
		}
		for range p.Intn(3) {
			p.statement()
		}
		switch p.Intn(4) {
		case 0:
		case 1:
			p.line("for (int i = 0; i < %d; i++) if (tids[i]) pthread_join(tids[i], &ret);", workers)
		case 2:
			p.line("if (tids[%d]) pthread_join(tids[%d], %s);", workers-1, workers-1, p.one("0", "&ret"))
		default:
			p.line("if (%s) pthread_join(tids[0], 0);", p.cond())
		}
		switch p.Intn(8) {
		case 0:
			p.statement()
			p.line("pthread_create(&tids[3], 0, w0, %s);", p.argument())
			p.statement()
			p.line("pthread_join(tids[3], &ret);")
		case 1:
			p.line("if (ret == gp) *(int *)ret = 2; else if (ret) y = 2;")
		}
		if p.Intn(3) == 0 {
			p.statement()
		}
		p.line("x = %s;", p.place())
		p.line("y = %s;", p.place())
		p.assert()
	}, "")
}

// argument is what a thread gets: a pointer to an int.
func (p *mixed) argument() string {
	if p.Intn(2) == 0 {
		return "&own"
	}
	return p.pointer()
}

// fork starts another worker from inside of one.
func (p *mixed) fork(worker int) {
	if p.forks--; p.forks < 0 {
		return
	}
	t := p.name("thread") // not that of a global
	p.line("pthread_t %s; pthread_create(&%s, 0, w%d, %s);", t, t, worker,
		p.one("&g0", "&g1", "&st.a", "arg"))
	if p.Intn(2) == 0 {
		p.statement()
		p.line("pthread_join(%s, 0);", t)
	}
}
