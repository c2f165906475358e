package interp

import "whittle.dev/internal/cfa"

// postdominators finds for each location of a procedure the first other one that every way to the end passes,
// after Cooper, Harvey and Kennedy; the number of locations stands for the end. Locations from which there is
// no way to an end have the end.
func postdominators(p *cfa.Proc) []cfa.LocID {
	n := len(p.Locs)
	end := cfa.LocID(n)
	next := func(l cfa.LocID, f func(cfa.LocID)) {
		out := p.Locs[l].Out
		going := 0
		for _, i := range out {
			if to := p.Edges[i].To; !stops(p, to) {
				f(to)
				going++
			}
		}
		if going == 0 {
			f(end)
		}
		for _, i := range out {
			switch p.Edges[i].Op.(type) {
			case cfa.Return, cfa.Exit:
				f(end)
			}
		}
	}
	order := backwards(p) // reverse postorder of the reversed graph, without the end
	rank := make([]int, n+1)
	for i := range rank {
		rank[i] = -1
	}
	rank[end] = 0
	for i, l := range order {
		rank[l] = i + 1
	}
	idom := make([]cfa.LocID, n+1)
	for i := range idom {
		idom[i] = -1
	}
	idom[end] = end
	for changed := true; changed; {
		changed = false
		for _, l := range order {
			best := cfa.LocID(-1)
			next(l, func(s cfa.LocID) {
				if s < 0 || int(s) > n || idom[s] < 0 {
					return
				}
				if best < 0 {
					best = s
					return
				}
				for best != s {
					for rank[best] > rank[s] {
						best = idom[best]
					}
					for rank[s] > rank[best] {
						s = idom[s]
					}
				}
			})
			if best != idom[l] {
				idom[l], changed = best, true
			}
		}
	}
	for i := range idom {
		if idom[i] < 0 {
			idom[i] = end
		}
	}
	return idom[:n]
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

// backwards lists the locations from which an end can be reached in reverse postorder of the reversed graph.
func backwards(p *cfa.Proc) []cfa.LocID {
	seen := make([]bool, len(p.Locs))
	var post []cfa.LocID
	type visit struct {
		loc cfa.LocID
		in  int
	}
	var roots []cfa.LocID
	for l := range p.Locs {
		if len(p.Locs[l].Out) == 0 {
			roots = append(roots, cfa.LocID(l))
		}
	}
	for i := range p.Edges {
		switch p.Edges[i].Op.(type) {
		case cfa.Return, cfa.Exit, cfa.Violation, cfa.UB, cfa.Unsupported:
			roots = append(roots, p.Edges[i].From)
		}
	}
	for _, root := range roots {
		if seen[root] {
			continue
		}
		seen[root] = true
		stack := []visit{{root, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if in := p.Locs[top.loc].In; top.in < len(in) {
				from := p.Edges[in[top.in]].From
				top.in++
				if !seen[from] {
					seen[from] = true
					stack = append(stack, visit{from, 0})
				}
				continue
			}
			post = append(post, top.loc)
			stack = stack[:len(stack)-1]
		}
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}
