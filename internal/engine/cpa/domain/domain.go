package domain

import (
	"context"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Element is an element of the semilattice of a domain: what it knows of the values in the slots of a state.
// An element never changes.
type Element any

// Domain is an abstract domain with its operators. The elements that one operator gets together belong to
// states with the same explicit part, so their slots have the same symbols.
type Domain interface {
	// Initial is the element of the initial state, which has no slots.
	Initial() Element
	// Transfer is the transfer relation: what is known after a step from e. It is false if there is no
	// state after it. The error is that of the context.
	Transfer(ctx context.Context, e Element, s *Step) (Element, bool, error)
	// Prec is the precision adjustment: it is called with what Transfer returned, before the state is
	// compared with others.
	Prec(ctx context.Context, e Element, s *Step) (Element, bool, error)
	// Merge is the merge operator. It is false if the two stay apart; otherwise the result includes both.
	Merge(e, old Element) (Element, bool)
	// Stop is the termination check: whether old includes e.
	Stop(ctx context.Context, e, old Element) bool
	// Facts are formulas over the symbols of the slots that hold in all states of e: its concretisation. They
	// may be weaker.
	Facts(e Element) []term.Term
}

// Renamer is a Domain that compares states whose slots have other symbols.
type Renamer interface {
	Domain
	// Rename returns the element over other symbols. Of slots that have none in the map, any value will do;
	// false: what is known of the others depends on theirs, or they have no value.
	Rename(ctx context.Context, e Element, to map[term.Term]term.Term) (Element, bool)
}

// Step is a guarded assignment: what a block of the program does to the slots.
type Step struct {
	Terms *term.Store
	// Source are the slots of the state before the block, Target those after it.
	Source, Target []multistate.Slot
	// Guard is a satisfiable conjunction over the symbols of Source, and others that stand for inputs. The
	// facts that domains had about Source are in it, as far as they matter to what follows.
	Guard []term.Term
	// Next has the value of each slot of Target, over the same symbols.
	Next []term.Term
	// Term is what had too many values to be told apart, where a block ends for that reason; else None.
	Term term.Term
	// Value returns the value at a place after the block, over the symbols of Target; None: there is none.
	Value func(multistate.Place) term.Term
	// Shape names the explicit part of the state after the block.
	Shape [16]byte
}
