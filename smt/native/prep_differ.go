package native

import "whittle.dev/term"

// Facts of level 0 that tell indices apart. A read of a store at another index is then a read of the array
// below, without a multiplexer: programs over heaps and lists state in advance that all addresses differ.

// maxDistinct bounds the operands of a distinct whose pairs are remembered.
const maxDistinct = 128

// noteDifferent remembers which translated vectors the fact t, asserted at level 0, tells apart.
func (ar *arrays) noteDifferent(t term.Term) {
	st := ar.st
	switch st.Op(t) {
	case term.OpNot:
		if a := st.Arg(t, 0); st.Op(a) == term.OpEq {
			ar.tellApart(st.Arg(a, 0), st.Arg(a, 1))
		}
	case term.OpBVUlt, term.OpBVSlt:
		ar.tellApart(st.Arg(t, 0), st.Arg(t, 1))
	case term.OpDistinct:
		args := st.Args(t)
		if len(args) > maxDistinct {
			return
		}
		for i, a := range args {
			for _, b := range args[:i] {
				ar.tellApart(a, b)
			}
		}
	}
}

func (ar *arrays) tellApart(a, b term.Term) {
	if !ar.st.Sort(a).IsBitVec() || ar.bits.table.Get(a) == 0 || ar.bits.table.Get(b) == 0 {
		return
	}
	if ar.differ == nil {
		ar.differ = map[uint64]struct{}{}
	}
	ar.differ[pairKey(ar.places.of(a), ar.places.of(b))] = struct{}{}
}

func pairKey(a, b place) uint64 {
	return uint64(min(a.off, b.off))<<32 | uint64(max(a.off, b.off))
}

// knownDifferent reports whether a fact of level 0 tells the vectors apart.
func (ar *arrays) knownDifferent(a, b place) bool {
	if len(ar.differ) == 0 || !a.isBits() {
		return false
	}
	_, ok := ar.differ[pairKey(a, b)]
	return ok
}
