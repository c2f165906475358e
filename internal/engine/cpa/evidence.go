package cpa

import (
	"cmp"
	"fmt"
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
	places := map[source.Pos]*knownPlace{}
	for n := range r.graph.All() {
		if n.State.MS == nil {
			continue
		}
		var known []term.Term
		if n.State.Abstract() {
			for _, f := range d.facts(n.State) {
				known = append(known, atoms(st, f.term)...)
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
				places[pos] = &knownPlace{predicates: map[term.Term]bool{}}
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
				Count: len(p.predicates), Text: strings.Join(p.texts(st), ", ")})
		}
	}
	slices.SortFunc(out, func(a, b engine.Evidence) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// knownPlace is what is known of the states that have a thread at a place.
type knownPlace struct {
	states     int
	predicates map[term.Term]bool
}

// texts are the predicates for people, in order: those about single bits of one variable are one text.
func (p *knownPlace) texts(st *term.Store) []string {
	var out []string
	bits := map[term.Term][]int{}
	for t := range p.predicates {
		if v, bit, ok := singleBit(st, t); ok {
			bits[v] = append(bits[v], bit)
		} else {
			out = append(out, text(st, t))
		}
	}
	for v, list := range bits {
		slices.Sort(list)
		out = append(out, fmt.Sprintf("%s of %s", stretches(list), st.String(v)))
	}
	slices.Sort(out)
	return out
}

// singleBit takes a predicate about one bit of something apart.
func singleBit(st *term.Store, t term.Term) (of term.Term, bit int, ok bool) {
	if st.Op(t) != term.OpEq {
		return of, 0, false
	}
	for _, a := range st.Args(t) {
		if st.Op(a) == term.OpExtract {
			high, low := st.Params(a)
			return st.Arg(a, 0), int(low), high == low
		}
	}
	return of, 0, false
}

// stretches writes the numbers of bits, which ascend: "bits 0, 3 to 7".
func stretches(list []int) string {
	if len(list) == 1 {
		return fmt.Sprintf("bit %d", list[0])
	}
	var parts []string
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0]+n {
			n++
		}
		if n == 1 {
			parts = append(parts, fmt.Sprint(list[0]))
		} else {
			parts = append(parts, fmt.Sprintf("%d to %d", list[0], list[n-1]))
		}
		list = list[n:]
	}
	return "bits " + strings.Join(parts, ", ")
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
