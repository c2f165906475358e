package randprog

import (
	"fmt"
	"math/rand"
	"strings"
)

// symbolic writes a C program of one to three threads for engines that keep sets of values as formulas: its
// data depends on inputs of a few bits, and its loops change such data and need not end, but come back to
// states that were there. It does with that what such an engine treats in a way of its own: addresses, sizes,
// targets and threads that depend on inputs, sections that fail half-way, undefined behaviour and the end of
// the process in one of several threads, locals that others see, and parts of words.
type symbolic struct {
	writer
	uses    int // set of symbolic features
	inputs  int // that may still be written
	budget  int // statements left in this function
	depth   int // of statements around
	section int // atomic sections around
	main    bool
	locked  bool
	starts  []string // functions of the threads
}

// What a program is made of; a few are drawn for each.
const (
	symLoop    = 1 << iota // loops that end
	symEndless             // loops that need not end
	symDead                // symbols that are constrained and forgotten
	symJoin                // branches that come together with different formulas for similar sets
	symSection             // atomic sections
	symAssume
	symLock
	symThread    // creations and joins that depend on data
	symUndefined // undefined behaviour
	symHeap
	symLocal // locals that other threads see
	symEnd   // ends of threads and of the process
	symIndex // computed addresses
	symBytes // parts of words
	symCall
	symSigned // signed and narrow arithmetic
	symWait
	symSame     // several threads of one function
	symId       // ids of threads as data
	symFeatures = iota
)

const symbolicPrelude = `#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
typedef unsigned char u8;
u8 tick;
` + inputMacros + `#define TWO (BIT + 2 * BIT)
#define THREE (TWO + 4 * BIT)
u8 g0, g1 = 1, g2;
u8 arr[4] = {0, 1, 2, 1}, mat[2][2] = {{1, 0}, {2, 3}};
u8 *gp = &g0, *hp, *lp;
union { unsigned w; unsigned short h[2]; u8 b[4]; signed char s[4]; } un;
struct { u8 a : 3; u8 b : 2; signed c : 3; u8 d[3]; } st = {1, 2, -1, {1, 2, 3}}, st2;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t t0, t1, t2, id;
_Thread_local u8 tl;
u8 inc(u8 v) { return v + 1; }
u8 flip(u8 v) { return v ^ 3; }
u8 (*fs[2])(u8) = {inc, flip};
u8 deep(u8 n) { return n == 0 ? 0 : 1 + deep((n & 3) - 1); }
void put(u8 *p, u8 v) { *p = v & 7; }
`

const (
	inputMacros = `#define BIT __VERIFIER_nondet_bool()
#define BYTE __VERIFIER_nondet_uchar()
`
	tickingMacros = `#define BIT (__VERIFIER_nondet_bool() ? (tick = 0, 1) : (tick = 0, 0))
#define BYTE (tick = 0, __VERIFIER_nondet_uchar())
`
)

// Ticking returns a program of NewSymbolic with a store at each input, which is never read. What can be
// reached is the same. An enumeration tries all combinations of the inputs of one step, with 256 values each;
// so there are few.
func Ticking(src string) string { return strings.Replace(src, inputMacros, tickingMacros, 1) }

// Wide returns a program of NewSymbolic whose data has 16 bits and whose inputs can have all values: it is
// too large for an enumeration.
func Wide(src string) string {
	return strings.NewReplacer(
		"typedef unsigned char u8;", "typedef unsigned short u8; extern unsigned short "+
			"__VERIFIER_nondet_ushort(void);",
		"#define TWO (BIT + 2 * BIT)", "#define TWO __VERIFIER_nondet_ushort()",
		"#define THREE (TWO + 4 * BIT)", "#define THREE __VERIFIER_nondet_ushort()",
		"#define BYTE __VERIFIER_nondet_uchar()", "#define BYTE __VERIFIER_nondet_ushort()",
	).Replace(src)
}

// NewSymbolic returns the program of a seed, with places for checks; see SmallCheck.
func NewSymbolic(seed int64) string {
	p := &symbolic{writer: writer{Rand: rand.New(rand.NewSource(seed))}}
	for range 2 + p.Intn(5) {
		p.uses |= 1 << p.Intn(symFeatures)
	}
	if p.Intn(16) == 0 {
		p.uses = 1<<symFeatures - 1
	}
	p.b.WriteString(symbolicPrelude)
	workers := p.Intn(3)
	if p.has(symSame) {
		workers = 2 + p.Intn(2)
	}
	for i := range workers {
		if p.has(symSame) && i > 0 && p.Intn(3) > 0 {
			p.starts = append(p.starts, "w0")
			continue
		}
		p.starts = append(p.starts, fmt.Sprint("w", i))
		p.budget, p.inputs = 1+p.Intn(4), 2
		p.worker(i)
	}
	p.budget, p.inputs = 2+p.Intn(4), 2
	if workers == 0 {
		p.budget, p.inputs = 5+p.Intn(6), 4
	}
	p.mainFunction(workers)
	return p.b.String()
}

func (p *symbolic) has(f int) bool { return p.uses&f != 0 }

func (p *symbolic) locals() {
	p.line("u8 x = %s, y = %s;", p.start(), p.start())
}

// start is a first value.
func (p *symbolic) start() string {
	if p.inputs > 0 && p.Intn(2) == 0 {
		return p.input()
	}
	return p.small()
}

func (p *symbolic) small() string { return fmt.Sprint(p.Intn(4)) }

// input is a new input of a few bits, or a constant if there are enough.
func (p *symbolic) input() string {
	if p.inputs--; p.inputs < 0 {
		return p.small()
	}
	if p.section > 0 {
		// A section is one step of an enumeration.
		p.inputs -= 2
		return "BIT"
	}
	if p.Intn(40) == 0 {
		return p.one("BYTE", "(BYTE & 7)")
	}
	return p.one("BIT", "TWO", "TWO", "THREE", "TWO % 3")
}

func (p *symbolic) worker(i int) {
	p.main = false
	p.block(fmt.Sprintf("void *w%d(void *arg)", i), func() {
		p.locals()
		switch p.Intn(3) {
		case 0:
			p.line("x = (u8)(long)arg & 7;")
		case 1:
			if p.has(symLocal) {
				p.line("lp = &y;")
			}
		}
		for p.budget > 0 {
			p.statement()
		}
		if p.Intn(2) == 0 {
			p.line(checkMark)
		}
		if p.has(symLocal) {
			p.line("lp = 0;")
		}
		p.line("return %s;", p.one("0", "arg", "(void *)(long)x", "(void *)(long)(y + 1)"))
	}, "")
}

func (p *symbolic) mainFunction(workers int) {
	p.main = true
	p.block("int main(void)", func() {
		p.line("void *r = 0;")
		p.line("u8 own = %s;", p.start())
		p.locals()
		if p.has(symHeap) {
			p.line("hp = %s; hp[0] = %s;", p.one("malloc(2)", "calloc(2, 1)", "malloc(1 + (x & 1))"),
				p.one("x", "1"))
		}
		if p.has(symLocal) && p.Intn(2) == 0 {
			p.line("lp = &own;")
		}
		for i := range workers {
			args := []string{"0", "(void *)(long)x", "(void *)(long)(y & 3)", "(void *)2l"}
			if p.has(symSame) {
				args = append(args, "0", "0", "0", fmt.Sprintf("(void *)%dl", i))
			}
			create := fmt.Sprintf("pthread_create(&t%d, 0, %s, %s);", i, p.starts[i], p.one(args...))
			if p.has(symThread) {
				switch p.Intn(3) {
				case 0:
					create = fmt.Sprintf("if (%s) %s", p.cond(), create)
				case 1:
					p.statement()
				}
			}
			p.line("%s", create)
		}
		for p.budget > 0 {
			p.statement()
		}
		if p.Intn(3) > 0 {
			for i := range workers {
				p.line("if (t%d) pthread_join(t%d, %s);", i, i, p.one("0", "&r"))
			}
			p.line("%s", p.one("", "x = (u8)(long)r;", "y = own;"))
		}
		p.line("%s", p.one("", "x = "+p.place()+";", "y = "+p.place()+";"))
		p.line(checkMark)
	}, "")
}
