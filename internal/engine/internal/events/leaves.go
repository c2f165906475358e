package events

import "whittle.dev/term"

// Leaves says what an address can be made of: the regions that constants in it point into, and the symbols in
// it. Conditions do not count, so a pointer that is chosen by a condition has the leaves of its choices only.
type Leaves struct {
	Regions []uint64 // ascending
	Symbols []term.Term
	// Top is set when there are too many leaves to list.
	Top bool
}

// maxLeaves bounds the symbols that are listed.
const maxLeaves = 256

// Leaves computes the leaves of a bit-vector term.
func (g *Graph) Leaves(t term.Term) *Leaves {
	if l, ok := g.leafMemo[t]; ok {
		return l
	}
	s := g.Terms
	l := &Leaves{}
	switch s.Op(t) {
	case term.OpConst:
		if v, ok := s.ConstUint64(t); ok {
			l.Regions = g.RegionsOf(v)
		} else if s.Sort(t).IsBitVec() {
			// A constant wider than 64 bits may hold pointers side by side.
			w := s.Sort(t).Width()
			for lo := 0; lo+g.Program.PtrWidth <= w; lo += 8 {
				l.merge(g.Leaves(s.Extract(lo+g.Program.PtrWidth-1, lo, t)))
			}
		}
	case term.OpSymbol:
		if s.Sort(t).IsBitVec() {
			l.Symbols = []term.Term{t}
		}
	case term.OpConcat:
		// The simplifier writes the sum of an aligned constant and a small number as a concatenation.
		if s.Sort(t).Width() <= 64 {
			constants, parts := ConcatParts(s, t)
			for _, c := range constants {
				l.merge(&Leaves{Regions: g.RegionsOf(c)})
			}
			for _, p := range parts {
				l.merge(g.Leaves(p))
			}
			break
		}
		for i := range s.NumArgs(t) {
			l.merge(g.Leaves(s.Arg(t, i)))
		}
	case term.OpIte:
		l.merge(g.Leaves(s.Arg(t, 1)))
		l.merge(g.Leaves(s.Arg(t, 2)))
	default:
		for i := range s.NumArgs(t) {
			if a := s.Arg(t, i); s.Sort(a).IsBitVec() {
				l.merge(g.Leaves(a))
			}
		}
	}
	g.leafMemo[t] = l
	return l
}

func (l *Leaves) merge(m *Leaves) {
	l.Regions = Union(l.Regions, m.Regions)
	l.Symbols = Union(l.Symbols, m.Symbols)
	l.Top = l.Top || m.Top
	if len(l.Symbols) > maxLeaves {
		l.Symbols, l.Top = l.Symbols[:maxLeaves:maxLeaves], true
	}
}

// RegionsOf lists the region that a number is an address in, if there is an object.
func (g *Graph) RegionsOf(v uint64) []uint64 {
	if r := g.Program.RegionOf(v); g.objectOf[r] != nil || g.static[r] != nil {
		return []uint64{r}
	}
	return nil
}

// piece is a part of a concatenation, shift bits from its low end.
type piece struct {
	term  term.Term
	shift int
}

// ConcatParts splits a concatenation of at most 64 bits. constants are the numbers that its constant parts
// can make up in their places: one, or one for each constant that a conditional part may be. parts are the
// others, without those bits of a term that stand in another place than they had there: four times an address
// is the address of nothing.
func ConcatParts(s *term.Store, t term.Term) (constants []uint64, parts []term.Term) {
	var sum uint64
	var choices []piece
	part := func(t term.Term, shift int) {
		if s.Op(t) == term.OpExtract {
			if _, lo := s.Params(t); lo != shift {
				return
			}
		}
		parts = append(parts, t)
	}
	stack := []piece{{t, 0}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch s.Op(p.term) {
		case term.OpConcat:
			lo := s.Arg(p.term, 1)
			stack = append(stack, piece{s.Arg(p.term, 0), p.shift + s.Sort(lo).Width()}, piece{lo, p.shift})
		case term.OpConst:
			v, _ := s.ConstUint64(p.term)
			sum |= v << p.shift
		case term.OpIte:
			choices = append(choices, p)
		default:
			part(p.term, p.shift)
		}
	}
	constants = []uint64{sum}
	for _, c := range choices {
		seen := map[term.Term]bool{}
		// The constants among the leaves of nested conditionals, in place.
		stack := []term.Term{c.term}
		for len(stack) > 0 {
			t := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			switch {
			case s.Op(t) == term.OpIte:
				if !seen[t] {
					seen[t] = true
					stack = append(stack, s.Arg(t, 1), s.Arg(t, 2))
				}
			case s.IsConst(t):
				v, _ := s.ConstUint64(t)
				constants = append(constants, sum|v<<c.shift)
			default:
				part(t, c.shift)
			}
		}
	}
	return constants, parts
}
