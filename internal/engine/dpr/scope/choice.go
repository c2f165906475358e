package scope

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Choices finds the inputs that are nothing but choices between two values: those of which only the lowest
// bit is read, as of __VERIFIER_nondet_bool, and those that nothing but one branch reads, as in "if
// (__VERIFIER_nondet_int())", the nondeterministic conditional of the paper. The second value makes the
// condition of the first side of the branch true. Outcomes that no value found here yields are left to a
// solver: then the input is like any other.
func (x *Info) Choices() map[*cfa.Edge][2]uint64 {
	out := map[*cfa.Edge][2]uint64{}
	for _, proc := range x.Prog.Procs {
		reads := x.reads(proc)
		sets := map[cfa.RegID]int{}
		for _, e := range proc.Edges {
			if r := cfa.Def(e.Op); r != cfa.NoReg {
				sets[r]++
			}
		}
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Havoc)
			if !ok || op.Dst == cfa.NoReg || x.Prog.Regs[op.Dst].Scope == cfa.Thread || len(op.From) > 0 {
				continue
			}
			if v, ok := x.choice(op.Dst, reads[op.Dst], sets[op.Dst]); ok {
				out[e] = v
			}
		}
	}
	return out
}

// reads lists the edges that read a register.
func (x *Info) reads(proc *cfa.Proc) map[cfa.RegID][]*cfa.Edge {
	out := map[cfa.RegID][]*cfa.Edge{}
	for _, e := range proc.Edges {
		x.Regs.Uses(e.Op, func(r cfa.RegID) { out[r] = append(out[r], e) })
	}
	return out
}

func (x *Info) choice(r cfa.RegID, reads []*cfa.Edge, sets int) (values [2]uint64, ok bool) {
	reg := &x.Prog.Regs[r]
	if reg.Sort.IsBool() || reg.Sort.Width() == 1 || sets == 1 && x.lowestBit(reg.Sym, reads) {
		return [2]uint64{0, 1}, true
	}
	if len(reads) != 2 || sets != 1 || reads[0].From != reads[1].From || reg.Sort.Width() > 64 {
		return values, false
	}
	cond, ok := reads[0].Op.(cfa.Assume)
	if _, other := reads[1].Op.(cfa.Assume); !ok || !other || !x.negates(reads[0], reads[1]) ||
		len(x.Regs.Of(cond.Cond)) != 1 {
		return values, false
	}
	return x.sides(cond.Cond, reg)
}

// sides looks for values with which a condition is false and true.
func (x *Info) sides(cond term.Term, reg *cfa.Reg) (values [2]uint64, ok bool) {
	w := reg.Sort.Width()
	try := []uint64{0, 1, ^uint64(0), 1 << (w - 1), 1<<(w-1) - 1}
	var consts func(t term.Term, depth int)
	consts = func(t term.Term, depth int) {
		if v, ok := x.Prog.Terms.ConstUint64(t); ok {
			try = append(try, v, v+1, v-1)
		}
		for i := range x.Prog.Terms.NumArgs(t) {
			if depth > 0 {
				consts(x.Prog.Terms.Arg(t, i), depth-1)
			}
		}
	}
	const deep = 4
	consts(cond, deep)
	found := [2]bool{}
	for _, v := range try {
		if w < 64 {
			v &= 1<<w - 1
		}
		got, err := x.Prog.Terms.Eval(cond, term.Map{reg.Sym: term.BVValue(w, v)})
		if err != nil {
			return values, false
		}
		side := 0
		if got.Bool() {
			side = 1
		}
		if !found[side] {
			found[side], values[side] = true, v
		}
	}
	return values, found[0] && found[1]
}

// lowestBit reports whether all that edges read of a symbol is its lowest bit.
func (x *Info) lowestBit(sym term.Term, reads []*cfa.Edge) bool {
	st := x.Prog.Terms
	seen := map[term.Term]bool{}
	var whole func(t term.Term) bool
	whole = func(t term.Term) bool { // reads more of it
		if t == sym {
			return true
		}
		if seen[t] {
			return false
		}
		seen[t] = true
		if st.Op(t) == term.OpExtract && st.Arg(t, 0) == sym {
			hi, lo := st.Params(t)
			return hi != 0 || lo != 0
		}
		for i := range st.NumArgs(t) {
			if whole(st.Arg(t, i)) {
				return true
			}
		}
		return false
	}
	for _, e := range reads {
		for _, t := range cfa.Terms(e.Op) {
			if whole(t) {
				return false
			}
		}
	}
	return len(reads) > 0
}
