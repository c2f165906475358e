package encoding

import (
	"context"

	"whittle.dev/internal/engine/internal/cubes"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// cuts are the choices by which a question can be cut into cubes, see package cubes. They are about
// executions, so each execution is in one half of every cut; encoders of equal graphs name them equally.
//
//   - Which half of the writes that a read may see it sees: the literal of a half excludes the other one.
//   - Which of two writes, or critical sections, is first.
//   - Whether a guard holds, that is which way a thread goes.
//   - What a bit of an input is.
type cuts struct {
	wanted bool
	names  []cubes.Choice
	lits   []term.Term // that say that the choice is true
	index  map[cubes.Choice]term.Term
	inputs []term.Term // of these literals those about inputs
}

// Kinds of choices.
const (
	cutRead uint8 = iota
	cutWrites
	cutSections
	cutGuard
	cutInput
)

// CutWith has the encoder collect choices and ask its questions by a function, which gets the assumptions of
// a question. It comes before the first one.
func (e *Encoder) CutWith(check func(ctx context.Context, assumptions []term.Term) (smt.Result, error)) {
	e.check = check
	e.cuts = cuts{wanted: true, index: map[cubes.Choice]term.Term{}}
}

// Inputs makes choices of the bits of inputs that were asked about, and returns the literals of all bits.
func (e *Encoder) Inputs() []term.Term {
	first := len(e.cuts.lits)
	for _, th := range e.Graph.Threads {
		for i, in := range th.Instances {
			if in.Kind == events.HavocInstance && e.seen[in.Sym] && e.s.Op(in.Sym) == term.OpSymbol {
				e.cutInput(th.ID, i, in.Sym)
			}
		}
	}
	e.cuts.inputs = append(e.cuts.inputs, e.cuts.lits[first:]...)
	return e.cuts.inputs
}

// cutInput makes choices of the bits of one.
func (e *Encoder) cutInput(thread, instance int, sym term.Term) {
	sort := e.s.Sort(sym)
	if sort.IsBool() {
		e.cuts.choice(cutInput, thread, instance, 0, sym)
		return
	}
	for bit := range sort.Width() {
		e.cuts.choice(cutInput, thread, instance, bit, e.s.Eq(e.s.Extract(bit, bit, sym), e.s.BV(1, 1)))
	}
}

// Under lets another context end what follows.
func (e *Encoder) Under(ctx context.Context) { e.ctx = ctx }

// Choices returns the choices so far and their literals, in the same order.
func (e *Encoder) Choices() ([]cubes.Choice, []term.Term) { return e.cuts.names, e.cuts.lits }

// Literal is the assumption that a decision stands for; false: there is no such choice.
func (e *Encoder) Literal(d cubes.Decision) (term.Term, bool) {
	lit, ok := e.cuts.index[d.Choice]
	if ok && !d.Value {
		lit = e.s.Not(lit)
	}
	return lit, ok
}

// choice notes a choice.
func (c *cuts) choice(kind uint8, a, b, n int, lit term.Term) {
	name := cubes.Choice{Kind: kind, A: a, B: b, C: n}
	if _, twice := c.index[name]; !c.wanted || twice {
		return
	}
	c.index[name] = lit
	c.names, c.lits = append(c.names, name), append(c.lits, lit)
}

// halve makes choices of the literals for what a read sees, of which an execution needs one: below or from
// the middle, and so on in each half.
func (e *Encoder) halve(c *eventfacts.Cell, from int, seen []term.Term) error {
	if !e.cuts.wanted || len(seen) < 2 {
		return nil
	}
	high := e.s.Fresh("half", term.Bool)
	middle := len(seen) / 2
	e.cuts.choice(cutRead, int(c.ID), from+middle, len(seen), high)
	for i, rf := range seen {
		other := high
		if i >= middle {
			other = e.s.Not(high)
		}
		if err := e.assert(e.s.Or(e.s.Not(rf), e.s.Not(other))); err != nil {
			return err
		}
	}
	if err := e.halve(c, from, seen[:middle]); err != nil {
		return err
	}
	return e.halve(c, from+middle, seen[middle:])
}
