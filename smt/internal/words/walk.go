package words

// walk looks for a model by local search on words: it takes a root that is false, carries down the value that
// it should have by inverting one operator after another on the way to an input, and changes that input
// (Niemetz, Preiner and Biere, "Precise and complete propagation based local search for satisfiability modulo
// theories", CAV 2016). Domains keep the values within what propagation left (Niemetz and Preiner, "Ternary
// propagation-based local search for more bit-precise reasoning", FMCAD 2020).

// walker assigns values to the nodes.
type walker struct {
	nodes  []node   // of the program
	doms   []domain // theirs
	inputs []int32  // those that are inputs
	roots  []Ref    // what the running Solve wants to be true: given and assumed
	vals   []uint64
	wrong  []Ref
	random uint64
}

// rand is the generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014).
func (w *walker) rand() uint64 {
	w.random += 0x9e3779b97f4a7c15
	z := w.random
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// less returns a random number less than n.
func (w *walker) less(n int) int { return int(w.rand() >> 33 % uint64(n)) }

// run returns whether it found a model within the number of steps. It is in vals.
func (w *walker) run(steps int) bool {
	for _, i := range w.inputs {
		w.vals[i] = w.doms[i].pick(w.vals[i])
	}
	w.eval()
	for range steps {
		w.wrong = w.wrong[:0]
		for _, r := range w.roots {
			if w.vals[r] == 0 {
				w.wrong = append(w.wrong, r)
			}
		}
		if len(w.wrong) == 0 {
			return true
		}
		w.descend(int32(w.wrong[w.less(len(w.wrong))]), 1)
		w.eval()
	}
	return false
}

// descend changes an input so that node i comes to have, or at least may come to have, the value t.
func (w *walker) descend(i int32, t uint64) {
	for {
		n := &w.nodes[i]
		switch n.op {
		case OpInput:
			x := w.doms[i].pick(t)
			if x == w.vals[i] { // do not stand still
				x = w.doms[i].pick(w.rand())
			}
			w.vals[i] = x
			return
		case OpConst:
			return
		case OpNot:
			t, i = ^t&ones(n.w), n.a
		case OpNeg:
			t, i = -t&ones(n.w), n.a
		case OpExtract:
			m := ones(n.w) << n.k
			t, i = w.vals[n.a]&^m|t<<n.k, n.a
		case OpZeroExt, OpSignExt:
			t, i = t&ones(n.aw), n.a
		case OpIte:
			c := w.vals[n.a]
			if w.less(8) == 0 && !w.doms[n.a].isSingle() {
				t, i = c^1, n.a
			} else if c != 0 {
				i = n.b
			} else {
				i = n.c
			}
		case OpConcat:
			k := n.w - n.aw
			if hi := t >> k; hi != w.vals[n.a] && (t&ones(k) == w.vals[n.b] || w.less(2) == 0) {
				t, i = hi, n.a
			} else {
				t, i = t&ones(k), n.b
			}
		default:
			t, i = w.choose(n, t)
		}
	}
}

// choose returns the operand to change and its new value.
func (w *walker) choose(n *node, t uint64) (x uint64, i int32) {
	left := w.less(2) == 0
	switch {
	case w.doms[n.a].isSingle():
		left = false
	case w.doms[n.b].isSingle():
		left = true
	}
	if left {
		x, ok := w.invertLeft(n, t, w.vals[n.b])
		if !ok && !w.doms[n.b].isSingle() {
			if y, ok := w.invertRight(n, t, w.vals[n.a]); ok {
				return y, n.b
			}
		}
		return x, n.a
	}
	x, ok := w.invertRight(n, t, w.vals[n.a])
	if !ok && !w.doms[n.a].isSingle() {
		if y, ok := w.invertLeft(n, t, w.vals[n.b]); ok {
			return y, n.a
		}
	}
	return x, n.b
}

// between returns a random number from lo to hi.
func (w *walker) between(lo, hi uint64) uint64 {
	n := hi - lo + 1
	if n == 0 {
		return w.rand()
	}
	return lo + w.rand()%n
}

// invertLeft returns x with x op y = t. If there is none, ok is false, and x is a
// value that fits to t for some other y.
func (w *walker) invertLeft(n *node, t, y uint64) (x uint64, ok bool) {
	m := ones(n.aw)
	switch n.op {
	case OpAnd, OpOr, OpXor, OpAdd, OpMul:
		return w.invertSymmetric(n, t, y)
	case OpSub:
		return (t + y) & m, true
	case OpShl:
		if y >= uint64(n.w) {
			return w.rand() & m, t == 0
		}
		free := w.rand() & m &^ (m >> y)
		return t>>y | free, t>>y<<y == t
	case OpLShr:
		if y >= uint64(n.w) {
			return w.rand() & m, t == 0
		}
		return (t<<y | w.rand()&(1<<y-1)) & m, t <= m>>y
	case OpAShr:
		y = min(y, uint64(n.w)-1)
		x = (t<<y | w.rand()&(1<<y-1)) & m
		return x, uint64(sext(n.w, x)>>y)&m == t
	case OpEq:
		if t == 1 {
			return y, true
		}
		return w.other(n.a, y, m), true
	case OpUlt:
		d := &w.doms[n.a]
		if t == 1 {
			if y == 0 || d.lo > y-1 {
				return d.lo, false
			}
			return w.between(d.lo, min(d.hi, y-1)), true
		}
		if d.hi < y {
			return d.hi, false
		}
		return w.between(max(d.lo, y), d.hi), true
	case OpSlt:
		d, s := &w.doms[n.a], signBit(n.aw)
		y ^= s
		if t == 1 {
			if y == 0 || d.slo > y-1 {
				return d.slo ^ s, false
			}
			return w.between(d.slo, min(d.shi, y-1)) ^ s, true
		}
		if d.shi < y {
			return d.shi ^ s, false
		}
		return w.between(max(d.slo, y), d.shi) ^ s, true
	case OpUDiv:
		x = t * y & m
		return x, apply(n, x, y) == t
	}
	return t, y == 0 || t < y
}

// invertRight is invertLeft for the right operand: x op y = t for a given x.
func (w *walker) invertRight(n *node, t, x uint64) (y uint64, ok bool) {
	m := ones(w.nodes[n.b].w)
	switch n.op {
	case OpAnd, OpOr, OpXor, OpAdd, OpMul:
		return w.invertSymmetric(n, t, x)
	case OpSub:
		return (x - t) & m, true
	case OpShl, OpLShr, OpAShr:
		d := &w.doms[n.b]
		from := uint64(w.less(int(n.w) + 1))
		for k := range uint64(n.w) + 1 {
			y := (from + k) % (uint64(n.w) + 1)
			if y >= d.lo && y <= d.hi && apply(n, x, y) == t {
				return y, true
			}
		}
		return uint64(w.less(int(n.w)+1)) & m, false
	case OpEq:
		if t == 1 {
			return x, true
		}
		return w.other(n.b, x, m), true
	case OpUlt:
		d := &w.doms[n.b]
		if t == 1 {
			if x == m || d.hi < x+1 {
				return d.hi, false
			}
			return w.between(max(d.lo, x+1), d.hi), true
		}
		if d.lo > x {
			return d.lo, false
		}
		return w.between(d.lo, min(d.hi, x)), true
	case OpSlt:
		d, s := &w.doms[n.b], signBit(n.aw)
		x ^= s
		if t == 1 {
			if x == m || d.shi < x+1 {
				return d.shi ^ s, false
			}
			return w.between(max(d.slo, x+1), d.shi) ^ s, true
		}
		if d.slo > x {
			return d.slo ^ s, false
		}
		return w.between(d.slo, min(d.shi, x)) ^ s, true
	}
	y = w.rand() & m >> w.less(int(n.w))
	return y, apply(n, x, y) == t
}

// invertSymmetric returns x with x op y = t for a commutative operator.
func (w *walker) invertSymmetric(n *node, t, y uint64) (x uint64, ok bool) {
	m := ones(n.w)
	switch n.op {
	case OpXor:
		return t ^ y, true
	case OpAdd:
		return (t - y) & m, true
	case OpAnd:
		return t | w.rand()&m&^y, t&^y == 0
	case OpOr:
		return t&^y | w.rand()&t, y&^t == 0
	}
	// x y = t has a solution if t has as many zeros at its end as y.
	if y == 0 {
		return w.rand() & m, t == 0
	}
	z := y & -y
	if t&(z-1) != 0 {
		return w.rand() & m, false
	}
	return (t / z) * inverse(y/z) & m, true
}

// other returns a value of node i that is not x.
func (w *walker) other(i int32, x, m uint64) uint64 {
	y := w.doms[i].pick(w.rand() & m)
	if y == x {
		return x ^ 1<<w.less(int(w.nodes[i].w))
	}
	return y
}
