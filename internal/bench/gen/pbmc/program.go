package pbmc

import (
	"fmt"
	"strings"
)

// Family is a benchmark family.
type Family string

// The families.
const (
	Indexer Family = "Indexer"
	FSys    Family = "FSys"
	DPhil   Family = "DPhil"
	Litmus  Family = "Litmus"
)

// Families lists the families.
func Families() []Family { return []Family{Indexer, FSys, DPhil, Litmus} }

// Program returns the text of the program of a family with n processes. The seed and
// unsat, which asks for a property that cannot be violated, matter to Litmus alone.
func Program(f Family, n int, seed uint64, unsat bool) string {
	switch f {
	case Indexer:
		return fill(indexer, n, "assert(!collision);")
	case FSys:
		return fill(fsys, n, "assert(!overflow);")
	case DPhil:
		var goals strings.Builder
		for i := range n {
			fmt.Fprintf(&goals, "    assert(!(eating[%d] && eating[%d]));\n", i, (i+1)%n)
		}
		return fill(dphil, n, strings.TrimSpace(goals.String()))
	}
	return litmus(n, seed, unsat)
}

// fill makes a program of the body of the threads and of what the initial thread asserts.
func fill(body string, n int, property string) string {
	var starts strings.Builder
	for i := range n {
		fmt.Fprintf(&starts, "    pthread_create(&t, 0, work, (void *)%dul);\n", i)
	}
	return strings.NewReplacer("$N", fmt.Sprint(n), "$HEAD", head, "$STARTS", starts.String(), "$PROPERTY",
		property).Replace(body + tail)
}

const head = `#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

#define STEP(s) do { __VERIFIER_atomic_begin(); s; __VERIFIER_atomic_end(); } while (0)
`

const tail = `
int main(void) {
    pthread_t t;
$STARTS    __VERIFIER_atomic_begin();
    $PROPERTY
    __VERIFIER_atomic_end();
    return 0;
}
`

const indexer = `$HEAD
#define SLOTS 128
#define MESSAGES 4

static int table[SLOTS];
static int collision;

static void *work(void *arg) {
    unsigned id = (unsigned long)arg + 1;
    unsigned m = 0, w = 0, h = 0;
    while (m < MESSAGES) {
        STEP(m = m + 1; w = m * 11 + id);
        STEP(h = (w * 7) % SLOTS);
        for (;;) {
            __VERIFIER_atomic_begin();
            if (table[h] == 0) {
                table[h] = w;
                __VERIFIER_atomic_end();
                break;
            }
            collision = 1;
            h = (h + 1) % SLOTS;
            __VERIFIER_atomic_end();
        }
    }
    return 0;
}
`

const fsys = `$HEAD
#define INODES 32
#define BLOCKS 26

static int inode_lock[INODES], inode[INODES];
static int block_lock[BLOCKS], busy[BLOCKS];
static int overflow;

static void *work(void *arg) {
    unsigned i = ((unsigned long)arg * 7) % INODES;
    unsigned b = 0;
    int taken;
    for (;;) {
        STEP(__VERIFIER_assume(!inode_lock[i]); inode_lock[i] = 1);
        __VERIFIER_atomic_begin();
        taken = inode[i] != 0;
        b = taken ? inode[i] - 1 : (i * 2) % BLOCKS;
        if (b >= BLOCKS)
            overflow = 1;
        __VERIFIER_atomic_end();
        while (!taken) {
            STEP(__VERIFIER_assume(!block_lock[b]); block_lock[b] = 1);
            __VERIFIER_atomic_begin();
            if (!busy[b]) {
                busy[b] = 1;
                inode[i] = b + 1;
                taken = 1;
            }
            __VERIFIER_atomic_end();
            STEP(block_lock[b] = 0);
            if (!taken)
                STEP(b = (b + 1) % BLOCKS; if (b >= BLOCKS) overflow = 1);
        }
        STEP(inode_lock[i] = 0);
        STEP(i = (i + 1) % INODES);
    }
    return 0;
}
`

const dphil = `$HEAD
#define N $N

static _Bool mutex, stick[N], eating[N];

static void *work(void *arg) {
    unsigned p = (unsigned long)arg, q = (p + 1) % N;
    int both;
    for (;;) {
        STEP(__VERIFIER_assume(!mutex); mutex = 1);
        STEP(both = !stick[p] && !stick[q]);
        if (p == 0)
            STEP(mutex = 0); /* too early */
        if (both)
            STEP(stick[p] = 1; stick[q] = 1);
        if (p != 0)
            STEP(mutex = 0);
        if (both) {
            STEP(eating[p] = 1);
            STEP(eating[p] = 0);
            STEP(__VERIFIER_assume(!mutex); mutex = 1);
            STEP(stick[p] = 0; stick[q] = 0);
            STEP(mutex = 0);
        }
    }
    return 0;
}
`
