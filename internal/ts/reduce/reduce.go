package reduce

import (
	"slices"

	"whittle.dev/internal/ts"
)

// Options says what is kept.
type Options struct {
	// KeepInstructions keeps instructions that no goal depends on.
	KeepInstructions bool
}

// rounds bounds how often one simplification is tried again because another one found something.
const rounds = 8

// Simplify puts in constants, makes scalars of arrays that are indexed by constants, drops what nothing
// depends on, and finds what instructions read and write.
func Simplify(s *ts.System, opt Options) {
	for range rounds {
		if !foldConstants(s) && !splitArrays(s) {
			break
		}
	}
	tidy(s, opt)
}

// Narrow finds how large the values of variables get, decides comparisons by that, and drops bits that are
// always zero. What instructions read and write must be known.
func Narrow(s *ts.System, opt Options) {
	narrowData(s)
	for range rounds {
		if !foldConstants(s) {
			break
		}
	}
	tidy(s, opt)
}

// tidy drops what cannot be executed or is not needed, and finds what instructions read and write.
func tidy(s *ts.System, opt Options) {
	dropImpossible(s)
	dropUnneeded(s)
	s.Summarise()
	if !opt.KeepInstructions && dropIrrelevant(s) {
		dropUnneeded(s)
		s.Summarise()
	}
}

// dropImpossible drops instructions that cannot be executed, and goals that are not reached.
func dropImpossible(s *ts.System) {
	s.Instructions = slices.DeleteFunc(s.Instructions,
		func(in ts.Instruction) bool { return s.Terms.IsFalse(in.Guard) })
	s.Goals = slices.DeleteFunc(s.Goals, func(g ts.Goal) bool { return s.Terms.IsFalse(g.Guard) })
}

// dropUpdates drops updates that change nothing.
func dropUpdates(s *ts.System) {
	for i := range s.Instructions {
		in := &s.Instructions[i]
		in.Updates = slices.DeleteFunc(in.Updates,
			func(u ts.Update) bool { return u.Value == s.Vars[u.Var].Sym })
	}
}

// dropVars drops variables with their updates, and renumbers the others everywhere.
func dropVars(s *ts.System, drop func(v int) bool) {
	number := make([]int, len(s.Vars))
	var kept []ts.Var
	for v := range s.Vars {
		if drop(v) {
			number[v] = -1
			continue
		}
		number[v] = len(kept)
		kept = append(kept, s.Vars[v])
	}
	for i := range s.Processes {
		s.Processes[i].PC = number[s.Processes[i].PC]
	}
	for i := range s.Instructions {
		in := &s.Instructions[i]
		updates := in.Updates[:0]
		for _, u := range in.Updates {
			if number[u.Var] >= 0 {
				updates = append(updates, ts.Update{Var: number[u.Var], Value: u.Value})
			}
		}
		in.Updates = updates
	}
	s.Vars = kept
}
