package table

import (
	"encoding/binary"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// Limits say how much is explicit.
type Limits struct {
	// Values bounds the values of one variable, Stores and Seats what control consists of, Pairs the pairs
	// of seats.
	Values, Stores, Seats, Pairs int
}

// Values are those of explicit variables; a variable without one may have any.
type Values map[term.Term]term.Term

// interner numbers valuations.
type interner struct {
	numbers map[string]int
}

// number returns the number of a valuation of variables at a place, and whether it is new.
func (x *interner) number(place int, vars []term.Term, v Values) (n int, fresh bool) {
	key := binary.AppendVarint(nil, int64(place))
	for _, sym := range vars {
		key = binary.AppendUvarint(key, uint64(v[sym]))
	}
	n, ok := x.numbers[string(key)]
	if !ok {
		n = len(x.numbers)
		x.numbers[string(key)] = n
	}
	return n, !ok
}

// explicit are the variables that control consists of, and the values that they have been seen to have.
type explicit struct {
	globals []term.Term
	locals  [][]term.Term // by template
	// dropped are variables that have too many values.
	dropped map[term.Term]bool
	seen    map[term.Term]map[term.Term]bool
}

// choose makes all variables explicit that have not been dropped.
func (x *explicit) choose(sys *model.System) {
	x.globals, x.locals, x.seen = nil, nil, map[term.Term]map[term.Term]bool{}
	keep := func(vars []model.Var) []term.Term {
		var out []term.Term
		for _, v := range vars {
			if !x.dropped[v.Sym] {
				out = append(out, v.Sym)
			}
		}
		return out
	}
	x.globals = keep(sys.Globals)
	for i := range sys.Templates {
		x.locals = append(x.locals, keep(sys.Templates[i].Locals))
	}
}

// note notes the values of variables. It reports whether one of them has more than limit.
func (x *explicit) note(v Values, limit int) (many bool) {
	for sym, value := range v {
		if x.seen[sym] == nil {
			x.seen[sym] = map[term.Term]bool{}
		}
		x.seen[sym][value] = true
		if len(x.seen[sym]) > limit {
			x.dropped[sym], many = true, true
		}
	}
	return many
}

// drop gives up the variable of a list that has the most values, if one has that many at least.
func (x *explicit) drop(vars []term.Term, several int) bool {
	worst := term.None
	for _, sym := range vars {
		if n := len(x.seen[sym]); n >= several && (worst == term.None || n > len(x.seen[worst])) {
			worst = sym
		}
	}
	if worst == term.None {
		return false
	}
	x.dropped[worst] = true
	return true
}

// of restricts a valuation to some variables.
func of(vars []term.Term, at func(term.Term) term.Term) Values {
	out := Values{}
	for _, sym := range vars {
		if v := at(sym); v != term.None {
			out[sym] = v
		}
	}
	return out
}

// set is a set of small numbers.
type set []uint64

func (s set) has(i int) bool { return i>>6 < len(s) && s[i>>6]>>(i&63)&1 != 0 }

func (s *set) add(i int) (fresh bool) {
	for len(*s) <= i>>6 {
		*s = append(*s, 0)
	}
	fresh = !s.has(i)
	(*s)[i>>6] |= 1 << (i & 63)
	return fresh
}

// both lists the elements of two sets.
func both(a, b set) []int {
	var out []int
	for w := range min(len(a), len(b)) {
		for bits, i := a[w]&b[w], w<<6; bits != 0; bits, i = bits>>1, i+1 {
			if bits&1 != 0 {
				out = append(out, i)
			}
		}
	}
	return out
}

// all lists the elements.
func (s set) all() []int { return both(s, slices.Clone(s)) }
