package encoding

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/term"
)

// formula is what a solver is told. What is asserted pulls in the definitions of the symbols in it, and
// these pull in others, so that the formula has only what a question depends on.
type formula struct {
	s       *term.Store
	solver  Solver
	meaning eventfacts.Symbols
	seen    map[term.Term]bool // terms whose symbols were pulled in
	queue   []term.Term        // symbols that have no definition yet
	terms   func(n int)        // told how many terms were made; may be nil
	told    int                // terms that were told of
}

func newFormula(s *term.Store, symbols eventfacts.Symbols, solver Solver, terms func(n int)) formula {
	return formula{s: s, solver: solver, meaning: symbols, seen: map[term.Term]bool{}, terms: terms,
		told: s.NumTerms()}
}

// assert adds a constraint and all that its symbols depend on.
func (f *formula) assert(t term.Term) error {
	if f.s.IsTrue(t) {
		return nil
	}
	f.need(t)
	if err := f.solver.Assert(t); err != nil {
		return fmt.Errorf("encoding: %w", err)
	}
	return nil
}

// equate makes a symbol equal to a term.
func (f *formula) equate(sym, t term.Term) error { return f.assert(f.s.Eq(sym, t)) }

// need queues the symbols of t that stand for something.
func (f *formula) need(t term.Term) {
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if f.seen[t] {
			continue
		}
		f.seen[t] = true
		switch f.s.Op(t) {
		case term.OpConst:
		case term.OpSymbol:
			if _, ok := f.meaning[t]; ok {
				f.queue = append(f.queue, t)
			}
		default:
			for i := range f.s.NumArgs(t) {
				stack = append(stack, f.s.Arg(t, i))
			}
		}
	}
}

// complete defines the symbols that are queued, and those that their definitions need, until none is left.
func (f *formula) complete(ctx context.Context,
	define func(sym term.Term, is eventfacts.Symbol) error) error {
	for len(f.queue) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n := f.s.NumTerms(); f.terms != nil && n > f.told {
			f.terms(n - f.told)
			f.told = n
		}
		sym := f.queue[len(f.queue)-1]
		f.queue = f.queue[:len(f.queue)-1]
		if err := define(sym, f.meaning[sym]); err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether a Bool term is true in the solver's model.
func (f *formula) holds(t term.Term) bool {
	v, ok := f.solver.Value(t)
	return ok && v.Bool()
}
