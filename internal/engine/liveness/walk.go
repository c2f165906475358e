package liveness

import (
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/property"
)

// A lasso of the product: the edges of a shortest way to a component, and a closed walk in it that has all
// that must recur. The walk is made greedily, each time by a shortest way to an edge that has something new.

// duty is something that the loop needs: an edge for which it holds.
type duty func(r pref) bool

// lasso returns stem and loop for a component.
func (p *product) lasso(c *component, fairness property.Fairness) (stem, loop []pref) {
	start := slices.Min(c.states) // states are numbered in the order in which they were found
	for at := p.parent[start]; ; at = p.parent[at.state] {
		stem = append(stem, at)
		if at.state < 0 {
			break
		}
	}
	slices.Reverse(stem)
	duties := p.duties(c, fairness)
	at := start
	for len(duties) > 0 {
		way := p.way(c, at, func(r pref) bool {
			return slices.ContainsFunc(duties, func(d duty) bool { return d(r) })
		})
		loop = append(loop, way...)
		for _, r := range way {
			duties = slices.DeleteFunc(duties, func(d duty) bool { return d(r) })
		}
		at = p.end(way[len(way)-1])
	}
	if at != start || len(loop) == 0 {
		loop = append(loop, p.way(c, at, func(r pref) bool { return p.end(r) == start })...)
	}
	return stem, loop
}

// duties lists what the loop needs.
func (p *product) duties(c *component, fairness property.Fairness) []duty {
	var out []duty
	for m := range p.a.Marks {
		out = append(out, func(r pref) bool { return p.edges[r.state][r.edge].marks>>m&1 != 0 })
	}
	steps := func(t int) duty {
		return func(r pref) bool { return int(p.step(r).thread) == t }
	}
	rests := func(t int) duty {
		return func(r pref) bool {
			n := p.source(r)
			return !n.inside && n.could()>>t&1 == 0 || int(p.step(r).thread) == t
		}
	}
	if c.looks {
		out = append(out, func(r pref) bool {
			e := p.step(r)
			return e.thread == p.waiting && e.acts >= multistate.Looks
		})
	}
	switch fairness {
	case property.Weak:
		for _, t := range threadsOf(c.ever) {
			if c.always>>t&1 != 0 {
				out = append(out, steps(t))
			} else {
				out = append(out, rests(t))
			}
		}
	case property.Strong:
		for _, t := range threadsOf(c.ever) {
			out = append(out, steps(t))
		}
	}
	return out
}

func (p *product) end(r pref) int32 { return p.edges[r.state][r.edge].to }

// way is a shortest walk within a component whose last edge is a goal; there is one.
func (p *product) way(c *component, from int32, goal func(pref) bool) []pref {
	before := map[int32]pref{}
	seen := map[int32]bool{from: true}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for i, e := range p.edges[v] {
			if !c.in[e.to] || !p.waits(v, e) {
				continue
			}
			r := pref{v, int32(i)}
			if goal(r) {
				out := []pref{r}
				for u := v; u != from; u = before[u].state {
					out = append(out, before[u])
				}
				slices.Reverse(out)
				return out
			}
			if !seen[e.to] {
				seen[e.to] = true
				before[e.to] = r
				queue = append(queue, e.to)
			}
		}
	}
	return nil
}
