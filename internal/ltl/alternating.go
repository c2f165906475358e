package ltl

import (
	"context"
	"fmt"
)

// A very weak alternating automaton (P. Gastin and D. Oddoux, "Fast LTL to Büchi automata translation", CAV
// 2001) has a state for each formula that is an operand of X, or U or R: what has to hold of the rest of the
// word. We call these formulas elements. A run is in a set of elements at a time, all of which must come
// true; a state leads only to itself and to smaller formulas. An until a U b that waits leads to itself, and
// no run may wait for ever.
//
// A move keeps in wait for which untils it waits. Gastin and Oddoux recover that from the label and the
// target of the finished product; here it is known while products are formed, so that moves which are worse
// than others can be dropped at once. In a product a move can be dropped only for one that has a weaker
// label, a smaller target and waits for less: then whatever both are multiplied with, the same holds of the
// products.

// A move is one way in which a formula, or each of a set of elements, holds.
type move struct {
	label Cube // what holds now
	to    set  // what holds of the rest of the word
	wait  set  // the untils for which it waits
}

// covers reports whether m can replace n.
func (m *move) covers(n *move) bool {
	return m.label.covers(n.label) && m.to.within(&n.to) && m.wait.within(&n.wait)
}

// alternating is the alternating automaton of a formula, made as far as it is asked for.
type alternating struct {
	elements []*node
	number   map[*node]int // of elements
	moves    map[*node][]move
	sets     map[*node][]set // what disjuncts has found
	closures map[*node]set

	work int // comparisons of moves that are still allowed
	err  error
	ctx  context.Context
}

// maxWork is how many comparisons of moves one translation may take: some tenths of a second.
const maxWork = 50_000_000

func newAlternating(ctx context.Context) *alternating {
	return &alternating{number: map[*node]int{}, moves: map[*node][]move{}, sets: map[*node][]set{},
		closures: map[*node]set{}, work: maxWork, ctx: ctx}
}

// spend counts work. It reports whether the translation goes on; when it does not, a.err says why, and
// results are worth nothing.
func (a *alternating) spend(n int) bool {
	if a.err != nil {
		return false
	}
	if a.work -= n + 1; a.work < 0 {
		a.err = fmt.Errorf("%w: its automaton takes too many steps to make", ErrTooLarge)
	} else if err := a.ctx.Err(); err != nil {
		a.err = err
	}
	return a.err == nil
}

// element returns the number of f, no conjunction or disjunction.
func (a *alternating) element(f *node) int {
	n, ok := a.number[f]
	if !ok {
		if len(a.elements) == maxElements {
			a.err = fmt.Errorf("%w: it has more than %d temporal operators", ErrTooLarge, maxElements)
			return 0
		}
		n = len(a.elements)
		a.elements = append(a.elements, f)
		a.number[f] = n
	}
	return n
}

// closure returns the elements whose moves are part of all moves of f: so far as they go, f and these do
// what f does alone. For example G F b has the moves of F b, and so sets with G F b alone and with both are
// the same state. Sets of elements are always closed in this way; then those are equal that are the same
// state, and moves can be compared by them.
func (a *alternating) closure(f *node) set {
	out, ok := a.closures[f]
	if ok {
		return out
	}
	switch f.form {
	case formTrue, formFalse:
		return set{}
	case formAnd, formOr:
		out = a.closure(f.args[0])
		for _, g := range f.args[1:] {
			if f.form == formAnd {
				out = out.union(a.closure(g))
			} else {
				out = out.intersection(a.closure(g))
			}
		}
	case formUntil:
		out = a.closure(f.args[0]).intersection(a.closure(f.args[1])).union(single(a.element(f)))
	case formRelease:
		out = a.closure(f.args[1]).union(single(a.element(f)))
	default:
		out = single(a.element(f))
	}
	a.closures[f] = out
	return out
}

// largest are the elements of a set that are not there because of another one.
func (a *alternating) largest(x set) []*node {
	rest := x
	for i := range x.members() {
		implied := a.closure(a.elements[i])
		rest = rest.minus(implied.minus(single(i)))
	}
	var out []*node
	for i := range rest.members() {
		out = append(out, a.elements[i])
	}
	return out
}

// disjuncts is f as a disjunction of sets of elements.
func (a *alternating) disjuncts(f *node) []set {
	out, ok := a.sets[f]
	if ok {
		return out
	}
	switch f.form {
	case formTrue:
		out = []set{{}}
	case formFalse:
	case formAnd:
		out = []set{{}}
		for _, g := range f.args {
			var next []set
			for _, x := range out {
				for _, y := range a.disjuncts(g) {
					next = a.addSet(next, x.union(y))
				}
			}
			out = next
		}
	case formOr:
		for _, g := range f.args {
			for _, x := range a.disjuncts(g) {
				out = a.addSet(out, x)
			}
		}
	default:
		out = []set{a.closure(f)}
	}
	a.sets[f] = out
	return out
}

// addSet adds a set unless one is there that it includes, and drops those that include it.
func (a *alternating) addSet(list []set, x set) []set {
	return addMinimal(a, list, x, func(y, z *set) bool { return y.within(z) })
}

// from returns the moves of f.
func (a *alternating) from(f *node) []move {
	out, ok := a.moves[f]
	if ok {
		return out
	}
	switch f.form {
	case formTrue:
		out = []move{{}}
	case formFalse:
	case formLiteral:
		bit := uint64(1) << f.atom
		if f.neg {
			out = []move{{label: Cube{Neg: bit}}}
		} else {
			out = []move{{label: Cube{Pos: bit}}}
		}
	case formNext:
		for _, x := range a.disjuncts(f.args[0]) {
			out = append(out, move{to: x})
		}
	case formAnd:
		out = a.product(f.args)
	case formOr:
		for _, g := range f.args {
			out = a.addMoves(out, a.from(g))
		}
	case formUntil:
		me := move{to: a.closure(f), wait: single(a.element(f))}
		out = a.addMoves(a.times(a.from(f.args[0]), []move{me}), a.from(f.args[1]))
	case formRelease:
		stays := append([]move{{to: a.closure(f)}}, a.from(f.args[0])...)
		out = a.times(a.from(f.args[1]), stays)
	}
	a.moves[f] = out
	return out
}

// product returns the moves of a conjunction.
func (a *alternating) product(list []*node) []move {
	out := []move{{}}
	for _, f := range list {
		out = a.times(out, a.from(f))
	}
	return out
}

// times returns the moves that do what one of each list does.
func (a *alternating) times(list, others []move) []move {
	var out []move
	for _, m := range list {
		for _, n := range others {
			if label, ok := m.label.and(n.label); ok {
				out = addMinimal(a, out, move{label, m.to.union(n.to), m.wait.union(n.wait)}, (*move).covers)
			}
		}
	}
	return out
}

// addMoves adds moves to a list that can replace none of each other.
func (a *alternating) addMoves(list, more []move) []move {
	for _, m := range more {
		list = addMinimal(a, list, m, (*move).covers)
	}
	return list
}

// addMinimal adds x to a list unless a member covers it, and drops the members that it covers. It uses the
// memory of the list.
func addMinimal[T any](a *alternating, list []T, x T, covers func(x, y *T) bool) []T {
	if !a.spend(len(list)) {
		return nil
	}
	if coveredBy(list, &x, covers) {
		return list
	}
	kept := list[:0]
	for k := range list {
		if !covers(&x, &list[k]) {
			kept = append(kept, list[k])
		}
	}
	return append(kept, x)
}

func coveredBy[T any](list []T, y *T, covers func(x, y *T) bool) bool {
	for i := range list {
		if covers(&list[i], y) {
			return true
		}
	}
	return false
}
