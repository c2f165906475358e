package aig

// Local two-level rewriting of conjunctions, after Brummayer and Biere, "Local two-level and-inverter graph
// minimization without blowup" (MEMICS 2006): rules that look at the operands of the operands and never
// create more than one gate. The rules for the other gates of the graph follow the same pattern.

// And returns a and b.
func (g *Graph) And(a, b Lit) Lit {
	for {
		if a > b {
			a, b = b, a
		}
		// Level one: neutral, bounded, idempotent, contradictory.
		switch {
		case a == False || a == b.Neg():
			return False
		case a == True || a == b:
			return b
		}
		x, y, again, done := g.andRules(a, b)
		if done {
			return x
		}
		if !again {
			return g.mk(And, a, b, 0)
		}
		a, b = x, y
	}
}

// andRules applies the two-level rules to the pair. done: x is the result; again: the result is x and y.
func (g *Graph) andRules(a, b Lit) (x, y Lit, again, done bool) {
	pa, pb := &g.gates[a>>1], &g.gates[b>>1]
	ka, kb := pa.Kind(), pb.Kind()
	if ka == Input && kb == Input {
		return
	}
	if kb != Input {
		if x, y, again, done = g.andOne(b, pb, kb, a); again || done {
			return
		}
	}
	if ka != Input {
		if x, y, again, done = g.andOne(a, pa, ka, b); again || done {
			return
		}
	}
	switch {
	case ka == And && kb == And:
		return g.andTwo(a, b, pa, pb)
	case ka == And && kb == Xor:
		return andXor(a, b, pa, pb)
	case ka == Xor && kb == And:
		return andXor(b, a, pb, pa)
	}
	return
}

// andOne applies the asymmetric rules for the gate l, of kind k, with the literal o.
func (g *Graph) andOne(l Lit, p *Gate, k Kind, o Lit) (x, y Lit, again, done bool) {
	switch k {
	case And:
		if !l.Complemented() {
			switch {
			case p.F0 == o.Neg() || p.F1 == o.Neg(): // contradiction
				return False, 0, false, true
			case p.F0 == o || p.F1 == o: // idempotence
				return l, 0, false, true
			}
			return
		}
		switch {
		case p.F0 == o.Neg() || p.F1 == o.Neg(): // subsumption
			return o, 0, false, true
		case p.F0 == o: // substitution
			return o, p.F1.Neg(), true, false
		case p.F1 == o:
			return o, p.F0.Neg(), true, false
		}
	case Xor:
		// With o known, the exclusive or is the other operand or its complement.
		if p.F0 == o.pos() {
			return o, p.F1 ^ l.Sign() ^ o.Sign() ^ 1, true, false
		}
		if p.F1 == o.pos() {
			return o, p.F0 ^ l.Sign() ^ o.Sign() ^ 1, true, false
		}
	case Ite:
		switch o {
		case p.F0:
			return o, p.F1 ^ l.Sign(), true, false
		case p.F0.Neg():
			return o, p.F2 ^ l.Sign(), true, false
		}
	}
	return
}

// andTwo applies the symmetric rules to two conjunctions.
func (g *Graph) andTwo(a, b Lit, pa, pb *Gate) (x, y Lit, again, done bool) {
	a0, a1, b0, b1 := pa.F0, pa.F1, pb.F0, pb.F1
	switch {
	case !a.Complemented() && !b.Complemented():
		if a0 == b0.Neg() || a0 == b1.Neg() || a1 == b0.Neg() || a1 == b1.Neg() {
			return False, 0, false, true
		}
		// Shared operand: (u v)(u w) = (u v) w, which may exist already.
		switch {
		case a0 == b0 || a1 == b0:
			return a, b1, true, false
		case a0 == b1 || a1 == b1:
			return a, b0, true, false
		}
	case a.Complemented() && b.Complemented():
		// Resolution: not(u v) and not(u not-v) = not u.
		switch {
		case a0 == b0 && a1 == b1.Neg(), a0 == b1 && a1 == b0.Neg():
			return a0.Neg(), 0, false, true
		case a1 == b1 && a0 == b0.Neg(), a1 == b0 && a0 == b1.Neg():
			return a1.Neg(), 0, false, true
		// An exclusive or, else a choice: not(c u) and not(not-c v) = c ? not u : not v.
		case a0 == b0.Neg() && a1 == b1.Neg():
			return g.Xor(a0, a1), 0, false, true
		case a0 == b0.Neg():
			return g.Ite(a0, a1^1, b1^1), 0, false, true
		case a0 == b1.Neg():
			return g.Ite(a0, a1^1, b0^1), 0, false, true
		case a1 == b0.Neg():
			return g.Ite(a1, a0^1, b1^1), 0, false, true
		case a1 == b1.Neg():
			return g.Ite(a1, a0^1, b0^1), 0, false, true
		}
	default:
		if b.Complemented() { // let a be the complemented one
			a, b, a0, a1, b0, b1 = b, a, b0, b1, a0, a1
		}
		switch {
		case a0 == b0.Neg() || a0 == b1.Neg() || a1 == b0.Neg() || a1 == b1.Neg():
			return b, 0, false, true // subsumption
		case a0 == b0 || a0 == b1: // substitution
			return b, a1.Neg(), true, false
		case a1 == b0 || a1 == b1:
			return b, a0.Neg(), true, false
		}
	}
	return
}

// andXor combines a conjunction l and an exclusive or m over the same two variables.
func andXor(l, m Lit, pl, pm *Gate) (x, y Lit, again, done bool) {
	if pl.F0.pos() != pm.F0 || pl.F1.pos() != pm.F1 {
		return
	}
	// The conjunction implies that the exclusive or has this value.
	value := pl.F0.Sign() ^ pl.F1.Sign() ^ m.Sign()
	switch {
	case !l.Complemented() && value == 1:
		return l, 0, false, true
	case !l.Complemented():
		return False, 0, false, true
	case value == 0:
		return m, 0, false, true
	}
	// Not the one of two cases of m: the other.
	return pl.F0.Neg(), pl.F1.Neg(), true, false
}

// Or returns a or b.
func (g *Graph) Or(a, b Lit) Lit { return g.And(a^1, b^1) ^ 1 }

// Implies returns not a, or b.
func (g *Graph) Implies(a, b Lit) Lit { return g.And(a, b^1) ^ 1 }

// AndAll returns the conjunction of ls, as a balanced tree. It overwrites ls.
func (g *Graph) AndAll(ls []Lit) Lit {
	if len(ls) == 0 {
		return True
	}
	for len(ls) > 1 {
		n := 0
		for i := 0; i+1 < len(ls); i += 2 {
			ls[n] = g.And(ls[i], ls[i+1])
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

// OrAll returns the disjunction of ls. It overwrites ls.
func (g *Graph) OrAll(ls []Lit) Lit {
	for i := range ls {
		ls[i] ^= 1
	}
	return g.AndAll(ls) ^ 1
}
