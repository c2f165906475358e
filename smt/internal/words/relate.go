package words

// Relations between nodes: which have equal values, and which are below which. Known
// bits and intervals cannot express that x & y <= x, or that x >> y is x if y is 0.
//
// Equal nodes are classes of a union-find structure, closed under congruence: equal
// operands give equal results (Nelson and Oppen, "Fast decision procedures based on
// congruence closure", JACM 1980). Orders are closed under transitivity, as bit sets.

const (
	maxRelated     = 64 // nodes of a program that is looked at
	maxRelateSteps = 3
)

// order is a set of inequalities among at most 64 nodes: j is in le[i] if i <= j, and in lt[i] if i < j.
type order struct {
	le, lt [maxRelated]uint64
}

// relations are those of the nodes that the domains at hand show.
type relations struct {
	prop  *propagator
	nodes []node   // of the program
	doms  []domain // theirs
	class []int32  // by node: an equal node
	order order
}

// reset makes all nodes different.
func (r *relations) reset() {
	r.class = r.class[:0]
	for i := range r.nodes {
		r.class = append(r.class, int32(i))
	}
}

// relate narrows domains by relations until nothing changes. It returns false on a contradiction.
func (r *relations) relate() bool {
	if len(r.nodes) > maxRelated {
		return true
	}
	for range maxRelateSteps {
		before, links := r.prop.clock, len(r.prop.links)
		if !r.equate() || !r.compare(OpUlt) || !r.compare(OpSlt) {
			return false
		}
		if r.prop.clock == before && len(r.prop.links) == links {
			return true
		}
		if !r.prop.propagate() {
			return false
		}
	}
	return true
}

// find returns the representative of the class of i.
func (r *relations) find(i int32) int32 {
	for r.class[i] != i {
		i = r.class[i]
	}
	return i
}

// same reports whether i and j are known to be equal.
func (r *relations) same(i, j int32) bool {
	if i == j || r.find(i) == r.find(j) {
		return true
	}
	d, e := &r.doms[i], &r.doms[j]
	return d.isSingle() && e.isSingle() && d.one == e.one
}

// union makes i and j, which have one width, equal.
func (r *relations) union(i, j int32) bool {
	i, j = r.find(i), r.find(j)
	if i == j {
		return true
	}
	i, j = min(i, j), max(i, j)
	r.class[j] = i
	r.prop.links = append(r.prop.links, [2]int32{i, j})
	return r.prop.narrow(i, &r.doms[j]) && r.prop.narrow(j, &r.doms[i])
}

// visitLinks makes the domains of equal nodes agree.
func (p *propagator) visitLinks() bool {
	for _, l := range p.links {
		if !p.narrow(l[0], &p.doms[l[1]]) || !p.narrow(l[1], &p.doms[l[0]]) {
			return false
		}
	}
	return true
}

// equate finds nodes that are equal.
func (r *relations) equate() bool {
	for i := range r.nodes {
		n := &r.nodes[i]
		if n.a < 0 {
			continue
		}
		if j := r.equal(int32(i), n); j >= 0 {
			if !r.union(int32(i), j) {
				return false
			}
			continue
		}
		if !r.equalOperands(int32(i), n) {
			return false
		}
		for j := range r.nodes[:i] {
			if r.congruent(n, &r.nodes[j]) {
				if !r.union(int32(i), int32(j)) {
					return false
				}
				break
			}
		}
	}
	return true
}

// congruent reports whether two nodes apply one operator to equal operands.
func (r *relations) congruent(m, n *node) bool {
	if m.op != n.op || m.w != n.w || m.aw != n.aw || m.k != n.k {
		return false
	}
	switch {
	case m.c >= 0:
		return r.same(m.a, n.a) && r.same(m.b, n.b) && r.same(m.c, n.c)
	case m.b < 0:
		return r.same(m.a, n.a)
	case r.same(m.a, n.a) && r.same(m.b, n.b):
		return true
	}
	switch m.op {
	case OpAnd, OpOr, OpXor, OpAdd, OpMul, OpEq:
		return r.same(m.a, n.b) && r.same(m.b, n.a)
	}
	return false
}

// isValue reports whether node i can only have the value x.
func (r *relations) isValue(i int32, x uint64) bool {
	d := &r.doms[i]
	return d.isSingle() && d.one == x
}

// equal returns an operand of node i that has the same value, or -1.
func (r *relations) equal(i int32, n *node) int32 {
	switch n.op {
	case OpAnd:
		a, b := &r.doms[n.a], &r.doms[n.b]
		switch {
		case a.may&^b.one == 0 || r.same(n.a, n.b):
			return n.a
		case b.may&^a.one == 0:
			return n.b
		}
	case OpOr:
		a, b := &r.doms[n.a], &r.doms[n.b]
		switch {
		case b.may&^a.one == 0 || r.same(n.a, n.b):
			return n.a
		case a.may&^b.one == 0:
			return n.b
		}
	case OpXor, OpAdd:
		switch {
		case r.isValue(n.b, 0):
			return n.a
		case r.isValue(n.a, 0):
			return n.b
		}
	case OpSub, OpShl, OpLShr, OpAShr:
		if r.isValue(n.b, 0) {
			return n.a
		}
	case OpMul:
		switch {
		case r.isValue(n.b, 1):
			return n.a
		case r.isValue(n.a, 1):
			return n.b
		}
	case OpUDiv:
		if r.isValue(n.b, 1) {
			return n.a
		}
	case OpIte:
		switch {
		case r.isValue(n.a, 1) || r.same(n.b, n.c):
			return n.b
		case r.isValue(n.a, 0):
			return n.c
		}
	}
	return -1
}

// equalOperands uses that operands are equal, or finds it.
func (r *relations) equalOperands(i int32, n *node) bool {
	switch n.op {
	case OpEq:
		if r.isValue(i, 1) {
			return r.union(n.a, n.b)
		}
		return !r.same(n.a, n.b) || r.prop.narrowBits(i, 1, 1)
	case OpUlt, OpSlt:
		return !r.same(n.a, n.b) || r.prop.narrowBits(i, 0, 0)
	case OpXor, OpSub:
		switch {
		case r.isValue(i, 0):
			return r.union(n.a, n.b)
		case r.same(n.a, n.b):
			return r.prop.narrowBits(i, 0, 0)
		case r.same(i, n.a):
			return r.prop.narrowBits(n.b, 0, 0)
		case n.op == OpXor && r.same(i, n.b):
			return r.prop.narrowBits(n.a, 0, 0)
		}
	case OpAdd:
		switch {
		case r.same(i, n.a):
			return r.prop.narrowBits(n.b, 0, 0)
		case r.same(i, n.b):
			return r.prop.narrowBits(n.a, 0, 0)
		}
	}
	return true
}

// below adds i <= j, or i < j.
func (r *relations) below(o *order, i, j int32, strict bool) {
	i, j = r.find(i), r.find(j)
	o.le[i] |= 1 << j
	if strict {
		o.lt[i] |= 1 << j
	}
}

// sameSign reports whether the signs of two nodes are known and equal, so that the signed
// order is the unsigned one.
func (r *relations) sameSign(i, j int32) bool {
	s := signBit(r.nodes[i].w)
	d, e := &r.doms[i], &r.doms[j]
	return ((d.one^d.may)|(e.one^e.may)|(d.one^e.one))&s == 0
}

// compare closes the unsigned or signed order, and draws conclusions.
func (r *relations) compare(kind Op) bool {
	o := &r.order
	clear(o.le[:len(r.nodes)])
	clear(o.lt[:len(r.nodes)])
	any := false
	for i := range r.nodes {
		n := &r.nodes[i]
		i := int32(i)
		switch n.op {
		case OpUlt, OpSlt:
			if !r.doms[i].isSingle() || n.op != kind && !r.sameSign(n.a, n.b) {
				continue
			}
			if r.doms[i].one == 1 {
				r.below(o, n.a, n.b, true)
			} else {
				r.below(o, n.b, n.a, false)
			}
			any = true
		case OpAnd:
			if n.w > 1 {
				r.belowIf(o, kind, i, n.a)
				r.belowIf(o, kind, i, n.b)
			}
		case OpOr:
			if n.w > 1 {
				r.belowIf(o, kind, n.a, i)
				r.belowIf(o, kind, n.b, i)
			}
		case OpLShr, OpUDiv, OpURem:
			if n.op != OpUDiv || r.doms[n.b].lo > 0 {
				r.belowIf(o, kind, i, n.a)
			}
		}
	}
	if !any {
		return true
	}
	for k := range r.nodes {
		for i := range r.nodes {
			switch bit := uint64(1) << k; {
			case o.lt[i]&bit != 0:
				o.lt[i] |= o.le[k] | o.lt[k]
				o.le[i] |= o.le[k]
			case o.le[i]&bit != 0:
				o.lt[i] |= o.lt[k]
				o.le[i] |= o.le[k]
			}
		}
	}
	for i := range r.nodes {
		if o.lt[i]>>i&1 != 0 {
			return false
		}
		for j := range r.nodes[:i] {
			if o.le[i]>>j&1 != 0 && o.le[j]>>i&1 != 0 && !r.union(int32(i), int32(j)) {
				return false
			}
		}
	}
	for i := range r.nodes {
		n := &r.nodes[i]
		if n.op == OpAdd && !(r.carry(o, kind, int32(i), n.a, n.b) && r.carry(o, kind, int32(i), n.b, n.a)) {
			return false
		}
	}
	return true
}

// belowIf adds i <= j, which holds of unsigned values, to the order of the kind.
func (r *relations) belowIf(o *order, kind Op, i, j int32) {
	if kind == OpUlt || r.sameSign(i, j) {
		r.below(o, i, j, false)
	}
}

// carry concludes from an order between the sum i = a + b and a whether the addition overflows: it does if,
// and only if, the sum is below a. In the signed order the same holds of a moved to begin at 0.
func (r *relations) carry(o *order, kind Op, i, a, b int32) bool {
	x, y := r.find(i), r.find(a)
	less, not := o.lt[x]>>y&1 != 0, o.le[y]>>x&1 != 0
	if !less && !not {
		return true
	}
	m := ones(r.nodes[i].w)
	lo, hi := r.doms[a].lo, r.doms[a].hi
	narrow := (*propagator).narrowRange
	if kind == OpSlt {
		lo, hi = r.doms[a].slo, r.doms[a].shi
		narrow = (*propagator).narrowSigned
	}
	d := r.doms[b]
	if less { // a + b > m
		return d.hi > 0 && hi > 0 && narrow(r.prop, a, m-d.hi+1, m) && r.prop.narrowRange(b, m-hi+1, m)
	}
	return narrow(r.prop, a, 0, m-d.lo) && r.prop.narrowRange(b, 0, m-lo)
}
