package cpa

import (
	"maps"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// maxThresholds bounds the values at which widening stops.
const maxThresholds = 400

// thresholds are the constants that the program compares with, and their neighbours.
func thresholds(p *cfa.Program) absint.Thresholds {
	found := map[uint64]bool{}
	var terms []term.Term
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			terms = append(terms, cfa.Terms(e.Op)...)
		}
	}
	for t := range p.Terms.Subterms(terms...) {
		switch p.Terms.Op(t) {
		case term.OpEq, term.OpBVUlt, term.OpBVSlt:
		default:
			continue
		}
		for _, a := range p.Terms.Args(t) {
			c, ok := p.Terms.ConstUint64(a)
			if ok && p.Terms.Sort(a).IsBitVec() && len(found) < maxThresholds {
				found[c-1], found[c], found[c+1] = true, true, true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}
