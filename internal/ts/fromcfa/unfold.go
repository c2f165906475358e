package fromcfa

import (
	"encoding/binary"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// maxUnfolded bounds the locations of all processes together that unfold makes.
const maxUnfolded = 4096

// unfold makes a location of each combination of constants that the registers of a process have at a
// location: a counter of a loop, an index computed from it. In each of the new locations these registers are
// constants, so indices of arrays become constants, and branches are decided. A path of the new system is one
// of the old, with the same steps: a location and values of registers that follow from it were there before
// as well. Registers of which there are too many values for maxUnfolded stay as they are.
func (t *translator) unfold() error {
	limit := max(64, maxUnfolded/len(t.threads))
	var instructions []ts.Instruction
	var goals []ts.Goal
	for _, th := range t.threads {
		u := &unfolder{th: th, sys: t.sys, limit: limit, tracked: map[int]bool{}}
		if err := u.run(); err != nil {
			return err
		}
		instructions, goals = append(instructions, u.instructions...), append(goals, u.goals...)
	}
	t.sys.Instructions, t.sys.Goals = instructions, goals
	return nil
}

// unfolder unfolds a process.
type unfolder struct {
	th      *thread
	sys     *ts.System
	limit   int
	regs    []cfa.RegID  // the registers, ascending
	tracked map[int]bool // the variables of registers that are unfolded
	from    [][]int      // instructions by location
	at      [][]int      // goals by location

	nodes        []unfolded
	number       map[string]int
	instructions []ts.Instruction
	goals        []ts.Goal
	ends         []ending
}

// unfolded is a location with the constants that registers have there, None for those that
// have none, in the order of unfolder.regs.
type unfolded struct {
	loc    int
	values []term.Term
}

func (u *unfolder) run() error {
	n := len(u.th.walker.Todo)
	u.from, u.at = make([][]int, n), make([][]int, n)
	for k := range u.sys.Instructions {
		if in := &u.sys.Instructions[k]; in.Process == u.th.process {
			u.from[in.From] = append(u.from[in.From], k)
		}
	}
	for k := range u.sys.Goals {
		if g := &u.sys.Goals[k]; g.Process == u.th.process {
			u.at[g.At] = append(u.at[g.At], k)
		}
	}
	for r, v := range u.th.regs {
		u.regs = append(u.regs, r)
		u.tracked[v] = true
	}
	slices.Sort(u.regs)
	for {
		if err := u.th.tr.ctx.Err(); err != nil {
			return err
		}
		if u.try() {
			break
		}
		u.forget()
	}
	u.th.ends = u.ends
	todo := make([]cfa.LocID, len(u.nodes))
	for n := range u.nodes {
		todo[n] = u.th.walker.Todo[u.nodes[n].loc]
	}
	u.th.walker.Todo = todo
	return nil
}

// try unfolds the tracked registers; false if that makes too many locations.
func (u *unfolder) try() bool {
	u.nodes, u.number, u.instructions, u.goals, u.ends = nil, map[string]int{}, nil, nil, nil
	first := make([]term.Term, len(u.regs))
	for k, r := range u.regs {
		if init := u.sys.Vars[u.th.regs[r]].Init; u.sys.Terms.IsConst(init) {
			first[k] = init
		}
	}
	u.node(0, first)
	for n := 0; n < len(u.nodes); n++ {
		if len(u.nodes) > max(u.limit, len(u.th.walker.Todo)) && u.tracksAny() {
			return false
		}
		u.expand(n)
	}
	return true
}

func (u *unfolder) tracksAny() bool {
	for _, on := range u.tracked {
		if on {
			return true
		}
	}
	return false
}

// node numbers a location with values; only those of tracked live registers count.
func (u *unfolder) node(loc int, values []term.Term) int {
	l := u.th.walker.Todo[loc]
	key := binary.AppendUvarint(nil, uint64(loc))
	for k, r := range u.regs {
		if !u.tracked[u.th.regs[r]] || u.th.tr.prog.Regs[r].Scope != cfa.Thread && !u.th.live[l].Has(r) {
			values[k] = term.None
		}
		key = binary.AppendUvarint(key, uint64(values[k]))
	}
	n, ok := u.number[string(key)]
	if !ok {
		n = len(u.nodes)
		u.number[string(key)] = n
		u.nodes = append(u.nodes, unfolded{loc, values})
	}
	return n
}

// expand makes what leaves a location.
func (u *unfolder) expand(n int) {
	s, loc, values := u.sys, u.nodes[n].loc, u.nodes[n].values
	m := map[term.Term]term.Term{}
	index := map[int]int{}
	for k, r := range u.regs {
		v := u.th.regs[r]
		index[v] = k
		if values[k] != term.None {
			m[s.Vars[v].Sym] = values[k]
		}
	}
	apply := func(t term.Term) term.Term { return t }
	if len(m) > 0 {
		apply = term.NewSubstituter(s.Terms, m).Apply
	}
	for _, k := range u.from[loc] {
		in := s.Instructions[k]
		if in.Guard = apply(in.Guard); s.Terms.IsFalse(in.Guard) {
			continue
		}
		in.Updates, in.Observed = slices.Clone(in.Updates), slices.Clone(in.Observed)
		next := slices.Clone(values)
		for j := range in.Updates {
			x := &in.Updates[j]
			x.Value = apply(x.Value)
			if r, ok := index[x.Var]; ok {
				if next[r] = x.Value; !s.Terms.IsConst(x.Value) {
					next[r] = term.None
				}
			}
		}
		for j := range in.Observed {
			in.Observed[j] = apply(in.Observed[j])
		}
		in.From, in.To = n, u.node(in.To, next)
		u.instructions = append(u.instructions, in)
	}
	for _, k := range u.at[loc] {
		g := s.Goals[k]
		g.At, g.Guard, g.Observed = n, apply(g.Guard), slices.Clone(g.Observed)
		for j := range g.Observed {
			g.Observed[j] = apply(g.Observed[j])
		}
		if !s.Terms.IsFalse(g.Guard) {
			u.goals = append(u.goals, g)
		}
	}
	for _, en := range u.th.ends {
		if en.at != loc {
			continue
		}
		if en.at, en.guard = n, apply(en.guard); s.Terms.IsFalse(en.guard) {
			continue
		}
		if en.value != term.None {
			en.value = apply(en.value)
		}
		u.ends = append(u.ends, en)
	}
}

// forget stops tracking the register with the most values.
func (u *unfolder) forget() {
	worst, most := -1, 0
	for k, r := range u.regs {
		v := u.th.regs[r]
		if !u.tracked[v] {
			continue
		}
		seen := map[term.Term]bool{}
		for _, n := range u.nodes {
			seen[n.values[k]] = true
		}
		if len(seen) > most {
			worst, most = v, len(seen)
		}
	}
	u.tracked[worst] = false
}
