package ts

import (
	"encoding/binary"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxUnfolded bounds the locations of all processes together that unfold makes.
const maxUnfolded = 4096

// unfold makes a location of each combination of constants that the registers of a process
// have at a location: a counter of a loop, an index computed from it. In each of the new
// locations these registers are constants, so indices of arrays become constants, and
// branches are decided. A path of the new system is one of the old, with the same steps: a
// location and values of registers that follow from it were there before as well.
// Registers of which there are too many values for maxUnfolded stay as they are.
func (b *builder) unfold() error {
	limit := max(64, maxUnfolded/len(b.threads))
	var instructions []Instruction
	var goals []Goal
	for i, t := range b.threads {
		u := &unfolder{b: b, process: i, t: t, limit: limit, tracked: map[int]bool{}}
		if err := u.run(); err != nil {
			return err
		}
		instructions, goals = append(instructions, u.instructions...), append(goals, u.goals...)
	}
	b.sys.Instructions, b.sys.Goals = instructions, goals
	return nil
}

// unfolder unfolds a process.
type unfolder struct {
	b       *builder
	process int
	t       *thread
	limit   int
	regs    []cfa.RegID  // the registers, ascending
	tracked map[int]bool // the variables of registers that are unfolded
	from    [][]int      // instructions by location
	at      [][]int      // goals by location

	nodes        []unfolded
	number       map[string]int
	instructions []Instruction
	goals        []Goal
	ends         []ending
}

// unfolded is a location with the constants that registers have there, None for those that
// have none, in the order of unfolder.regs.
type unfolded struct {
	loc    int
	values []term.Term
}

func (u *unfolder) run() error {
	n := len(u.t.todo)
	u.from, u.at = make([][]int, n), make([][]int, n)
	for k := range u.b.sys.Instructions {
		if in := &u.b.sys.Instructions[k]; in.Process == u.process {
			u.from[in.From] = append(u.from[in.From], k)
		}
	}
	for k := range u.b.sys.Goals {
		if g := &u.b.sys.Goals[k]; g.Process == u.process {
			u.at[g.At] = append(u.at[g.At], k)
		}
	}
	for r, v := range u.t.regs {
		u.regs = append(u.regs, r)
		u.tracked[v] = true
	}
	slices.Sort(u.regs)
	for {
		if err := u.b.ctx.Err(); err != nil {
			return err
		}
		if u.try() {
			break
		}
		u.forget()
	}
	u.t.ends = u.ends
	todo := make([]cfa.LocID, len(u.nodes))
	for n := range u.nodes {
		todo[n] = u.t.todo[u.nodes[n].loc]
	}
	u.t.todo = todo
	return nil
}

// try unfolds the tracked registers; false if that makes too many locations.
func (u *unfolder) try() bool {
	u.nodes, u.number, u.instructions, u.goals, u.ends = nil, map[string]int{}, nil, nil, nil
	first := make([]term.Term, len(u.regs))
	for k, r := range u.regs {
		if init := u.b.sys.Vars[u.t.regs[r]].Init; u.b.st.IsConst(init) {
			first[k] = init
		}
	}
	u.node(0, first)
	for n := 0; n < len(u.nodes); n++ {
		if len(u.nodes) > max(u.limit, len(u.t.todo)) && u.tracksAny() {
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
	l := u.t.todo[loc]
	key := binary.AppendUvarint(nil, uint64(loc))
	for k, r := range u.regs {
		if !u.tracked[u.t.regs[r]] || u.b.prog.Regs[r].Scope != cfa.Thread && !u.t.live[l].Has(r) {
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
	b, loc, values := u.b, u.nodes[n].loc, u.nodes[n].values
	m := map[term.Term]term.Term{}
	index := map[int]int{}
	for k, r := range u.regs {
		v := u.t.regs[r]
		index[v] = k
		if values[k] != term.None {
			m[b.sys.Vars[v].Sym] = values[k]
		}
	}
	apply := func(t term.Term) term.Term { return t }
	if len(m) > 0 {
		apply = term.NewSubstituter(b.st, m).Apply
	}
	for _, k := range u.from[loc] {
		in := b.sys.Instructions[k]
		if in.Guard = apply(in.Guard); b.st.IsFalse(in.Guard) {
			continue
		}
		in.Updates, in.joins = slices.Clone(in.Updates), slices.Clone(in.joins)
		next := slices.Clone(values)
		for j := range in.Updates {
			x := &in.Updates[j]
			x.Value = apply(x.Value)
			if r, ok := index[x.Var]; ok {
				if next[r] = x.Value; !b.st.IsConst(x.Value) {
					next[r] = term.None
				}
			}
		}
		for j := range in.joins {
			in.joins[j] = apply(in.joins[j])
		}
		in.From, in.To = n, u.node(in.To, next)
		u.instructions = append(u.instructions, in)
	}
	for _, k := range u.at[loc] {
		g := b.sys.Goals[k]
		g.At = n
		if g.apply(apply); !b.st.IsFalse(g.Guard) {
			u.goals = append(u.goals, g)
		}
	}
	for _, en := range u.t.ends {
		if en.at != loc {
			continue
		}
		if en.at, en.guard = n, apply(en.guard); b.st.IsFalse(en.guard) {
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
		v := u.t.regs[r]
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
