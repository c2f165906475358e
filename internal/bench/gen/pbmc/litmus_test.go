package pbmc

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// step is a statement as it stands in the text of a program.
type step struct {
	target, source string
	double         bool
	c              int
}

// TestLitmus runs all interleavings of programs of two processes: the value that is asked for is reached,
// unless the property was to hold.
func TestLitmus(t *testing.T) {
	statement := regexp.MustCompile(`STEP\((\w+) = (\w+)( \* 2)? \+ (\d+)\);`)
	asked := regexp.MustCompile(`assert\((x\d+) != (\d+)\)`)
	for seed := range uint64(12) {
		for _, unsat := range []bool{false, true} {
			text := litmus(2, seed, unsat)
			var processes [][]step
			for p, part := range strings.Split(text, "static void *work")[1:] {
				processes = append(processes, nil)
				for _, m := range statement.FindAllStringSubmatch(part, -1) {
					s := step{m[1], m[2], m[3] != "", 0}
					s.c, _ = strconv.Atoi(m[4])
					// Locals have the same names in all processes.
					for _, v := range []*string{&s.target, &s.source} {
						if strings.HasPrefix(*v, "r") {
							*v += " of " + strconv.Itoa(p)
						}
					}
					processes[p] = append(processes[p], s)
				}
			}
			m := asked.FindStringSubmatch(text)
			if len(processes) != 2 || len(processes[0]) != litmusStatements || m == nil {
				t.Fatalf("seed %d: not understood:\n%s", seed, text)
			}
			goal, _ := strconv.Atoi(m[2])
			if reached := reach(processes, map[string]int{}, m[1], goal); reached == unsat {
				t.Errorf("seed %d, unsat %v: %s = %d is reached: %v\n%s", seed, unsat, m[1], goal, reached,
					text)
			}
		}
	}
}

// reach tells whether a variable has a value in some state of the processes, from the given one on.
func reach(processes [][]step, state map[string]int, v string, goal int) bool {
	if state[v] == goal {
		return true
	}
	for p, list := range processes {
		if len(list) == 0 {
			continue
		}
		s := list[0]
		x := state[s.source]
		if s.double {
			x *= 2
		}
		old := state[s.target]
		processes[p], state[s.target] = list[1:], x+s.c
		found := reach(processes, state, v, goal)
		processes[p], state[s.target] = list, old
		if found {
			return true
		}
	}
	return false
}
