package aig

// Ite returns t if c holds, else e.
func (g *Graph) Ite(c, t, e Lit) Lit {
	if c.Complemented() {
		c, t, e = c^1, e, t
	}
	switch {
	case c == False: // positive constants are false
		return e
	case t == e:
		return t
	case t == e.Neg():
		return g.Xnor(c, t)
	}
	t, e = g.under(t, c, true), g.under(e, c, false)
	switch {
	case t == e:
		return t
	case t == True:
		return g.Or(c, e)
	case t == False:
		return g.And(c^1, e)
	case e == False:
		return g.And(c, t)
	case e == True:
		return g.Implies(c, t)
	case t == e.Neg():
		return g.Xnor(c, t)
	}
	if r, ok := g.iteRules(c, t, e); ok {
		return r
	}
	sign := t.Sign()
	return g.mk(Ite, c, t^sign, e^sign) ^ sign
}

// under simplifies a branch l of a multiplexer knowing that c has the value v;
// it looks one level down and creates no gate.
func (g *Graph) under(l, c Lit, v bool) Lit {
	if l.pos() == c {
		if v {
			return True ^ l.Sign()
		}
		return False ^ l.Sign()
	}
	if !v {
		c ^= 1
	}
	p := &g.gates[l>>1]
	switch p.Kind() {
	case And:
		switch c {
		case p.F0:
			return p.F1 ^ l.Sign()
		case p.F1:
			return p.F0 ^ l.Sign()
		case p.F0.Neg(), p.F1.Neg():
			return l.Sign()
		}
	case Xor:
		switch c.pos() {
		case p.F0:
			return p.F1 ^ l.Sign() ^ c.Sign() ^ 1
		case p.F1:
			return p.F0 ^ l.Sign() ^ c.Sign() ^ 1
		}
	case Ite:
		switch c {
		case p.F0:
			return p.F1 ^ l.Sign()
		case p.F0.Neg():
			return p.F2 ^ l.Sign()
		}
	}
	return l
}

// iteRules merges nested multiplexers that share a branch.
func (g *Graph) iteRules(c, t, e Lit) (Lit, bool) {
	if p := &g.gates[e>>1]; p.Kind() == Ite && !p.Shared() {
		s := e.Sign()
		d, x, y := p.F0, p.F1^s, p.F2^s
		switch t {
		case x: // c ? x : (d ? x : y)
			return g.Ite(g.Or(c, d), x, y), true
		case y: // c ? y : (d ? x : y)
			return g.Ite(g.And(c^1, d), x, y), true
		}
	}
	if p := &g.gates[t>>1]; p.Kind() == Ite && !p.Shared() {
		s := t.Sign()
		d, x, y := p.F0, p.F1^s, p.F2^s
		switch e {
		case x: // c ? (d ? x : y) : x
			return g.Ite(g.And(c, d^1), y, x), true
		case y: // c ? (d ? x : y) : y
			return g.Ite(g.And(c, d), x, y), true
		}
	}
	return 0, false
}

// maj returns whether at least two of a, b, c hold: the carry of a full adder.
func (g *Graph) maj(a, b, c Lit) Lit {
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
	case a == False:
		return g.And(b, c)
	case a == True:
		return g.Or(b, c)
	case a == b || a == c:
		return a
	case b == c:
		return b
	case a == b.Neg():
		return c
	case b == c.Neg():
		return a
	}
	// Self-dual: keep at most one operand complemented.
	sign := Lit(0)
	if a&1+b&1+c&1 >= 2 {
		sign = 1
	}
	return g.mk(Maj, a^sign, b^sign, c^sign) ^ sign
}
