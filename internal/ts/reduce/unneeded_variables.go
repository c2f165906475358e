package reduce

import (
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// dropUnneeded drops the variables that no guard, no goal and nothing that is observed depends on.
func dropUnneeded(s *ts.System) {
	number := numbers(s)
	needed := make([]bool, len(s.Vars))
	var work []int
	need := func(list ...term.Term) {
		for _, t := range list {
			for _, sym := range s.Terms.Symbols(t) {
				if v, ok := number[sym]; ok && !needed[v] {
					needed[v] = true
					work = append(work, v)
				}
			}
		}
	}
	for _, p := range s.Processes {
		needed[p.PC] = true
	}
	for i := range s.Instructions {
		need(s.Instructions[i].Guard)
		need(s.Instructions[i].Observed...)
	}
	for i := range s.Goals {
		need(s.Goals[i].Guard)
		need(s.Goals[i].Observed...)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for i := range s.Instructions {
			for _, u := range s.Instructions[i].Updates {
				if u.Var == v {
					need(u.Value)
				}
			}
		}
	}
	dropVars(s, func(v int) bool { return !needed[v] })
}

// numbers returns the numbers of the variables by their symbols.
func numbers(s *ts.System) map[term.Term]int {
	number := make(map[term.Term]int, len(s.Vars))
	for v := range s.Vars {
		number[s.Vars[v].Sym] = v
	}
	return number
}
