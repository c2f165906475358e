package cache

import (
	"slices"

	"whittle.dev/term"
)

// In x+y < z*x the operands of + look alike if names do not count, although x
// occurs elsewhere, too. So each symbol gets a colour: the sum, over all paths to it from
// the root, of what stands on the path. Symbols that still look alike, as in x+y = 3, can
// often be exchanged. That is tried out: the term is written with either of the two
// first, and if the bytes are the same, exchanging them maps the term to itself. The order of
// such symbols is left to the conjuncts around (normal.go).

const (
	maxColoured  = 4096 // nodes of a term whose symbols are coloured
	maxExchanged = 512  // nodes of a term in which exchanges are tried out
	maxTrials    = 8
)

// breakTies writes t again with operands ordered by colours, and finds what can be exchanged.
func (e *shaper) breakTies(t term.Term) {
	// Parents come before operands when the places are walked backwards.
	e.context.reset()
	e.context.put(t, 1)
	for _, n := range slices.Backward(e.nodes) {
		c, _ := e.context.get(n)
		c = mix(c, e.blindOf(n))
		commutes := commutes(e.st.Op(n))
		for i, a := range e.st.Args(n) {
			if commutes {
				i = -1
			}
			old, _ := e.context.get(a)
			e.context.put(a, old+mix(c, uint64(i+1)))
		}
	}
	e.coloured = true
	nodes := slices.Clone(e.nodes)
	e.tied = false
	e.hashLocal(nodes, term.None, term.None)
	e.encode(t)
	if e.tied && len(nodes) <= maxExchanged {
		buf, syms := slices.Clone(e.buf), slices.Clone(e.syms)
		e.findExchanges(t, nodes, syms)
		e.buf, e.syms = append(e.buf[:0], buf...), append(e.syms[:0], syms...)
	}
}

// hashLocal computes the hashes of all nodes with the colours of symbols; first and
// second are told apart from the others, and from each other.
func (e *shaper) hashLocal(nodes []term.Term, first, second term.Term) {
	e.local.reset()
	for _, n := range nodes {
		e.kids = e.kids[:0]
		for _, a := range e.st.Args(n) {
			h, _ := e.local.get(a)
			e.kids = append(e.kids, h)
		}
		colour := uint64(0)
		if e.st.Op(n) == term.OpSymbol {
			colour, _ = e.context.get(n)
			switch n {
			case first:
				colour = mix(colour, 1)
			case second:
				colour = mix(colour, 2)
			}
		}
		e.local.put(n, e.blindNode(n, colour))
	}
}

// findExchanges sets e.same for the symbols of t, in the order of their numbers.
func (e *shaper) findExchanges(t term.Term, nodes, syms []term.Term) {
	trials := 0
	same := make([]int32, len(syms))
	found := false
	for j, y := range syms {
		same[j] = int32(j)
		for i := j - 1; i >= 0 && trials < maxTrials; i-- {
			x := syms[i]
			if !e.alike(x, y) {
				continue
			}
			trials++
			if e.exchangeable(t, nodes, x, y) {
				same[j] = same[i]
				found = true
			}
			break
		}
	}
	if found {
		e.same = append(e.same, same...)
	}
}

// alike reports that two symbols have one colour and sort.
func (e *shaper) alike(x, y term.Term) bool {
	c, _ := e.context.get(x)
	d, _ := e.context.get(y)
	return c == d && e.st.Sort(x) == e.st.Sort(y)
}

// exchangeable reports that t with x and y exchanged is t.
func (e *shaper) exchangeable(t term.Term, nodes []term.Term, x, y term.Term) bool {
	e.hashLocal(nodes, x, y)
	e.encode(t)
	buf, syms := slices.Clone(e.buf), slices.Clone(e.syms)
	e.hashLocal(nodes, y, x)
	e.encode(t)
	if !slices.Equal(buf, e.buf) {
		return false
	}
	for i, a := range syms {
		switch a {
		case x:
			a = y
		case y:
			a = x
		}
		if e.syms[i] != a {
			return false
		}
	}
	return true
}
