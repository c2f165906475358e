package flow

import (
	"slices"

	"whittle.dev/term"
)

// findLive finds the variables that matter at each location: a guard from there reads them, or they decide
// the value of one that matters where an edge leads.
func (b *builder) findLive() {
	index := make(map[term.Term]int, len(b.sys.Vars))
	for i, v := range b.sys.Vars {
		index[v.Sym] = i
	}
	reads := func(live []bool, t term.Term) (grown bool) {
		for _, sym := range b.st.Symbols(t) {
			if v, ok := index[sym]; ok && !live[v] {
				live[v], grown = true, true
			}
		}
		return grown
	}
	for i := range b.locs {
		b.locs[i].Live = make([]bool, len(b.sys.Vars))
	}
	for _, e := range b.edges {
		reads(b.locs[e.From].Live, e.Guard)
	}
	for changed := true; changed; {
		changed = false
		for i := len(b.edges) - 1; i >= 0; i-- {
			e := b.edges[i]
			if e.To == Goal {
				continue
			}
			for v, live := range b.locs[e.To].Live {
				if live && reads(b.locs[e.From].Live, e.Next[v]) {
					changed = true
				}
			}
		}
	}
}

// forget drops the inputs that nothing depends on: those of values that do not matter where the edges lead.
func (b *builder) forget() {
	for _, e := range b.edges {
		needed := map[term.Term]bool{}
		note := func(t term.Term) {
			for _, sym := range b.st.Symbols(t) {
				needed[sym] = true
			}
		}
		note(e.Guard)
		if e.To != Goal {
			for v, live := range b.locs[e.To].Live {
				if live {
					note(e.Next[v])
				}
			}
		}
		e.Inputs = slices.DeleteFunc(slices.Clone(e.Inputs), func(in term.Term) bool { return !needed[in] })
	}
}
