package interp

import "whittle.dev/internal/cfa"

// postdominators finds for each location of a procedure the first other one that every way to the end passes;
// the number of locations stands for the end.
func postdominators(p *cfa.Proc) []cfa.LocID {
	end := cfa.LocID(len(p.Locs))
	return cfa.Postdominators(len(p.Locs), func(l cfa.LocID) (out []cfa.LocID) {
		for _, i := range p.Locs[l].Out {
			if to := p.Edges[i].To; !stops(p, to) {
				out = append(out, to)
			}
		}
		if len(out) == 0 {
			out = append(out, end)
		}
		for _, i := range p.Locs[l].Out {
			switch p.Edges[i].Op.(type) {
			case cfa.Return, cfa.Exit:
				out = append(out, end)
			}
		}
		return out
	})
}

// stops reports whether executions end in a violation at a location. That they may end there is nothing that
// what comes after a check hangs on.
func stops(p *cfa.Proc, l cfa.LocID) bool {
	if l < 0 || int(l) >= len(p.Locs) {
		return true
	}
	for _, i := range p.Locs[l].Out {
		switch p.Edges[i].Op.(type) {
		case cfa.Violation, cfa.UB, cfa.Unsupported:
		default:
			return false
		}
	}
	return true
}
