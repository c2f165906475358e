package cnf

import "whittle.dev/sat"

// Word is a binary number, the least significant literal first.
type Word []sat.Lit

// Constant returns the n low bits of v.
func (f *Formula) Constant(n int, v uint64) Word {
	w := make(Word, n)
	for i := range w {
		w[i] = f.Bool(i < 64 && v>>i&1 != 0)
	}
	return w
}

// Input returns a number of n new variables.
func (f *Formula) Input(n int) Word { return Word(f.Vars(n)) }

// resize cuts w, or fills it up with zeros, to n bits.
func (f *Formula) resize(w Word, n int) Word {
	out := append(Word(nil), w[:min(n, len(w))]...)
	for len(out) < n {
		out = append(out, f.False())
	}
	return out
}

// Bitwise applies a gate to the bits of two numbers of one width.
func (f *Formula) Bitwise(gate func(a, b sat.Lit) sat.Lit, a, b Word) Word {
	out := make(Word, len(a))
	for i := range a {
		out[i] = gate(a[i], b[i])
	}
	return out
}

// Not returns the complement of each bit.
func (a Word) Not() Word {
	out := make(Word, len(a))
	for i := range a {
		out[i] = a[i].Not()
	}
	return out
}

// RotateLeft rotates by k places.
func (a Word) RotateLeft(k int) Word {
	n := len(a)
	out := make(Word, n)
	for i := range a {
		out[(i+k)%n] = a[i]
	}
	return out
}

// MuxWord chooses a where s is true, b elsewhere.
func (f *Formula) MuxWord(s sat.Lit, a, b Word) Word {
	out := make(Word, len(a))
	for i := range a {
		out[i] = f.Mux(s, a[i], b[i])
	}
	return out
}

// Less returns a literal that is true if a < b, both unsigned.
func (f *Formula) Less(a, b Word) sat.Lit {
	x := f.False()
	for i := range a {
		x = f.Majority(a[i].Not(), b[i], x)
	}
	return x
}

// Same returns a literal that is true if a and b are equal.
func (f *Formula) Same(a, b Word) sat.Lit {
	diff := make([]sat.Lit, len(a))
	for i := range a {
		diff[i] = f.Xor(a[i], b[i])
	}
	return f.OrAll(diff...).Not()
}

// Differ asserts that two vectors of one length differ somewhere.
func (f *Formula) Differ(a, b []sat.Lit) {
	diff := make([]sat.Lit, len(a))
	for i := range a {
		diff[i] = f.Xor(a[i], b[i])
	}
	f.Clause(diff...)
}

// Fix asserts that a is the constant v.
func (f *Formula) Fix(a Word, v uint64) {
	for i, l := range a {
		if i < 64 && v>>i&1 != 0 {
			f.Clause(l)
		} else {
			f.Clause(l.Not())
		}
	}
}
