package native

// Local two-level rewriting of conjunctions, after Brummayer and Biere, "Local
// two-level and-inverter graph minimization without blowup" (MEMICS 2006):
// rules that look at the operands of the operands and never create more than one
// gate. The rules for the other gates of the graph follow the same pattern.

// and returns a and b.
func (g *graph) and(a, b lit) lit {
	for {
		if a > b {
			a, b = b, a
		}
		// Level one: neutral, bounded, idempotent, contradictory.
		switch {
		case a == falseLit || a == b.neg():
			return falseLit
		case a == trueLit || a == b:
			return b
		}
		x, y, again, done := g.andRules(a, b)
		if done {
			return x
		}
		if !again {
			return g.mk(kAnd, a, b, 0)
		}
		a, b = x, y
	}
}

// andRules applies the two-level rules to the pair. done: x is the result;
// again: the result is x and y.
func (g *graph) andRules(a, b lit) (x, y lit, again, done bool) {
	pa, pb := &g.gates[a>>1], &g.gates[b>>1]
	ka, kb := pa.kind(), pb.kind()
	if ka == kInput && kb == kInput {
		return
	}
	if kb != kInput {
		if x, y, again, done = g.andOne(b, pb, kb, a); again || done {
			return
		}
	}
	if ka != kInput {
		if x, y, again, done = g.andOne(a, pa, ka, b); again || done {
			return
		}
	}
	switch {
	case ka == kAnd && kb == kAnd:
		return g.andTwo(a, b, pa, pb)
	case ka == kAnd && kb == kXor:
		return andXor(a, b, pa, pb)
	case ka == kXor && kb == kAnd:
		return andXor(b, a, pb, pa)
	}
	return
}

// andOne applies the asymmetric rules for the gate l, of kind k, with the literal o.
func (g *graph) andOne(l lit, p *gate, k kind, o lit) (x, y lit, again, done bool) {
	switch k {
	case kAnd:
		if !l.complemented() {
			switch {
			case p.f0 == o.neg() || p.f1 == o.neg(): // contradiction
				return falseLit, 0, false, true
			case p.f0 == o || p.f1 == o: // idempotence
				return l, 0, false, true
			}
			return
		}
		switch {
		case p.f0 == o.neg() || p.f1 == o.neg(): // subsumption
			return o, 0, false, true
		case p.f0 == o: // substitution
			return o, p.f1.neg(), true, false
		case p.f1 == o:
			return o, p.f0.neg(), true, false
		}
	case kXor:
		// With o known, the exclusive or is the other operand or its complement.
		if p.f0 == o.pos() {
			return o, p.f1 ^ l.sign() ^ o.sign() ^ 1, true, false
		}
		if p.f1 == o.pos() {
			return o, p.f0 ^ l.sign() ^ o.sign() ^ 1, true, false
		}
	case kIte:
		switch o {
		case p.f0:
			return o, p.f1 ^ l.sign(), true, false
		case p.f0.neg():
			return o, p.f2 ^ l.sign(), true, false
		}
	}
	return
}

// andTwo applies the symmetric rules to two conjunctions.
func (g *graph) andTwo(a, b lit, pa, pb *gate) (x, y lit, again, done bool) {
	a0, a1, b0, b1 := pa.f0, pa.f1, pb.f0, pb.f1
	switch {
	case !a.complemented() && !b.complemented():
		if a0 == b0.neg() || a0 == b1.neg() || a1 == b0.neg() || a1 == b1.neg() {
			return falseLit, 0, false, true
		}
		// Shared operand: (u v)(u w) = (u v) w, which may exist already.
		switch {
		case a0 == b0 || a1 == b0:
			return a, b1, true, false
		case a0 == b1 || a1 == b1:
			return a, b0, true, false
		}
	case a.complemented() && b.complemented():
		// Resolution: not(u v) and not(u not-v) = not u.
		switch {
		case a0 == b0 && a1 == b1.neg(), a0 == b1 && a1 == b0.neg():
			return a0.neg(), 0, false, true
		case a1 == b1 && a0 == b0.neg(), a1 == b0 && a0 == b1.neg():
			return a1.neg(), 0, false, true
		// An exclusive or, else a choice: not(c u) and not(not-c v) = c ? not u : not v.
		case a0 == b0.neg() && a1 == b1.neg():
			return g.xor(a0, a1), 0, false, true
		case a0 == b0.neg():
			return g.ite(a0, a1^1, b1^1), 0, false, true
		case a0 == b1.neg():
			return g.ite(a0, a1^1, b0^1), 0, false, true
		case a1 == b0.neg():
			return g.ite(a1, a0^1, b1^1), 0, false, true
		case a1 == b1.neg():
			return g.ite(a1, a0^1, b0^1), 0, false, true
		}
	default:
		if b.complemented() { // let a be the complemented one
			a, b, a0, a1, b0, b1 = b, a, b0, b1, a0, a1
		}
		switch {
		case a0 == b0.neg() || a0 == b1.neg() || a1 == b0.neg() || a1 == b1.neg():
			return b, 0, false, true // subsumption
		case a0 == b0 || a0 == b1: // substitution
			return b, a1.neg(), true, false
		case a1 == b0 || a1 == b1:
			return b, a0.neg(), true, false
		}
	}
	return
}

// andXor combines a conjunction l and an exclusive or m over the same two variables.
func andXor(l, m lit, pl, pm *gate) (x, y lit, again, done bool) {
	if pl.f0.pos() != pm.f0 || pl.f1.pos() != pm.f1 {
		return
	}
	// The conjunction implies that the exclusive or has this value.
	value := pl.f0.sign() ^ pl.f1.sign() ^ m.sign()
	switch {
	case !l.complemented() && value == 1:
		return l, 0, false, true
	case !l.complemented():
		return falseLit, 0, false, true
	case value == 0:
		return m, 0, false, true
	}
	// Not the one of two cases of m: the other.
	return pl.f0.neg(), pl.f1.neg(), true, false
}

// or returns a or b.
func (g *graph) or(a, b lit) lit { return g.and(a^1, b^1) ^ 1 }

// implies returns not a, or b.
func (g *graph) implies(a, b lit) lit { return g.and(a, b^1) ^ 1 }

// andAll returns the conjunction of ls, as a balanced tree. It overwrites ls.
func (g *graph) andAll(ls []lit) lit {
	if len(ls) == 0 {
		return trueLit
	}
	for len(ls) > 1 {
		n := 0
		for i := 0; i+1 < len(ls); i += 2 {
			ls[n] = g.and(ls[i], ls[i+1])
			n++
		}
		if len(ls)%2 == 1 {
			ls[n] = ls[len(ls)-1]
			n++
		}
		ls = ls[:n]
	}
	return ls[0]
}

// orAll returns the disjunction of ls. It overwrites ls.
func (g *graph) orAll(ls []lit) lit {
	for i := range ls {
		ls[i] ^= 1
	}
	return g.andAll(ls) ^ 1
}
