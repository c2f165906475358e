package pass

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
)

// Without is the program in which violations of q do not end executions: they go on as they would if the
// program had been made for the other properties alone. The program is one that was made for several, in
// which a violation stands after an assumption of true, with what follows after one of false beside it;
// see flow.Builder.Violate. What is not supported for q alone is treated alike. Edges keep their numbers. The
// term store of the result is frozen.
func Without(p *cfa.Program, q property.Property) *cfa.Program {
	return past(p, func(op cfa.Op) bool {
		ends := endsFor(op)
		return ends != "" && q.Covers(ends)
	})
}

// Beyond is the program in which executions go on after what is not supported but passable: with an
// over-approximation of it, so that proofs about this program show nothing, and violations do that do not
// depend on what is inexact. It is p itself where there is nothing of the kind.
func Beyond(p *cfa.Program) *cfa.Program {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if isPassable(e.Op) {
				return past(p, isPassable)
			}
		}
	}
	return p
}

func isPassable(op cfa.Op) bool {
	u, ok := op.(cfa.Unsupported)
	return ok && u.Passable
}

// past is the program in which executions go on beside the operations for which ends says so. They stand
// after an assumption of true, with what follows after one of false beside it.
func past(p *cfa.Program, ends func(cfa.Op) bool) *cfa.Program {
	out := p.Clone()
	yes, no := cfa.Assume{Cond: out.Terms.True()}, cfa.Assume{Cond: out.Terms.False()}
	for _, proc := range out.Procs {
		var shut []cfa.LocID // where executions end no more
		for _, e := range proc.Edges {
			if ends(e.Op) {
				shut = append(shut, e.From)
			}
		}
		for _, at := range shut {
			for _, i := range proc.Locs[at].In {
				before := proc.Edges[i].From
				for _, k := range proc.Locs[before].Out {
					if e := proc.Edges[k]; e.To == at {
						e.Op = no
					} else {
						e.Op = yes
					}
				}
			}
		}
	}
	out.Terms.Freeze()
	return out
}

// endsFor is the property for which alone an execution ends at an operation; empty: it ends for all, or not.
func endsFor(op cfa.Op) property.Property {
	switch op := op.(type) {
	case cfa.Violation:
		return op.Property
	case cfa.Unsupported:
		return op.For
	}
	return ""
}
