package modular_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// randomSemaphores is how many programs with semaphores an ordinary run compares.
const randomSemaphores = 1

// TestRandomSemaphores: what is proved of two kinds of threads that come in by semaphores of the library, and
// move amounts between cells of few bits, has no violation with two, three or four of them.
func TestRandomSemaphores(t *testing.T) {
	orders := []string{"fgf", "gff", "ffg"}
	proved, violated := compareRandom(t, drawn{programs: randomSemaphores, stream: 13, states: 20_000,
		questions: fewQuestions, orders: orders, write: semaphores})
	if testflag.Deep() && (proved == 0 || violated == 0) {
		t.Error("the random programs are too one-sided")
	}
}

// semaphores writes two thread functions that wait for a semaphore, or try to take it, and post it, or the
// other one of two, in most programs rightly. Who is in counts itself, or moves an amount between cells that
// may wrap around.
func semaphores(r *rand.Rand) string {
	var b strings.Builder
	kind := []string{"unsigned char", "unsigned char", "signed char", "unsigned short"}[r.IntN(4)]
	room := 1 + r.IntN(2)
	first := []int{0, 3, 127, 250, 255}[r.IntN(5)]
	if kind == "signed char" {
		first %= 128
	}
	turns := r.IntN(4) == 0 // one semaphore after the other
	fmt.Fprintf(&b, `#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
sem_t s, other;
%s p = %d, q, x;
int in;
void begin(void)
{
	sem_init(&s, 0, %d);
	sem_init(&other, 0, 0);
}
`, kind, first, room)
	for i, name := range []string{"f", "g"} {
		wait, post := "s", "s"
		if turns {
			wait, post = []string{"s", "other"}[i], []string{"other", "s"}[i]
		}
		fmt.Fprintf(&b, "void *%s(void *arg)\n{\n\t%s n = %d;\n\tint v;\n", name, kind, 1+r.IntN(20))
		if r.IntN(3) == 0 {
			b.WriteString("\tn = __VERIFIER_nondet_int() ? 3 : 100;\n")
		}
		switch r.IntN(8) {
		case 0: // it comes in without
		case 1, 2:
			fmt.Fprintf(&b, "\tif (sem_trywait(&%s) != 0) return 0;\n", wait)
		default:
			fmt.Fprintf(&b, "\tsem_wait(&%s);\n", wait)
		}
		for range 1 + r.IntN(2) {
			switch r.IntN(5) {
			case 0:
				b.WriteString("\tx = n;\n\tif (x != n) reach_error();\n")
			case 1:
				fmt.Fprintf(&b, "\t__atomic_fetch_add(&in, 1, __ATOMIC_SEQ_CST);\n"+
					"\tif (in > %d) reach_error();\n\t__atomic_fetch_sub(&in, 1, __ATOMIC_SEQ_CST);\n", room)
			case 2:
				fmt.Fprintf(&b, "\tp += n;\n\tq -= n;\n\tif ((%s)(p + q) != %d) reach_error();\n", kind,
					first)
			case 3:
				fmt.Fprintf(&b, "\t__atomic_fetch_sub(&p, n, __ATOMIC_SEQ_CST);\n"+
					"\t__atomic_fetch_add(&q, n, __ATOMIC_SEQ_CST);\n\tif ((%s)(p + q + n) == %d) "+
					"reach_error();\n", kind, first)
			case 4:
				fmt.Fprintf(&b, "\tsem_getvalue(&s, &v);\n\tif (v > %d) reach_error();\n",
					room-r.IntN(2))
			}
		}
		if r.IntN(8) == 0 {
			b.WriteString("\tif (__VERIFIER_nondet_int()) return 0;\n")
		}
		for range []int{1, 1, 1, 1, 1, 1, 0, 2}[r.IntN(8)] {
			fmt.Fprintf(&b, "\tsem_post(&%s);\n", post)
		}
		b.WriteString("\treturn 0;\n}\n")
	}
	return b.String()
}
