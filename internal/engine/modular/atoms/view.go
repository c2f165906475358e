package atoms

import (
	"maps"
	"slices"

	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/term"
)

func sorted(m map[term.Term]term.Term) []term.Term { return slices.Sorted(maps.Keys(m)) }

// Of returns the candidates for a thread in a control state: those over what is live there, with the values
// of the control state in them.
func (p *Pool) Of(t *table.Table, store, s int) []term.Term {
	seat := t.Seats[s]
	live := map[term.Term]bool{}
	for _, sym := range p.sys.Templates[seat.Template].Locs[seat.Loc].Live {
		live[sym] = true
	}
	at := t.At(store, s)
	seen := map[term.Term]bool{}
	var out []term.Term
	for _, a := range p.list[seat.Template] {
		if !p.about(a, live) {
			continue
		}
		if a = at.Apply(a); !seen[a] && !p.st.IsConst(a) {
			seen[a] = true
			out = append(out, a)
		}
	}
	return out
}

// about reports whether a condition is over shared cells and these locals alone.
func (p *Pool) about(t term.Term, live map[term.Term]bool) bool {
	for _, sym := range p.st.Symbols(t) {
		if !p.global[sym] && !live[sym] {
			return false
		}
	}
	return true
}

// Pair returns the candidates for two threads: those of each, of the second about its copies, and comparisons
// of their locals.
func (p *Pool) Pair(t *table.Table, copies *fixpoint.Copies, store, a, b int, first []term.Term) []term.Term {
	st := p.st
	out := slices.Clone(first)
	seen := map[term.Term]bool{}
	for _, x := range out {
		seen[x] = true
	}
	put := func(x term.Term) {
		if !seen[x] && !st.IsConst(x) {
			seen[x] = true
			out = append(out, x, st.Not(x))
		}
	}
	other := t.Seats[b].Template
	for _, x := range p.Of(t, store, b) {
		if x = copies.Of(x, other, 1); !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	of := func(s int) []term.Term {
		seat := t.Seats[s]
		var live []term.Term
		for _, sym := range p.sys.Templates[seat.Template].Locs[seat.Loc].Live {
			if seat.Values[sym] == term.None && st.Sort(sym).IsBitVec() && p.used[sym] {
				live = append(live, sym)
			}
		}
		return live
	}
	for _, x := range of(a) {
		for _, y := range of(b) {
			if y = copies.Sym(y, 1); st.Sort(x) == st.Sort(y) {
				put(st.Eq(x, y))
				put(st.BVUlt(x, y))
				put(st.BVUlt(y, x))
			}
		}
	}
	return out
}
