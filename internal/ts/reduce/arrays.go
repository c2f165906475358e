package reduce

import (
	"fmt"
	"maps"
	"slices"

	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// splitArrays makes a scalar of each element of the arrays that are indexed by
// constants only, and reports whether there are any.
func splitArrays(s *ts.System) bool {
	st := s.Terms
	used := indices(s)
	scalar := map[term.Term]term.Term{}
	elements := map[int]map[uint64]int{} // of the arrays that are split: variables by index
	for v := range s.Vars {
		if s.Vars[v].Len == 0 || used[v] == nil || len(st.Symbols(s.Vars[v].Init)) > 0 {
			continue
		}
		elements[v] = map[uint64]int{}
		x := s.Vars[v]
		index, elem := st.ArrayParts(st.Sort(x.Sym))
		for _, c := range slices.Sorted(maps.Keys(used[v])) {
			i := st.BV(index.Width(), c)
			name := s.Unique(fmt.Sprintf("%s[%d]", x.Name, c))
			y := ts.Var{Name: name, Sym: st.Symbol(name, elem), Owner: x.Owner, Init: st.Select(x.Init, i)}
			scalar[st.Select(x.Sym, i)] = y.Sym
			elements[v][c] = len(s.Vars)
			s.Vars = append(s.Vars, y)
		}
	}
	if len(elements) == 0 {
		return false
	}
	for i := range s.Instructions {
		in := &s.Instructions[i]
		var updates []ts.Update
		for _, u := range in.Updates {
			of := elements[u.Var]
			if of == nil {
				updates = append(updates, u)
				continue
			}
			done := map[uint64]bool{}
			for t := u.Value; st.Op(t) == term.OpStore; t = st.Arg(t, 0) {
				c, _ := st.ConstUint64(st.Arg(t, 1))
				if !done[c] {
					updates = append(updates, ts.Update{Var: of[c], Value: st.Arg(t, 2)})
				}
				done[c] = true
			}
		}
		slices.SortFunc(updates, func(x, y ts.Update) int { return x.Var - y.Var })
		in.Updates = updates
	}
	s.MapTerms(term.NewSubstituter(st, scalar).Apply)
	dropVars(s, func(v int) bool { return elements[v] != nil })
	dropUpdates(s)
	return true
}

// indices finds the arrays that can be split, with the indices that occur: each select from
// the array or from a chain of stores to it, and each of these stores, has a constant index.
func indices(s *ts.System) map[int]map[uint64]bool {
	st := s.Terms
	number := map[term.Term]int{}
	for v, x := range s.Vars {
		if x.Len > 0 {
			number[x.Sym] = v
		}
	}
	used := map[int]map[uint64]bool{}
	bad := map[int]bool{}
	allBad := func(t term.Term) {
		for _, sym := range st.Symbols(t) {
			if v, ok := number[sym]; ok {
				bad[v] = true
			}
		}
	}
	for t := range s.Subterms() {
		op := st.Op(t)
		if op == term.OpSelect || op == term.OpStore {
			v, ok := number[root(st, t)]
			if c, isConst := st.ConstUint64(st.Arg(t, 1)); ok && isConst {
				if used[v] == nil {
					used[v] = map[uint64]bool{}
				}
				used[v][c] = true
			} else if ok {
				bad[v] = true
			}
			if op == term.OpSelect && st.Op(st.Arg(t, 0)) == term.OpIte {
				allBad(t)
			}
		} else if st.Sort(t).IsArray() && op == term.OpIte || op == term.OpEq &&
			st.Sort(st.Arg(t, 0)).IsArray() {
			allBad(t)
		}
	}
	maps.DeleteFunc(used, func(v int, _ map[uint64]bool) bool { return bad[v] })
	return used
}

// root returns the array that a select or store, or a chain of them, goes to.
func root(st *term.Store, t term.Term) term.Term {
	for op := st.Op(t); op == term.OpSelect || op == term.OpStore; op = st.Op(t) {
		t = st.Arg(t, 0)
	}
	return t
}
