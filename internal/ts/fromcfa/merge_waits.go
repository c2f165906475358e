package fromcfa

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/ts"
)

// mergeWaits makes one instruction of two joins that a process makes one after the other: it
// waits for both threads. A thread that has ended stays so, and there is no telling the location between
// from the one before. So paths become shorter, and a process that waits for several treats
// them alike. It reports whether there were such joins.
func (t *Translation) mergeWaits() (found bool) {
	s := t.System
	for {
		k, l := t.consecutive()
		if k < 0 {
			return found
		}
		found = true
		in, next := &s.Instructions[k], s.Instructions[l]
		a, b := t.sections[in.Origin], t.sections[next.Origin]
		in.To = next.To
		in.Guard = s.Terms.And(in.Guard, next.Guard)
		in.Observed = slices.Concat(in.Observed[:a.joins], next.Observed)
		in.Origin = len(t.sections)
		t.sections = append(t.sections, section{path: slices.Concat(a.path, b.path),
			joins: a.joins + b.joins})
		s.Instructions = slices.Delete(s.Instructions, l, l+1)
	}
}

// consecutive finds two joins of which the second is all that can follow the first, and
// follows nothing else; -1 if there are none.
func (t *Translation) consecutive() (first, second int) {
	s := t.System
	type at struct{ process, loc int }
	into, out := map[at][]int{}, map[at][]int{}
	busy := map[at]bool{}
	for p := range s.Processes {
		busy[at{p, 0}] = true
	}
	for i := range s.Goals {
		busy[at{s.Goals[i].Process, s.Goals[i].At}] = true
	}
	for p, ends := range t.ends {
		for _, en := range ends {
			busy[at{p, en.at}] = true
		}
	}
	for i := range s.Instructions {
		in := &s.Instructions[i]
		into[at{in.Process, in.To}] = append(into[at{in.Process, in.To}], i)
		out[at{in.Process, in.From}] = append(out[at{in.Process, in.From}], i)
	}
	waits := func(in *ts.Instruction) bool {
		x := t.sections[in.Origin]
		return x.joins > 0 && len(in.Updates) == 0 && len(in.Inputs) == 0 && in.From != in.To &&
			!inSection(x.path)
	}
	for k := range s.Instructions {
		in := &s.Instructions[k]
		middle := at{in.Process, in.To}
		if next := out[middle]; !busy[middle] && len(into[middle]) == 1 && len(next) == 1 && waits(in) &&
			waits(&s.Instructions[next[0]]) {
			return k, next[0]
		}
	}
	return -1, -1
}

// inSection reports whether a path joins in an atomic section. What else holds there may
// not stay so: the section may look at memory that others write.
func inSection(path []*cfa.Edge) bool {
	depth := 0
	for _, e := range path {
		switch e.Op.(type) {
		case cfa.AtomicBegin:
			depth++
		case cfa.AtomicEnd:
			depth--
		case cfa.Join:
			if depth > 0 {
				return true
			}
		}
	}
	return false
}
