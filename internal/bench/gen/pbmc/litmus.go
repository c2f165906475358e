package pbmc

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	litmusStatements = 5  // of a process
	litmusSteps      = 20 // of the execution whose values are asked for, at most
)

// statement is target := source + c, or target := source * 2 + c. Variables are shared ones
// from 0 on, and below 0 the locals of the process.
type statement struct {
	target, source int
	double         bool
	c              int
}

// litmus makes a random program and asks whether two variables can have the values that
// they had in some execution.
func litmus(n int, seed uint64, unsat bool) string {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	shared := n
	programs := make([][]statement, n)
	for p := range programs {
		for k := range litmusStatements {
			s := statement{target: -1 - rng.IntN(2), source: rng.IntN(shared), c: 1 + rng.IntN(3), double: rng.IntN(4) == 0}
			if k%2 == 1 || rng.IntN(3) == 0 {
				s.target, s.source = rng.IntN(shared), -1-rng.IntN(2)
				if rng.IntN(3) == 0 {
					s.source = rng.IntN(shared)
				}
			}
			programs[p] = append(programs[p], s)
		}
	}
	last, a, b := target(rng, programs)
	if unsat { // more than all constants make
		a = 1 << (litmusStatements*n/4 + 6)
	}
	var out strings.Builder
	out.WriteString(head + "\nstatic int ")
	for v := range shared {
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
	fmt.Fprintf(&out, "    __VERIFIER_atomic_begin();\n    assert(!(x%d == %d && x%d == %d));\n    __VERIFIER_atomic_end();\n    return 0;\n}\n", last[0], a, last[1], b)
	return out.String()
}

func name(v int) string {
	if v < 0 {
		return fmt.Sprintf("r%d", -1-v)
	}
	return fmt.Sprintf("x%d", v)
}

// executions is the number of random executions that the values asked for are taken from.
const executions = 50

// value is a number with the steps that it depends on.
type value struct {
	n    int
	from map[int]bool
}

// target executes the program at random some times and returns two variables, with
// their values, that depended on as many steps as could be found.
func target(rng *rand.Rand, programs [][]statement) (vars [2]int, a, b int) {
	n, best := len(programs), -1
	for range executions {
		shared := make([]value, n)
		locals := make([][2]value, n)
		next := make([]int, n)
		for step := range min(litmusSteps, n*litmusStatements) {
			p := rng.IntN(n)
			for next[p] == litmusStatements {
				p = (p + 1) % n
			}
			s := programs[p][next[p]]
			next[p]++
			at := func(v int) *value {
				if v < 0 {
					return &locals[p][-1-v]
				}
				return &shared[v]
			}
			v := value{n: at(s.source).n + s.c, from: map[int]bool{step: true}}
			if s.double {
				v.n += at(s.source).n
			}
			for k := range at(s.source).from {
				v.from[k] = true
			}
			*at(s.target) = v
		}
		for x := range n {
			for y := range x {
				all := len(shared[x].from)
				for k := range shared[y].from {
					if !shared[x].from[k] {
						all++
					}
				}
				if all > best {
					best, vars, a, b = all, [2]int{y, x}, shared[y].n, shared[x].n
				}
			}
		}
	}
	return vars, a, b
}
