package unset

import (
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// A loop fills an array element by element. What it has written when its counter r has some value are the
// bytes first+stride*k up to first+stride*k+size of the newest object of an allocation, for all k below r. A
// counter that is zero has this for all arrays, and when the loop is left because r is not below a number n,
// it has it for all k below n.
type prefix struct {
	counter       cfa.RegID
	obj           pointsto.ObjID
	first, stride int64
	size          int
}

// element is what a store writes that depends on a counter.
func (a *analyser) element(s *state, addr term.Term, size int) (prefix, bool) {
	ts := a.prog.Terms
	p := prefix{counter: cfa.NoReg, stride: 1, size: size}
	base, found := place{}, false
	list := a.summands(addr, nil)
	for i, t := range list {
		if r, ok := a.regs.Reg(t); ok {
			if el, ok := s.elements[r]; ok && (len(list) == 1 || len(list) == 2 && ts.IsConst(list[1-i])) {
				el.size = size
				if len(list) == 2 {
					n, _ := ts.ConstUint64(list[1-i])
					el.first += int64(n)
				}
				return el, el.first >= 0
			}
		}
	}
	for _, t := range list {
		if n, ok := ts.ConstUint64(t); ok {
			p.first += int64(n)
			continue
		}
		if b, ok := a.place(s, t); ok && b.obj >= 0 && !found {
			base, found = b, true
			continue
		}
		if p.counter != cfa.NoReg {
			return p, false
		}
		if ts.Op(t) == term.OpBVMul {
			x, y := ts.Arg(t, 0), ts.Arg(t, 1)
			if ts.IsConst(x) {
				x, y = y, x
			}
			n, ok := ts.ConstUint64(y)
			if !ok || n > maxBytes {
				return p, false
			}
			t, p.stride = x, int64(n)
		}
		if op := ts.Op(t); op == term.OpSignExt || op == term.OpZeroExt {
			t = ts.Arg(t, 0)
		}
		r, ok := a.regs.Reg(t)
		if !ok {
			return p, false
		}
		p.counter = r
	}
	p.obj, p.first = base.obj, p.first+base.off
	return p, found && p.counter != cfa.NoReg && p.stride > 0 && p.first >= 0
}

// summands lists what a term is the sum of.
func (a *analyser) summands(t term.Term, list []term.Term) []term.Term {
	if a.prog.Terms.Op(t) == term.OpBVAdd {
		return a.summands(a.prog.Terms.Arg(t, 1), a.summands(a.prog.Terms.Arg(t, 0), list))
	}
	return append(list, t)
}

// fills notes that a store of what is defined goes to the element of a counter.
func (a *analyser) fills(s *state, addr term.Term, size int) {
	p, ok := a.element(s, addr, size)
	if !ok {
		return
	}
	if n, zero := s.consts[p.counter]; zero && n == 0 {
		s.prefixes[p] = true
	} else if _, ok := s.prefixes[p]; ok {
		s.prefixes[p] = true
	}
}

// counts changes what is known of prefixes where a register gets a value.
func (a *analyser) counts(s *state, r cfa.RegID, value term.Term) {
	ts := a.prog.Terms
	n, isConst := uint64(0), false
	if value != term.None {
		n, isConst = a.number(s, value)
	}
	step := false
	if value != term.None && ts.Op(value) == term.OpBVAdd {
		x, y := ts.Arg(value, 0), ts.Arg(value, 1)
		if ts.IsConst(x) {
			x, y = y, x
		}
		one, ok := ts.ConstUint64(y)
		step = ok && one == 1 && x == a.prog.Sym(r)
	}
	for p, done := range s.prefixes {
		switch {
		case p.counter != r:
		case step && done:
			s.prefixes[p] = false
		default:
			delete(s.prefixes, p)
		}
	}
	for q, p := range s.elements {
		if p.counter == r {
			delete(s.elements, q)
		}
	}
	delete(s.consts, r)
	if isConst {
		s.consts[r] = n
	}
}

// leaves uses what a condition says of counters.
func (a *analyser) leaves(s *state, cond term.Term) {
	ts := a.prog.Terms
	if len(s.prefixes) == 0 {
		return
	}
	var list []term.Term
	if ts.Op(cond) == term.OpAnd {
		list = ts.Args(cond)
	} else {
		list = []term.Term{cond}
	}
	for _, c := range list {
		var counter, bound term.Term
		switch {
		case ts.Op(c) == term.OpNot:
			less := ts.Arg(c, 0)
			if op := ts.Op(less); op != term.OpBVSlt && op != term.OpBVUlt {
				continue
			}
			counter, bound = ts.Arg(less, 0), ts.Arg(less, 1) // not counter < bound
		case ts.Op(c) == term.OpBVSlt || ts.Op(c) == term.OpBVUlt:
			bound, counter = ts.Arg(c, 0), ts.Arg(c, 1) // bound < counter
		case ts.Op(c) == term.OpEq:
			counter, bound = ts.Arg(c, 0), ts.Arg(c, 1)
			if ts.IsConst(counter) {
				counter, bound = bound, counter
			}
		default:
			continue
		}
		if op := ts.Op(counter); op == term.OpSignExt || op == term.OpZeroExt {
			counter = ts.Arg(counter, 0)
		}
		r, ok := a.regs.Reg(counter)
		n, known := ts.ConstUint64(bound)
		if b, isReg := a.regs.Reg(bound); isReg {
			n, known = s.consts[b]
		}
		if ok && known && n <= maxBytes {
			a.filled(s, r, int64(n))
		}
	}
}

// filled notes that all elements below n are written for the prefixes of a counter.
func (a *analyser) filled(s *state, r cfa.RegID, n int64) {
	for p := range s.prefixes {
		x, ok := s.objs[p.obj]
		if p.counter != r || !ok || p.first+n*p.stride > 4*maxBytes {
			continue
		}
		c := content{bytes: append([]uint8(nil), x.bytes...), rest: x.rest}
		for k := int64(0); k < n; k++ {
			for i := range p.size {
				if at := p.first + k*p.stride + int64(i); at < int64(len(c.bytes)) {
					c.bytes[at] = 0
				}
			}
		}
		x.content = c
		s.objs[p.obj] = x
	}
}

// excluded reports whether the constants exclude a condition.
func (a *analyser) excluded(s *state, cond term.Term) bool {
	holds, known := a.truth(s, cond)
	return known && !holds
}

func (a *analyser) truth(s *state, cond term.Term) (holds, known bool) {
	ts := a.prog.Terms
	switch op := ts.Op(cond); op {
	case term.OpConst:
		return ts.IsTrue(cond), true
	case term.OpNot:
		holds, known = a.truth(s, ts.Arg(cond, 0))
		return !holds, known
	case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		if holds, known = a.sameAddress(s, cond); known {
			return holds, true
		}
		x, ok := a.number(s, ts.Arg(cond, 0))
		y, also := a.number(s, ts.Arg(cond, 1))
		if !ok || !also {
			return false, false
		}
		switch op {
		case term.OpEq:
			return x == y, true
		case term.OpBVUlt:
			return x < y, true
		}
		by := 64 - width(ts, ts.Arg(cond, 0))
		return int64(x<<by) < int64(y<<by), true
	}
	return false, false
}

// sameAddress is the truth of a comparison of an address with null.
func (a *analyser) sameAddress(s *state, cond term.Term) (holds, known bool) {
	ts := a.prog.Terms
	if ts.Op(cond) != term.OpEq || width(ts, ts.Arg(cond, 0)) != a.prog.PtrWidth {
		return false, false
	}
	p, ok := a.place(s, ts.Arg(cond, 0))
	q, also := a.place(s, ts.Arg(cond, 1))
	if !ok || !also || (p.obj == null) == (q.obj == null) || p.maybe || q.maybe {
		return false, false
	}
	return false, true
}

// number is the value of a term, if it is a constant.
func (a *analyser) number(s *state, t term.Term) (n uint64, ok bool) {
	ts := a.prog.Terms
	if w := width(ts, t); w > 64 || ts.Sort(t).IsBool() {
		return 0, false
	}
	if n, ok = ts.ConstUint64(t); ok {
		return n, true
	}
	if r, ok := a.regs.Reg(t); ok {
		n, ok = s.consts[r]
		return n, ok
	}
	switch ts.Op(t) {
	case term.OpZeroExt:
		return a.number(s, ts.Arg(t, 0))
	case term.OpBVAdd, term.OpBVMul:
		n, ok = a.number(s, ts.Arg(t, 0))
		m, also := a.number(s, ts.Arg(t, 1))
		if ts.Op(t) == term.OpBVAdd {
			n += m
		} else {
			n *= m
		}
		return n & ones(width(ts, t)), ok && also
	case term.OpSignExt:
		n, ok = a.number(s, ts.Arg(t, 0))
		by := 64 - width(ts, ts.Arg(t, 0))
		return uint64(int64(n<<by)>>by) & ones(width(ts, t)), ok
	}
	return 0, false
}
