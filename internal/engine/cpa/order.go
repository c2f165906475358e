package cpa

import (
	"math/bits"

	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/cpa/loopbound"
	"whittle.dev/internal/engine/cpa/reach"
)

// Orders of exploration.
//
// Depth first means: fewer threads first, so that programs that start threads without end are searched for
// violations of a few, and among states with as many the last one. The other order prefers states that were
// reached with few switches between threads: most violations need few (S. Qadeer, J. Rehof, "Context-Bounded
// Model Checking of Concurrent Software", TACAS 2005), but perhaps fifty threads that run one after the
// other. Neither is better everywhere; so they take turns.

type stateOrder = reach.Order[*composite.State]

// orders are the orders that take turns.
func (c *Config) orders() []stateOrder {
	name := c.Order
	if p, _ := c.parts(); (p.bdd || c.merge() != composite.NoData) && name == "" {
		name = "bfs" // states that can be merged meet before they are explored
	}
	switch name {
	case "dfs":
		return []stateOrder{rounds(depthFirst)}
	case "bfs":
		return []stateOrder{rounds(breadthFirst)}
	case "switches":
		return []stateOrder{fewSwitches}
	}
	return []stateOrder{rounds(depthFirst), fewSwitches}
}

// threads are how many threads of a state may run, and the magnitude of how many were started: those that
// never run count little.
func threads(n *node) (active, started int) {
	if st := n.State.MS; st != nil {
		return st.NumActive(), bits.Len(uint(st.NumThreads())) / 5
	}
	return 0, 0
}

func depthFirst(n *node, number int) reach.Place {
	active, started := threads(n)
	return reach.Place{active, started, -number}
}

// crowdsFirst: a state with more threads may include others.
func crowdsFirst(n *node, number int) reach.Place {
	return reach.Place{-n.State.Extras(), -number}
}

func breadthFirst(n *node, number int) reach.Place {
	active, started := threads(n)
	return reach.Place{active, started, n.Depth, number}
}

// fewSwitches counts the magnitude of the numbers of threads and turns of loops as well, so that threads and
// loops without end do not keep it from the next switch.
func fewSwitches(n *node, number int) reach.Place {
	active, started := threads(n)
	switches := n.State.Switches()
	size := bits.Len(uint(active)) + loopbound.Level(n.State.Turns())
	return reach.Place{switches + size, switches, started, -number}
}

// rounds puts states in which threads have gone round loops less often first: where no block ends, these are
// the rounds of bounded model checking (Listing 2.3).
func rounds(order stateOrder) stateOrder {
	return func(n *node, number int) reach.Place {
		place := order(n, number)
		place[0] += loopbound.Level(n.State.Turns()) << 32
		return place
	}
}
