package samples

import (
	"maps"
	"slices"

	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/term"
)

const (
	maxSeen  = 60  // samples of a control state that conditions have to hold in
	maxKept  = 400 // and that are kept
	maxPairs = 40  // of a pair
)

// seen is a thread in a state.
type seen struct{ state, thread int }

// couple is a state with two threads of it.
type couple struct{ state, a, b int }

// Views are samples by control states of a table.
type Views struct {
	*Set
	st     *term.Store
	t      *table.Table
	copies *fixpoint.Copies
	ones   map[[2]int][]seen          // by store and seat
	pairs  map[[3]int][]couple        // by store and two seats, the smaller one first
	counts []map[term.Term]term.Value // by state: counters
	eval   *term.Evaluator
	single *term.Evaluator // for few terms: that for many has more to forget
	values valuation
	learnt map[[2]int][]term.Term
	groups map[group][]term.Term
	stores map[int][]term.Term // equations of shared cells
	// widened are by variable what steps make of it that is wider.
	widened map[term.Term][]term.Term
}

// Views sorts samples by the control states of a table, which is of the system that was executed, with
// counters that were added since.
func (s *Set) Views(t *table.Table, copies *fixpoint.Copies) *Views {
	v := &Views{Set: s, st: s.sys.Terms, t: t, copies: copies, ones: map[[2]int][]seen{},
		pairs: map[[3]int][]couple{}, learnt: map[[2]int][]term.Term{}, groups: map[group][]term.Term{},
		stores: map[int][]term.Term{},
		counts: make([]map[term.Term]term.Value, len(s.states))}
	v.values = valuation{names: s.names, st: v.st}
	v.eval, v.single = term.NewEvaluator(v.st, &v.values), term.NewEvaluator(v.st, &v.values)
	v.widened = widened(s.sys)
	seats := map[[2]int][]int{} // by template and location
	for i, seat := range t.Seats {
		at := [2]int{seat.Template, seat.Loc}
		seats[at] = append(seats[at], i)
	}
	// A state that was seen late says more than one of the first steps: from the last one back.
	for i := len(s.states) - 1; i >= 0; i-- {
		v.sort(i, seats)
	}
	return v
}

// widened are by variable what the steps of a system make of it that is wider, up to 64 bits.
func widened(sys *model.System) map[term.Term][]term.Term {
	out := map[term.Term][]term.Term{}
	st := sys.Terms
	for i := range sys.Templates {
		for _, e := range sys.Templates[i].Edges {
			for t := range st.Subterms(slices.Collect(maps.Values(e.Updates))...) {
				if op := st.Op(t); op != term.OpSignExt && op != term.OpZeroExt || st.Sort(t).Width() > 64 {
					continue
				}
				if x := st.Arg(t, 0); st.Op(x) == term.OpSymbol && !slices.Contains(out[x], t) {
					out[x] = append(out[x], t)
				}
			}
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}

// sort adds the threads of a state to the control states that they are in.
func (v *Views) sort(i int, seats map[[2]int][]int) {
	s := &v.states[i]
	counters := v.counters(s)
	v.counts[i] = counters
	for g, store := range v.t.Stores {
		if !v.agrees(store, s, nil, counters) {
			continue
		}
		at := make([][]int, len(s.threads))
		for k := range s.threads {
			th := &s.threads[k]
			for _, seat := range seats[[2]int{th.template, th.loc}] {
				if v.agrees(v.t.Seats[seat].Values, s, th, counters) {
					at[k] = append(at[k], seat)
					if key := [2]int{g, seat}; len(v.ones[key]) < maxKept {
						v.ones[key] = append(v.ones[key], seen{i, k})
					}
				}
			}
		}
		for a := range at {
			for b := range at {
				if a == b {
					continue
				}
				for _, x := range at[a] {
					for _, y := range at[b] {
						if key := [3]int{g, x, y}; x <= y && len(v.pairs[key]) < maxPairs {
							v.pairs[key] = append(v.pairs[key], couple{i, a, b})
						}
					}
				}
			}
		}
	}
}

// agrees reports whether variables have the values listed.
func (v *Views) agrees(values table.Values, s *state, t *thread, counters map[term.Term]term.Value) bool {
	val := valuation{names: v.names, st: v.st, shared: s.shared, thread: t, more: counters}
	for sym, want := range values {
		if have, _ := val.Value(sym); !have.Equal(v.st.ConstValue(want)) {
			return false
		}
	}
	return true
}

// counters are the values of the counters in a state.
func (v *Views) counters(s *state) map[term.Term]term.Value {
	out := map[term.Term]term.Value{}
	for i := range v.sys.Counters {
		n := &v.sys.Counters[i]
		sum := int64(0)
		for _, t := range s.threads {
			if n.Of == nil {
				sum += n.Weight[t.template][t.loc]
			} else if x := n.Of[t.template][t.loc]; x != term.None {
				sum += int64(t.locals[v.names.locals[t.template][x]].Uint64())
			}
		}
		out[n.Sym] = term.BVValue(v.st.Sort(n.Sym).Width(), uint64(sum))
	}
	return out
}

// at makes a state with a thread what is evaluated next.
func (v *Views) at(state, thread int) {
	s := &v.states[state]
	v.values.shared, v.values.thread, v.values.more = s.shared, &s.threads[thread], v.counts[state]
}

// value is what a term is for a thread of a state.
func (v *Views) value(at seen, t term.Term) (term.Value, error) {
	v.at(at.state, at.thread)
	v.single.Reset(&v.values)
	return v.single.Eval(t)
}

// Holding are those of some conditions about a thread in a control state that hold in all samples of it.
func (v *Views) Holding(store, seat int, list []term.Term) []term.Term {
	return v.holdingIn(v.some(store, seat), list)
}

// some are a few samples of a control state.
func (v *Views) some(store, seat int) []seen {
	all := v.ones[[2]int{store, seat}]
	return all[:min(len(all), maxSeen)]
}

// holdingIn are those that hold in some samples.
func (v *Views) holdingIn(samples []seen, list []term.Term) []term.Term {
	out := unique(slices.Clone(list))
	for _, at := range samples {
		v.at(at.state, at.thread)
		out = v.holding(out)
	}
	return out
}

// HoldingPair are those about two threads.
func (v *Views) HoldingPair(store, a, b int, list []term.Term) []term.Term {
	out := unique(slices.Clone(list))
	if a > b {
		a, b = b, a
	}
	for _, at := range v.pairs[[3]int{store, a, b}] {
		v.at(at.state, at.a)
		second := &v.states[at.state].threads[at.b]
		v.values.more = maps.Clone(v.values.more)
		for sym, k := range v.names.locals[second.template] {
			v.values.more[v.copies.Sym(sym, 1)] = second.locals[k]
		}
		out = v.holding(out)
	}
	return out
}

// holding leaves the conditions that are true in what is evaluated.
func (v *Views) holding(list []term.Term) []term.Term {
	v.eval.Reset(&v.values)
	return slices.DeleteFunc(list, func(t term.Term) bool {
		x, err := v.eval.Eval(t)
		return err == nil && !x.Bool()
	})
}

// live are the locals of a seat that are not explicit, and the shared cells that are not, but for counters.
func (v *Views) live(store, seat int) (locals, shared []term.Term) {
	s := v.t.Seats[seat]
	locals, shared = v.usable(s.Template, s.Loc)
	locals = slices.DeleteFunc(locals, func(sym term.Term) bool { return s.Values[sym] != term.None })
	shared = slices.DeleteFunc(shared, func(sym term.Term) bool {
		return v.t.Stores[store][sym] != term.None
	})
	return locals, shared
}

// usable are the locals of a location that are numbers, and the shared cells that are, but for counters.
func (v *Views) usable(template, loc int) (locals, shared []term.Term) {
	number := func(sym term.Term) bool {
		sort := v.st.Sort(sym)
		return sort.IsBitVec() && sort.Width() > 1 && sort.Width() <= 64
	}
	for _, sym := range v.sys.Templates[template].Locs[loc].Live {
		if number(sym) {
			locals = append(locals, sym)
		}
	}
	for _, g := range v.sys.Globals {
		counts := slices.ContainsFunc(v.sys.Counters, func(n model.Counter) bool { return n.Sym == g.Sym })
		if number(g.Sym) && !counts {
			shared = append(shared, g.Sym)
		}
	}
	return locals, shared
}
