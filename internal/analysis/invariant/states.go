package invariant

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// states are the operations on states that need to know the registers and the memory of the program.
type states struct {
	prog  *cfa.Program
	regs  *cfa.RegIndex
	space *space
	mem   *memory
}

func (x *states) width(r cfa.RegID) int {
	if r == cfa.NoReg {
		return 0
	}
	return absint.Width(x.prog.Regs[r].Sort)
}

// assign sets a register and forgets what was said in terms of its old value.
func (x *states) assign(s *state, r cfa.RegID, v value) {
	if r == cfa.NoReg {
		return
	}
	s.put(r, v)
	s.forget(func(d regDef) bool { return d.reg == r || x.reads(d.term, r) || x.reads(d.addr, r) })
}

func (x *states) reads(t term.Term, r cfa.RegID) bool {
	return t != term.None && slices.Contains(x.regs.Of(t), r)
}

// maxDefs bounds the definitions that a state remembers.
const maxDefs = 24

// define remembers how a register was made.
func (x *states) define(s *state, d regDef) {
	if x.prog.Regs[d.reg].Scope != cfa.Local || x.reads(d.term, d.reg) || x.reads(d.addr, d.reg) {
		return
	}
	if len(s.defs) >= maxDefs {
		s.defs = s.defs[1:]
	}
	for _, t := range []term.Term{d.term, d.addr} {
		if t == term.None {
			continue
		}
		for _, r := range x.regs.Of(t) {
			if x.prog.Regs[r].Scope != cfa.Local {
				return
			}
		}
	}
	i, _ := findReg(s.defs, d.reg, regOfDef)
	out := make([]regDef, 0, len(s.defs)+1)
	out = append(append(out, s.defs[:i]...), d)
	s.defs = append(out, s.defs[i:]...)
}

// merger joins or widens values.
type merger func(a, b value) value

// merging says how the parts of two states are joined or widened.
type merging struct {
	local  merger
	sets   live.Set // the registers that local is for; the others are joined
	all    bool     // local is for all registers
	memory merger
}

var joining = merging{local: value.join, all: true, memory: value.join}

// widening widens what a loop changes.
func widening(l *loopFacts, f merger) merging {
	how := merging{local: f, memory: value.join}
	if l != nil {
		how.sets = l.sets
		if l.stores {
			how.memory = f
		}
	}
	return how
}

// of is what is done to a register.
func (h merging) of(r cfa.RegID, scope cfa.Scope) merger {
	switch {
	case h.all || h.sets.Has(r):
		return h.local
	case scope == cfa.Thread:
		return h.memory // calls may set it, too
	}
	return value.join
}

// mergeStates returns a state over both, and whether it differs from a.
func (x *states) mergeStates(a, b *state, how merging) (*state, bool) {
	if a == b {
		return a, false
	}
	out := &state{alone: a.alone || b.alone, crowd: a.crowd || b.crowd, depth: min(a.depth, b.depth)}
	changed := out.alone != a.alone || out.crowd != a.crowd || out.depth != a.depth
	out.regs = a.regs
	var regs []regVal
	same := true
	i := 0
	for k, e := range a.regs {
		for i < len(b.regs) && b.regs[i].reg < e.reg {
			i++
		}
		v := e.val
		keep := i < len(b.regs) && b.regs[i].reg == e.reg
		if keep && !v.contains(b.regs[i].val) {
			v = how.of(e.reg, x.prog.Regs[e.reg].Scope)(v, b.regs[i].val)
			keep = !v.isTop() || len(v.refs) > 0
		} else if keep {
			if !same {
				regs = append(regs, e)
			}
			continue
		}
		if same {
			regs, same = slices.Clone(a.regs[:k]), false
		}
		if keep {
			regs = append(regs, regVal{e.reg, v})
		}
	}
	if !same {
		out.regs, changed = regs, true
	}
	var diff bool
	if out.mem, diff = x.mem.mergeMem(a, b, how.memory); diff {
		changed = true
	}
	out.shared, out.dead = joinObjs(a.shared, b.shared), joinObjs(a.dead, b.dead)
	changed = changed || len(out.shared) != len(a.shared) || len(out.dead) != len(a.dead)
	out.defs = a.defs
	if !slices.Equal(a.defs, b.defs) {
		out.defs = nil
		for _, d := range a.defs {
			if i, ok := findReg(b.defs, d.reg, regOfDef); ok && b.defs[i] == d {
				out.defs = append(out.defs, d)
			}
		}
		changed = changed || len(out.defs) != len(a.defs)
	}
	if !changed {
		return a, false
	}
	return out, true
}

// restrict forgets the registers that are not live at a location, but for those
// that the remembered definitions speak of.
func (x *states) restrict(s *state, live live.Set) {
	s.forget(func(d regDef) bool { return d.term != term.None && !live.Has(d.reg) })
	gone := func(r cfa.RegID) bool {
		return x.prog.Regs[r].Scope == cfa.Local && !live.Has(r) &&
			!slices.ContainsFunc(s.defs, func(d regDef) bool { return d.reg == r || x.reads(d.term, r) })
	}
	if slices.ContainsFunc(s.regs, func(v regVal) bool { return gone(v.reg) }) {
		out := make([]regVal, 0, len(s.regs))
		for _, v := range s.regs {
			if !gone(v.reg) {
				out = append(out, v)
			}
		}
		s.regs = out
	}
}

// pass gives the arguments of a call to the parameters. Those that do not fit
// are treated as by the engines, missing ones as unknown.
func (x *states) pass(s *state, proc *cfa.Proc, args []value) {
	for i, r := range proc.Params {
		v := topOf(x.width(r))
		if i < len(args) {
			v = x.space.resized(args[i], x.width(r))
		}
		s.put(r, v)
	}
}
