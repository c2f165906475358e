package symbols

import (
	"math/bits"
	"slices"

	"whittle.dev/term"
)

// Inputs are those that stand for inputs, each with a number. The numbers that a state does not use any more
// are given again, so that states of a loop have the same symbols each time.
type Inputs struct {
	s       *term.Store
	names   *Renamer
	Numbers map[term.Term]int
	memo    map[term.Term][]term.Term // of Of
	// Distinct: a number is given once, as an execution that is followed needs it.
	Distinct bool
	Last     int // number given while Distinct
}

// NewInputs returns symbols of a store.
func NewInputs(s *term.Store) Inputs {
	return Inputs{s: s, names: NewRenamer(s, "in!"), Numbers: map[term.Term]int{},
		memo: map[term.Term][]term.Term{}}
}

// Of returns the symbols of t, ascending. The result must not be changed.
func (y *Inputs) Of(t term.Term) []term.Term {
	if y.s.IsConst(t) {
		return nil
	}
	if syms, ok := y.memo[t]; ok {
		return syms
	}
	var syms []term.Term
	y.s.Walk(func(u term.Term) bool {
		known, ok := y.memo[u]
		if y.s.Op(u) == term.OpSymbol {
			syms = append(syms, u)
		}
		syms = append(syms, known...)
		return !ok
	}, t)
	slices.Sort(syms)
	syms = slices.Clip(slices.Compact(syms))
	y.memo[t] = syms
	return syms
}

// Symbol returns the symbol with a number.
func (y *Inputs) Symbol(n int, sort term.Sort) term.Term {
	sym := y.names.Symbol(n, sort)
	y.Numbers[sym] = n
	return sym
}

// Fresh returns a symbol that does not occur in a state, where those with the numbers in used do.
func (y *Inputs) Fresh(used *Numbers, sort term.Sort) term.Term {
	if y.Distinct {
		y.Last++
		return y.Symbol(y.Last, sort)
	}
	return y.Symbol(used.Take(), sort)
}

// Numbers is a set of small numbers.
type Numbers []uint64

// Take adds the least number that is missing, and returns it.
func (n *Numbers) Take() int {
	for w, word := range *n {
		if word != ^uint64(0) {
			k := bits.TrailingZeros64(^word)
			(*n)[w] |= 1 << k
			return 64*w + k
		}
	}
	*n = append(*n, 1)
	return 64 * (len(*n) - 1)
}

// Pin adds the numbers below k.
func (n *Numbers) Pin(k int) {
	for len(*n) < (k+63)/64 {
		*n = append(*n, 0)
	}
	for w := range k / 64 {
		(*n)[w] = ^uint64(0)
	}
	if k%64 > 0 {
		(*n)[k/64] |= 1<<(k%64) - 1
	}
}

// Has reports whether a number is in the set.
func (n Numbers) Has(k int) bool { return k/64 < len(n) && n[k/64]>>(k%64)&1 != 0 }

// End is larger than all numbers.
func (n Numbers) End() int { return 64 * len(n) }

// Set makes the numbers those of some symbols.
func (n *Numbers) Set(y *Inputs, syms map[term.Term]bool) {
	clear(*n)
	for sym := range syms {
		k := y.Numbers[sym]
		for k/64 >= len(*n) {
			*n = append(*n, 0)
		}
		(*n)[k/64] |= 1 << (k % 64)
	}
	for len(*n) > 0 && (*n)[len(*n)-1] == 0 {
		*n = (*n)[:len(*n)-1]
	}
}
