package ids

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// of is what a term may be.
func (d *follower) of(t term.Term) bits {
	s := d.prog.Terms
	if t == term.None || s.Sort(t).IsBool() {
		return 0
	}
	if b, ok := d.memo[t]; ok {
		return b
	}
	b := d.compute(t)
	d.memo[t] = b
	return b
}

func (d *follower) compute(t term.Term) bits {
	s := d.prog.Terms
	switch s.Op(t) {
	case term.OpSymbol:
		if r, ok := d.index.Reg(t); ok {
			return d.regs[r]
		}
		return idOther
	case term.OpConst:
		if s.ConstBig(t).Sign() == 0 {
			return 0
		}
		return idOther
	case term.OpIte:
		return d.of(s.Arg(t, 1)) | d.of(s.Arg(t, 2))
	case term.OpZeroExt, term.OpSignExt:
		return d.of(s.Arg(t, 0))
	case term.OpExtract:
		// No program has so many threads that two ids have the same 16 bits.
		b := d.of(s.Arg(t, 0))
		if hi, lo := s.Params(t); b&idWhole != 0 && (lo != 0 || hi < 15) {
			b = b&^idWhole | idPart
		}
		return b
	case term.OpConcat:
		args := s.Args(t)
		last := d.of(args[len(args)-1])
		var high bits
		for _, a := range args[:len(args)-1] {
			high |= d.of(a)
		}
		if high == 0 {
			return last
		}
		return d.computed(high | last)
	}
	var b bits
	for _, a := range s.Args(t) {
		b |= d.of(a)
	}
	return d.computed(b)
}

// computed is what an operation makes of its operands.
func (d *follower) computed(b bits) bits {
	if b&idAny != 0 {
		return idPart | idOther
	}
	return idOther
}

// checker looks for places where numbers of threads are looked at, in one procedure.
type checker struct {
	*follower
	lenient bool // it is one of the functions for threads and locks: only what they are given matters
	seen    map[term.Term]bool
}

func (c *checker) edge(e *cfa.Edge) bool {
	clear(c.memo)
	decides, known := step.Decides(e.Op), idAny
	switch e.Op.(type) {
	case cfa.Print:
		return false // has no effect
	case cfa.Join:
		known = idPart | idOther
	case cfa.Load, cfa.Store:
		if c.lenient {
			known = 0
		}
	}
	if c.of(decides)&known != 0 {
		return true
	}
	for _, t := range cfa.Terms(e.Op) {
		if c.looks(t) {
			return true
		}
	}
	return false
}

// looks reports whether some operator in a term looks at a number.
func (c *checker) looks(t term.Term) bool {
	if c.seen[t] {
		return false
	}
	c.seen[t] = true
	s := c.prog.Terms
	args := s.Args(t)
	for _, a := range args {
		if c.looks(a) {
			return true
		}
	}
	switch s.Op(t) {
	case term.OpIte, term.OpZeroExt, term.OpSignExt, term.OpExtract, term.OpConcat:
		return false
	case term.OpEq, term.OpDistinct:
		for i, a := range args {
			for _, b := range args[i+1:] {
				if c.compares(c.of(a), c.of(b)) {
					return true
				}
			}
		}
		return false
	}
	if c.lenient {
		return false
	}
	for _, a := range args {
		if c.of(a)&idAny != 0 {
			return true
		}
	}
	return false
}

// compares reports whether it depends on numbers of threads if two values are equal.
func (c *checker) compares(a, b bits) bool {
	if c.lenient {
		return a&idWhole != 0 && b&idOther != 0 || b&idWhole != 0 && a&idOther != 0
	}
	return (a|b)&idPart != 0 || a&idWhole != 0 && b&(idOther|idUnset) != 0 || b&idWhole != 0 &&
		a&(idOther|idUnset) != 0
}
