package native

// xor returns a xor b.
func (g *graph) xor(a, b lit) lit {
	sign := a.sign() ^ b.sign()
	a, b = a.pos(), b.pos()
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b:
		return sign
	case a == falseLit:
		return b ^ sign
	}
	if r, ok := g.xorRules(a, b); ok {
		return r ^ sign
	}
	return g.mk(kXor, a, b, 0) ^ sign
}

// xnor returns whether a and b are equal.
func (g *graph) xnor(a, b lit) lit { return g.xor(a, b) ^ 1 }

// xorRules applies rules to two positive literals a < b.
func (g *graph) xorRules(a, b lit) (lit, bool) {
	pa, pb := &g.gates[a>>1], &g.gates[b>>1]
	ka, kb := pa.kind(), pb.kind()
	// Cancellation: (u v) u = v.
	if kb == kXor {
		switch a {
		case pb.f0:
			return pb.f1, true
		case pb.f1:
			return pb.f0, true
		}
		if ka == kXor { // (u v)(u w) = v w
			switch {
			case pa.f0 == pb.f0:
				return g.xor(pa.f1, pb.f1), true
			case pa.f0 == pb.f1:
				return g.xor(pa.f1, pb.f0), true
			case pa.f1 == pb.f0:
				return g.xor(pa.f0, pb.f1), true
			case pa.f1 == pb.f1:
				return g.xor(pa.f0, pb.f0), true
			}
		}
	}
	if ka == kXor {
		switch b {
		case pa.f0:
			return pa.f1, true
		case pa.f1:
			return pa.f0, true
		}
	}
	if kb == kAnd {
		if r, ok := g.xorAnd(a, b, pb); ok {
			return r, true
		}
	}
	if ka == kAnd {
		if r, ok := g.xorAnd(b, a, pa); ok {
			return r, true
		}
	}
	return 0, false
}

// xorAnd rewrites o xor the conjunction l: u xor uv = u and not v; not-u xor uv = not (u and not v).
// And two conjunctions over one pair of variables: uv xor (u not-v) = u, and so on.
func (g *graph) xorAnd(o, l lit, p *gate) (lit, bool) {
	switch o {
	case p.f0.pos():
		return g.and(p.f0, p.f1^1) ^ p.f0.sign(), true
	case p.f1.pos():
		return g.and(p.f1, p.f0^1) ^ p.f1.sign(), true
	}
	po := &g.gates[o>>1]
	if po.kind() != kAnd || po.f0.pos() != p.f0.pos() || po.f1.pos() != p.f1.pos() {
		return 0, false
	}
	d0, d1 := po.f0 != p.f0, po.f1 != p.f1
	switch {
	case d0 && d1: // uv xor (not-u not-v) = u xnor v
		return g.xnor(p.f0, p.f1), true
	case d0:
		return p.f1, true
	default:
		return p.f0, true
	}
}
