package rewrite

import "whittle.dev/term"

// Chains of stores. A store that a later one at the same index hides goes away; a
// store of what is there already goes away; stores at indices that differ by a constant stand in a
// fixed order; and a read passes a store at another index, or one that writes what
// the read finds below if the indices are equal, as exchanges of two elements do.

// maxChain bounds how far down a chain of stores the rules look.
const maxChain = 24

// store simplifies (store a i v), whose operands are images.
func (rw *Rewriter) store(t term.Term) term.Term {
	st := rw.st
	a, i, v := st.Arg(t, 0), st.Arg(t, 1), st.Arg(t, 2)
	return rw.put(rw.unhide(a, i), i, v)
}

// put writes v at i to a, where no store of a hides another or is at i.
func (rw *Rewriter) put(a, i, v term.Term) term.Term {
	st := rw.st
	if st.Op(v) == term.OpSelect && st.Arg(v, 1) == i && st.Arg(v, 0) == a {
		return a
	}
	return rw.insertStore(a, i, v, maxChain)
}

// unhide returns the chain of stores a without those at index i, which is about to be written.
func (rw *Rewriter) unhide(a, i term.Term) term.Term {
	st := rw.st
	var above []term.Term // stores to put back
	b := a
	for range maxChain {
		if st.Op(b) != term.OpStore {
			return a
		}
		if st.Arg(b, 1) == i {
			b = st.Arg(b, 0)
			for k := len(above) - 1; k >= 0; k-- {
				b = rw.put(b, st.Arg(above[k], 1), st.Arg(above[k], 2))
			}
			return b
		}
		above = append(above, b)
		b = st.Arg(b, 0)
	}
	return a
}

// insertStore writes v at i to a, below stores at indices that surely differ and are later terms.
func (rw *Rewriter) insertStore(a, i, v term.Term, depth int) term.Term {
	st := rw.st
	if st.Op(a) == term.OpStore && depth > 0 && i < st.Arg(a, 1) && rw.apart(i, st.Arg(a, 1)) {
		return st.StoreArr(rw.insertStore(st.Arg(a, 0), i, v, depth-1), st.Arg(a, 1), st.Arg(a, 2))
	}
	return st.StoreArr(a, i, v)
}

// apart reports whether two indices differ by a constant.
func (rw *Rewriter) apart(i, j term.Term) bool {
	st := rw.st
	if st.IsConst(i) && st.IsConst(j) {
		return i != j
	}
	sort := st.Sort(i)
	if !sort.IsBitVec() || sort.Width() > maxPolyWidth {
		return false
	}
	d, ok := addPoly(rw.sum(i), rw.sum(j), coefOf(1).neg(), sort.Width()).constant()
	return ok && !d.zero()
}

// selected simplifies (select a i), whose operands are images.
func (rw *Rewriter) selected(t term.Term) term.Term {
	if r := rw.read(rw.st.Arg(t, 0), rw.st.Arg(t, 1), maxChain); r != term.None {
		return r
	}
	return t
}

// read returns the element of a at i, or term.None if that takes a case distinction.
func (rw *Rewriter) read(a, i term.Term, depth int) term.Term {
	st := rw.st
	if st.Op(a) != term.OpStore {
		return st.Select(a, i)
	}
	j, v := st.Arg(a, 1), st.Arg(a, 2)
	if i == j {
		return v
	}
	if depth == 0 {
		return term.None
	}
	below := rw.read(st.Arg(a, 0), i, depth-1)
	if below == term.None || rw.apart(i, j) || rw.sameIf(below, v, i, j) {
		return below
	}
	return term.None
}

// sameIf reports whether x and y are equal if i and j are, as far as their operands show.
func (rw *Rewriter) sameIf(x, y, i, j term.Term) bool {
	st := rw.st
	if x == y {
		return true
	}
	if st.Op(x) != term.OpSelect || st.Op(y) != term.OpSelect || st.Arg(x, 0) != st.Arg(y, 0) {
		return false
	}
	p, q := st.Arg(x, 1), st.Arg(y, 1)
	return p == i && q == j || p == j && q == i
}
