package congruence

// explanation is the state of a walk through the forest of merges.
type explanation struct {
	mark  []uint32 // by node: it is above the first of two nodes
	done  []uint32 // by node: the edge above it is explained
	epoch uint32   // of mark
	run   uint32   // of done
	work  [][2]Node
}

func (p *explanation) add() { p.mark, p.done = append(p.mark, 0), append(p.done, 0) }

// link adds the edge of a merge to the forest: the tree of x is hung below y.
func (c *Closure) link(e equation) {
	// Turn the path from x to its root round.
	at, above, why := e.x, e.y, e.why
	for at != none {
		next, was := c.proof[at], c.why[at]
		c.proof[at], c.why[at] = above, why
		at, above, why = next, at, was
	}
}

// Explain appends the tags of the equalities from which x = y follows, each once.
func (c *Closure) Explain(x, y Node, tags []int32) []int32 {
	c.Begin()
	return c.More(x, y, tags)
}

// Begin begins an explanation of several equalities.
func (c *Closure) Begin() { c.paths.run++ }

// More appends the tags for x = y that the explanation begun by Begin does not have yet.
func (c *Closure) More(x, y Node, tags []int32) []int32 {
	p := &c.paths
	p.work = append(p.work[:0], [2]Node{x, y})
	for len(p.work) > 0 {
		w := p.work[len(p.work)-1]
		p.work = p.work[:len(p.work)-1]
		if w[0] == w[1] {
			continue
		}
		p.epoch++
		for n := w[0]; n != none; n = c.proof[n] {
			p.mark[n] = p.epoch
		}
		meet := w[1]
		for p.mark[meet] != p.epoch {
			meet = c.proof[meet]
		}
		tags = c.walk(w[0], meet, tags)
		tags = c.walk(w[1], meet, tags)
	}
	return tags
}

// walk explains the edges from n up to another node.
func (c *Closure) walk(n, to Node, tags []int32) []int32 {
	p := &c.paths
	for ; n != to; n = c.proof[n] {
		if p.done[n] == p.run {
			continue
		}
		p.done[n] = p.run
		r := c.why[n]
		if r.a < 0 {
			tags = append(tags, r.tag)
			continue
		}
		a, b := &c.apps[r.a], &c.apps[r.b]
		for i, x := range a.args {
			p.work = append(p.work, [2]Node{x, b.args[i]})
		}
	}
	return tags
}
