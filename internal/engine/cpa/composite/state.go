package composite

import (
	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/cpa/loopbound"
	"whittle.dev/internal/engine/internal/multistate"
)

// State is an abstract state.
type State struct {
	// MS has the explicit part. In an abstraction state each slot has its symbol and there is no path
	// condition; in an intermediate state values and path condition are over the slots of Base.
	MS *multistate.State
	// Base is the abstraction state at which the block began; an abstraction state is its own.
	Base *State
	// Slots and Elements are those of an abstraction state; Elements is nil for an intermediate state.
	Slots    []multistate.Slot
	Elements []domain.Element
	// Stop is how the last step ended: in a violation, or in something that no proof may rest on; nil: it did
	// not end. A state with Stop has no successors, and MS is nil.
	Stop *multistate.Stop
	// Move is the step that led here; the initial state has none.
	Move multistate.Move

	// origins are the states that were merged to this one, by the parents of its node; nil: there was none.
	origins []*State
	order   []int // of threads in the image
	// gathered are the threads that became crowds; of an abstraction state.
	gathered []multistate.Gathering
	crowds   *crowds // nil: there are none in this analysis

	image multistate.Image // of an intermediate state
	block *traced          // that led here, once a path was looked at; of an abstraction state
	key   [16]byte
	id    int // of an abstraction state
	// joined is set while image is that of one of the states that were merged to this one.
	joined bool
	// explored is set when the successors were computed.
	explored bool

	steps int // since the block began that led here
	loops loopbound.Counters
	// switches is how often, on the way here, a thread went on before another that could have.
	switches int
}

// from are the states that were merged to s, or s alone.
func (s *State) from() []*State {
	if s.origins == nil {
		return []*State{s}
	}
	return s.origins
}

// Switches is how often, on the way to s, a thread went on although the one before it could have.
func (s *State) Switches() int { return s.switches }

// Turns is how often a thread has gone round one loop since Base, at most.
func (s *State) Turns() int { return s.loops.Most() }

// Order is the order of threads in which states with the same key are compared; nil: that of their numbers.
func (s *State) Order() []int {
	if s.Abstract() {
		return s.order
	}
	return s.image.Order
}

// Abstract reports whether s is an abstraction state.
func (s *State) Abstract() bool { return s.Base == s }
