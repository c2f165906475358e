package symbols

import (
	"strconv"

	"whittle.dev/term"
)

// Renamer gives the symbols of lists of terms the names prefix0, prefix1, ... in the order of
// their first occurrence, so that lists that differ in names only become equal.
type Renamer struct {
	s      *term.Store
	prefix string
	names  map[symbolKey]term.Term
}

type symbolKey struct {
	n    int
	sort term.Sort
}

// NewRenamer returns a renamer for terms of st. Different prefixes give different symbols.
func NewRenamer(st *term.Store, prefix string) *Renamer {
	return &Renamer{s: st, prefix: prefix, names: map[symbolKey]term.Term{}}
}

// Symbol returns the symbol of a number and sort.
func (r *Renamer) Symbol(n int, sort term.Sort) term.Term {
	k := symbolKey{n, sort}
	t, ok := r.names[k]
	if !ok {
		t = r.s.Symbol(r.prefix+strconv.Itoa(n)+":"+strconv.Itoa(sort.Width()), sort)
		r.names[k] = t
	}
	return t
}

// Rename returns the images of terms, and their symbols in the order of their new names.
func (r *Renamer) Rename(ts []term.Term) (images, syms []term.Term) {
	syms = r.s.Symbols(ts...)
	same := true
	for i, sym := range syms {
		same = same && r.Symbol(i, r.s.Sort(sym)) == sym
	}
	if same {
		return ts, syms
	}
	m := make(map[term.Term]term.Term, len(syms))
	for i, sym := range syms {
		m[sym] = r.Symbol(i, r.s.Sort(sym))
	}
	sub := term.NewSubstituter(r.s, m)
	images = make([]term.Term, len(ts))
	for i, t := range ts {
		images[i] = sub.Apply(t)
	}
	return images, syms
}
