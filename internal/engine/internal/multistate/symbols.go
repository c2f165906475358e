package multistate

import (
	"math/bits"
	"slices"

	"whittle.dev/term"
)

// symbols are those that stand for inputs, each with a number. The numbers that a state does not use any more
// are given again, so that states of a loop have the same symbols each time.
type symbols struct {
	s       *term.Store
	inputs  *Renamer
	numbers map[term.Term]int
	memo    map[term.Term][]term.Term // of of
	// distinct: a number is given once, as an execution that is followed needs it.
	distinct bool
	last     int // number given while distinct
}

func newSymbols(s *term.Store) symbols {
	return symbols{s: s, inputs: NewRenamer(s, "in!"), numbers: map[term.Term]int{},
		memo: map[term.Term][]term.Term{}}
}

// of returns the symbols of t, ascending. The result must not be changed.
func (y *symbols) of(t term.Term) []term.Term {
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

// symbol returns the symbol with a number.
func (y *symbols) symbol(n int, sort term.Sort) term.Term {
	sym := y.inputs.Symbol(n, sort)
	y.numbers[sym] = n
	return sym
}

// fresh returns a symbol that does not occur in a state, where those with the numbers in used do.
func (y *symbols) fresh(used *numbers, sort term.Sort) term.Term {
	if y.distinct {
		y.last++
		return y.symbol(y.last, sort)
	}
	return y.symbol(used.take(), sort)
}

// numbers is a set of small numbers.
type numbers []uint64

// take adds the least number that is missing, and returns it.
func (n *numbers) take() int {
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

// pin adds the numbers below k.
func (n *numbers) pin(k int) {
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

func (n numbers) has(k int) bool { return k/64 < len(n) && n[k/64]>>(k%64)&1 != 0 }

// end is larger than all numbers.
func (n numbers) end() int { return 64 * len(n) }

// set makes the numbers those of some symbols.
func (n *numbers) set(y *symbols, syms map[term.Term]bool) {
	clear(*n)
	for sym := range syms {
		k := y.numbers[sym]
		for k/64 >= len(*n) {
			*n = append(*n, 0)
		}
		(*n)[k/64] |= 1 << (k % 64)
	}
	for len(*n) > 0 && (*n)[len(*n)-1] == 0 {
		*n = (*n)[:len(*n)-1]
	}
}
