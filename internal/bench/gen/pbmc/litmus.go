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

// litmus makes a random program, executes it once at random, and asks whether two
// variables can have the values that they had then.
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
	values := make([]int, shared)
	locals := make([][2]int, n)
	next := make([]int, n)
	read := func(p, v int) int {
		if v < 0 {
			return locals[p][-1-v]
		}
		return values[v]
	}
	last := []int{0, 1}
	for range min(litmusSteps, n*litmusStatements) {
		p := rng.IntN(n)
		for next[p] == litmusStatements {
			p = (p + 1) % n
		}
		s := programs[p][next[p]]
		next[p]++
		v := read(p, s.source)
		if s.double {
			v *= 2
		}
		v += s.c
		if s.target < 0 {
			locals[p][-1-s.target] = v
			continue
		}
		values[s.target] = v
		if last[1] != s.target {
			last[0], last[1] = last[1], s.target
		}
	}
	a, b := values[last[0]], values[last[1]]
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
