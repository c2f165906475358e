package aig

// Xor returns a xor b.
func (g *Graph) Xor(a, b Lit) Lit {
	sign := a.Sign() ^ b.Sign()
	a, b = a.pos(), b.pos()
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b:
		return sign
	case a == False:
		return b ^ sign
	}
	if r, ok := g.xorRules(a, b); ok {
		return r ^ sign
	}
	return g.mk(Xor, a, b, 0) ^ sign
}

// Xnor returns whether a and b are equal.
func (g *Graph) Xnor(a, b Lit) Lit { return g.Xor(a, b) ^ 1 }

// xorRules applies rules to two positive literals a < b.
func (g *Graph) xorRules(a, b Lit) (Lit, bool) {
	pa, pb := &g.gates[a>>1], &g.gates[b>>1]
	ka, kb := pa.Kind(), pb.Kind()
	// Cancellation: (u v) u = v.
	if kb == Xor {
		switch a {
		case pb.F0:
			return pb.F1, true
		case pb.F1:
			return pb.F0, true
		}
		if ka == Xor { // (u v)(u w) = v w
			switch {
			case pa.F0 == pb.F0:
				return g.Xor(pa.F1, pb.F1), true
			case pa.F0 == pb.F1:
				return g.Xor(pa.F1, pb.F0), true
			case pa.F1 == pb.F0:
				return g.Xor(pa.F0, pb.F1), true
			case pa.F1 == pb.F1:
				return g.Xor(pa.F0, pb.F0), true
			}
		}
	}
	if ka == Xor {
		switch b {
		case pa.F0:
			return pa.F1, true
		case pa.F1:
			return pa.F0, true
		}
	}
	if kb == And {
		if r, ok := g.xorAnd(a, pb); ok {
			return r, true
		}
	}
	if ka == And {
		if r, ok := g.xorAnd(b, pa); ok {
			return r, true
		}
	}
	return 0, false
}

// xorAnd rewrites o xor the conjunction p: u xor uv = u and not v; not-u xor uv = not (u and not v).
// And two conjunctions over one pair of variables: uv xor (u not-v) = u, and so on.
func (g *Graph) xorAnd(o Lit, p *Gate) (Lit, bool) {
	switch o {
	case p.F0.pos():
		return g.And(p.F0, p.F1^1) ^ p.F0.Sign(), true
	case p.F1.pos():
		return g.And(p.F1, p.F0^1) ^ p.F1.Sign(), true
	}
	po := &g.gates[o>>1]
	if po.Kind() != And || po.F0.pos() != p.F0.pos() || po.F1.pos() != p.F1.pos() {
		return 0, false
	}
	d0, d1 := po.F0 != p.F0, po.F1 != p.F1
	switch {
	case d0 && d1: // uv xor (not-u not-v) = u xnor v
		return g.Xnor(p.F0, p.F1), true
	case d0:
		return p.F1, true
	default:
		return p.F0, true
	}
}
