package modular_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// randomAmounts is how many programs with amounts an ordinary run compares.
const randomAmounts = 1

// TestRandomAmounts: what is proved of two kinds of threads that move amounts between cells and count
// themselves has no violation with two, three or four of them.
func TestRandomAmounts(t *testing.T) {
	orders := []string{"fgf", "gff", "ffg"}
	proved, violated := compareRandom(t, drawn{programs: randomAmounts, stream: 7, states: 40_000,
		questions: fewQuestions, orders: orders, write: amounts})
	if testflag.Deep() && (proved == 0 || violated == 0) {
		t.Error("the random programs are too one-sided")
	}
}

// amounts writes two thread functions: each takes something under a lock, or by an atomic operation, keeps
// it, and gives it back, perhaps a different amount; in between something is asserted.
func amounts(r *rand.Rand) string {
	var b strings.Builder
	kind := []string{"unsigned char", "signed char", "unsigned", "int", "long"}[r.IntN(5)]
	first := 2 + r.IntN(3)
	fmt.Fprintf(&b, `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
%s p = %d, q, in;
`, kind, first)
	begin, end := "\tpthread_mutex_lock(&m);\n", "\tpthread_mutex_unlock(&m);\n"
	if r.IntN(2) == 0 {
		begin, end = "\t__VERIFIER_atomic_begin();\n", "\t__VERIFIER_atomic_end();\n"
	}
	for _, name := range []string{"f", "g"} {
		n := 1 + r.IntN(2)
		back := n
		if r.IntN(4) == 0 {
			back = 1 + r.IntN(3)
		}
		fmt.Fprintf(&b, "void *%s(void *arg)\n{\n", name)
		amount, again := fmt.Sprint(n), fmt.Sprint(back)
		if r.IntN(3) == 0 { // each thread its own
			fmt.Fprintf(&b, "\t%s n = __VERIFIER_nondet_int();\n\tif (n < %d || n > %d) return 0;\n",
				kind, r.IntN(2), n+1)
			amount, again = "n", []string{"n", "n", "n", again}[r.IntN(4)]
		}
		b.WriteString(begin)
		if r.IntN(4) > 0 {
			fmt.Fprintf(&b, "\tif (p < %s) {\n\t%s\treturn 0;\n\t}\n", amount, end)
		}
		fmt.Fprintf(&b, "\tp -= %s;\n", amount)
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "\tq += %s;\n", amount)
		}
		b.WriteString(end)
		if r.IntN(2) == 0 {
			b.WriteString("\t__atomic_fetch_add(&in, 1, __ATOMIC_SEQ_CST);\n")
			fmt.Fprintf(&b, "\tif (in > %d) reach_error();\n", first-r.IntN(2))
			b.WriteString("\t__atomic_fetch_sub(&in, 1, __ATOMIC_SEQ_CST);\n")
		}
		b.WriteString(begin)
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "\tif (p + q != %d) reach_error();\n", first)
		case 1:
			fmt.Fprintf(&b, "\tif (p > %d) reach_error();\n", first)
		case 2:
			fmt.Fprintf(&b, "\tif (q > %d) reach_error();\n", first+r.IntN(2))
		}
		fmt.Fprintf(&b, "\tp += %s;\n", again)
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, "\tq -= %s;\n", amount)
		}
		b.WriteString(end + "\treturn 0;\n}\n")
	}
	return b.String()
}
