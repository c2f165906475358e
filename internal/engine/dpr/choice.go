package dpr

import (
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/term"
)

// option is one of several outcomes that exclude each other.
type option struct {
	name oracle.Name
	cond term.Term
}

// pick makes the choice of one of several outcomes, or of none (-1). An oracle may want several of them,
// since it does not know that they exclude each other: then one will do.
func (r *run) pick(options []option, taken int, deps set) set {
	var want []atom
	conflict, granted := false, false
	other := -1
	for i, o := range options {
		switch outcome, known := r.s.space.Wanted(o.name); {
		case !known:
		case outcome && i == taken:
			granted = true
		case outcome && other < 0:
			other = i
		case !outcome:
			conflict = conflict || i == taken
			want = append(want, atom{r.s.terms.Not(o.cond), r.s.space.Literal(o.name, false), deps})
		}
	}
	switch {
	case granted:
	case other >= 0:
		o := options[other]
		r.redirect([]atom{{o.cond, r.s.space.Literal(o.name, true), deps}})
		return 0
	case conflict:
		r.redirect(want)
		return 0
	}
	if taken >= 0 {
		o := options[taken]
		return r.made(atom{o.cond, r.s.space.Literal(o.name, true), deps})
	}
	var all set
	for _, o := range options {
		a := atom{r.s.terms.Not(o.cond), r.s.space.Literal(o.name, false), deps}
		all = r.union(all, r.made(a))
	}
	return all
}

// choose makes the choice of one of two outcomes. A choice that is free has no condition.
func (r *run) choose(name oracle.Name, outcome bool, cond term.Term, deps set) set {
	holds := func(outcome bool) atom {
		a := atom{cond: cond, lit: r.s.space.Literal(name, outcome), deps: deps}
		if cond != term.None && !outcome {
			a.cond = r.s.terms.Not(cond)
		}
		return a
	}
	if want, known := r.s.space.Wanted(name); known && want != outcome {
		r.redirect([]atom{holds(want)})
		return 0
	}
	return r.made(holds(outcome))
}

// made notes a choice.
func (r *run) made(a atom) set {
	if r.stopped {
		return 0
	}
	r.path = append(r.path, a.lit)
	if r.outcomes != nil {
		r.outcomes[r.s.space.Choice(a.lit)] = a.lit
	}
	if a.cond != term.None {
		r.atoms = append(r.atoms, a)
	}
	if d := r.s.cfg.Depth; d > 0 && len(r.path) > d {
		r.stopped = true
	}
	return r.last()
}

// redirect gives the execution up for one of which conditions hold that do not hold in this one.
func (r *run) redirect(want []atom) {
	if len(r.wants) == 0 {
		r.wants, r.stopped = want, true
	}
}
