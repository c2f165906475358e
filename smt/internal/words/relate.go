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

// order is a set of inequalities among at most 64 nodes: j is in le[i] if i <= j, and
// in lt[i] if i < j.
type order struct {
	le, lt [maxRelated]uint64
}

// relate narrows domains by relations until nothing changes. It returns
// false on a contradiction.
func (p *Program) relate() bool {
	if len(p.nodes) > maxRelated {
		return true
	}
	for range maxRelateSteps {
		before, links := p.clock, len(p.links)
		if !p.equate() || !p.compare(OpUlt) || !p.compare(OpSlt) {
			return false
		}
		if p.clock == before && len(p.links) == links {
			return true
		}
		if !p.propagate() {
			return false
		}
	}
	return true
}

// find returns the representative of the class of i.
func (p *Program) find(i int32) int32 {
	for p.class[i] != i {
		i = p.class[i]
	}
	return i
}

// same reports whether i and j are known to be equal.
func (p *Program) same(i, j int32) bool {
	if i == j || p.find(i) == p.find(j) {
		return true
	}
	d, e := &p.doms[i], &p.doms[j]
	return d.isSingle() && e.isSingle() && d.one == e.one
}

// union makes i and j, which have one width, equal.
func (p *Program) union(i, j int32) bool {
	i, j = p.find(i), p.find(j)
	if i == j {
		return true
	}
	i, j = min(i, j), max(i, j)
	p.class[j] = i
	p.links = append(p.links, [2]int32{i, j})
	return p.narrow(i, &p.doms[j]) && p.narrow(j, &p.doms[i])
}

// visitLinks makes the domains of equal nodes agree.
func (p *Program) visitLinks() bool {
	for _, l := range p.links {
		if !p.narrow(l[0], &p.doms[l[1]]) || !p.narrow(l[1], &p.doms[l[0]]) {
			return false
		}
	}
	return true
}

// equate finds nodes that are equal.
func (p *Program) equate() bool {
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.a < 0 {
			continue
		}
		if j := p.equal(int32(i), n); j >= 0 {
			if !p.union(int32(i), j) {
				return false
			}
			continue
		}
		if !p.equalOperands(int32(i), n) {
			return false
		}
		for j := range p.nodes[:i] {
			if p.congruent(n, &p.nodes[j]) {
				if !p.union(int32(i), int32(j)) {
					return false
				}
				break
			}
		}
	}
	return true
}

// congruent reports whether two nodes apply one operator to equal operands.
func (p *Program) congruent(m, n *node) bool {
	if m.op != n.op || m.w != n.w || m.aw != n.aw || m.k != n.k {
		return false
	}
	switch {
	case m.c >= 0:
		return p.same(m.a, n.a) && p.same(m.b, n.b) && p.same(m.c, n.c)
	case m.b < 0:
		return p.same(m.a, n.a)
	case p.same(m.a, n.a) && p.same(m.b, n.b):
		return true
	}
	switch m.op {
	case OpAnd, OpOr, OpXor, OpAdd, OpMul, OpEq:
		return p.same(m.a, n.b) && p.same(m.b, n.a)
	}
	return false
}

// isValue reports whether node i can only have the value x.
func (p *Program) isValue(i int32, x uint64) bool { d := &p.doms[i]; return d.isSingle() && d.one == x }

// equal returns an operand of node i that has the same value, or -1.
func (p *Program) equal(i int32, n *node) int32 {
	switch n.op {
	case OpAnd:
		a, b := &p.doms[n.a], &p.doms[n.b]
		switch {
		case a.may&^b.one == 0 || p.same(n.a, n.b):
			return n.a
		case b.may&^a.one == 0:
			return n.b
		}
	case OpOr:
		a, b := &p.doms[n.a], &p.doms[n.b]
		switch {
		case b.may&^a.one == 0 || p.same(n.a, n.b):
			return n.a
		case a.may&^b.one == 0:
			return n.b
		}
	case OpXor, OpAdd:
		switch {
		case p.isValue(n.b, 0):
			return n.a
		case p.isValue(n.a, 0):
			return n.b
		}
	case OpSub, OpShl, OpLShr, OpAShr:
		if p.isValue(n.b, 0) {
			return n.a
		}
	case OpMul:
		switch {
		case p.isValue(n.b, 1):
			return n.a
		case p.isValue(n.a, 1):
			return n.b
		}
	case OpUDiv:
		if p.isValue(n.b, 1) {
			return n.a
		}
	case OpIte:
		switch {
		case p.isValue(n.a, 1) || p.same(n.b, n.c):
			return n.b
		case p.isValue(n.a, 0):
			return n.c
		}
	}
	return -1
}

// equalOperands uses that operands are equal, or finds it.
func (p *Program) equalOperands(i int32, n *node) bool {
	switch n.op {
	case OpEq:
		if p.isValue(i, 1) {
			return p.union(n.a, n.b)
		}
		return !p.same(n.a, n.b) || p.narrowBits(i, 1, 1)
	case OpUlt, OpSlt:
		return !p.same(n.a, n.b) || p.narrowBits(i, 0, 0)
	case OpXor, OpSub:
		switch {
		case p.isValue(i, 0):
			return p.union(n.a, n.b)
		case p.same(n.a, n.b):
			return p.narrowBits(i, 0, 0)
		case p.same(i, n.a):
			return p.narrowBits(n.b, 0, 0)
		case n.op == OpXor && p.same(i, n.b):
			return p.narrowBits(n.a, 0, 0)
		}
	case OpAdd:
		switch {
		case p.same(i, n.a):
			return p.narrowBits(n.b, 0, 0)
		case p.same(i, n.b):
			return p.narrowBits(n.a, 0, 0)
		}
	}
	return true
}

// below adds i <= j, or i < j.
func (p *Program) below(o *order, i, j int32, strict bool) {
	i, j = p.find(i), p.find(j)
	o.le[i] |= 1 << j
	if strict {
		o.lt[i] |= 1 << j
	}
}

// sameSign reports whether the signs of two nodes are known and equal, so that the signed
// order is the unsigned one.
func (p *Program) sameSign(i, j int32) bool {
	s := signBit(p.nodes[i].w)
	d, e := &p.doms[i], &p.doms[j]
	return ((d.one^d.may)|(e.one^e.may)|(d.one^e.one))&s == 0
}

// compare closes the unsigned or signed order, and draws conclusions.
func (p *Program) compare(kind Op) bool {
	o := &p.order
	clear(o.le[:len(p.nodes)])
	clear(o.lt[:len(p.nodes)])
	any := false
	for i := range p.nodes {
		n := &p.nodes[i]
		i := int32(i)
		switch n.op {
		case OpUlt, OpSlt:
			if !p.doms[i].isSingle() || n.op != kind && !p.sameSign(n.a, n.b) {
				continue
			}
			if p.doms[i].one == 1 {
				p.below(o, n.a, n.b, true)
			} else {
				p.below(o, n.b, n.a, false)
			}
			any = true
		case OpAnd:
			if n.w > 1 {
				p.belowIf(o, kind, i, n.a)
				p.belowIf(o, kind, i, n.b)
			}
		case OpOr:
			if n.w > 1 {
				p.belowIf(o, kind, n.a, i)
				p.belowIf(o, kind, n.b, i)
			}
		case OpLShr, OpUDiv, OpURem:
			if n.op != OpUDiv || p.doms[n.b].lo > 0 {
				p.belowIf(o, kind, i, n.a)
			}
		}
	}
	if !any {
		return true
	}
	for k := range p.nodes {
		for i := range p.nodes {
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
	for i := range p.nodes {
		if o.lt[i]>>i&1 != 0 {
			return false
		}
		for j := range p.nodes[:i] {
			if o.le[i]>>j&1 != 0 && o.le[j]>>i&1 != 0 && !p.union(int32(i), int32(j)) {
				return false
			}
		}
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.op == OpAdd && !(p.carry(o, kind, int32(i), n.a, n.b) && p.carry(o, kind, int32(i), n.b, n.a)) {
			return false
		}
	}
	return true
}

// belowIf adds i <= j, which holds of unsigned values, to the order of the kind.
func (p *Program) belowIf(o *order, kind Op, i, j int32) {
	if kind == OpUlt || p.sameSign(i, j) {
		p.below(o, i, j, false)
	}
}

// carry concludes from an order between the sum i = a + b and a whether the
// addition overflows: it does if, and only if, the sum is below a. In the signed order
// the same holds of a moved to begin at 0.
func (p *Program) carry(o *order, kind Op, i, a, b int32) bool {
	x, y := p.find(i), p.find(a)
	less, not := o.lt[x]>>y&1 != 0, o.le[y]>>x&1 != 0
	if !less && !not {
		return true
	}
	m := ones(p.nodes[i].w)
	lo, hi := p.doms[a].lo, p.doms[a].hi
	narrow := (*Program).narrowRange
	if kind == OpSlt {
		lo, hi = p.doms[a].slo, p.doms[a].shi
		narrow = (*Program).narrowSigned
	}
	d := p.doms[b]
	if less { // a + b > m
		return d.hi > 0 && hi > 0 && narrow(p, a, m-d.hi+1, m) && p.narrowRange(b, m-hi+1, m)
	}
	return narrow(p, a, 0, m-d.lo) && p.narrowRange(b, 0, m-lo)
}
