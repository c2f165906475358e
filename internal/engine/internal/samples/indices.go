package samples

import (
	"slices"

	"whittle.dev/term"
)

// maxIndices bounds the indices of reads, and those of writes.
const maxIndices = 6

// compareIndices adds comparisons of where guards read arrays with where edges write them to the guards that
// candidates may depend on: what a loop has done to the cells before a cursor is k < i -> relation.
func (l *lab) compareIndices() {
	var reads, writes []term.Term
	for t := range l.st.Subterms(steps(l.g)...) {
		switch l.st.Op(t) {
		case term.OpSelect:
			reads = l.index(l.st.Arg(t, 1), reads)
		case term.OpStore:
			writes = l.index(l.st.Arg(t, 1), writes)
		}
	}
	for _, r := range reads {
		for _, w := range writes {
			if t := l.below(r, w); t != term.None && !slices.Contains(l.guards, t) {
				l.guards = append(l.guards, t)
			}
		}
	}
}

// index appends an index: the number of which it has the lowest bits, if it is cut off.
func (l *lab) index(t term.Term, to []term.Term) []term.Term {
	for {
		op := l.st.Op(t)
		if _, low := l.st.Params(t); op == term.OpExtract && low == 0 || op == term.OpZeroExt {
			t = l.st.Arg(t, 0)
			continue
		}
		if len(to) < maxIndices && !slices.Contains(to, t) {
			to = append(to, t)
		}
		return to
	}
}

// below is the condition r < w of indices, or None if they cannot be compared or are the same.
func (l *lab) below(r, w term.Term) term.Term {
	sort := l.st.Sort(w)
	if c := l.st.ConstBig(r); c != nil && sort.IsBitVec() {
		r = l.st.BVBig(sort.Width(), c)
	}
	switch {
	case r == w || l.st.Sort(r) != sort:
		return term.None
	case sort.IsBitVec():
		return l.st.BVUlt(r, w)
	case sort.IsInt():
		return l.st.Lt(r, w)
	}
	return term.None
}
