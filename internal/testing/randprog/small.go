package randprog

import (
	"fmt"
	"math/rand"
)

// Small writes a whole C program of two to four threads with two to six accesses each, which is small enough
// for an enumeration of all its interleavings and inputs. Unlike NewMixed's it has few objects, loops that
// end or wait, and inputs of a few values, so that both the enumeration and the encodings nearly always
// decide it.
type Small struct {
	writer
	uses   int // set of small features
	inputs int // that may still be written

	// The place that is being written.
	main    bool
	budget  int // accesses left in this thread
	depth   int // of statements around
	section int // atomic sections around
	locked  int // mutexes held

	Waits   bool // a loop waits for something without changing anything
	Endless bool // a loop can go on for ever while it changes something
	Invalid bool // undefined behaviour is possible
}

// What a program is made of; a few are drawn for each.
const (
	smallWidths    = 1 << iota // accesses of 8, 16 and 64 bits
	smallParts                 // parts of an int
	smallArray                 // computed index
	smallStruct                // fields, copies
	smallPointer               // pointers to shared variables
	smallUnion                 // a word and its bytes
	smallMutex                 // lock, unlock, trylock
	smallCond                  // condition variables
	smallSection               // atomic sections, some abort half-way
	smallAssume                // assumptions
	smallLoop                  // short loops
	smallSpin                  // waiting
	smallInput                 // nondeterministic values
	smallAtomic                // C11 atomics
	smallSync                  // atomic builtins
	smallLocal                 // thread-local variables
	smallExit                  // early ends of threads and the process
	smallSame                  // several threads of one function
	smallNested                // threads that create threads
	smallCall                  // calls, recursion
	smallHeap                  // heap objects
	smallUndefined             // invalid accesses, division by zero
	smallStack                 // a local of main, shared
	smallOrder                 // joins between creations, no joins
	smallCount                 // counting up and down
	smallFeatures  = iota
)

const smallPrelude = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int g0, g1 = 1;
`

// smallGlobals are what the features need.
var smallGlobals = []struct {
	use  int
	text string
}{
	{smallWidths, "unsigned char c0; short s0 = 1; long long l0;"},
	{smallArray, "int arr[3] = {0, 1, 2};"},
	{smallStruct, "struct S { int a; short b; unsigned char c; } st = {0, 1, 2}, st2;"},
	{smallPointer, "int *gp = &g0;"},
	{smallUnion, "union { unsigned u; unsigned short h[2]; unsigned char b[4]; } un;"},
	{smallMutex | smallCond,
		"pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;"},
	{smallMutex, "pthread_mutex_t *mp = &m0;"},
	{smallCond, "pthread_cond_t cv = PTHREAD_COND_INITIALIZER;"},
	{smallAtomic, "atomic_int at; _Atomic unsigned char ab = 1;"},
	{smallLocal, "_Thread_local int tl;"},
	{smallSection, "void __VERIFIER_atomic_take(int *p) { __VERIFIER_assume(*p == 0); *p = 1; }\nvoid " +
		"__VERIFIER_atomic_move(int *p, int *q) { int v = *p; *p = 0; *q = v; }"},
	{smallCall, "int rec(int *p, int n) { if (n <= 0) return *p; *p ^= 1; return rec(p, n - 1); }\nint " +
		"peek(int *p) { return *p; }\nint poke(int *p) { *p = 2; return 0; }\nvoid set(int *p, int v) { if " +
		"(*p == v) return; *p = v; }"},
	{smallHeap, "int *hp;"},
}

func (p *Small) has(f int) bool { return p.uses&f != 0 }

// NewSmall returns the program of a seed, with checkMark where a check may stand; see SmallCheck.
func NewSmall(seed int64) (string, *Small) {
	p := &Small{writer: writer{Rand: rand.New(rand.NewSource(seed))}, inputs: 2}
	for range 1 + p.Intn(4) {
		p.uses |= 1 << p.Intn(smallFeatures)
		if p.Intn(3) == 0 {
			// What reductions are about comes more often.
			p.uses |= []int{smallSection, smallMutex, smallSpin, smallAssume, smallArray, smallPointer,
				smallCount}[p.Intn(7)]
		}
	}
	if p.Intn(20) == 0 {
		p.uses = 1<<smallFeatures - 1
	}
	p.b.WriteString(smallPrelude)
	for _, g := range smallGlobals {
		if p.has(g.use) {
			p.line("%s", g.text)
		}
	}
	p.line("pthread_t t0, t1, t2, t3;")
	workers := 1 + p.Intn(3)
	left := 6 + p.Intn(9) // accesses of all threads
	share := func(threads int) int { return max(2, min(6, left/threads)) }
	starts := make([]string, workers)
	nested := ""
	if p.has(smallNested) && workers > 1 {
		// The first worker creates the last one.
		p.line("void *n(void *);")
		nested = "n"
		workers--
	}
	for i := range workers {
		starts[i] = fmt.Sprint("w", i)
		if i > 0 && p.has(smallSame) {
			starts[i] = "w0"
			continue
		}
		p.budget = share(workers + 1)
		child := ""
		if i == 0 {
			child = nested
		}
		p.worker(starts[i], child)
	}
	if nested != "" {
		p.budget = 2
		p.worker(nested, "")
	}
	p.budget = share(workers + 1)
	p.mainFunction(starts[:workers])
	return p.b.String(), p
}

// worker writes a thread's function; child is what it starts, if not empty.
func (p *Small) worker(name, child string) {
	p.main = false
	p.block(fmt.Sprintf("void *%s(void *arg)", name), func() {
		p.locals()
		if p.has(smallSame) && !p.has(smallStack) {
			p.line("x = (int)(long)arg;")
		}
		if child != "" {
			if p.Intn(2) == 0 {
				p.statement()
			}
			p.line("%spthread_create(&t3, 0, %s, arg);", p.one("", "", fmt.Sprintf("if (%s) ", p.cond())),
				child)
			p.statement()
			if p.Intn(2) == 0 {
				p.line("if (t3) pthread_join(t3, 0);")
			}
		}
		for p.budget > 0 {
			p.statement()
		}
		if p.Intn(2) == 0 {
			p.line(checkMark)
		}
		switch p.Intn(4) {
		case 0:
			p.line("pthread_exit((void *)(long)x);")
		case 1:
			p.line("return (void *)(long)y;")
		}
		p.line("return arg;")
	}, "")
}

func (p *Small) locals() {
	p.line("int x = %d, y = %d;", p.Intn(2), p.Intn(3))
	if p.has(smallStack) && !p.main {
		p.line("int *ap = arg;")
	}
	if p.has(smallPointer) {
		p.line("int *lp = %s;", p.pointer())
	}
}

// mainFunction starts the workers and joins them in one of several ways.
func (p *Small) mainFunction(starts []string) {
	p.main = true
	p.block("int main(void)", func() {
		if p.has(smallStack) {
			p.line("int own = %d;", p.Intn(2))
		}
		p.locals()
		p.line("void *r = 0;")
		if p.has(smallHeap) {
			p.line("hp = %s; *hp = %d;", p.one("malloc(sizeof *hp)", "calloc(1, sizeof *hp)"), p.Intn(2))
		}
		if p.Intn(3) == 0 {
			p.line("%s = %s;", p.place(), p.small())
		}
		for i, start := range starts {
			arg := fmt.Sprintf("(void *)%dl", i+p.Intn(2))
			if p.has(smallStack) {
				arg = p.one("&own", "&own", "&g0")
			}
			create := fmt.Sprintf("pthread_create(&t%d, 0, %s, %s);", i, start, arg)
			if p.has(smallSection) && p.Intn(8) == 0 {
				create = fmt.Sprintf("__VERIFIER_atomic_begin(); %s = 2; %s g1 = 0; __VERIFIER_atomic_end();",
					p.place(), create)
			}
			p.line("%s", create)
			if p.has(smallOrder) {
				switch p.Intn(3) {
				case 0:
					p.statement()
				case 1:
					p.line("pthread_join(t%d, &r); t%d = 0;", i, i)
				}
			}
		}
		for p.budget > 2 {
			p.statement()
		}
		if !p.has(smallOrder) || p.Intn(2) == 0 {
			for i := range starts {
				p.line("if (t%d) pthread_join(t%d, %s);", i, i, p.one("0", "&r"))
			}
			p.line("%s = (int)((long)r & 3);", p.one("x", "y"))
		}
		switch p.Intn(3) {
		case 0:
			p.line("x = %s; y = %s;", p.place(), p.place())
		case 1:
			p.line("y = %s;", p.place())
		default:
			p.line("x = %s;", p.place())
		}
		p.line(checkMark)
	}, "")
}

// place is something shared that can be written.
func (p *Small) place() string {
	xs := []string{"g0", "g1"}
	more := func(f int, ys ...string) {
		if p.has(f) {
			xs = append(xs, p.one(ys...), p.one(ys...))
		}
	}
	more(smallWidths, "c0", "s0", "l0")
	more(smallParts, "(*(unsigned char *)&g0)", "((unsigned char *)&g1)[1]", "(*(short *)&g1)")
	more(smallArray, "arr[0]", "arr[1]", "arr[x & 1]", "arr[y & 1]", "arr[g1 & 1]")
	more(smallStruct, "st.a", "st.b", "st.c", "st2.b")
	more(smallPointer, "*gp", "*lp")
	more(smallUnion, "un.u", "un.b[0]", "un.b[1]", "un.h[1]", "un.b[x & 1]")
	more(smallAtomic, "at", "ab")
	more(smallLocal, "tl")
	more(smallHeap, "*hp")
	if p.has(smallStack) {
		more(smallStack, map[bool]string{true: "own", false: "*ap"}[p.main])
	}
	if p.has(smallUndefined) && p.has(smallArray) && p.Intn(3) == 0 {
		p.Invalid = true
		return "arr[x + y]"
	}
	return p.one(xs...)
}

// pointer is the address of an int.
func (p *Small) pointer() string {
	xs := []string{"&g0", "&g1"}
	if p.has(smallArray) {
		xs = append(xs, "&arr[1]", "&arr[x & 1]")
	}
	if p.has(smallStruct) {
		xs = append(xs, "&st.a")
	}
	if p.has(smallHeap) {
		xs = append(xs, "hp")
	}
	if p.has(smallStack) {
		xs = append(xs, map[bool]string{true: "&own", false: "ap"}[p.main])
	}
	return p.one(xs...)
}

func (p *Small) small() string { return fmt.Sprint(p.Intn(3)) }

func (p *Small) value() string {
	return p.one(p.small(), p.small(), "x", "y", "(x + 1) & 3", p.place())
}

func (p *Small) cond() string {
	c := fmt.Sprintf("%s %s %s", p.one("x", "y", "x", p.place()), p.one("==", "!=", "<"), p.small())
	if p.Intn(6) == 0 {
		return fmt.Sprintf("(%s %s %s)", c, p.one("&&", "||"), p.cond())
	}
	return c
}
