package cnf

import "whittle.dev/sat"

// And returns a literal that is the conjunction of a and b.
func (f *Formula) And(a, b sat.Lit) sat.Lit {
	switch {
	case f.isFalse(a) || f.isFalse(b) || a == b.Not():
		return f.False()
	case f.isTrue(a) || a == b:
		return b
	case f.isTrue(b):
		return a
	}
	x := f.Var()
	f.Clause(x.Not(), a)
	f.Clause(x.Not(), b)
	f.Clause(x, a.Not(), b.Not())
	return x
}

// Or returns a literal that is the disjunction of a and b.
func (f *Formula) Or(a, b sat.Lit) sat.Lit { return f.And(a.Not(), b.Not()).Not() }

// Xor returns a literal that is true if a and b differ.
func (f *Formula) Xor(a, b sat.Lit) sat.Lit {
	switch {
	case f.isFalse(a):
		return b
	case f.isFalse(b):
		return a
	case f.isTrue(a):
		return b.Not()
	case f.isTrue(b):
		return a.Not()
	case a == b:
		return f.False()
	case a == b.Not():
		return f.True()
	}
	x := f.Var()
	f.Clause(x.Not(), a, b)
	f.Clause(x.Not(), a.Not(), b.Not())
	f.Clause(x, a.Not(), b)
	f.Clause(x, a, b.Not())
	return x
}

// Mux returns a literal that is a where s is true, and b where it is false.
func (f *Formula) Mux(s, a, b sat.Lit) sat.Lit {
	switch {
	case f.isTrue(s) || a == b:
		return a
	case f.isFalse(s):
		return b
	case f.isTrue(a) || f.isFalse(a) || f.isTrue(b) || f.isFalse(b):
		return f.Or(f.And(s, a), f.And(s.Not(), b))
	}
	x := f.Var()
	f.Clause(s.Not(), a.Not(), x)
	f.Clause(s.Not(), a, x.Not())
	f.Clause(s, b.Not(), x)
	f.Clause(s, b, x.Not())
	return x
}

// Majority returns a literal that is true if at least two of its operands are.
func (f *Formula) Majority(a, b, c sat.Lit) sat.Lit {
	for _, o := range [][3]sat.Lit{{a, b, c}, {b, a, c}, {c, a, b}} {
		switch {
		case f.isTrue(o[0]):
			return f.Or(o[1], o[2])
		case f.isFalse(o[0]):
			return f.And(o[1], o[2])
		}
	}
	x := f.Var()
	for _, p := range [][2]sat.Lit{{a, b}, {a, c}, {b, c}} {
		f.Clause(p[0].Not(), p[1].Not(), x)
		f.Clause(p[0], p[1], x.Not())
	}
	return x
}

// OrAll returns a literal that is the disjunction of all of lits.
func (f *Formula) OrAll(lits ...sat.Lit) sat.Lit {
	if len(lits) == 0 {
		return f.False()
	}
	x := f.Var()
	long := make([]sat.Lit, 0, len(lits)+1)
	for _, l := range lits {
		f.Clause(x, l.Not())
		long = append(long, l)
	}
	f.Clause(append(long, x.Not())...)
	return x
}

// Equal asserts that a and b are equal.
func (f *Formula) Equal(a, b sat.Lit) {
	f.Clause(a.Not(), b)
	f.Clause(a, b.Not())
}

// Parity asserts that an odd number of lits is true, or an even one, in pieces
// of at most cut literals chained by new variables; cut is at least 3.
func (f *Formula) Parity(odd bool, cut int, lits ...sat.Lit) {
	rest := append([]sat.Lit(nil), lits...)
	for len(rest) > cut {
		link := f.Var()
		f.parity(false, append(append([]sat.Lit(nil), rest[:cut-1]...), link))
		rest = append(rest[cut-1:], link)
	}
	f.parity(odd, rest)
}

// parity excludes every assignment of the wrong parity.
func (f *Formula) parity(odd bool, lits []sat.Lit) {
	clause := make([]sat.Lit, len(lits))
	for m := range 1 << len(lits) {
		ones := false
		for i, l := range lits {
			clause[i] = l
			if m>>i&1 != 0 {
				clause[i] = l.Not()
				ones = !ones
			}
		}
		if ones != odd {
			f.Clause(clause...)
		}
	}
}
