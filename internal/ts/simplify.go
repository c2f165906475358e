package ts

import (
	"slices"

	"whittle.dev/term"
)

// simplify puts in constants, makes scalars of arrays that are indexed by
// constants, drops variables that nothing depends on, and finds what
// instructions read and write.
func (b *builder) simplify() {
	for range 8 {
		if !b.foldConstants() && (b.opt.KeepArrays || !b.splitArrays()) {
			break
		}
	}
	b.tidy()
	if !b.opt.KeepWaits && b.mergeWaits() {
		b.sys.Summarise()
	}
	if b.opt.KeepWidths {
		return
	}
	b.narrowData()
	for range 8 {
		if !b.foldConstants() {
			break
		}
	}
	b.tidy()
}

// tidy drops what cannot be executed or is not needed, and finds what instructions read and write.
func (b *builder) tidy() {
	s := b.sys
	s.Instructions = slices.DeleteFunc(s.Instructions,
		func(in Instruction) bool { return b.st.IsFalse(in.Guard) })
	s.Goals = slices.DeleteFunc(s.Goals, func(g Goal) bool { return b.st.IsFalse(g.Guard) })
	b.dropUnneeded()
	s.Summarise()
	if b.opt.KeepInstructions {
		return
	}
	n := len(s.Instructions)
	if b.slice(); len(s.Instructions) < n {
		b.dropUnneeded()
		s.Summarise()
	}
}

// foldConstants replaces variables that keep their initial constant.
func (b *builder) foldConstants() bool {
	s := b.sys
	written := make([]bool, len(s.Vars))
	for i := range s.Instructions {
		for _, u := range s.Instructions[i].Updates {
			written[u.Var] = true
		}
	}
	m := map[term.Term]term.Term{}
	for v := range s.Vars {
		x := &s.Vars[v]
		if x.Kind != PC && !written[v] && len(b.st.Symbols(x.Init)) == 0 && x.Init != x.Sym {
			m[x.Sym] = x.Init
		}
	}
	if len(m) == 0 {
		return false
	}
	b.substitute(m)
	s.Vars = b.without(func(v int) bool { _, folded := m[s.Vars[v].Sym]; return folded })
	b.dropUpdates()
	return true
}

// dropUpdates drops updates that change nothing.
func (b *builder) dropUpdates() {
	s := b.sys
	for i := range s.Instructions {
		in := &s.Instructions[i]
		in.Updates = slices.DeleteFunc(in.Updates,
			func(u Update) bool { return u.Value == s.Vars[u.Var].Sym })
	}
}

// without returns the variables without some, and renumbers the others everywhere.
func (b *builder) without(drop func(v int) bool) []Var {
	s := b.sys
	number := make([]int, len(s.Vars))
	var out []Var
	for v := range s.Vars {
		if drop(v) {
			number[v] = -1
			continue
		}
		number[v] = len(out)
		out = append(out, s.Vars[v])
	}
	for i := range s.Processes {
		s.Processes[i].PC = number[s.Processes[i].PC]
	}
	for i := range s.Instructions {
		in := &s.Instructions[i]
		updates := in.Updates[:0]
		for _, u := range in.Updates {
			if number[u.Var] >= 0 {
				updates = append(updates, Update{number[u.Var], u.Value})
			}
		}
		in.Updates = updates
	}
	return out
}

// terms calls f for every term of the system over the state.
func (b *builder) terms(f func(t term.Term)) {
	s := b.sys
	for i := range s.Instructions {
		in := &s.Instructions[i]
		f(in.Guard)
		for _, u := range in.Updates {
			f(u.Value)
		}
		for _, t := range in.joins {
			f(t)
		}
	}
	for i := range s.Goals {
		f(s.Goals[i].Guard)
	}
	for _, ends := range s.ends {
		for _, e := range ends {
			f(e.guard)
		}
	}
}

// splitArrays makes a scalar of each element of the arrays that are indexed by
// constants only.
func (b *builder) splitArrays() bool {
	s := b.sys
	number := map[term.Term]int{}
	for v, x := range s.Vars {
		if x.Len > 0 {
			number[x.Sym] = v
		}
	}
	// An array is split if each select from it, or from a chain of stores to it,
	// and each of these stores has a constant index.
	bad := map[int]bool{}
	used := map[int]map[uint64]bool{}
	seen := map[term.Term]bool{}
	var visit func(t term.Term)
	visit = func(t term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		op := b.st.Op(t)
		if op == term.OpSelect || op == term.OpStore {
			v, ok := b.root(t, number)
			if c, isConst := b.st.ConstUint64(b.st.Arg(t, 1)); ok && isConst {
				if used[v] == nil {
					used[v] = map[uint64]bool{}
				}
				used[v][c] = true
			} else if ok {
				bad[v] = true
			}
			if op == term.OpSelect && b.st.Op(b.st.Arg(t, 0)) == term.OpIte {
				b.markAll(t, number, bad)
			}
		} else if b.st.Sort(t).IsArray() && op == term.OpIte || op == term.OpEq &&
			b.st.Sort(b.st.Arg(t, 0)).IsArray() {
			b.markAll(t, number, bad)
		}
		for _, a := range b.st.Args(t) {
			visit(a)
		}
	}
	b.terms(visit)
	changed := false
	m := map[term.Term]term.Term{}
	elements := map[int]map[uint64]int{}
	for v := range s.Vars {
		if s.Vars[v].Len == 0 || bad[v] || used[v] == nil || len(b.st.Symbols(s.Vars[v].Init)) > 0 {
			continue
		}
		changed = true
		elements[v] = map[uint64]int{}
		x := s.Vars[v]
		index, elem := b.st.ArrayParts(b.st.Sort(x.Sym))
		for _, c := range sortedIndices(used[v]) {
			i := b.st.BV(index.Width(), c)
			name := b.unique(x.Name + "[" + utoa(c) + "]")
			y := Var{Name: name, Sym: b.st.Symbol(name, elem), Kind: Memory, Owner: x.Owner,
				Init: b.st.Select(x.Init, i), place: x.place}
			y.place.offset += c * x.place.stride
			y.place.stride = 0
			m[b.st.Select(x.Sym, i)] = y.Sym
			s.Vars = append(s.Vars, y)
			elements[v][c] = len(s.Vars) - 1
		}
	}
	if !changed {
		return false
	}
	for i := range s.Instructions {
		in := &s.Instructions[i]
		var updates []Update
		for _, u := range in.Updates {
			of := elements[u.Var]
			if of == nil {
				updates = append(updates, u)
				continue
			}
			done := map[uint64]bool{}
			for t := u.Value; b.st.Op(t) == term.OpStore; t = b.st.Arg(t, 0) {
				c, _ := b.st.ConstUint64(b.st.Arg(t, 1))
				if !done[c] {
					updates = append(updates, Update{of[c], b.st.Arg(t, 2)})
				}
				done[c] = true
			}
		}
		slices.SortFunc(updates, func(x, y Update) int { return x.Var - y.Var })
		in.Updates = updates
	}
	b.substitute(m)
	s.Vars = b.without(func(v int) bool { return elements[v] != nil })
	b.dropUpdates()
	return true
}

// root returns the array variable that a select or store goes to.
func (b *builder) root(t term.Term, number map[term.Term]int) (int, bool) {
	for op := b.st.Op(t); op == term.OpSelect || op == term.OpStore; op = b.st.Op(t) {
		t = b.st.Arg(t, 0)
	}
	v, ok := number[t]
	return v, ok
}

func (b *builder) markAll(t term.Term, number map[term.Term]int, bad map[int]bool) {
	for _, sym := range b.st.Symbols(t) {
		if v, ok := number[sym]; ok {
			bad[v] = true
		}
	}
}

// dropUnneeded drops the variables that no guard and no goal depends on, and that
// do not decide how a joined process ends: a join may be enabled whichever way
// that is, but a trace has to take the right one.
func (b *builder) dropUnneeded() {
	s := b.sys
	number := map[term.Term]int{}
	for v := range s.Vars {
		number[s.Vars[v].Sym] = v
	}
	needed := make([]bool, len(s.Vars))
	var work []int
	need := func(t term.Term) {
		for _, sym := range b.st.Symbols(t) {
			if v, ok := number[sym]; ok && !needed[v] {
				needed[v] = true
				work = append(work, v)
			}
		}
	}
	for _, p := range s.Processes {
		needed[p.PC] = true
	}
	for i := range s.Instructions {
		need(s.Instructions[i].Guard)
		for _, t := range s.Instructions[i].joins {
			need(t)
		}
	}
	for i := range s.Goals {
		need(s.Goals[i].Guard)
		for _, w := range s.Goals[i].merged { // which of them a trace takes
			need(w.guard)
		}
	}
	if slices.ContainsFunc(s.Instructions, func(in Instruction) bool { return len(in.joins) > 0 }) {
		for _, ends := range s.ends {
			for _, e := range ends {
				if severalEnds(ends, e.at) {
					need(e.guard)
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for i := range s.Instructions {
			for _, u := range s.Instructions[i].Updates {
				if u.Var == v {
					need(u.Value)
				}
			}
		}
	}
	s.Vars = b.without(func(v int) bool { return !needed[v] })
}

// severalEnds reports whether a process can end in more than one way at a location.
func severalEnds(ends []ending, at int) bool {
	n := 0
	for _, e := range ends {
		if e.at == at {
			n++
		}
	}
	return n > 1
}
