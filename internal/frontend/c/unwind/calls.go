package unwind

import (
	"slices"

	"whittle.dev/internal/cfa"
)

// called lists what an edge may call; a call through an address may enter each function that has one.
func (en *ends) called(e *cfa.Edge) []cfa.ProcID {
	c, ok := e.Op.(cfa.Call)
	switch {
	case !ok:
		return nil
	case c.Proc != cfa.NoProc:
		return []cfa.ProcID{c.Proc}
	}
	var out []cfa.ProcID
	for _, o := range en.prog.Objects {
		if o.Kind == cfa.Func {
			out = append(out, o.Proc)
		}
	}
	return out
}

// mayReach lists the procedures that may be on the stack at the edges.
func mayReach(g *cfa.CallGraph, edges map[*cfa.Edge]*cfa.Proc) map[cfa.ProcID]bool {
	reach := map[cfa.ProcID]bool{}
	for _, p := range edges {
		reach[p.ID] = true
	}
	for again := true; again; {
		again = false
		for _, p := range g.BottomUp {
			if !reach[p] && slices.ContainsFunc(g.Calls[p], func(q cfa.ProcID) bool { return reach[q] }) {
				reach[p], again = true, true
			}
		}
	}
	return reach
}
