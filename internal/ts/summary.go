package ts

import (
	"maps"
	"slices"

	"whittle.dev/term"
)

// Summarise finds from the terms what instructions and goals read and write, and
// whose the variables are. Call it last when building a system by hand.
func (s *System) Summarise() {
	st := s.Terms
	number := map[term.Term]int{}
	for v := range s.Vars {
		number[s.Vars[v].Sym] = v
	}
	const none = -2
	owner := make([]int, len(s.Vars))
	for v := range owner {
		owner[v] = none
	}
	use := func(v, p int) {
		switch {
		case owner[v] == none:
			owner[v] = p
		case owner[v] != p:
			owner[v] = Shared
		}
	}
	for i := range s.Instructions {
		in := &s.Instructions[i]
		r := reader{sys: s, number: number, process: in.Process, use: use, vars: map[int]bool{},
			elems: map[Element]bool{}, seen: map[term.Term]bool{}}
		r.read(in.Guard)
		writes := map[int]bool{}
		in.ElemWrites = nil
		for _, u := range in.Updates {
			use(u.Var, in.Process)
			if s.Vars[u.Var].Len == 0 {
				writes[u.Var] = true
				r.read(u.Value)
				continue
			}
			t := u.Value
			for ; st.Op(t) == term.OpStore; t = st.Arg(t, 0) {
				e := Element{u.Var, st.Arg(t, 1)}
				if !slices.Contains(in.ElemWrites, e) {
					in.ElemWrites = append(in.ElemWrites, e)
				}
				r.read(st.Arg(t, 1))
				r.read(st.Arg(t, 2))
			}
		}
		in.Reads, in.ElemReads = sortedKeys(r.vars), r.list
		in.Writes = sortedKeys(writes)
		slices.SortFunc(in.Updates, func(x, y Update) int { return x.Var - y.Var })
	}
	for i := range s.Goals {
		g := &s.Goals[i]
		r := reader{sys: s, number: number, process: g.Process, use: use, vars: map[int]bool{},
			elems: map[Element]bool{}, seen: map[term.Term]bool{}}
		r.read(g.Guard)
		g.Reads, g.ElemReads = sortedKeys(r.vars), r.list
	}
	for _, p := range s.Processes {
		if owner[p.PC] == none {
			owner[p.PC] = s.Vars[p.PC].Owner
		} else if owner[p.PC] != s.Vars[p.PC].Owner {
			owner[p.PC] = Shared
		}
	}
	for v := range s.Vars {
		if owner[v] == none {
			owner[v] = s.Vars[v].Owner
		}
		s.Vars[v].Owner = owner[v]
	}
}

// reader finds what a term reads.
type reader struct {
	sys     *System
	number  map[term.Term]int
	process int
	use     func(v, p int)
	vars    map[int]bool
	elems   map[Element]bool
	list    []Element
	seen    map[term.Term]bool
}

func (r *reader) read(t term.Term) {
	st := r.sys.Terms
	if r.seen[t] {
		return
	}
	r.seen[t] = true
	if v, ok := r.number[t]; ok {
		// An array is read as a whole by nothing but the selects below.
		if r.sys.Vars[v].Len == 0 && v != r.sys.Processes[r.process].PC {
			r.vars[v] = true
		}
		r.use(v, r.process)
		return
	}
	if st.Op(t) == term.OpSelect {
		for _, v := range r.roots(st.Arg(t, 0)) {
			e := Element{v, st.Arg(t, 1)}
			if !r.elems[e] {
				r.elems[e] = true
				r.list = append(r.list, e)
			}
		}
	}
	for _, a := range st.Args(t) {
		r.read(a)
	}
}

// roots are the array variables that an array term is made of.
func (r *reader) roots(t term.Term) []int {
	st := r.sys.Terms
	switch st.Op(t) {
	case term.OpStore:
		return r.roots(st.Arg(t, 0))
	case term.OpIte:
		return append(r.roots(st.Arg(t, 1)), r.roots(st.Arg(t, 2))...)
	}
	if v, ok := r.number[t]; ok {
		return []int{v}
	}
	return nil
}

func sortedKeys(m map[int]bool) []int {
	return slices.Sorted(maps.Keys(m))
}
