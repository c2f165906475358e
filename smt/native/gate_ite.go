package native

// ite returns t if c holds, else e.
func (g *graph) ite(c, t, e lit) lit {
	if c.complemented() {
		c, t, e = c^1, e, t
	}
	switch {
	case c == falseLit: // positive constants are false
		return e
	case t == e:
		return t
	case t == e.neg():
		return g.xnor(c, t)
	}
	t, e = g.under(t, c, true), g.under(e, c, false)
	switch {
	case t == e:
		return t
	case t == trueLit:
		return g.or(c, e)
	case t == falseLit:
		return g.and(c^1, e)
	case e == falseLit:
		return g.and(c, t)
	case e == trueLit:
		return g.implies(c, t)
	case t == e.neg():
		return g.xnor(c, t)
	}
	if r, ok := g.iteRules(c, t, e); ok {
		return r
	}
	sign := t.sign()
	return g.mk(kIte, c, t^sign, e^sign) ^ sign
}

// under simplifies a branch l of a multiplexer knowing that c has the value v;
// it looks one level down and creates no gate.
func (g *graph) under(l, c lit, v bool) lit {
	if l.pos() == c {
		if v {
			return trueLit ^ l.sign()
		}
		return falseLit ^ l.sign()
	}
	if !v {
		c ^= 1
	}
	p := &g.gates[l>>1]
	switch p.kind() {
	case kAnd:
		switch c {
		case p.f0:
			return p.f1 ^ l.sign()
		case p.f1:
			return p.f0 ^ l.sign()
		case p.f0.neg(), p.f1.neg():
			return l.sign()
		}
	case kXor:
		switch c.pos() {
		case p.f0:
			return p.f1 ^ l.sign() ^ c.sign() ^ 1
		case p.f1:
			return p.f0 ^ l.sign() ^ c.sign() ^ 1
		}
	case kIte:
		switch c {
		case p.f0:
			return p.f1 ^ l.sign()
		case p.f0.neg():
			return p.f2 ^ l.sign()
		}
	}
	return l
}

// iteRules merges nested multiplexers that share a branch.
func (g *graph) iteRules(c, t, e lit) (lit, bool) {
	if p := &g.gates[e>>1]; p.kind() == kIte && !p.shared() {
		s := e.sign()
		d, x, y := p.f0, p.f1^s, p.f2^s
		switch t {
		case x: // c ? x : (d ? x : y)
			return g.ite(g.or(c, d), x, y), true
		case y: // c ? y : (d ? x : y)
			return g.ite(g.and(c^1, d), x, y), true
		}
	}
	if p := &g.gates[t>>1]; p.kind() == kIte && !p.shared() {
		s := t.sign()
		d, x, y := p.f0, p.f1^s, p.f2^s
		switch e {
		case x: // c ? (d ? x : y) : x
			return g.ite(g.and(c, d^1), y, x), true
		case y: // c ? (d ? x : y) : y
			return g.ite(g.and(c, d), x, y), true
		}
	}
	return 0, false
}

// maj returns whether at least two of a, b, c hold: the carry of a full adder.
func (g *graph) maj(a, b, c lit) lit {
	if a > b {
		a, b = b, a
	}
	if b > c {
		b, c = c, b
	}
	if a > b {
		a, b = b, a
	}
	switch {
	case a == falseLit:
		return g.and(b, c)
	case a == trueLit:
		return g.or(b, c)
	case a == b || a == c:
		return a
	case b == c:
		return b
	case a == b.neg():
		return c
	case b == c.neg():
		return a
	}
	// Self-dual: keep at most one operand complemented.
	sign := lit(0)
	if a&1+b&1+c&1 >= 2 {
		sign = 1
	}
	return g.mk(kMaj, a^sign, b^sign, c^sign) ^ sign
}
