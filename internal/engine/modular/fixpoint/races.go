package fixpoint

import (
	"maps"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/term"
)

// Race is two accesses of threads at two seats, which may be the next steps of both.
type Race struct {
	Store, A, B   int
	First, Second *model.Access
}

// Races lists the conflicting accesses that a table does not exclude.
func Races(t *table.Table) []Race {
	var out []Race
	for g := range t.Stores {
		for _, a := range t.Ones(g) {
			for _, b := range t.Near(g, a) {
				if a <= b {
					out = append(out, racesAt(t, g, a, b)...)
				}
			}
		}
	}
	return out
}

func racesAt(t *table.Table, g, a, b int) []Race {
	var out []Race
	first, second := accesses(t, g, a), accesses(t, g, b)
	for _, x := range first {
		for _, y := range second {
			about := t.At(g, a).Apply(t.Sys.Terms.And(x.Guard, x.About))
			if x.Conflict(y) && !t.Sys.Terms.IsFalse(about) {
				out = append(out, Race{g, a, b, x, y})
			}
		}
	}
	return out
}

// accesses are those that a thread may come to in a control state.
func accesses(t *table.Table, g, s int) []*model.Access {
	seat := t.Seats[s]
	tmpl := &t.Sys.Templates[seat.Template]
	var out []*model.Access
	for k := range tmpl.Accesses {
		a := &tmpl.Accesses[k]
		if a.From == seat.Loc && !t.Sys.Terms.IsFalse(t.At(g, s).Apply(a.Guard)) {
			out = append(out, a)
		}
	}
	return out
}

// Condition is that the accesses of a race are made of one place: the first by thread 0, the second by thread
// 1, all of whose symbols are its own but those of shared cells and rigid ones.
func (r *Race) Condition(sys *model.System, copies *Copies) term.Term {
	st := sys.Terms
	m := map[term.Term]term.Term{}
	for _, sym := range st.Symbols(r.Second.Guard, r.Second.Addr) {
		if !slices.Contains(sys.Rigid, sym) &&
			!slices.ContainsFunc(sys.Globals, func(v model.Var) bool { return v.Sym == sym }) {
			m[sym] = copies.Sym(sym, 1)
		}
	}
	other := term.NewSubstituter(st, m)
	return st.And(r.First.Guard, r.First.About, other.Apply(r.Second.Guard),
		sys.Touch(r.First, r.Second, other.Apply(r.Second.Addr)))
}

// races looks for a race that the lemmas do not exclude.
func (f *fixpoint) races() error {
	for _, r := range Races(f.t) {
		known := f.racing(&r)
		if known == nil {
			continue
		}
		sat, err := f.check(known.terms...)
		if err != nil {
			return err
		}
		if sat {
			f.res.Race = &r
			return nil
		}
	}
	return nil
}

// racing is what holds when two threads come to the accesses of a race; nil if they do not.
func (f *fixpoint) racing(r *Race) *facts {
	a, b := f.view(r.Store, r.A, -1), f.view(r.Store, r.B, -1)
	if !a.reached || !b.reached {
		return nil
	}
	k := f.always(r.Store, r.A, r.B)
	if f.k > 1 {
		both := f.view(r.Store, r.A, r.B)
		if !both.reached {
			return nil
		}
		f.instance(both, 0, 1, k)
	}
	for _, sym := range slices.Sorted(maps.Keys(f.t.Stores[r.Store])) {
		k.put(f.st.Eq(sym, f.t.Stores[r.Store][sym]), source{})
	}
	for i, n := range []*node{a, b} {
		seat := f.t.Seats[n.seats[0]]
		for _, sym := range slices.Sorted(maps.Keys(seat.Values)) {
			k.put(f.st.Eq(f.copies.Sym(sym, i), seat.Values[sym]), source{})
		}
		for _, t := range n.atoms {
			k.put(f.copies.Of(t, seat.Template, i), source{n, t})
		}
	}
	k.put(r.Condition(f.t.Sys, f.copies), source{})
	return k
}
