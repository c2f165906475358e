package predicate

import (
	"encoding/binary"
	"slices"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/term"
)

// Loops that are unrolled.
//
// The weakest precondition of a path that goes round a loop k times differs from that of the next longer one
// in constants only. When a few predicates differ in nothing else, what the path assumes is tried instead:
// the atoms of its guards, over the values after the block, and for each comparison with a sign whether the
// value is negative. These bound the counters of loops.

// maxAlike is how many predicates may differ in constants only before others are looked for.
const maxAlike = 3

// unrolls reports whether a predicate is one of many that differ in constants only, and counts it.
func (d *Domain) unrolls(t term.Term) bool {
	key := string(d.skeleton(nil, t))
	d.alike[key]++
	return d.alike[key] > maxAlike
}

// skeleton writes a term without its constants.
func (d *Domain) skeleton(b []byte, t term.Term) []byte {
	if d.st.IsConst(t) {
		return append(b, 0)
	}
	if d.st.Op(t) == term.OpSymbol {
		return binary.AppendUvarint(append(b, 1), uint64(t))
	}
	b = append(b, 2, byte(d.st.Op(t)))
	args := d.st.Args(t)
	for i, a := range args {
		// A sum or product with a constant is as good as one without.
		if op := d.st.Op(t); (op == term.OpBVAdd) && d.st.IsConst(a) && len(args) == 2 {
			return d.skeleton(b[:len(b)-2], args[1-i])
		}
	}
	for _, a := range args {
		b = d.skeleton(b, a)
	}
	return append(b, 3)
}

// seed adds what a path assumes as predicates. It returns the first location that a new one is about; false:
// there is none.
func (d *Domain) seed(g *flow.Graph) (first int, ok bool) {
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.To == flow.Goal {
			continue
		}
		after := map[term.Term]term.Term{}
		var live []term.Term
		for v := range g.Sys.Vars {
			if !g.Locs[e.To].Live[v] {
				continue
			}
			live = append(live, g.Sys.Vars[v].Sym)
			if next := e.Next[v]; !d.st.IsConst(next) {
				after[next] = g.Sys.Vars[v].Sym
			}
		}
		for _, c := range d.st.Conjuncts(e.Guard) {
			for _, t := range d.bounds(c) {
				t = d.st.Substitute(t, after)
				known := !slices.ContainsFunc(d.st.Symbols(t), func(sym term.Term) bool {
					return !slices.Contains(live, sym)
				})
				if known && d.Precision.Add(t) && !ok {
					first, ok = e.To, true
				}
			}
		}
	}
	return first, ok
}

// bounds are a comparison, and that its sides are negative if they have a sign.
func (d *Domain) bounds(t term.Term) []term.Term {
	if d.st.Op(t) == term.OpNot {
		t = d.st.Arg(t, 0)
	}
	switch d.st.Op(t) {
	case term.OpBVUlt:
		return []term.Term{t}
	case term.OpBVSlt:
	default:
		return nil
	}
	out := []term.Term{t}
	for _, a := range d.st.Args(t) {
		if !d.st.IsConst(a) {
			out = append(out, d.st.BVSlt(a, d.st.BV(d.st.Sort(a).Width(), 0)))
		}
	}
	return out
}
