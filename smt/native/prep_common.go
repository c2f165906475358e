package native

import (
	"slices"

	"whittle.dev/term"
)

// Equations that hold whichever disjunct of a fact does. A chain of diamonds, x = y = z or x = y' = z, then y
// or y', and so on, has exponentially many paths from one end to the other; that both ways through each
// diamond make x = z takes no search. Disjuncts are abstracted to partitions of the terms that they make
// equal, and a disjunction to the meet of these (B. Dutertre, "Yices 2.2", CAV 2014, section 3: equality
// abstraction).

// maxDisjuncts bounds the disjunctions that are looked at.
const maxDisjuncts = 32

// addCommonEquations adds the equations that disjunctions among the facts imply, of elements and numbers.
func (p *prep) addCommonEquations() {
	for i, n := 0, len(p.facts); i < n; i++ {
		if f := p.facts[i]; f.sym == term.None && p.st.Op(f.t) == term.OpOr {
			for _, class := range p.commonClasses(f.t) {
				for _, t := range class[1:] {
					p.addFact(p.st.Eq(class[0], t))
				}
			}
		}
	}
}

// commonClasses returns the classes, of two terms or more, that all disjuncts make equal.
func (p *prep) commonClasses(t term.Term) [][]term.Term {
	ds := p.st.Args(t)
	if len(ds) > maxDisjuncts || !p.hasEquation(ds[0]) {
		return nil
	}
	var classes [][]term.Term
	for i, d := range ds {
		root := p.classesOf(d)
		if i == 0 {
			classes = split(nil, root)
			continue
		}
		var next [][]term.Term
		for _, c := range classes {
			next = append(next, split(c, root)...)
		}
		if classes = next; len(classes) == 0 {
			return nil
		}
	}
	return classes
}

// split returns the classes, of two terms or more, of those terms that root maps to representatives; within
// is nil for all terms.
func split(within []term.Term, root map[term.Term]term.Term) [][]term.Term {
	if within == nil {
		for t := range root {
			within = append(within, t)
		}
		slices.Sort(within)
	}
	var reps []term.Term
	by := map[term.Term][]term.Term{}
	for _, t := range within {
		r, ok := root[t]
		if !ok {
			continue
		}
		if by[r] == nil {
			reps = append(reps, r)
		}
		by[r] = append(by[r], t)
	}
	var out [][]term.Term
	for _, r := range reps {
		if len(by[r]) > 1 {
			out = append(out, by[r])
		}
	}
	return out
}

// hasEquation reports that a conjunct of d is an equation of elements or numbers.
func (p *prep) hasEquation(d term.Term) bool {
	if p.st.Op(d) == term.OpAnd {
		return slices.ContainsFunc(p.st.Args(d), p.hasEquation)
	}
	if p.st.Op(d) != term.OpEq {
		return false
	}
	sort := p.st.Sort(p.st.Arg(d, 0))
	return sort.IsUninterpreted() || isNumber(sort)
}

// classesOf maps the terms of the equations among the conjuncts of d to representatives.
func (p *prep) classesOf(d term.Term) map[term.Term]term.Term {
	root := map[term.Term]term.Term{}
	conjuncts := []term.Term{d}
	if p.st.Op(d) == term.OpAnd {
		conjuncts = p.st.Args(d)
	}
	for _, c := range conjuncts {
		if p.st.Op(c) != term.OpEq || !p.hasEquation(c) {
			continue
		}
		a, b := p.st.Arg(c, 0), p.st.Arg(c, 1)
		for _, x := range [...]term.Term{a, b} {
			if root[x] == term.None {
				root[x] = x
			}
		}
		if from, to := root[a], root[b]; from != to {
			for t, r := range root {
				if r == from {
					root[t] = to
				}
			}
		}
	}
	return root
}
