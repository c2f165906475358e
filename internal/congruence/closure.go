package congruence

import "slices"

// Node is something that may be equal to others.
type Node int32

// none is no node.
const none Node = -1

// Closure keeps classes of equal nodes, closed under the functions applied. The zero value has no nodes.
type Closure struct {
	root  []Node    // by node: the representative of its class
	class [][]Node  // by representative: the nodes of its class
	uses  [][]int32 // by representative: applications with an operand in its class
	apps  []application

	table  map[uint64]int32 // by hash of a signature: the newest entry plus one
	chains []chained        // entries of the table

	proof  []Node   // by node: the next one in the tree of its class, none at the root
	why    []reason // of the edge to it
	merged []merge  // what was done, to be undone

	pending []equation // to be merged
	paths   explanation
}

// application says that result is a function of args.
type application struct {
	fn     int32
	args   []Node
	result Node
}

// chained is an application under a signature that it has or had.
type chained struct {
	app  int32
	next int32 // entry of the same hash plus one
	hash uint64
}

// reason is why two nodes were merged: a tag of the caller, or two congruent applications.
type reason struct {
	tag  int32 // if a < 0
	a, b int32
}

type equation struct {
	x, y Node
	why  reason
}

// merge is what is needed to undo a merge of the class of from into that of to.
type merge struct {
	x, y     Node // the ends of the edge in the forest
	from, to Node
	size     int // of the class of to before
	uses     int // likewise
	chains   int
}

// Node adds a node in a class of its own.
func (c *Closure) Node() Node {
	n := Node(len(c.root))
	c.root = append(c.root, n)
	c.class = append(c.class, []Node{n})
	c.uses = append(c.uses, nil)
	c.proof, c.why = append(c.proof, none), append(c.why, reason{})
	c.paths.add()
	return n
}

// Root returns the representative of the class of n.
func (c *Closure) Root(n Node) Node { return c.root[n] }

// Apply says that result is the function fn of args. What follows is merged by the next [Closure.Close]. It
// must be called while nothing is merged that will be undone.
func (c *Closure) Apply(fn int32, args []Node, result Node) {
	id := int32(len(c.apps))
	c.apps = append(c.apps, application{fn, slices.Clone(args), result})
	for i, a := range args {
		r := c.root[a]
		if !slices.ContainsFunc(args[:i], func(b Node) bool { return c.root[b] == r }) {
			c.uses[r] = append(c.uses[r], id)
		}
	}
	c.enter(id)
}

// Merge asks that x and y become equal, because of what the caller calls tag.
func (c *Closure) Merge(x, y Node, tag int32) {
	c.pending = append(c.pending, equation{x, y, reason{tag: tag, a: -1}})
}

// Close merges what is pending and what follows. It calls visit before each merge of the class of one
// representative into that of another one.
func (c *Closure) Close(visit func(from, to Node)) {
	for i := 0; i < len(c.pending); i++ {
		e := c.pending[i]
		from, to := c.root[e.x], c.root[e.y]
		if from == to {
			continue
		}
		if len(c.class[from])+len(c.uses[from]) > len(c.class[to])+len(c.uses[to]) {
			from, to = to, from
		}
		visit(from, to)
		c.merged = append(c.merged, merge{e.x, e.y, from, to, len(c.class[to]), len(c.uses[to]),
			len(c.chains)})
		c.link(e)
		for _, n := range c.class[from] {
			c.root[n] = to
		}
		c.class[to] = append(c.class[to], c.class[from]...)
		c.uses[to] = append(c.uses[to], c.uses[from]...)
		for _, id := range c.uses[from] {
			c.enter(id)
		}
	}
	c.pending = c.pending[:0]
}

// Height is the number of merges in force.
func (c *Closure) Height() int { return len(c.merged) }

// Undo takes merges back until height are left, and forgets what is pending.
func (c *Closure) Undo(height int) {
	c.pending = c.pending[:0]
	for len(c.merged) > height {
		m := c.merged[len(c.merged)-1]
		c.merged = c.merged[:len(c.merged)-1]
		for _, n := range c.class[m.from] {
			c.root[n] = m.from
		}
		c.class[m.to] = c.class[m.to][:m.size]
		c.uses[m.to] = c.uses[m.to][:m.uses]
		for len(c.chains) > m.chains {
			last := c.chains[len(c.chains)-1]
			c.chains = c.chains[:len(c.chains)-1]
			if last.next == 0 {
				delete(c.table, last.hash)
			} else {
				c.table[last.hash] = last.next
			}
		}
		// Later merges may have turned the edge round.
		if c.proof[m.x] == m.y {
			c.proof[m.x] = none
		} else {
			c.proof[m.y] = none
		}
	}
}

// enter looks an application up by its signature, and enters it if it is the first one.
func (c *Closure) enter(id int32) {
	a := &c.apps[id]
	h := c.hash(a)
	for i := c.table[h]; i != 0; i = c.chains[i-1].next {
		other := c.chains[i-1].app
		if c.congruent(a, &c.apps[other]) {
			if c.root[a.result] != c.root[c.apps[other].result] {
				e := equation{a.result, c.apps[other].result, reason{a: id, b: other}}
				c.pending = append(c.pending, e)
			}
			return
		}
	}
	if c.table == nil {
		c.table = map[uint64]int32{}
	}
	c.chains = append(c.chains, chained{id, c.table[h], h})
	c.table[h] = int32(len(c.chains))
}

func (c *Closure) congruent(a, b *application) bool {
	if a.fn != b.fn || len(a.args) != len(b.args) {
		return false
	}
	for i, x := range a.args {
		if c.root[x] != c.root[b.args[i]] {
			return false
		}
	}
	return true
}

func (c *Closure) hash(a *application) uint64 {
	h := uint64(a.fn)*0x9e3779b97f4a7c15 + uint64(len(a.args))
	for _, x := range a.args {
		h = (h ^ uint64(c.root[x])) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}
