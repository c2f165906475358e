package ltl

import "math/rand/v2"

// A lasso is the word that begins with stem and goes on with loop for ever.
type lasso struct{ stem, loop []uint64 }

func (w lasso) len() int { return len(w.stem) + len(w.loop) }

func (w lasso) letter(i int) uint64 {
	if i < len(w.stem) {
		return w.stem[i]
	}
	return w.loop[i-len(w.stem)]
}

// next is the position that comes after i.
func (w lasso) next(i int) int {
	if i+1 == w.len() {
		return len(w.stem)
	}
	return i + 1
}

// randomLasso has letters of n propositions.
func randomLasso(r *rand.Rand, n int) lasso {
	word := func(length int) []uint64 {
		out := make([]uint64, length)
		for i := range out {
			out[i] = r.Uint64N(1 << n)
		}
		return out
	}
	return lasso{word(r.IntN(5)), word(1 + r.IntN(5))}
}

// holds is the value of a formula in a lasso, by the definition of each operator: those of fixpoints are
// computed as such over the positions.
func holds(f *Formula, atoms map[Atom]int, w lasso) bool { return values(f, atoms, w)[0] }

// values has the value at each position.
func values(f *Formula, atoms map[Atom]int, w lasso) []bool {
	n := w.len()
	out := make([]bool, n)
	var a, b []bool
	if f.Left != nil {
		a = values(f.Left, atoms, w)
	}
	if f.Right != nil {
		b = values(f.Right, atoms, w)
	}
	// fixpoint iterates step from all false (least) or all true (greatest).
	fixpoint := func(start bool, step func(i int, next bool) bool) {
		for i := range out {
			out[i] = start
		}
		for range n + 1 {
			for i := n - 1; i >= 0; i-- {
				out[i] = step(i, out[w.next(i)])
			}
		}
	}
	each := func(value func(i int) bool) {
		for i := range out {
			out[i] = value(i)
		}
	}
	switch f.Op {
	case True:
		each(func(int) bool { return true })
	case Proposition:
		each(func(i int) bool { return w.letter(i)>>atoms[f.Atom]&1 != 0 })
	case Not:
		each(func(i int) bool { return !a[i] })
	case And:
		each(func(i int) bool { return a[i] && b[i] })
	case Or:
		each(func(i int) bool { return a[i] || b[i] })
	case Implies:
		each(func(i int) bool { return !a[i] || b[i] })
	case Iff:
		each(func(i int) bool { return a[i] == b[i] })
	case Next:
		each(func(i int) bool { return a[w.next(i)] })
	case Finally:
		fixpoint(false, func(i int, next bool) bool { return a[i] || next })
	case Globally:
		fixpoint(true, func(i int, next bool) bool { return a[i] && next })
	case Until:
		fixpoint(false, func(i int, next bool) bool { return b[i] || a[i] && next })
	case WeakUntil:
		fixpoint(true, func(i int, next bool) bool { return b[i] || a[i] && next })
	case Release:
		fixpoint(true, func(i int, next bool) bool { return b[i] && (a[i] || next) })
	case StrongRelease:
		fixpoint(false, func(i int, next bool) bool { return b[i] && (a[i] || next) })
	}
	return out
}

// accepts reports whether an automaton accepts a lasso: whether the graph of states and positions has a
// strongly connected part, reached from an initial state, whose edges have all marks. It finds these parts by
// reachability, and shares no code with the package.
func accepts(a *Automaton, w lasso) bool {
	n := w.len()
	type place struct{ state, at int }
	type step struct {
		to    place
		marks uint64
	}
	steps := map[place][]step{}
	var visit func(p place)
	visit = func(p place) {
		if _, ok := steps[p]; ok {
			return
		}
		steps[p] = nil
		for _, e := range a.Edges[p.state] {
			if x := w.letter(p.at); e.Label.Pos&^x == 0 && e.Label.Neg&x == 0 {
				steps[p] = append(steps[p], step{place{e.To, w.next(p.at)}, e.Marks})
			}
		}
		for _, s := range steps[p] {
			visit(s.to)
		}
	}
	for _, q := range a.Initial {
		visit(place{q, 0})
	}
	reach := func(from place) map[place]bool { // by at least one step
		seen := map[place]bool{}
		todo := []place{from}
		for len(todo) > 0 {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, s := range steps[p] {
				if !seen[s.to] {
					seen[s.to] = true
					todo = append(todo, s.to)
				}
			}
		}
		return seen
	}
	from := map[place]map[place]bool{}
	for p := range steps {
		if p.at == len(w.stem) { // every cycle passes the first position of the loop
			from[p] = reach(p)
		}
	}
	for p, seen := range from {
		if !seen[p] {
			continue
		}
		var marks uint64
		for q := range seen {
			back := from[q]
			if back == nil {
				back = reach(q)
				from[q] = back
			}
			for _, s := range steps[q] {
				if back[p] && (s.to == p || from[s.to][p] || reach(s.to)[p]) {
					marks |= s.marks
				}
			}
		}
		if marks == 1<<a.Marks-1 {
			return true
		}
	}
	_ = n
	return false
}
