package words

// walk looks for a model by local search on words: it takes a root that is
// false, carries down the value that it should have by inverting one operator
// after another on the way to an input, and changes that input (Niemetz,
// Preiner and Biere, "Precise and complete propagation based local search for
// satisfiability modulo theories", CAV 2016). Domains keep the values within
// what propagation left (Niemetz and Preiner, "Ternary propagation-based local
// search for more bit-precise reasoning", FMCAD 2020).

// rand is the generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014).
func (p *Program) rand() uint64 {
	p.random += 0x9e3779b97f4a7c15
	z := p.random
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// less returns a random number less than n.
func (p *Program) less(n int) int { return int(p.rand() >> 33 % uint64(n)) }

// walk returns whether it found a model within the number of steps. It is in vals.
func (p *Program) walk(steps int) bool {
	for _, i := range p.inputs {
		p.vals[i] = p.doms[i].pick(p.vals[i])
	}
	p.eval()
	for range steps {
		p.wrong = p.wrong[:0]
		for _, r := range p.roots {
			if p.vals[r] == 0 {
				p.wrong = append(p.wrong, r)
			}
		}
		if len(p.wrong) == 0 {
			return true
		}
		p.descend(int32(p.wrong[p.less(len(p.wrong))]), 1)
		p.eval()
	}
	return false
}

// descend changes an input so that node i comes to have, or at least may
// come to have, the value t.
func (p *Program) descend(i int32, t uint64) {
	for {
		n := &p.nodes[i]
		switch n.op {
		case OpInput:
			x := p.doms[i].pick(t)
			if x == p.vals[i] { // do not stand still
				x = p.doms[i].pick(p.rand())
			}
			p.vals[i] = x
			return
		case OpConst:
			return
		case OpNot:
			t, i = ^t&ones(n.w), n.a
		case OpNeg:
			t, i = -t&ones(n.w), n.a
		case OpExtract:
			m := ones(n.w) << n.k
			t, i = p.vals[n.a]&^m|t<<n.k, n.a
		case OpZeroExt, OpSignExt:
			t, i = t&ones(n.aw), n.a
		case OpIte:
			c := p.vals[n.a]
			if p.less(8) == 0 && !p.doms[n.a].isSingle() {
				t, i = c^1, n.a
			} else if c != 0 {
				i = n.b
			} else {
				i = n.c
			}
		case OpConcat:
			k := n.w - n.aw
			if hi := t >> k; hi != p.vals[n.a] && (t&ones(k) == p.vals[n.b] || p.less(2) == 0) {
				t, i = hi, n.a
			} else {
				t, i = t&ones(k), n.b
			}
		default:
			t, i = p.choose(n, t)
		}
	}
}

// choose returns the operand to change and its new value.
func (p *Program) choose(n *node, t uint64) (x uint64, i int32) {
	left := p.less(2) == 0
	switch {
	case p.doms[n.a].isSingle():
		left = false
	case p.doms[n.b].isSingle():
		left = true
	}
	if left {
		x, ok := p.invertLeft(n, t, p.vals[n.b])
		if !ok && !p.doms[n.b].isSingle() {
			if y, ok := p.invertRight(n, t, p.vals[n.a]); ok {
				return y, n.b
			}
		}
		return x, n.a
	}
	x, ok := p.invertRight(n, t, p.vals[n.a])
	if !ok && !p.doms[n.a].isSingle() {
		if y, ok := p.invertLeft(n, t, p.vals[n.b]); ok {
			return y, n.a
		}
	}
	return x, n.b
}

// between returns a random number from lo to hi.
func (p *Program) between(lo, hi uint64) uint64 {
	n := hi - lo + 1
	if n == 0 {
		return p.rand()
	}
	return lo + p.rand()%n
}

// invertLeft returns x with x op y = t. If there is none, ok is false, and x is a
// value that fits to t for some other y.
func (p *Program) invertLeft(n *node, t, y uint64) (x uint64, ok bool) {
	m := ones(n.aw)
	switch n.op {
	case OpAnd, OpOr, OpXor, OpAdd, OpMul:
		return p.invertSymmetric(n, t, y)
	case OpSub:
		return (t + y) & m, true
	case OpShl:
		if y >= uint64(n.w) {
			return p.rand() & m, t == 0
		}
		free := p.rand() & m &^ (m >> y)
		return t>>y | free, t>>y<<y == t
	case OpLShr:
		if y >= uint64(n.w) {
			return p.rand() & m, t == 0
		}
		return (t<<y | p.rand()&(1<<y-1)) & m, t <= m>>y
	case OpAShr:
		y = min(y, uint64(n.w)-1)
		x = (t<<y | p.rand()&(1<<y-1)) & m
		return x, uint64(sext(n.w, x)>>y)&m == t
	case OpEq:
		if t == 1 {
			return y, true
		}
		return p.other(n.a, y, m), true
	case OpUlt:
		d := &p.doms[n.a]
		if t == 1 {
			if y == 0 || d.lo > y-1 {
				return d.lo, false
			}
			return p.between(d.lo, min(d.hi, y-1)), true
		}
		if d.hi < y {
			return d.hi, false
		}
		return p.between(max(d.lo, y), d.hi), true
	case OpSlt:
		d, s := &p.doms[n.a], signBit(n.aw)
		y ^= s
		if t == 1 {
			if y == 0 || d.slo > y-1 {
				return d.slo ^ s, false
			}
			return p.between(d.slo, min(d.shi, y-1)) ^ s, true
		}
		if d.shi < y {
			return d.shi ^ s, false
		}
		return p.between(max(d.slo, y), d.shi) ^ s, true
	case OpUDiv:
		x = t * y & m
		return x, apply(n, x, y) == t
	}
	return t, y == 0 || t < y
}

// invertRight is invertLeft for the right operand: x op y = t for a given x.
func (p *Program) invertRight(n *node, t, x uint64) (y uint64, ok bool) {
	m := ones(p.nodes[n.b].w)
	switch n.op {
	case OpAnd, OpOr, OpXor, OpAdd, OpMul:
		return p.invertSymmetric(n, t, x)
	case OpSub:
		return (x - t) & m, true
	case OpShl, OpLShr, OpAShr:
		d := &p.doms[n.b]
		from := uint64(p.less(int(n.w) + 1))
		for k := range uint64(n.w) + 1 {
			y := (from + k) % (uint64(n.w) + 1)
			if y >= d.lo && y <= d.hi && apply(n, x, y) == t {
				return y, true
			}
		}
		return uint64(p.less(int(n.w)+1)) & m, false
	case OpEq:
		if t == 1 {
			return x, true
		}
		return p.other(n.b, x, m), true
	case OpUlt:
		d := &p.doms[n.b]
		if t == 1 {
			if x == m || d.hi < x+1 {
				return d.hi, false
			}
			return p.between(max(d.lo, x+1), d.hi), true
		}
		if d.lo > x {
			return d.lo, false
		}
		return p.between(d.lo, min(d.hi, x)), true
	case OpSlt:
		d, s := &p.doms[n.b], signBit(n.aw)
		x ^= s
		if t == 1 {
			if x == m || d.shi < x+1 {
				return d.shi ^ s, false
			}
			return p.between(max(d.slo, x+1), d.shi) ^ s, true
		}
		if d.slo > x {
			return d.slo ^ s, false
		}
		return p.between(d.slo, min(d.shi, x)) ^ s, true
	}
	y = p.rand() & m >> p.less(int(n.w))
	return y, apply(n, x, y) == t
}

// invertSymmetric returns x with x op y = t for a commutative operator.
func (p *Program) invertSymmetric(n *node, t, y uint64) (x uint64, ok bool) {
	m := ones(n.w)
	switch n.op {
	case OpXor:
		return t ^ y, true
	case OpAdd:
		return (t - y) & m, true
	case OpAnd:
		return t | p.rand()&m&^y, t&^y == 0
	case OpOr:
		return t&^y | p.rand()&t, y&^t == 0
	}
	// x y = t has a solution if t has as many zeros at its end as y.
	if y == 0 {
		return p.rand() & m, t == 0
	}
	z := y & -y
	if t&(z-1) != 0 {
		return p.rand() & m, false
	}
	return (t / z) * inverse(y/z) & m, true
}

// other returns a value of node i that is not x.
func (p *Program) other(i int32, x, m uint64) uint64 {
	y := p.doms[i].pick(p.rand() & m)
	if y == x {
		return x ^ 1<<p.less(int(p.nodes[i].w))
	}
	return y
}
