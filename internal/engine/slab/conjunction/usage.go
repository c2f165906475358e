package conjunction

import (
	"math/big"

	"whittle.dev/term"
)

// usage finds out what the numbers of a system are used for. A number that is only compared for equality,
// with constants and with others of that kind, is enumerated: a program counter, an owner of a lock.
type usage struct {
	st          *term.Store
	denominator *big.Int
	// used are numbers in sums and inequalities, equal lists those that are equated.
	used  map[term.Term]bool
	equal map[term.Term][]term.Term
}

func newUsage(st *term.Store) *usage {
	return &usage{st: st, denominator: big.NewInt(1), used: map[term.Term]bool{},
		equal: map[term.Term][]term.Term{}}
}

func (u *usage) note(t term.Term) {
	st := u.st
	switch op := st.Op(t); op {
	case term.OpConst:
		if st.Sort(t) == term.Real {
			d := st.ConstRat(t).Denom()
			gcd := new(big.Int).GCD(nil, nil, u.denominator, d)
			u.denominator = new(big.Int).Mul(u.denominator, new(big.Int).Div(d, gcd))
		}
	case term.OpEq:
		u.equated(u.alternatives(nil, st.Arg(t, 0)), u.alternatives(nil, st.Arg(t, 1)))
	case term.OpNot, term.OpAnd, term.OpOr, term.OpIte, term.OpDistinct:
	default:
		for _, a := range st.Args(t) {
			u.use(u.alternatives(nil, a))
		}
	}
}

// alternatives are the terms that t is one of, by the conditions of ite.
func (u *usage) alternatives(out []term.Term, t term.Term) []term.Term {
	if u.st.Op(t) == term.OpIte {
		return u.alternatives(u.alternatives(out, u.st.Arg(t, 1)), u.st.Arg(t, 2))
	}
	return append(out, t)
}

func (u *usage) use(ts []term.Term) {
	for _, t := range ts {
		u.used[t] = true
	}
}

func (u *usage) equated(as, bs []term.Term) {
	for _, a := range as {
		for _, b := range bs {
			switch x, y := u.st.Op(a), u.st.Op(b); {
			case x == term.OpSymbol && y == term.OpSymbol:
				u.link(a, b)
			case x != term.OpConst && y != term.OpConst:
				u.used[a], u.used[b] = true, true
			}
		}
	}
}

func (u *usage) link(a, b term.Term) {
	u.equal[a], u.equal[b] = append(u.equal[a], b), append(u.equal[b], a)
}

// compared are the numbers that are not enumerated: those used, and what is equated with them.
func (u *usage) compared() map[term.Term]bool {
	var todo []term.Term
	for t := range u.used {
		todo = append(todo, t)
	}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, other := range u.equal[t] {
			if !u.used[other] {
				u.used[other] = true
				todo = append(todo, other)
			}
		}
	}
	return u.used
}
