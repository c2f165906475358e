package slab

import "whittle.dev/internal/engine"

// counts are the numbers of one refinement.
type counts struct {
	// Iterations counts splits of nodes.
	Iterations int
	// Nodes is the size of the largest abstraction, Edges that of its edges.
	Nodes, Edges int
	// Paths counts questions about sub-paths.
	Paths int
	// ByModel and ByCore count copies of edges that were decided without a question.
	ByModel, ByCore int
	// Bypassed counts nodes, Simplified passes over the graph.
	Bypassed, Simplified int
}

// counters are the numbers of a run: those of all refinements, the sizes being the largest.
type counters struct {
	counts
	Predicates int
	// decisive are the iterations of the refinements that decided a disjunct, without those of strategies
	// that did not.
	decisive int
	// symmetric counts the disjuncts that are others with other names.
	symmetric int
}

func (c *counters) add(now, before counts) {
	c.Iterations += now.Iterations - before.Iterations
	c.Nodes, c.Edges = max(c.Nodes, now.Nodes), max(c.Edges, now.Edges)
	c.Paths += now.Paths - before.Paths
	c.ByModel += now.ByModel - before.ByModel
	c.ByCore += now.ByCore - before.ByCore
	c.Bypassed += now.Bypassed - before.Bypassed
	c.Simplified += now.Simplified - before.Simplified
}

// stats lists the numbers.
func (p *prover) stats() []engine.Stat {
	c := &p.count
	out := []engine.Stat{engine.Count("disjuncts", len(p.targets)),
		engine.Count("symmetric disjuncts", c.symmetric), engine.Count("iterations", c.decisive),
		engine.Count("iterations of all strategies", c.Iterations),
		engine.Count("states", c.Nodes), engine.Count("edges", c.Edges),
		engine.Count("predicates", c.Predicates),
		engine.Count("questions", p.asker.questions), engine.Count("small questions", p.asker.decidedSmall),
		engine.Count("questions about paths", c.Paths), engine.Count("edges decided by models", c.ByModel),
		engine.Count("edges decided by cores", c.ByCore), engine.Count("nodes bypassed", c.Bypassed),
		engine.Count("simplifications", c.Simplified)}
	return out
}
