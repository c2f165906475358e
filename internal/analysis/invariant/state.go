package invariant

import (
	"cmp"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// state is what is known at a location of one thread. States are shared;
// the methods with* return changed ones.
type state struct {
	// regs are the registers of which something is known, ascending.
	regs []regVal
	// mem is the content of objects that no other thread can see, ascending by object: if the last instance
	// of an object is private, this is in it. Of static objects without an entry it is the initial content.
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

// setOwn replaces the content of a private object; nil: it is not private any more.
func (s *state) setOwn(o int32, c *content) {
	i, ok := slices.BinarySearchFunc(s.mem, o, func(p privateObj,
		o int32) int {
		return cmp.Compare(p.obj, o)
	})
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
