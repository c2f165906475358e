package dpr

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Form is what a program for MAX-3SAT does with a false clause.
type Form string

// The forms: an execution ends at a false clause, remembers it, or counts the true ones.
const (
	Stop     Form = "E"
	Remember Form = "P"
	Count    Form = "C"
)

// slack is how many clauses may be false in the form Count, for a violation.
const slack = 10

// Clauses is the number of clauses for n variables.
func Clauses(n int) int { return 3 * (2 * n * (2*n - 1) * (2*n - 2) / 6) / 7 }

// MaxSat returns the program for a random formula of n variables.
func MaxSat(f Form, n int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	var b strings.Builder
	b.WriteString(head + "int main(void) {\n")
	for v := range n {
		fmt.Fprintf(&b, "    int x%d;\n    if (__VERIFIER_nondet_int())\n        x%d = 1;\n    else\n"+
			"        x%d = 0;\n", v, v, v)
	}
	b.WriteString("    int count = 0, ok = 1;\n")
	for range Clauses(n) {
		vars := rng.Perm(n)[:3]
		var lits []string
		for _, v := range vars {
			lits = append(lits, fmt.Sprintf("%sx%d", []string{"", "!"}[rng.IntN(2)], v))
		}
		clause := strings.Join(lits, " | ")
		switch f {
		case Stop:
			fmt.Fprintf(&b, "    if (!(%s))\n        return 0;\n", clause)
		case Remember:
			fmt.Fprintf(&b, "    if (!(%s))\n        ok = 0;\n", clause)
		case Count:
			fmt.Fprintf(&b, "    if (%s)\n        count++;\n", clause)
		}
	}
	if f == Count {
		fmt.Fprintf(&b, "    ok = count > %d;\n", Clauses(n)-slack)
	}
	b.WriteString("    if (ok)\n        reach_error();\n    return 0;\n}\n")
	return b.String()
}

const head = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\n"
