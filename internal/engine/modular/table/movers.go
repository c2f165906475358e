package table

import (
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// Movers are the steps that may as well be made later: whatever step another thread makes right after one,
// neither of the two accesses what the other one writes. So it is of those that take a lock, and of all that
// is done under it before it is given back, without being told what a lock is: the steps of others that would
// come in between are not in the table. To look at the next steps is enough: made after one of them, the step
// leads to a state that is in the table, too. Errors are among these steps.
func (t *Table) Movers() map[*model.Edge]bool {
	out := map[*model.Edge]bool{}
	for i := range t.Sys.Templates {
		for k := range t.Sys.Templates[i].Edges {
			e := &t.Sys.Templates[i].Edges[k]
			out[e] = e.Kind == model.Step && e.Spawn == nil && len(e.Joins) == 0
		}
	}
	uses := map[*model.Edge]*use{}
	of := func(e *model.Edge) *use {
		if uses[e] == nil {
			uses[e] = t.use(e)
		}
		return uses[e]
	}
	apart := map[[2]*model.Edge]bool{}
	for g := range t.Stores {
		for _, s := range t.Ones(g) {
			for _, m := range t.Moves(g, s) {
				e := m.Edge
				if !out[e] {
					continue
				}
				for _, v := range t.Near(m.Store, m.Seat) {
					for _, next := range t.Moves(m.Store, v) {
						both := [2]*model.Edge{e, next.Edge}
						if _, known := apart[both]; !known {
							apart[both] = of(e).apart(of(next.Edge))
						}
						out[e] = out[e] && apart[both]
					}
				}
			}
		}
	}
	return out
}

// use is what a step reads and writes of what is shared.
type use struct{ reads, writes map[term.Term]bool }

func (t *Table) use(e *model.Edge) *use {
	shared := map[term.Term]bool{}
	for _, v := range t.Sys.Globals {
		shared[v.Sym] = true
	}
	u := &use{map[term.Term]bool{}, map[term.Term]bool{}}
	read := append(slices.Clone(e.Joins), e.Guard)
	for sym, v := range e.Updates {
		read = append(read, v)
		if shared[sym] {
			u.writes[sym] = true
		}
	}
	if e.Spawn != nil {
		for _, v := range e.Spawn.Args {
			read = append(read, v)
		}
	}
	for _, sym := range t.st.Symbols(read...) {
		if shared[sym] {
			u.reads[sym] = true
		}
	}
	return u
}

// apart reports whether neither of two steps accesses what the other one writes.
func (u *use) apart(v *use) bool {
	for sym := range u.writes {
		if v.reads[sym] || v.writes[sym] {
			return false
		}
	}
	for sym := range v.writes {
		if u.reads[sym] {
			return false
		}
	}
	return true
}
