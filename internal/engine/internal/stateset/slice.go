package stateset

import (
	"fmt"
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// slice is the set of values that some slots can have together: those of vals for all values of
// the symbols that satisfy conj. It is not empty.
type slice struct {
	vals []term.Term
	conj []term.Term
	syms []term.Term // in the order of their first occurrence

	// Of a slice that is being entered:
	model term.Map     // satisfies conj; nil: none is known
	odd   bool         // a part had no model
	point []term.Value // a value, or nil: that which model gives
	// Of one that was loaded:
	solve []solution // gives the values of all symbols from those of slots; nil: there is none
	full  bool       // the slots can have all values
	// normal is what normalise found, nil before; sampled says that sample was here.
	normal  *normal
	sampled bool
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

// intern gives a slice its number: that of an equal one up to the names of symbols, if there is one.
func (s *Set) intern(sl *slice) int32 {
	slices.Sort(sl.conj)
	sl.conj = slices.Compact(sl.conj)
	key := sl.handles()
	if i, ok := s.number[key]; ok {
		return i
	}
	s.encoder.Sort(sl.conj)
	text := s.encoder.Append(nil, append(slices.Clone(sl.vals), sl.conj...)...)
	i, added := s.slices.enter(text, len(sl.vals))
	s.number[key] = i
	if added {
		if p := s.value(sl); p != nil {
			s.slices.addPoint(i, p)
		}
	}
	return i
}

// value is a value of a slice, or nil.
func (s *Set) value(sl *slice) []term.Value {
	if sl.point != nil || sl.odd {
		return sl.point
	}
	point := make([]term.Value, len(sl.vals))
	eval := term.NewEvaluator(s.s, multistate.Model{Store: s.s, Values: sl.model})
	for i, t := range sl.vals {
		v, err := eval.Eval(t)
		if err != nil {
			return nil
		}
		point[i] = v
	}
	return point
}

// load returns the slice with a number in terms of this view.
func (s *Set) load(i int32) *slice {
	for int(i) >= len(s.loaded) {
		s.loaded = append(s.loaded, nil)
	}
	if sl := s.loaded[i]; sl != nil {
		return sl
	}
	r := s.slices.record(i)
	sl := &slice{}
	ts, _, err := portable.Decode(s.s, []byte(r.text), func(n int, sort term.Sort) term.Term {
		sym := s.names.Symbol(n, sort)
		sl.syms = append(sl.syms, sym)
		return sym
	})
	if err != nil {
		panic(fmt.Sprintf("stateset: a slice that was written cannot be read: %v", err))
	}
	sl.vals, sl.conj = ts[:r.slots:r.slots], ts[r.slots:]
	sl.solve = s.solutions(sl)
	sl.full = s.isFull(sl)
	s.loaded[i] = sl
	return sl
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
	type part struct {
		*slice
		point []term.Value
		next  int // index in vals of what comes next
	}
	parts := map[int32]*part{}
	total := 0
	out := &slice{odd: true}
	whole := true // there is a value of each slice, so one of all
	for _, slot := range group {
		c := v.class[slot]
		m, ok := parts[c]
		if !ok {
			old := s.load(v.slices[c])
			m = &part{slice: &slice{vals: old.vals, conj: old.conj}}
			if total > 0 {
				sub := map[term.Term]term.Term{}
				for i, sym := range old.syms {
					sub[sym] = s.names.Symbol(total+i, s.s.Sort(sym))
				}
				u := term.NewSubstituter(s.s, sub)
				m.vals, m.conj = apply(u, old.vals), apply(u, old.conj)
			}
			total += len(old.syms)
			if points := s.slices.points(v.slices[c]); len(points) > 0 {
				m.point = points[0]
			}
			whole = whole && m.point != nil
			parts[c] = m
			out.conj = append(out.conj, m.conj...)
		}
		out.vals = append(out.vals, m.vals[m.next])
		if whole {
			out.point = append(out.point, m.point[m.next])
		}
		m.next++
	}
	if !whole {
		out.point = nil
	}
	return s.intern(out)
}

func apply(u *term.Substituter, ts []term.Term) []term.Term {
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		out[i] = u.Apply(t)
	}
	return out
}
