package samples

import (
	"slices"

	"whittle.dev/term"
)

const (
	maxPremises = 8 // of one kind at a control state
	maxThen     = 4 // conclusions from one
	fewSamples  = 3 // that say nothing
)

// When are implications about a thread in a control state: equations that hold in those samples of it in
// which some condition does, but not in all. "If the number of changes is what it was, then what I have read
// is what is there." The conditions are that a local still is what it was copied from, and those of a list
// that are about shared cells.
func (v *Views) When(store, seat int, list []term.Term) []term.Term {
	all := v.ones[[2]int{store, seat}]
	locals, shared := v.live(store, seat)
	vars := slices.Concat(locals, shared)
	var out []term.Term
	for _, premises := range [][]term.Term{v.same(v.t.Seats[seat].Template, locals), v.about(list, shared)} {
		n := 0
		for _, p := range unique(premises) {
			with := v.where(all, p)
			if n == maxPremises || len(with) <= fewSamples || len(with) == len(all) {
				continue
			}
			n++
			out = append(out, v.then(all, with, p, vars)...)
		}
	}
	return unique(out)
}

// then are what holds in those samples in which a condition does.
func (v *Views) then(all, with []seen, p term.Term, vars []term.Term) []term.Term {
	list := v.hulls(with, vars)
	for i := range v.sys.Counters {
		n := v.sys.Counters[i].Sym
		list = append(list, v.holdingIn(with, []term.Term{v.st.Eq(n, v.st.BV(v.st.Sort(n).Width(), 0))})...)
	}
	known := v.holdingIn(all, list)
	var out []term.Term
	for _, t := range list {
		if t != p && !slices.Contains(known, t) && len(out) < maxThen {
			out = append(out, v.st.Or(v.st.Not(p), t))
		}
	}
	return out
}

// same are the conditions that locals are what they were copied from.
func (v *Views) same(template int, locals []term.Term) []term.Term {
	var out []term.Term
	for _, e := range v.sys.Templates[template].Edges {
		for _, x := range locals {
			if from := e.Updates[x]; from != term.None && v.isShared(from) {
				out = append(out, v.st.Eq(x, from))
			}
		}
	}
	return out
}

// isShared reports whether a term is a shared cell.
func (v *Views) isShared(t term.Term) bool {
	_, ok := v.names.shared[t]
	return ok
}

// about are the conditions that are about shared cells alone.
func (v *Views) about(list, shared []term.Term) []term.Term {
	return slices.DeleteFunc(slices.Clone(list), func(t term.Term) bool {
		return slices.ContainsFunc(v.st.Symbols(t), func(sym term.Term) bool {
			return !slices.Contains(shared, sym)
		})
	})
}

// where are the samples in which a condition holds.
func (v *Views) where(samples []seen, t term.Term) []seen {
	return slices.DeleteFunc(slices.Clone(samples), func(at seen) bool {
		x, err := v.value(at, t)
		return err != nil || !x.Bool()
	})
}
