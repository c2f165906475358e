package dpr

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// Address implements dsa.Domain: an address that depends on inputs is split by its value.
func (r values) Address(e *cfa.Edge, v value, addr uint64, life []value) value {
	place := value{deps: v.deps}
	if v.sym != term.None {
		here := r.walker.Index.At(e.ID, 0)
		sort := r.s.terms.Sort(v.sym)
		if !slices.Contains(r.s.split[here], addr) {
			r.s.split[here] = append(r.s.split[here], addr)
		}
		var options []option
		taken := 0
		for i, a := range r.s.split[here] {
			if a == addr {
				taken = i
			}
			options = append(options, option{r.s.tree.Below(here, e.ID, a),
				r.s.terms.Eq(v.sym, r.s.terms.BV(sort.Width(), a))})
		}
		deps := r.union(v.deps, r.control())
		place.deps = r.union(v.deps, r.pick(options, taken, deps))
	}
	if r.s.info.Target(e) {
		r.reason = r.union(r.reason, place.deps)
		for _, g := range life {
			r.reason = r.union(r.reason, g.deps)
		}
	}
	return place
}

// Havoc implements interp.Decider.
func (r *run) Havoc(_ trace.Key, _ int) (lo, hi uint64) {
	e := r.machine.Next(0)
	name := r.walker.Index.At(e.ID, 0)
	values, ok := r.s.chosen(e)
	if !ok {
		v := r.s.input(name)
		return v[0], v[1]
	}
	r.s.keep(r)
	outcome, known := r.s.space.Wanted(name)
	if !known {
		outcome = r.s.input(name)[0] != 0
	}
	if outcome {
		return values[1], 0
	}
	return values[0], 0
}

// InitByte implements interp.Decider.
func (r *run) InitByte(k trace.Key, off uint64) byte {
	object, ok := r.objects[k]
	if !ok {
		for i, o := range r.s.info.Prog.Objects {
			if trace.Static(i) == k {
				object = r.s.tree.Below(oracle.Root, cfa.NoEdge, r.s.info.Prog.RegionOf(o.Addr))
			}
		}
	}
	return byte(r.s.input(r.walker.ByteName(object, off))[0])
}

// Address implements interp.Decider. The name of the new object is kept for its bytes.
func (r *run) Address(k trace.Key, next uint64) uint64 {
	if r.objects == nil {
		r.objects = map[trace.Key]oracle.Name{}
	}
	r.objects[k] = r.walker.Index.At(r.machine.Next(0).ID, 0)
	return next
}

// Choose implements interp.Decider: sides whose conditions overlap.
func (r *run) Choose([]trace.Key) int {
	r.err = errOverlap
	return 0
}
