package ltl

import (
	"cmp"
	"encoding/binary"
)

// mergeTwins redirects what leads to a state to the first one that has the same edges. It is cheap, and
// finds much of what simulation would. It reports whether there was any.
func (a *Automaton) mergeTwins() bool {
	first := map[string]int{} // by the text of their edges
	to := make([]int, len(a.Edges))
	for v, list := range a.Edges {
		var key []byte
		for _, e := range list {
			for _, x := range []uint64{e.Label.Pos, e.Label.Neg, e.Marks, uint64(e.To)} {
				key = binary.AppendUvarint(key, x)
			}
		}
		if _, ok := first[string(key)]; !ok {
			first[string(key)] = v
		}
		to[v] = first[string(key)]
	}
	a.redirect(to)
	return len(first) < len(to)
}

// compareEdges orders edges by target, label and marks.
func compareEdges(e, f Edge) int {
	return cmp.Or(cmp.Compare(e.To, f.To), cmp.Compare(e.Label.Pos, f.Label.Pos),
		cmp.Compare(e.Label.Neg, f.Label.Neg), cmp.Compare(e.Marks, f.Marks))
}
