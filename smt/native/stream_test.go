package native

import (
	"bufio"
	"fmt"
	"math/rand/v2"

	"whittle.dev/term"
)

// stream makes small random queries of three constraints each, for measurements.
//
// Four symbols of the width persist over the whole stream. A query draws two of them, and each of its
// constraints compares two terms of together two to four operators: an equation in half of the cases, else
// one of distinct and the signed and unsigned orders. Operators are uniform over addition, subtraction,
// negation, complement, and, or, xor and the three shifts. A leaf is a symbol in four of five cases, else a
// constant: a small one in half of the cases, else a random one. A query is thrown away if the constructors
// of terms decide it or one of its constraints. With two symbols, and half of the constraints equations,
// about half of the queries that are left are unsatisfiable; no solver takes part in the choice.
type stream struct {
	st   *term.Store
	w    int
	r    *rand.Rand
	syms [4]term.Term
	two  [2]term.Term // the symbols of the query at hand
}

func newStream(st *term.Store, w int, seed uint64) *stream {
	s := &stream{st: st, w: w, r: rand.New(rand.NewPCG(seed, uint64(w)))}
	for i := range s.syms {
		s.syms[i] = st.Symbol(fmt.Sprint("x", i), term.BitVec(w))
	}
	return s
}

// next returns the next query.
func (s *stream) next() (q [3]term.Term) {
	for {
		i := s.r.IntN(len(s.syms))
		j := (i + 1 + s.r.IntN(len(s.syms)-1)) % len(s.syms)
		s.two = [2]term.Term{s.syms[i], s.syms[j]}
		decided := false
		for i := range q {
			q[i] = s.constraint()
			decided = decided || s.st.IsConst(q[i])
		}
		if !decided && !s.st.IsConst(s.st.And(q[:]...)) {
			return q
		}
	}
}

// take returns the next n queries.
func (s *stream) take(n int) [][3]term.Term {
	qs := make([][3]term.Term, n)
	for i := range qs {
		qs[i] = s.next()
	}
	return qs
}

func (s *stream) constraint() term.Term {
	ops := 2 + s.r.IntN(3)
	left := s.r.IntN(ops + 1)
	a, b := s.vec(left), s.vec(ops-left)
	if s.r.IntN(2) == 0 {
		return s.st.Eq(a, b)
	}
	cmps := []term.Op{term.OpDistinct, term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle}
	return s.st.Mk(cmps[s.r.IntN(len(cmps))], nil, a, b)
}

// vec returns a term of n operators.
func (s *stream) vec(n int) term.Term {
	if n == 0 {
		switch s.r.IntN(10) {
		case 0:
			return s.st.BV(s.w, uint64(s.r.IntN(4)))
		case 1:
			return s.st.BV(s.w, s.r.Uint64())
		}
		return s.two[s.r.IntN(2)]
	}
	ops := []term.Op{
		term.OpBVAdd, term.OpBVSub, term.OpBVNeg, term.OpBVNot, term.OpBVAnd, term.OpBVOr, term.OpBVXor,
		term.OpBVShl, term.OpBVLShr, term.OpBVAShr,
	}
	op := ops[s.r.IntN(len(ops))]
	if op == term.OpBVNeg || op == term.OpBVNot {
		return s.st.Mk(op, nil, s.vec(n-1))
	}
	left := s.r.IntN(n)
	return s.st.Mk(op, nil, s.vec(left), s.vec(n-1-left))
}

// print writes n queries as an SMT-LIB script.
func (s *stream) print(out *bufio.Writer, n int) {
	fmt.Fprintln(out, "(set-logic QF_BV)")
	for _, x := range s.syms {
		fmt.Fprintf(out, "(declare-const %s %s)\n", s.st.String(x), s.st.SortString(s.st.Sort(x)))
	}
	for range n {
		fmt.Fprintln(out, "(push 1)")
		for _, t := range s.next() {
			fmt.Fprintf(out, "(assert %s)\n", s.st.String(t))
		}
		fmt.Fprintln(out, "(check-sat)\n(pop 1)")
	}
}
