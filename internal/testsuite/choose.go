package testsuite

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// add adds a test if it takes a goal, or executes an edge, that no other does so far.
func (m *maker) add(t Test) bool {
	if !m.isNew(&t) {
		return false
	}
	for i := range m.Goals {
		if g := &m.Goals[i]; g.Count(t.Passes) > 0 {
			t.Covers = append(t.Covers, i)
			g.State, g.Why = Covered, ""
		}
	}
	for e := range t.Passes {
		if m.own[e] {
			m.seen[e] = true
		}
	}
	m.Tests = append(m.Tests, t)
	return true
}

// choose leaves out tests that others make unnecessary, and names those that stay.
func (m *maker) choose() {
	c := &covering{takes: m.elements(), steps: make([]int64, len(m.Tests)), budget: coveringBudget}
	for i := range m.Tests {
		c.steps[i] = m.Tests[i].Steps
	}
	keep := c.smallest()
	slices.Sort(keep)
	tests := make([]Test, 0, len(keep))
	for _, i := range keep {
		tests = append(tests, m.Tests[i])
	}
	m.Tests = tests
	for i := range m.Tests {
		t := &m.Tests[i]
		t.Name = fmt.Sprintf("test_%03d", i+1)
		for _, g := range t.Covers {
			m.Goals[g].Tests = append(m.Goals[g].Tests, i)
		}
	}
}

// elements lists by test what is to stay covered: goals, and edges that any test executes. What the same
// tests take is one element.
func (m *maker) elements() [][]int {
	takers := map[string]bool{}
	note := func(takes func(t *Test) bool) {
		key := make([]byte, len(m.Tests))
		for i := range m.Tests {
			if takes(&m.Tests[i]) {
				key[i] = 1
			}
		}
		if bytes.IndexByte(key, 1) >= 0 {
			takers[string(key)] = true
		}
	}
	for i := range m.Goals {
		note(func(t *Test) bool { return m.Goals[i].Count(t.Passes) > 0 })
	}
	for e := range m.seen {
		note(func(t *Test) bool { return t.Passes[e] > 0 })
	}
	out := make([][]int, len(m.Tests))
	for n, key := range slices.Sorted(maps.Keys(takers)) {
		for i := range out {
			if key[i] == 1 {
				out[i] = append(out[i], n)
			}
		}
	}
	return out
}

// coveringBudget bounds the choices that are tried to find a smallest set.
const coveringBudget = 100_000

// covering looks for a smallest set of tests that take all elements that any of them takes.
type covering struct {
	takes  [][]int // by test: elements
	steps  []int64 // by test: how long it takes
	budget int
	best   []int
}

// smallest returns such a set: the greedy one, unless the search for a smaller one finds one within its
// budget.
func (c *covering) smallest() []int {
	left := map[int]bool{}
	for i := range c.takes {
		for _, g := range c.takes[i] {
			left[g] = true
		}
	}
	c.best = c.greedy(left)
	c.search(left, nil)
	return c.best
}

// gain is how many of the elements that are left a test takes.
func (c *covering) gain(test int, left map[int]bool) (n int) {
	for _, g := range c.takes[test] {
		if left[g] {
			n++
		}
	}
	return n
}

// greedy takes the test that takes most, the one with the shortest execution among such, as long as
// something is left.
func (c *covering) greedy(all map[int]bool) (out []int) {
	left := map[int]bool{}
	for g := range all {
		left[g] = true
	}
	for len(left) > 0 {
		best := -1
		for i := range c.takes {
			if best < 0 || c.better(i, best, left) {
				best = i
			}
		}
		out = append(out, best)
		for _, g := range c.takes[best] {
			delete(left, g)
		}
	}
	return out
}

func (c *covering) better(a, b int, left map[int]bool) bool {
	if d := c.gain(a, left) - c.gain(b, left); d != 0 {
		return d > 0
	}
	return c.steps[a] < c.steps[b]
}

// search tries, for the element that the fewest tests take, each of these, as long as a set that is
// smaller than the best one may come of it.
func (c *covering) search(left map[int]bool, chosen []int) {
	if c.budget--; c.budget < 0 {
		return
	}
	if len(left) == 0 {
		if len(chosen) < len(c.best) {
			c.best = slices.Clone(chosen)
		}
		return
	}
	most := 0
	takers := map[int][]int{}
	for i := range c.takes {
		most = max(most, c.gain(i, left))
		for _, g := range c.takes[i] {
			if left[g] {
				takers[g] = append(takers[g], i)
			}
		}
	}
	if len(chosen)+(len(left)+most-1)/most >= len(c.best) {
		return
	}
	rarest := -1
	for g := range left {
		if rarest < 0 || cmp.Or(len(takers[g])-len(takers[rarest]), g-rarest) < 0 {
			rarest = g
		}
	}
	options := takers[rarest]
	slices.SortStableFunc(options, func(a, b int) int { return c.gain(b, left) - c.gain(a, left) })
	for _, i := range options {
		rest := map[int]bool{}
		for g := range left {
			rest[g] = true
		}
		for _, g := range c.takes[i] {
			delete(rest, g)
		}
		c.search(rest, append(chosen[:len(chosen):len(chosen)], i))
	}
}
