package scope

import (
	"whittle.dev/internal/cfa"
)

// summarise finds, for all procedures together, which of them may come to a target, what they may change
// for their callers, and from which locations a target may be reached.
func (x *Info) summarise(used []bool) {
	bottomUp := cfa.NewCallGraph(x.Prog, cfa.DirectCallees).BottomUp
	for changed := true; changed; {
		changed = false
		for _, p := range bottomUp {
			if d := &x.procs[p]; used[p] {
				changed = x.callees(d) || changed
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for p := range x.procs {
			if d := &x.procs[p]; used[p] {
				d.relevant = x.relevant(d)
				changed = x.callers(d) || changed
			}
		}
	}
}

// callees updates what is known of a procedure from those that it calls.
func (x *Info) callees(d *procedure) (changed bool) {
	var t touched
	violates := false
	for _, e := range d.proc.Edges {
		violates = violates || x.Target(e)
		x.touches(e, &t)
	}
	out := touched{refs: t.places(), anywhere: t.anywhere}
	seen := map[cfa.RegID]bool{}
	for _, r := range t.regs {
		if x.Prog.Regs[r].Scope == cfa.Thread && !seen[r] {
			seen[r] = true
			out.regs = append(out.regs, r)
		}
	}
	changed = violates != d.violates || len(out.refs) != len(d.touched.refs) ||
		len(out.regs) != len(d.touched.regs) || out.anywhere != d.touched.anywhere
	d.violates, d.touched = violates, out
	return changed
}

// callers notes which of the procedures that d calls are followed by a target.
func (x *Info) callers(d *procedure) (changed bool) {
	for _, e := range d.proc.Edges {
		if op, ok := e.Op.(cfa.Call); ok && d.relevant[e.To] && !x.procs[op.Proc].returns {
			x.procs[op.Proc].returns, changed = true, true
		}
	}
	return changed
}

// relevant finds the locations of a procedure from which a target may be reached, or a return that one may
// follow.
func (x *Info) relevant(d *procedure) []bool {
	out := make([]bool, len(d.proc.Locs))
	var work []cfa.LocID
	mark := func(l cfa.LocID) {
		if !out[l] {
			out[l] = true
			work = append(work, l)
		}
	}
	for _, e := range d.proc.Edges {
		_, ret := e.Op.(cfa.Return)
		if x.Target(e) || ret && d.returns {
			mark(e.From)
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range d.proc.Locs[l].In {
			mark(d.proc.Edges[i].From)
		}
	}
	return out
}

// postdominators finds, for each relevant location, the first relevant one that every way from it to the
// last target, or to a return, passes; NoLoc: there is none before the end.
func (x *Info) postdominators(d *procedure) []cfa.LocID {
	end := cfa.LocID(len(d.proc.Locs))
	out := cfa.Postdominators(len(d.proc.Locs), func(l cfa.LocID) []cfa.LocID {
		if !d.relevant[l] {
			return nil
		}
		return x.next(d, l)
	})
	for l, p := range out {
		if p == end {
			out[l] = NoLoc
		}
	}
	return out
}

// next lists the relevant locations after l, and the end of the procedure (the number of its locations)
// where there is none or where it may return.
func (x *Info) next(d *procedure, l cfa.LocID) []cfa.LocID {
	var out []cfa.LocID
	for _, i := range d.proc.Locs[l].Out {
		if e := d.proc.Edges[i]; d.relevant[e.To] {
			out = append(out, e.To)
		} else if _, ret := e.Op.(cfa.Return); ret || x.Target(e) {
			out = append(out, cfa.LocID(len(d.proc.Locs)))
		}
	}
	return out
}
