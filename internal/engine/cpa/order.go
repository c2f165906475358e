package cpa

import (
	"math/bits"

	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/cpa/loopbound"
	"whittle.dev/internal/engine/cpa/reach"
)

// Orders of exploration.
//
// States with fewer threads come first, so that programs that start threads without end are searched for
// violations of a few threads. Among them the last one comes first, or the one with the fewest switches: most
// violations need few (S. Qadeer, J. Rehof, "Context-Bounded Model Checking of Concurrent Software", TACAS
// 2005). Neither is better everywhere. Depth first gets lost where a loop has no end, and few switches where
// many threads have to run before the violation; so they take turns.

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
		return []stateOrder{rounds(fewSwitches)}
	}
	return []stateOrder{rounds(depthFirst), rounds(fewSwitches)}
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

func fewSwitches(n *node, number int) reach.Place {
	active, started := threads(n)
	return reach.Place{active + n.State.Switches(), n.State.Switches(), started, -number}
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
