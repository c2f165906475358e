package native

import "whittle.dev/term"

// Facts of level 0 that tell indices apart. A read of a store at another index
// is then a read of the array below, without a multiplexer: programs over heaps and
// lists state in advance that all addresses differ.

// maxDistinct bounds the operands of a distinct whose pairs are remembered.
const maxDistinct = 128

// noteDifferent remembers which translated vectors the fact t, asserted at level 0, tells apart.
func (s *Solver) noteDifferent(t term.Term) {
	st := s.st
	switch st.Op(t) {
	case term.OpNot:
		if a := st.Arg(t, 0); st.Op(a) == term.OpEq {
			s.differ(st.Arg(a, 0), st.Arg(a, 1))
		}
	case term.OpBVUlt, term.OpBVSlt:
		s.differ(st.Arg(t, 0), st.Arg(t, 1))
	case term.OpDistinct:
		args := st.Args(t)
		if len(args) > maxDistinct {
			return
		}
		for i, a := range args {
			for _, b := range args[:i] {
				s.differ(a, b)
			}
		}
	}
}

func (s *Solver) differ(a, b term.Term) {
	if !s.st.Sort(a).IsBitVec() || s.table.Get(a) == 0 || s.table.Get(b) == 0 {
		return
	}
	if s.arr.differ == nil {
		s.arr.differ = map[uint64]struct{}{}
	}
	s.arr.differ[pairKey(s.vecRef(a), s.vecRef(b))] = struct{}{}
}

func pairKey(a, b vecRef) uint64 {
	return uint64(min(a.off, b.off))<<32 | uint64(max(a.off, b.off))
}

// knownDifferent reports whether a fact of level 0 tells the vectors apart.
func (s *Solver) knownDifferent(a, b vecRef) bool {
	if len(s.arr.differ) == 0 {
		return false
	}
	_, ok := s.arr.differ[pairKey(a, b)]
	return ok
}
