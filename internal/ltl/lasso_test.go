package ltl

import (
	"maps"
	"math/rand/v2"
	"slices"
)

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
func holds(f *Formula, atoms []Atom, w lasso) bool { return values(f, atoms, w)[0] }

// values has the value at each position.
func values(f *Formula, atoms []Atom, w lasso) []bool {
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
		each(func(i int) bool { return w.letter(i)>>slices.Index(atoms, f.Atom)&1 != 0 })
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

// accepts reports whether an automaton accepts a lasso: whether in the graph of states and positions, from
// an initial state, there is a place from which the edges on ways back to it have all marks. Ways are found
// one place at a time, without components, so that it shares no idea with the package.
func accepts(a *Automaton, w lasso) bool {
	g := &lassoGraph{a: a, w: w}
	initial := map[place]bool{}
	for _, q := range a.Initial {
		initial[place{q, 0}] = true
	}
	for p := range g.reach(initial) {
		if p.at != len(w.stem) { // each cycle passes the first position of the loop
			continue
		}
		there := g.reach(map[place]bool{p: true})
		var marks uint64
		back := map[place]bool{} // from which p is reached
		for q := range there {
			back[q] = q == p || g.reach(map[place]bool{q: true})[p]
		}
		cycle := false
		for q := range there {
			for _, s := range g.steps(q) {
				if back[q] && back[s.to] {
					marks |= s.marks
					cycle = true
				}
			}
		}
		if cycle && marks == 1<<a.Marks-1 {
			return true
		}
	}
	return false
}

type place struct{ state, at int }

type step struct {
	to    place
	marks uint64
}

// lassoGraph is the product of an automaton and a lasso.
type lassoGraph struct {
	a *Automaton
	w lasso
}

func (g *lassoGraph) steps(p place) []step {
	var out []step
	for _, e := range g.a.Edges[p.state] {
		if x := g.w.letter(p.at); e.Label.Pos&^x == 0 && e.Label.Neg&x == 0 {
			out = append(out, step{place{e.To, g.w.next(p.at)}, e.Marks})
		}
	}
	return out
}

// reach has the places that are reached from some, and these.
func (g *lassoGraph) reach(from map[place]bool) map[place]bool {
	seen := maps.Clone(from)
	todo := slices.Collect(maps.Keys(from))
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, s := range g.steps(p) {
			if !seen[s.to] {
				seen[s.to] = true
				todo = append(todo, s.to)
			}
		}
	}
	return seen
}
