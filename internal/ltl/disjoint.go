package ltl

import (
	"context"
	"fmt"
)

// The bounds of a product of automata.
const (
	maxPairAtoms  = 8 // each letter is tried
	maxPairStates = 100_000
)

// pairing is the product of two automata over the same propositions, where the first one may read each
// letter of the word any number of times, at least once.
type pairing struct {
	a, b    *Automaton
	stutter bool // the first one reads letters more than once
	product *Automaton
	states  []pair
	number  map[pair]int
}

// A pair of states. While the letter that led to it can be read again it is kept, else it is noLetter.
type pair struct {
	p, q   int
	letter int
}

const noLetter = -1

// disjoint reports whether no word of b is a word of a, or, with stutter, one of a in which letters are
// repeated finitely often. The error is that of ctx, or wraps ErrTooLarge.
func disjoint(ctx context.Context, a, b *Automaton, stutter bool) (bool, error) {
	p := &pairing{a: a, b: b, stutter: stutter, product: &Automaton{Marks: a.Marks + b.Marks + 1},
		number: map[pair]int{}}
	if len(a.Atoms) > maxPairAtoms || p.product.Marks > maxMarks {
		return false, fmt.Errorf("%w: a product over %d propositions and %d marks", ErrTooLarge, len(a.Atoms),
			p.product.Marks)
	}
	for _, v := range a.Initial {
		for _, w := range b.Initial {
			p.state(pair{v, w, noLetter})
		}
	}
	for n := 0; n < len(p.states); n++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if len(p.states) > maxPairStates {
			return false, fmt.Errorf("%w: a product of more than %d states", ErrTooLarge, maxPairStates)
		}
		p.product.Edges = append(p.product.Edges, p.edges(p.states[n]))
	}
	for _, accepting := range findComponents(p.product).accepting {
		if accepting {
			return false, nil
		}
	}
	return true, nil
}

func (p *pairing) state(x pair) int {
	n, ok := p.number[x]
	if !ok {
		n = len(p.states)
		p.states = append(p.states, x)
		p.number[x] = n
	}
	return n
}

// edges are those of a pair. Labels are left out: each edge stands for one letter.
func (p *pairing) edges(x pair) []Edge {
	var out []Edge
	for letter := range 1 << len(p.a.Atoms) {
		for _, f := range p.b.Edges[x.q] {
			if !f.Label.Holds(uint64(letter)) {
				continue
			}
			marks := f.Marks << p.a.Marks
			if letter == x.letter {
				out = append(out, Edge{Marks: marks, To: p.state(pair{x.p, f.To, letter})})
			}
			for _, e := range p.a.Edges[x.p] {
				if !e.Label.Holds(uint64(letter)) {
					continue
				}
				to := pair{e.To, f.To, noLetter}
				if p.stutter {
					to.letter = letter
				}
				moved := uint64(1) << (p.a.Marks + p.b.Marks) // no word repeats one letter of a for ever
				out = append(out, Edge{Marks: marks | e.Marks | moved, To: p.state(to)})
			}
		}
	}
	return out
}
