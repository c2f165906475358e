package cpa

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// evidence says, place by place, how many abstract states have a thread there, and which predicates are
// known of some of them.
func (r *run) evidence() []engine.Evidence {
	d := describer{r: r, before: map[cfa.ProcID][]source.Pos{}}
	st := r.x.Terms()
	type place struct {
		states     int
		predicates map[string]bool
	}
	places := map[source.Pos]*place{}
	for n := range r.graph.All() {
		if n.State.MS == nil {
			continue
		}
		var known []string
		if n.State.Abstract() {
			for _, f := range d.facts(n.State) {
				for _, a := range atoms(st, f.term) {
					known = append(known, text(st, a))
				}
			}
		}
		var here []source.Pos
		for _, at := range n.State.MS.Points() {
			pos := d.position(at)
			pos.Col = 0
			if !pos.IsValid() || slices.Contains(here, pos) {
				continue
			}
			here = append(here, pos)
			if places[pos] == nil {
				places[pos] = &place{predicates: map[string]bool{}}
			}
			places[pos].states++
			for _, a := range known {
				places[pos].predicates[a] = true
			}
		}
	}
	var out []engine.Evidence
	for pos, p := range places {
		out = append(out, engine.Evidence{Kind: engine.EvidenceStates, Pos: pos, Count: p.states,
			Text: english.Count(p.states, "abstract state")})
		if len(p.predicates) > 0 {
			out = append(out, engine.Evidence{Kind: engine.EvidencePredicates, Pos: pos,
				Count: len(p.predicates), Text: strings.Join(slices.Sorted(maps.Keys(p.predicates)), ", ")})
		}
	}
	slices.SortFunc(out, func(a, b engine.Evidence) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// atoms are the formulas without connectives of which f consists, each once, without negation.
func atoms(st *term.Store, f term.Term) []term.Term {
	var out []term.Term
	st.Walk(func(t term.Term) bool {
		switch st.Op(t) {
		case term.OpAnd, term.OpOr, term.OpNot:
			return true
		}
		out = append(out, t)
		return false
	}, f)
	return out
}
