// Package loopbound is the domain that counts how often each thread has gone round each loop, which makes a
// configurable program analysis a bounded model checker (V. Kolesnykov, "SMT-based Model Checking of
// Concurrent Programs", 2020, section 2.5.1: LoopBoundCPA).
//
// Main types: Counters belong to a state; Level groups states into the rounds of Listing 2.3.
//
//	c = c.Around(thread, edges) // edges back to heads of loops
//	k := loopbound.Level(c.Most())
//
// Counters only grow along a path, so all states of one round come before those of the next if states are
// taken by their level, and nothing has to be explored twice when the bound grows.
package loopbound
