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
	n := len(d.proc.Locs)
	end := cfa.LocID(n)
	order := x.backwards(d)
	rank := make([]int, n+1) // in reverse postorder of the reversed graph, the end first
	for i := range rank {
		rank[i] = -1
	}
	rank[end] = 0
	for i, l := range order {
		rank[l] = i + 1
	}
	idom := make([]cfa.LocID, n+1)
	for i := range idom {
		idom[i] = NoLoc
	}
	idom[end] = end
	meet := func(a, b cfa.LocID) cfa.LocID {
		for a != b {
			for rank[a] > rank[b] {
				a = idom[a]
			}
			for rank[b] > rank[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, l := range order {
			best := NoLoc
			for _, s := range x.next(d, l) {
				switch {
				case idom[s] == NoLoc:
				case best == NoLoc:
					best = s
				default:
					best = meet(best, s)
				}
			}
			if best != idom[l] {
				idom[l], changed = best, true
			}
		}
	}
	for l := range n {
		if idom[l] == end {
			idom[l] = NoLoc
		}
	}
	return idom[:n]
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

// backwards lists the relevant locations in reverse postorder of the reversed graph, from the end.
func (x *Info) backwards(d *procedure) []cfa.LocID {
	n := len(d.proc.Locs)
	before := make([][]cfa.LocID, n+1)
	for l := range n {
		if d.relevant[l] {
			for _, s := range x.next(d, cfa.LocID(l)) {
				before[s] = append(before[s], cfa.LocID(l))
			}
		}
	}
	type visit struct {
		loc cfa.LocID
		i   int
	}
	seen := make([]bool, n+1)
	seen[n] = true
	stack := []visit{{cfa.LocID(n), 0}}
	var post []cfa.LocID
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.i < len(before[top.loc]) {
			l := before[top.loc][top.i]
			top.i++
			if !seen[l] {
				seen[l] = true
				stack = append(stack, visit{l, 0})
			}
			continue
		}
		if top.loc != cfa.LocID(n) {
			post = append(post, top.loc)
		}
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}
