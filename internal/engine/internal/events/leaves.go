package events

import (
	"slices"

	"whittle.dev/term"
)

// Leaves tells what an address can be made of: the regions that constants in
// it point into, and the symbols in it. Conditions do not count, so a pointer
// that is chosen by a condition has the leaves of its choices only.
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
			if r := v >> g.Program.OffsetBits; g.objectOf[r] != nil || g.static[r] != nil {
				l.Regions = []uint64{r}
			}
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
		// The simplifier writes the sum of an aligned constant and a small
		// number as a concatenation.
		if c, parts := ConcatParts(s, t); s.Sort(t).Width() <= 64 {
			if r := c >> g.Program.OffsetBits; g.objectOf[r] != nil || g.static[r] != nil {
				l.Regions = []uint64{r}
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
	for _, r := range m.Regions {
		if i, ok := slices.BinarySearch(l.Regions, r); !ok {
			l.Regions = slices.Insert(slices.Clip(l.Regions), i, r)
		}
	}
	l.Top = l.Top || m.Top
	for _, t := range m.Symbols {
		if len(l.Symbols) >= maxLeaves {
			l.Top = true
			return
		}
		if i, ok := slices.BinarySearch(l.Symbols, t); !ok {
			l.Symbols = slices.Insert(slices.Clip(l.Symbols), i, t)
		}
	}
}

// ConcatParts splits a concatenation of at most 64 bits into the number that
// its constant parts make up, in their places, and the other parts.
func ConcatParts(s *term.Store, t term.Term) (constant uint64, parts []term.Term) {
	type piece struct {
		t     term.Term
		shift int
	}
	stack := []piece{{t, 0}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.Op(p.t) == term.OpConcat {
			lo := s.Arg(p.t, 1)
			stack = append(stack, piece{s.Arg(p.t, 0), p.shift + s.Sort(lo).Width()}, piece{lo, p.shift})
			continue
		}
		if v, ok := s.ConstUint64(p.t); ok && p.shift < 64 {
			constant |= v << p.shift
		} else if !ok {
			parts = append(parts, p.t)
		}
	}
	return constant, parts
}
