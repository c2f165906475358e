package invariant

import (
	"cmp"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// state is what is known at a location of one thread. States are shared;
// the methods with* return changed ones.
type state struct {
	// regs are the registers of which something is known, ascending.
	regs []regVal
	// mem is the content of objects that no other thread can see, ascending by
	// object: if the last instance of an object is private, this is in it. Of
	// static objects without an entry it is the initial content.
	mem []privateObj
	// shared are the allocated objects whose last instance other threads may
	// see, and dead those whose last instance may be freed; ascending.
	shared, dead []int32
	// alone: no other thread may have been started yet. crowd: one may have.
	alone, crowd bool
	// depth counts the atomic sections that are open on every path.
	depth int
	// defs tell how registers were made, ascending by register.
	defs []regDef
}

type regVal struct {
	reg cfa.RegID
	val value
}

type privateObj struct {
	obj int32
	mem *content
}

// regDef says that a register has the value of a term over other registers, or
// that of the memory at an address.
type regDef struct {
	reg  cfa.RegID
	term term.Term // None: a load
	addr term.Term
	size int
	// section: the load is of memory that only the atomic section protects.
	section bool
}

func findReg[T any](s []T, r cfa.RegID, of func(T) cfa.RegID) (int, bool) {
	return slices.BinarySearchFunc(s, r, func(e T, r cfa.RegID) int { return cmp.Compare(of(e), r) })
}

func regOfVal(v regVal) cfa.RegID { return v.reg }
func regOfDef(d regDef) cfa.RegID { return d.reg }

func (s *state) get(r cfa.RegID, width int) value {
	if i, ok := findReg(s.regs, r, regOfVal); ok {
		return s.regs[i].val
	}
	return topOf(width)
}

// put sets a register in a state that is not shared yet, and forgets nothing.
func (s *state) put(r cfa.RegID, v value) {
	i, ok := findReg(s.regs, r, regOfVal)
	switch {
	case v.isTop() && len(v.refs) == 0 && !ok:
	case v.isTop() && len(v.refs) == 0:
		s.regs = append(s.regs[:i:i], s.regs[i+1:]...)
	case ok:
		s.regs = slices.Clone(s.regs)
		s.regs[i].val = v
	default:
		out := make([]regVal, 0, len(s.regs)+1)
		out = append(append(out, s.regs[:i]...), regVal{r, v})
		s.regs = append(out, s.regs[i:]...)
	}
}

func (s *state) fork() *state {
	c := *s
	return &c
}

// assign sets a register and forgets what was said in terms of its old value.
func (x *Invariant) assign(s *state, r cfa.RegID, v value) {
	if r == cfa.NoReg {
		return
	}
	s.put(r, v)
	s.forget(func(d regDef) bool { return d.reg == r || x.reads(d.term, r) || x.reads(d.addr, r) })
}

func (x *Invariant) reads(t term.Term, r cfa.RegID) bool {
	return t != term.None && slices.Contains(x.regs.Of(t), r)
}

func (s *state) forget(gone func(regDef) bool) {
	if !slices.ContainsFunc(s.defs, gone) {
		return
	}
	out := make([]regDef, 0, len(s.defs)-1)
	for _, d := range s.defs {
		if !gone(d) {
			out = append(out, d)
		}
	}
	s.defs = out
}

// maxDefs bounds the definitions that a state remembers.
const maxDefs = 24

// define remembers how a register was made.
func (x *Invariant) define(s *state, d regDef) {
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

// own returns the content of an object if its last instance is private; nil
// when it cannot be.
func (x *Invariant) own(s *state, o int32) *content {
	if i, ok := slices.BinarySearchFunc(s.mem, o, func(p privateObj, o int32) int { return cmp.Compare(p.obj, o) }); ok {
		return s.mem[i].mem
	}
	if s.alone && x.objs[o].static != nil {
		return x.initial
	}
	return nil
}

// setOwn replaces the content of a private object; nil: it is not private any
// more.
func (s *state) setOwn(o int32, c *content) {
	i, ok := slices.BinarySearchFunc(s.mem, o, func(p privateObj, o int32) int { return cmp.Compare(p.obj, o) })
	out := make([]privateObj, 0, len(s.mem)+1)
	out = append(out, s.mem[:i]...)
	if c != nil {
		out = append(out, privateObj{o, c})
	}
	if ok {
		i++
	}
	s.mem = append(out, s.mem[i:]...)
}

// seen reports whether other threads may see the last instance of an object.
func (x *Invariant) seen(s *state, o int32) bool {
	if x.objs[o].static != nil {
		return s.crowd
	}
	return hasObj(s.shared, o)
}

func hasObj(set []int32, o int32) bool {
	_, ok := slices.BinarySearch(set, o)
	return ok
}

func addObj(set []int32, o int32) []int32 {
	i, ok := slices.BinarySearch(set, o)
	if ok {
		return set
	}
	return slices.Insert(slices.Clone(set), i, o)
}

func dropObj(set []int32, o int32) []int32 {
	i, ok := slices.BinarySearch(set, o)
	if !ok {
		return set
	}
	return slices.Delete(slices.Clone(set), i, i+1)
}

func joinObjs(a, b []int32) []int32 {
	for _, o := range b {
		a = addObj(a, o)
	}
	return a
}

// merger joins or widens values.
type merger func(a, b value) value

// merging says how the parts of two states are joined or widened.
type merging struct {
	local  merger
	sets   analysis.RegSet // the registers that local is for; the others are joined
	all    bool            // local is for all registers
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
func (x *Invariant) mergeStates(a, b *state, how merging) (*state, bool) {
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
	if out.mem, diff = x.mergeMem(a, b, how.memory); diff {
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

func (x *Invariant) mergeMem(a, b *state, f merger) ([]privateObj, bool) {
	out := make([]privateObj, 0, max(len(a.mem), len(b.mem)))
	changed := false
	i, j := 0, 0
	for i < len(a.mem) || j < len(b.mem) {
		switch {
		case j == len(b.mem) || i < len(a.mem) && a.mem[i].obj < b.mem[j].obj:
			p := a.mem[i]
			if c := x.own(b, p.obj); c != nil {
				var diff bool
				p.mem, diff = x.mergeContent(p.obj, p.mem, c, f)
				changed = changed || diff
			}
			out = append(out, p)
			i++
		case i == len(a.mem) || b.mem[j].obj < a.mem[i].obj:
			p := b.mem[j]
			if c := x.own(a, p.obj); c != nil {
				var diff bool
				p.mem, diff = x.mergeContent(p.obj, c, p.mem, f)
				changed = changed || diff
			} else {
				changed = true
			}
			out = append(out, p)
			j++
		default:
			p := a.mem[i]
			var diff bool
			p.mem, diff = x.mergeContent(p.obj, p.mem, b.mem[j].mem, f)
			changed = changed || diff
			out = append(out, p)
			i++
			j++
		}
	}
	if !changed {
		return a.mem, false
	}
	return out, true
}

// restrict forgets the registers that are not live at a location, but for those
// that the remembered definitions speak of.
func (x *Invariant) restrict(s *state, live analysis.RegSet) {
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
