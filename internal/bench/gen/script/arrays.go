package script

// Swaps says that an array is not the same after n exchanges of chosen places that are
// then undone in reverse order. Unsatisfiable.
func Swaps(n, index, element int) *Script {
	s := newScript("QF_ABV")
	a := s.array("a", index, element)
	is, js := s.vecs("i", n, index), s.vecs("j", n, index)
	sort := arraySort(index, element)
	swap := func(t, i, j string) string {
		return s.defSort(sort, store(store(t, i, sel(t, j)), j, sel(t, i)))
	}
	b := a
	for k := range n {
		b = swap(b, is[k], js[k])
	}
	for k := n - 1; k >= 0; k-- {
		b = swap(b, js[k], is[k])
	}
	s.differ(a, b)
	return s
}

// SumAfterSwaps says that the sum of all places of an array is not the same after n exchanges
// of chosen places. Unsatisfiable.
func SumAfterSwaps(n, index, element int) *Script {
	s := newScript("QF_ABV")
	a := s.array("a", index, element)
	is, js := s.vecs("i", n, index), s.vecs("j", n, index)
	sort := arraySort(index, element)
	sum := func(t string) string {
		total := con(element, 0)
		for k := range 1 << index {
			total = add(total, sel(t, con(index, uint64(k))))
		}
		return total
	}
	b := a
	for k := range n {
		b = s.defSort(sort, store(store(b, is[k], sel(b, js[k])), js[k], sel(b, is[k])))
	}
	s.differ(sum(a), sum(b))
	return s
}

// SortedArray says that an array of 2^index places is not sorted after all rounds of exchanges of neighbours,
// done by reads and writes. Unsatisfiable; if broken is set the last round is missing: satisfiable.
func SortedArray(index, element int, broken bool) *Script {
	s := newScript("QF_ABV")
	a := s.array("a", index, element)
	sort := arraySort(index, element)
	n := 1 << index
	rounds := n
	if broken {
		rounds--
	}
	for r := range rounds {
		for i := r % 2; i+1 < n; i += 2 {
			p, q := con(index, uint64(i)), con(index, uint64(i+1))
			x, y := sel(a, p), sel(a, q)
			a = s.defSort(sort, ite(app("bvugt", x, y), store(store(a, p, y), q, x), a))
		}
	}
	var bad []string
	for i := range n - 1 {
		bad = append(bad, app("bvugt", sel(a, con(index, uint64(i))), sel(a, con(index, uint64(i+1)))))
	}
	s.assert(app("or", bad...))
	return s
}

// Copies says that copying n bytes from one chosen place of a memory of 16-bit addresses to another, which do
// not overlap, forwards or backwards, makes a difference, or the copy differs from the original at a chosen
// offset. Unsatisfiable; if overlap is set the places may overlap: satisfiable.
func Copies(n int, overlap bool) *Script {
	s := newScript("QF_ABV")
	m := s.array("m", 16, 8)
	from, to, at := s.vec("from", 16), s.vec("to", 16), s.vec("at", 16)
	size := con(16, uint64(n))
	if !overlap {
		s.assert(app("bvuge", sub(from, to), size))
		s.assert(app("bvuge", sub(to, from), size))
	}
	s.assert(app("bvult", at, size))
	sort := arraySort(16, 8)
	place := func(p string, k int) string { return add(p, con(16, uint64(k))) }
	up, down := m, m
	for k := range n {
		up = s.defSort(sort, store(up, place(to, k), sel(up, place(from, k))))
		down = s.defSort(sort, store(down, place(to, n-1-k), sel(down, place(from, n-1-k))))
	}
	s.assert(app("or", not(eq(up, down)), not(eq(sel(up, add(to, at)), sel(m, add(from, at))))))
	return s
}

// Unions says that after n chosen unions in a forest of 2^index nodes with path lengths
// up to n, two nodes that were joined have different roots. Unsatisfiable.
func Unions(n, index int) *Script {
	s := newScript("QF_ABV")
	m := s.array("up", index, index)
	for i := range 1 << index {
		s.assert(eq(sel(m, con(index, uint64(i))), con(index, uint64(i))))
	}
	sort := arraySort(index, index)
	find := func(t, x string) string {
		for range n {
			x = s.def(index, sel(t, x))
		}
		return x
	}
	xs, ys := s.vecs("x", n, index), s.vecs("y", n, index)
	now := m
	for i := range n {
		now = s.defSort(sort, store(now, find(now, xs[i]), find(now, ys[i])))
	}
	var bad []string
	for i := range n {
		bad = append(bad, not(eq(find(now, xs[i]), find(now, ys[i]))))
	}
	s.assert(app("or", bad...))
	return s
}

// Histogram says that the counts of n chosen values, made by reads and writes, do not add
// up to n over all values. Unsatisfiable.
func Histogram(n, index int) *Script {
	s := newScript("QF_ABV")
	m := s.array("count", index, 8)
	for i := range 1 << index {
		s.assert(eq(sel(m, con(index, uint64(i))), con(8, 0)))
	}
	sort := arraySort(index, 8)
	now := m
	for _, x := range s.vecs("x", n, index) {
		now = s.defSort(sort, store(now, x, add(sel(now, x), con(8, 1))))
	}
	sum := con(8, 0)
	for i := range 1 << index {
		sum = add(sum, sel(now, con(index, uint64(i))))
	}
	s.differ(sum, con(8, uint64(n)))
	return s
}

// Machine runs a machine of four registers and a memory for so many steps of a program that is unknown: each
// instruction is a word of the program memory. It asks for a program that makes the value target in register
// 0 from 1 in all registers. Satisfiable if the steps suffice.
func Machine(steps int, target uint64) *Script {
	const w = 16
	s := newScript("QF_ABV")
	code := s.array("code", 4, 8)
	sort := arraySort(2, w)
	regs := s.array("regs", 2, w)
	for i := range 4 {
		s.assert(eq(sel(regs, con(2, uint64(i))), con(w, uint64(i+1))))
	}
	for k := range steps {
		op := s.def(8, sel(code, con(4, uint64(k))))
		a, b, dst := extract(1, 0, op), extract(3, 2, op), extract(5, 4, op)
		x, y := s.def(w, sel(regs, a)), s.def(w, sel(regs, b))
		kind := extract(7, 6, op)
		v := ite(eq(kind, "#b00"), add(x, y), ite(eq(kind, "#b01"), sub(x, y),
			ite(eq(kind, "#b10"), mul(x, y), xor(x, shl(y, con(w, 1))))))
		regs = s.defSort(sort, store(regs, dst, s.def(w, v)))
	}
	s.assert(eq(sel(regs, con(2, 0)), con(w, target)))
	return s
}
