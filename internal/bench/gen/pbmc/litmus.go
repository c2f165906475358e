package pbmc

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

const (
	litmusStatements = 5  // of a process
	litmusSteps      = 20 // of the executions that the value asked for is taken from
	litmusShared     = 2  // of litmusOf accesses are to shared variables
	litmusOf         = 5
	litmusRuns       = 5000 // random executions
)

// statement is target := source + c, or target := source * 2 + c. Variables are shared ones
// from 0 on, and below 0 the locals of the process.
type statement struct {
	target, source int
	double         bool
	c              int
}

// litmus makes a random program of accesses to n shared variables and to two locals of each
// process. It asks whether a shared variable can have a value that it rarely had in random
// executions; or, for unsat, one that is too large.
func litmus(n int, seed uint64, unsat bool) string {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	variable := func() int {
		if rng.IntN(litmusOf) < litmusShared {
			return rng.IntN(n)
		}
		return -1 - rng.IntN(2)
	}
	programs := make([][]statement, n)
	sum := 0
	for p := range programs {
		for range litmusStatements {
			s := statement{target: variable(), source: variable(), double: rng.IntN(4) == 0,
				c: 1 + rng.IntN(3)}
			programs[p] = append(programs[p], s)
			sum += s.c
		}
	}
	v, goal := target(rng, programs)
	if unsat { // more than each statement once, in any order, makes
		goal = (sum + 1) << doubles(programs)
	}
	var out strings.Builder
	out.WriteString(head + "\nstatic int ")
	for v := range n {
		if v > 0 {
			out.WriteString(", ")
		}
		fmt.Fprintf(&out, "x%d", v)
	}
	out.WriteString(";\n\n")
	for p := range programs {
		fmt.Fprintf(&out, "static void *work%d(void *arg) {\n    int r0 = 0, r1 = 0;\n", p)
		for _, s := range programs[p] {
			source := name(s.source)
			if s.double {
				source += " * 2"
			}
			fmt.Fprintf(&out, "    STEP(%s = %s + %d);\n", name(s.target), source, s.c)
		}
		out.WriteString("    return arg;\n}\n\n")
	}
	out.WriteString("int main(void) {\n    pthread_t t;\n")
	for p := range programs {
		fmt.Fprintf(&out, "    pthread_create(&t, 0, work%d, 0);\n", p)
	}
	fmt.Fprintf(&out, "    __VERIFIER_atomic_begin();\n    assert(x%d != %d);\n    "+
		"__VERIFIER_atomic_end();\n    return 0;\n}\n", v, goal)
	return out.String()
}

// doubles is the number of statements that double.
func doubles(programs [][]statement) (n int) {
	for _, list := range programs {
		for _, s := range list {
			if s.double {
				n++
			}
		}
	}
	return n
}

func name(v int) string {
	if v < 0 {
		return fmt.Sprintf("r%d", -1-v)
	}
	return fmt.Sprintf("x%d", v)
}

// target executes the program at random many times and returns the variable and the value other than the
// initial one at the end that were seen together least often; of those the one of the largest value.
func target(rng *rand.Rand, programs [][]statement) (v, value int) {
	n := len(programs)
	type outcome struct{ v, value int }
	seen := map[outcome]int{}
	for range litmusRuns {
		shared, locals, next := make([]int, n), make([][2]int, n), make([]int, n)
		for range min(litmusSteps, n*litmusStatements) {
			p := rng.IntN(n)
			for next[p] == litmusStatements {
				p = (p + 1) % n
			}
			s := programs[p][next[p]]
			next[p]++
			at := func(v int) *int {
				if v < 0 {
					return &locals[p][-1-v]
				}
				return &shared[v]
			}
			x := *at(s.source)
			if s.double {
				x *= 2
			}
			*at(s.target) = x + s.c
		}
		for v, x := range shared {
			if x != 0 {
				seen[outcome{v, x}]++
			}
		}
	}
	list := slices.SortedFunc(maps.Keys(seen), func(a, b outcome) int {
		return cmp.Or(cmp.Compare(seen[a], seen[b]), cmp.Compare(b.value, a.value), cmp.Compare(a.v, b.v))
	})
	return list[0].v, list[0].value
}
