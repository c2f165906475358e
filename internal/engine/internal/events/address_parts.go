package events

import "whittle.dev/term"

// addressParts writes the number of the region of an address, and its offset in that, by cases where the
// address is computed from that of an object: within the region the one is a constant and the other what
// was added. Programs ask for these parts where they ask for the sizes of objects; that additions do not
// carry into the number of the region is hard for a solver to find out bit by bit.
type addressParts struct {
	g     *Graph
	s     *term.Store
	cases map[term.Term]bool // choices that were made here
}

// maxAddressCases bounds the choices in an address that are looked at.
const maxAddressCases = 3

// of is a part of an address: hi and lo are those of Extract.
func (ap *addressParts) of(hi, lo int, addr term.Term, depth int) term.Term {
	s, bits := ap.s, ap.g.Program.OffsetBits
	plain := s.Extract(hi, lo, addr)
	if s.IsConst(addr) || depth > maxAddressCases {
		return plain
	}
	if c, a, b, ok := ap.choice(addr); ok {
		return ap.ite(c, ap.of(hi, lo, a, depth+1), ap.of(hi, lo, b, depth+1))
	}
	if s.Op(addr) != term.OpBVAdd {
		return plain
	}
	for i := range s.NumArgs(addr) {
		c, ok := s.ConstUint64(s.Arg(addr, i))
		if !ok || len(ap.g.RegionsOf(c)) == 0 {
			continue
		}
		region := ap.g.Program.RegionOf(c)
		start := ap.g.Program.RegionStart(region)
		w := s.Sort(addr).Width()
		rest := s.BVSub(addr, s.BV(w, start))
		room := uint64(1)<<bits - 1 - start&(1<<bits-1)
		part := s.BV(hi-lo+1, region)
		if lo == 0 {
			part = s.BVAdd(s.BV(bits, start&(1<<bits-1)), s.Extract(bits-1, 0, rest))
		}
		return ap.ite(s.BVUle(rest, s.BV(w, room)), part, plain)
	}
	return plain
}

// choice splits an address that depends on a condition, as what may be null does.
func (ap *addressParts) choice(addr term.Term) (c, a, b term.Term, ok bool) {
	s := ap.s
	switch s.Op(addr) {
	case term.OpIte:
		return s.Arg(addr, 0), s.Arg(addr, 1), s.Arg(addr, 2), true
	case term.OpBVAdd:
		for i := range s.NumArgs(addr) {
			x := s.Arg(addr, i)
			if s.Op(x) == term.OpIte && s.IsConst(s.Arg(x, 1)) != s.IsConst(s.Arg(x, 2)) ||
				s.Op(x) == term.OpIte && s.IsConst(s.Arg(x, 1)) {
				rest := s.BVSub(addr, x)
				return s.Arg(x, 0), s.BVAdd(s.Arg(x, 1), rest), s.BVAdd(s.Arg(x, 2), rest), true
			}
		}
	}
	return c, a, b, false
}

func (ap *addressParts) ite(c, a, b term.Term) term.Term {
	v := ap.s.Ite(c, a, b)
	if ap.s.Op(v) == term.OpIte {
		ap.cases[v] = true
	}
	return v
}

// through is a term whose argument is a choice that was made here, as a choice of terms; else the term.
func (ap *addressParts) through(t term.Term) term.Term {
	s := ap.s
	at := -1
	for i := range s.NumArgs(t) {
		switch x := s.Arg(t, i); {
		case ap.cases[x] && at < 0:
			at = i
		case !s.IsConst(x):
			return t
		}
	}
	if at < 0 {
		return t
	}
	x := s.Arg(t, at)
	with := func(y term.Term) term.Term {
		args := make([]term.Term, s.NumArgs(t))
		for i := range args {
			args[i] = s.Arg(t, i)
		}
		args[at] = y
		return ap.through(s.Mk(s.Op(t), params(s, t), args...))
	}
	return ap.ite(s.Arg(x, 0), with(s.Arg(x, 1)), with(s.Arg(x, 2)))
}

// params are the numbers that belong to an operator.
func params(s *term.Store, t term.Term) []int {
	hi, lo := s.Params(t)
	switch s.Op(t) {
	case term.OpExtract:
		return []int{hi, lo}
	case term.OpZeroExt, term.OpSignExt, term.OpRotateLeft, term.OpRotateRight, term.OpRepeat:
		return []int{hi}
	}
	return nil
}
