package pdr

import (
	"whittle.dev/internal/ts/flow"
	"whittle.dev/term"
)

// maxSeeds bounds the predicates of a location before the search.
const maxSeeds = 48

// vocabulary says which formulas may be predicates of a location: those over the variables that matter there.
type vocabulary struct {
	*asker
	live []map[term.Term]bool // by location
}

func newVocabulary(a *asker) *vocabulary {
	v := &vocabulary{asker: a}
	for _, l := range a.g.Locs {
		live := map[term.Term]bool{}
		for i, matters := range l.Live {
			if matters {
				live[a.g.Sys.Vars[i].Sym] = true
			}
		}
		v.live = append(v.live, live)
	}
	return v
}

// fits reports whether a formula is about variables that matter at a location, and nothing else.
func (v *vocabulary) fits(loc int, t term.Term) bool {
	for _, sym := range v.st.Symbols(t) {
		if !v.live[loc][sym] {
			return false
		}
	}
	return true
}

// add makes the atoms of a formula that fit predicates of a location and reports whether one is new.
func (v *vocabulary) add(loc int, t term.Term) bool {
	added := false
	for _, atom := range atoms(v.st, t, map[term.Term]bool{}, nil) {
		if v.fits(loc, atom) && v.places[loc].add(v.st, atom) {
			added = true
		}
	}
	return added
}

// bits makes the bits of the state predicates of a location, of variables up to a width, and reports whether
// one is new.
func (v *vocabulary) bits(loc, width int) bool {
	added := false
	for i, live := range v.g.Locs[loc].Live {
		if !live {
			continue
		}
		sym := v.g.Sys.Vars[i].Sym
		sort := v.st.Sort(sym)
		switch {
		case sort.IsBool():
			added = v.places[loc].add(v.st, sym) || added
		case sort.IsBitVec() && sort.Width() <= width:
			for b := range sort.Width() {
				bit := v.st.Eq(v.st.Extract(b, b, sym), v.st.BV(1, 1))
				added = v.places[loc].add(v.st, bit) || added
			}
		}
	}
	return added
}

// seed makes predicates of the atoms of all guards, wherever their variables matter, and of their weakest
// preconditions: what must hold before an edge so that they hold after it.
func (v *vocabulary) seed() {
	var guards []term.Term
	seen := map[term.Term]bool{}
	for i := range v.g.Edges {
		guards = atoms(v.st, v.g.Edges[i].Guard, seen, guards)
	}
	for loc := range v.g.Locs {
		for _, t := range guards {
			if len(v.places[loc].predicates) < maxSeeds && v.fits(loc, t) {
				v.places[loc].add(v.st, t)
			}
		}
	}
	known := make([]int, len(v.places))
	for loc, p := range v.places {
		known[loc] = len(p.predicates)
	}
	for i := range v.g.Edges {
		e := &v.g.Edges[i]
		if e.To == flow.Goal {
			continue
		}
		for _, t := range v.places[e.To].predicates[:known[e.To]] {
			if len(v.places[e.From].predicates) < maxSeeds {
				v.add(e.From, v.before[i].Apply(t))
			}
		}
	}
}
