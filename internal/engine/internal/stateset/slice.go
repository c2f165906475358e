package stateset

import (
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// slice is the set of values that some slots can have together: those of vals for all values of
// the symbols that satisfy conj. It is not empty.
type slice struct {
	vals  []term.Term
	conj  []term.Term
	syms  []term.Term // in the order of their canonical names, once interned
	model term.Map    // satisfies conj, over the names before; nil: none is known
	odd   bool        // a part had no model
	// points are some of the values, by slot.
	points [][]term.Value
	// direct are the slots from which values of all symbols are read off: by symbol. nil: no.
	solve []solution
	// full: the slots can have all values.
	full bool
}

// maxPoints bounds the values that are kept with a slice.
const maxPoints = 8

func (sl *slice) add(p multistate.Part) {
	sl.conj = append(sl.conj, p.Conjuncts...)
	if p.Model == nil {
		sl.odd = true
		return
	}
	if sl.model == nil {
		sl.model = term.Map{}
	}
	for _, sym := range p.Symbols {
		if v, ok := p.Model[sym]; ok {
			sl.model[sym] = v
		}
	}
}

// intern gives a slice its number: that of an equal one, if there is one.
func (s *Set) intern(sl *slice) int32 {
	slices.Sort(sl.conj)
	sl.conj = slices.Compact(sl.conj)
	n := len(sl.vals)
	images, syms := s.left.Rename(append(slices.Clone(sl.vals), sl.conj...))
	named := &slice{vals: images[:n:n], conj: slices.Clone(images[n:])}
	slices.Sort(named.conj)
	text := named.text()
	if i, ok := s.byText[text]; ok {
		return i
	}
	if !sl.odd {
		point := make([]term.Value, n)
		eval := term.NewEvaluator(s.s, multistate.Model{Store: s.s, Values: sl.model})
		for i, t := range sl.vals {
			v, err := eval.Eval(t)
			if err != nil {
				point = nil
				break
			}
			point[i] = v
		}
		if point != nil {
			named.points = append(named.points, point)
		}
	}
	named.syms = make([]term.Term, len(syms))
	for i, sym := range syms {
		named.syms[i] = s.left.Symbol(i, s.s.Sort(sym))
	}
	named.solve = s.solutions(named)
	named.full = s.isFull(named)
	i := int32(len(s.slices))
	s.slices = append(s.slices, named)
	s.byText[text] = i
	return i
}

// isFull reports whether the slots are different symbols without a condition.
func (s *Set) isFull(sl *slice) bool {
	if len(sl.conj) > 0 {
		return false
	}
	seen := map[term.Term]bool{}
	for _, t := range sl.vals {
		if s.s.Op(t) != term.OpSymbol || seen[t] {
			return false
		}
		seen[t] = true
	}
	return true
}

// gather joins the slices of a state that the slots of a group are in.
func (s *Set) gather(v variant, group []int32) int32 {
	one := v.class[group[0]]
	single := true
	for _, slot := range group {
		single = single && v.class[slot] == one
	}
	if single {
		return v.slices[one]
	}
	// Each slice has names of its own; those of the second are moved behind those of the first.
	moved := map[int32]*slice{}
	next := map[int32]int{} // index in vals of a class that comes next
	total := 0
	out := &slice{model: term.Map{}}
	var points [][]term.Value
	for _, slot := range group {
		c := v.class[slot]
		m, ok := moved[c]
		if !ok {
			old := s.slices[v.slices[c]]
			m = &slice{vals: old.vals, conj: old.conj, points: old.points}
			if total > 0 {
				sub := map[term.Term]term.Term{}
				for i, sym := range old.syms {
					sub[sym] = s.left.Symbol(total+i, s.s.Sort(sym))
				}
				u := term.NewSubstituter(s.s, sub)
				m.vals, m.conj = apply(u, old.vals), apply(u, old.conj)
			}
			total += len(old.syms)
			moved[c] = m
			out.conj = append(out.conj, m.conj...)
		}
		out.vals = append(out.vals, m.vals[next[c]])
		// The first values of all slices are a value of the whole.
		if len(m.points) > 0 {
			if len(points) == 0 {
				points = append(points, nil)
			}
			points[0] = append(points[0], m.points[0][next[c]])
		}
		next[c]++
	}
	out.odd = true // the model is not known by names, but the point is
	i := s.intern(out)
	if sl := s.slices[i]; len(sl.points) == 0 && len(points) == 1 && len(points[0]) == len(out.vals) {
		sl.points = points
	}
	return i
}

func apply(u *term.Substituter, ts []term.Term) []term.Term {
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		out[i] = u.Apply(t)
	}
	return out
}
