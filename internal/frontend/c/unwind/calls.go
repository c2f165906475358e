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
func (en *ends) mayReach(edges map[*cfa.Edge]*cfa.Proc) map[cfa.ProcID]bool {
	reach := map[cfa.ProcID]bool{}
	for _, p := range edges {
		reach[p.ID] = true
	}
	for again := true; again; {
		again = false
		for _, p := range en.prog.Procs {
			if reach[p.ID] {
				continue
			}
			for _, e := range p.Edges {
				if slices.ContainsFunc(en.called(e), func(q cfa.ProcID) bool { return reach[q] }) {
					reach[p.ID], again = true, true
					break
				}
			}
		}
	}
	return reach
}

// isRecursive reports whether a procedure may be called while it is active.
func (en *ends) isRecursive(p cfa.ProcID) bool {
	seen := map[cfa.ProcID]bool{}
	work := []cfa.ProcID{p}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range en.prog.Procs[q].Edges {
			for _, c := range en.called(e) {
				if c == p {
					return true
				}
				if !seen[c] {
					seen[c] = true
					work = append(work, c)
				}
			}
		}
	}
	return false
}
