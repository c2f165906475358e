package reduce

import (
	"slices"

	"whittle.dev/internal/ts"
)

// dropIrrelevant drops instructions that no goal can depend on: those that write nothing that a goal or
// an instruction which is kept reads. It reports whether there are any. A path to a goal is one without
// their steps ("PBMC: Symbolic Program Slicing for Program Verification", theorem 1, with the variables of
// all goals as F). A program counter is read at the locations that matter only. What instructions
// read and write must be known, see System.Summarise.
func dropIrrelevant(s *ts.System) bool {
	c := &cone{s: s, vars: make([]bool, len(s.Vars)), keep: make([]bool, len(s.Instructions)),
		locs: make([][]bool, len(s.Processes))}
	for p := range s.Processes {
		c.locs[p] = make([]bool, len(s.Processes[p].Locs))
	}
	for i := range s.Goals {
		g := &s.Goals[i]
		c.locs[g.Process][g.At] = true
		c.read(g.Reads, g.ElemReads)
	}
	for changed := true; changed; {
		changed = false
		for i := range s.Instructions {
			in := &s.Instructions[i]
			if c.keep[i] || !c.needs(in) {
				continue
			}
			c.keep[i], c.locs[in.Process][in.From], changed = true, true, true
			c.read(in.Reads, in.ElemReads)
		}
	}
	n := 0
	s.Instructions = slices.DeleteFunc(s.Instructions, func(ts.Instruction) bool { n++; return !c.keep[n-1] })
	return len(s.Instructions) < n
}

// cone is what goals may depend on.
type cone struct {
	s    *ts.System
	vars []bool
	keep []bool   // by instruction
	locs [][]bool // by process: a goal or an instruction that is kept is there
}

func (c *cone) read(vars []int, elems []ts.Element) {
	for _, v := range vars {
		c.vars[v] = true
	}
	for _, e := range elems {
		c.vars[e.Var] = true
	}
}

func (c *cone) needs(in *ts.Instruction) bool {
	if in.From != in.To && (c.locs[in.Process][in.To] || c.vars[c.s.Processes[in.Process].PC]) {
		return true
	}
	return slices.ContainsFunc(in.Writes, func(v int) bool { return c.vars[v] }) ||
		slices.ContainsFunc(in.ElemWrites, func(e ts.Element) bool { return c.vars[e.Var] })
}
