package conjunction

// classes are equations and disequations between enumerated variables and values. Values are nodes too. What
// was added last is dropped first.
type classes struct {
	class   []int32 // by node
	members [][]int32
	value   []int32 // by class: the node of its value, or -1
	// equations are edges of a graph, in which the reason of an equality is a path.
	equations []equation
	first     []int32 // by node: its last half-edge, 2*equation or 2*equation+1
	apart     []inequality
	trail     []merge
	// Scratch of explain.
	via   []int32
	mark  []int32
	stamp int32
	queue []int32
}

type equation struct {
	a, b         int32
	restA, restB int32
	reason       int32
}

type inequality struct{ a, b, reason int32 }

// merge says that class b went into class a, which had n members and the given value.
type merge struct {
	a, b, value int32
	n           int
}

func (c *classes) reset() {
	c.class, c.members, c.value = c.class[:0], c.members[:0], c.value[:0]
	c.equations, c.first, c.apart, c.trail = c.equations[:0], c.first[:0], c.apart[:0], c.trail[:0]
	c.via, c.mark, c.stamp = c.via[:0], c.mark[:0], 0
}

// node adds a node, which is a value or a variable.
func (c *classes) node(isValue bool) int32 {
	n := int32(len(c.class))
	c.class = append(c.class, n)
	if len(c.members) < cap(c.members) {
		c.members = c.members[:n+1]
		c.members[n] = append(c.members[n][:0], n)
	} else {
		c.members = append(c.members, []int32{n})
	}
	v := int32(-1)
	if isValue {
		v = n
	}
	c.value = append(c.value, v)
	c.first = append(c.first, -1)
	c.via, c.mark = append(c.via, -1), append(c.mark, 0)
	return n
}

// equate adds a = b; false if two values would be equal: then the reasons are told to blame. The caller must
// check inequalities.
func (c *classes) equate(a, b, reason int32, blame func(int32)) bool {
	i := int32(len(c.equations))
	c.equations = append(c.equations, equation{a, b, c.first[a], c.first[b], reason})
	c.first[a], c.first[b] = 2*i, 2*i+1
	x, y := c.class[a], c.class[b]
	if x == y {
		return true
	}
	if c.value[x] >= 0 && c.value[y] >= 0 {
		c.explain(c.value[x], c.value[y], blame)
		return false
	}
	if len(c.members[x]) < len(c.members[y]) {
		x, y = y, x
	}
	c.trail = append(c.trail, merge{x, y, c.value[x], len(c.members[x])})
	for _, m := range c.members[y] {
		c.class[m] = x
	}
	c.members[x] = append(c.members[x], c.members[y]...)
	c.value[x] = max(c.value[x], c.value[y])
	return true
}

func (c *classes) separate(a, b, reason int32) { c.apart = append(c.apart, inequality{a, b, reason}) }

// consistent looks at all inequalities; if one is broken, the reasons are told to blame.
func (c *classes) consistent(blame func(int32)) bool {
	for _, d := range c.apart {
		if c.class[d.a] == c.class[d.b] {
			blame(d.reason)
			c.explain(d.a, d.b, blame)
			return false
		}
	}
	return true
}

// explain tells blame the reasons of a path of equations from a to b, a shortest one.
func (c *classes) explain(a, b int32, blame func(int32)) {
	c.stamp++
	c.queue = append(c.queue[:0], a)
	c.mark[a] = c.stamp
	for head := 0; c.mark[b] != c.stamp; head++ {
		n := c.queue[head]
		for h := c.first[n]; h >= 0; {
			e := &c.equations[h>>1]
			other, rest := e.b, e.restA
			if h&1 == 1 {
				other, rest = e.a, e.restB
			}
			if c.mark[other] != c.stamp {
				c.mark[other], c.via[other] = c.stamp, h
				c.queue = append(c.queue, other)
			}
			h = rest
		}
	}
	for n := b; n != a; {
		h := c.via[n]
		e := &c.equations[h>>1]
		blame(e.reason)
		if n = e.a; h&1 == 1 {
			n = e.b
		}
	}
}

// state is how much was added.
type state struct{ equations, apart, trail int }

func (c *classes) state() state { return state{len(c.equations), len(c.apart), len(c.trail)} }

// drop goes back to a state.
func (c *classes) drop(s state) {
	for i := len(c.trail) - 1; i >= s.trail; i-- {
		m := c.trail[i]
		for _, n := range c.members[m.a][m.n:] {
			c.class[n] = m.b
		}
		c.members[m.a] = c.members[m.a][:m.n]
		c.value[m.a] = m.value
	}
	c.trail = c.trail[:s.trail]
	for i := len(c.equations) - 1; i >= s.equations; i-- {
		e := &c.equations[i]
		c.first[e.b] = e.restB
		c.first[e.a] = e.restA
	}
	c.equations, c.apart = c.equations[:s.equations], c.apart[:s.apart]
}
