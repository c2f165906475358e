package modular_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// randomTickets is how many programs with permits or tickets an ordinary run compares.
const randomTickets = 1

// TestRandomTickets: what is proved of two kinds of threads that come in by a ticket or a permit and
// count themselves has no violation with two, three or four of them.
func TestRandomTickets(t *testing.T) {
	orders := []string{"fgf", "gff", "ffg"}
	proved, violated := compareRandom(t, drawn{programs: randomTickets, stream: 11, states: 20_000,
		questions: randomQuestions, orders: orders, write: tickets})
	if testflag.Deep() && (proved == 0 || violated == 0) {
		t.Error("the random programs are too one-sided")
	}
}

// tickets writes two thread functions that come in by the same means, in most programs rightly: tickets of
// some width, which may begin where they wrap around, or permits. Who is in writes a value, or moves an
// amount and back, and asserts what holds of it.
func tickets(r *rand.Rand) string {
	var b strings.Builder
	kind := []string{"unsigned char", "unsigned short", "unsigned"}[r.IntN(3)]
	first := []string{"0", "0", "254", "255", "-1"}[r.IntN(5)]
	room := 1 + r.IntN(3)/2 // two may be in at once in a third of the programs
	fmt.Fprintf(&b, `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
%s next = %s, serving = %s, in, x, p = 250, q;
int permits = %d;
`, kind, first, first, room)
	means := r.IntN(3)
	for _, name := range []string{"f", "g"} {
		fmt.Fprintf(&b, "void *%s(void *arg)\n{\n\t%s mine, n = %d;\n", name, kind, 1+r.IntN(20))
		if r.IntN(3) == 0 {
			b.WriteString("\tn = __VERIFIER_nondet_int() ? 3 : 7;\n")
		}
		b.WriteString(comes(r, means))
		for range 1 + r.IntN(2) {
			switch r.IntN(5) {
			case 0:
				fmt.Fprintf(&b, "\tx = n;\n\tif (x != n) reach_error();\n")
			case 1:
				b.WriteString("\t__atomic_fetch_add(&in, 1, __ATOMIC_SEQ_CST);\n")
				fmt.Fprintf(&b, "\tif (in > %d) reach_error();\n", room)
				b.WriteString("\t__atomic_fetch_sub(&in, 1, __ATOMIC_SEQ_CST);\n")
			case 2:
				fmt.Fprintf(&b, "\tp += n;\n\tq -= n;\n\tif ((%s)(p + q) != 250) reach_error();\n", kind)
			case 3:
				fmt.Fprintf(&b, "\tif ((%s)(next - serving) == 0) reach_error();\n", kind)
			case 4:
				b.WriteString("\tif (permits < 0) reach_error();\n")
			}
		}
		b.WriteString(leaves(r, means) + "\treturn 0;\n}\n")
	}
	return b.String()
}

// comes writes how a thread comes in.
func comes(r *rand.Rand, means int) string {
	switch {
	case means == 0 && r.IntN(6) == 0:
		return "\tmine = next;\n\tnext = mine + 1;\n\twhile (serving != mine) ;\n"
	case means == 0:
		return "\tmine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);\n\twhile (serving != mine) ;\n"
	case r.IntN(8) == 0:
		return "\tif (permits == 0) return 0;\n\tpermits--;\n"
	case means == 1:
		return "\t__VERIFIER_atomic_begin();\n\tif (permits == 0) {\n\t\t__VERIFIER_atomic_end();\n" +
			"\t\treturn 0;\n\t}\n\tpermits--;\n\t__VERIFIER_atomic_end();\n"
	}
	return "\tint old = permits;\n\tif (old <= 0 || !__sync_bool_compare_and_swap(&permits, old, old - 1)) " +
		"return 0;\n"
}

// leaves writes how a thread leaves.
func leaves(r *rand.Rand, means int) string {
	if means == 0 {
		return []string{"\tserving++;\n", "\tserving = mine + 1;\n",
			"\t__atomic_fetch_add(&serving, 1, __ATOMIC_SEQ_CST);\n"}[r.IntN(3)]
	}
	if r.IntN(8) == 0 {
		return "\tpermits = permits + 1;\n"
	}
	return fmt.Sprintf("\t__atomic_fetch_add(&permits, %d, __ATOMIC_SEQ_CST);\n", 1+r.IntN(8)/7)
}
