package liveness

import (
	"math/bits"

	"whittle.dev/internal/components"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/property"
)

// component is a strongly connected part of the product in which something can recur for ever.
type component struct {
	states []int32
	in     map[int32]bool // the states; nil unless something recurs
	marks  uint64         // of the automaton
	moved  uint64         // threads that step
	always uint64         // threads that can go on in each state
	ever   uint64         // and in some state
	inside bool           // all states are in an atomic section
	looks  bool           // the thread that waits has a step that others could tell
}

// could is the set of threads that can go on in a node. In an atomic section nothing is said.
func (n *node) could() (set uint64) {
	for i, t := range n.turns {
		switch t {
		case multistate.Runs, multistate.Exits, multistate.Stuck:
			set |= 1 << i
		}
	}
	return set
}

// recurring lists the components with all marks of the automaton that are fair. If a component lies within
// an atomic section, section is set: what holds there for ever is not decided.
func (p *product) recurring(fairness property.Fairness) (found []*component, count int, section bool) {
	all := p.all()
	for work := [][]int32{all}; len(work) > 0; {
		part := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range p.components(part) {
			if len(part) == len(all) {
				count++
			}
			want := uint64(1)<<p.a.Marks - 1
			if c.marks != want {
				continue
			}
			if c.inside {
				section = true
				continue
			}
			switch {
			case p.waiting >= 0 && c.moved>>p.waiting&1 != 0 && !c.looks:
			case fairness == property.Weak && c.always&^c.moved != 0:
			case fairness == property.Strong && c.ever&^c.moved != 0:
				if rest := p.without(c, c.ever&^c.moved); len(rest) > 0 {
					work = append(work, rest)
				}
			default:
				c.in = make(map[int32]bool, len(c.states))
				for _, v := range c.states {
					c.in[v] = true
				}
				found = append(found, c)
			}
		}
	}
	return found, count, section
}

// without are the states of a component in which none of some threads can go on.
func (p *product) without(c *component, threads uint64) []int32 {
	var out []int32
	for _, v := range c.states {
		if n := &p.g.nodes[p.states[v].node]; n.inside || n.could()&threads == 0 {
			out = append(out, v)
		}
	}
	return out
}

// components are the parts of a set of states that are strongly connected and have an edge.
func (p *product) components(part []int32) []*component {
	if p.place == nil {
		p.place = make([]int32, len(p.states))
	}
	clear(p.place)
	for i, v := range part {
		p.place[v] = int32(i) + 1
	}
	of, n := components.Of(len(part), func(i, k int) (int, bool) {
		v := part[i]
		// Edges that leave the part lead to their own source: a loop there changes nothing.
		switch edges := p.edges[v]; {
		case k == len(edges):
			return 0, false
		case p.place[edges[k].to] == 0 || !p.waits(v, edges[k]):
			return i, true
		default:
			return int(p.place[edges[k].to]) - 1, true
		}
	})
	list := make([]component, n)
	for i, v := range part {
		c := &list[of[i]]
		if c.states == nil {
			c.always, c.inside = ^uint64(0), true
		}
		c.states = append(c.states, v)
	}
	var out []*component
	for i := range list {
		if p.judge(&list[i], i, of) {
			out = append(out, &list[i])
		}
	}
	return out
}

// judge finds out what recurs in a component, the one with a number, and reports whether it has an edge.
func (p *product) judge(c *component, number int, of []int) (edges bool) {
	for _, v := range c.states {
		n := &p.g.nodes[p.states[v].node]
		if !n.inside {
			c.inside = false
			could := n.could()
			c.always &= could
			c.ever |= could
		}
		for _, e := range p.edges[v] {
			if k := p.place[e.to]; k == 0 || of[k-1] != number || !p.waits(v, e) {
				continue
			}
			edges = true
			c.marks |= e.marks
			g := &n.edges[e.edge]
			if g.thread >= 0 {
				c.moved |= 1 << g.thread
			}
			c.looks = c.looks || g.thread == p.waiting && g.acts >= multistate.Looks
		}
	}
	return edges
}

// maxFair is how many threads there may be with fairness.
const maxFair = 60

// threadsOf lists the members of a set of threads.
func threadsOf(set uint64) []int {
	var out []int
	for ; set != 0; set &= set - 1 {
		out = append(out, bits.TrailingZeros64(set))
	}
	return out
}
