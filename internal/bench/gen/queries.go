package gen

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"

	"whittle.dev/term"
)

// Query is a conjunction of three constraints.
type Query [3]term.Term

// Queries makes small random questions about bit-vectors of one width, as symbolic execution asks them.
//
// Of four symbols a query uses two. Each constraint compares two terms of together two to four operators:
// half of them are equations, the others use distinct or an order. The operators are addition, subtraction,
// negation, complement, and, or, xor and the three shifts, with equal chances; one leaf in five is a
// constant. What the constructors of terms decide is thrown away. No solver takes part in the choice; as it
// happens, about half of the queries are satisfiable.
type Queries struct {
	st    *term.Store
	width int
	r     *rand.Rand
	syms  [4]term.Term
	used  [2]term.Term // in the query at hand
}

// NewQueries returns the stream of a width and a seed. Terms are made in st.
func NewQueries(st *term.Store, width int, seed uint64) *Queries {
	q := &Queries{st: st, width: width, r: rand.New(rand.NewPCG(seed, uint64(width)))}
	for i := range q.syms {
		q.syms[i] = st.Symbol(fmt.Sprintf("x%d", i), term.BitVec(width))
	}
	return q
}

// Take returns the next n queries.
func (q *Queries) Take(n int) []Query {
	out := make([]Query, n)
	for i := range out {
		out[i] = q.next()
	}
	return out
}

func (q *Queries) next() Query {
	for {
		i := q.r.IntN(len(q.syms))
		j := (i + 1 + q.r.IntN(len(q.syms)-1)) % len(q.syms)
		q.used = [2]term.Term{q.syms[i], q.syms[j]}
		var out Query
		decided := false
		for k := range out {
			out[k] = q.constraint()
			decided = decided || q.st.IsConst(out[k])
		}
		if !decided && !q.st.IsConst(q.st.And(out[:]...)) {
			return out
		}
	}
}

func (q *Queries) constraint() term.Term {
	ops := 2 + q.r.IntN(3)
	left := q.r.IntN(ops + 1)
	a, b := q.vec(left), q.vec(ops-left)
	if q.r.IntN(2) == 0 {
		return q.st.Eq(a, b)
	}
	orders := []term.Op{term.OpDistinct, term.OpBVUlt, term.OpBVUle, term.OpBVSlt, term.OpBVSle}
	return q.st.Mk(orders[q.r.IntN(len(orders))], nil, a, b)
}

// vec returns a term of n operators.
func (q *Queries) vec(n int) term.Term {
	if n == 0 {
		switch q.r.IntN(10) {
		case 0:
			return q.st.BV(q.width, uint64(q.r.IntN(4)))
		case 1:
			return q.st.BV(q.width, q.r.Uint64())
		}
		return q.used[q.r.IntN(2)]
	}
	ops := []term.Op{
		term.OpBVAdd, term.OpBVSub, term.OpBVNeg, term.OpBVNot, term.OpBVAnd, term.OpBVOr, term.OpBVXor,
		term.OpBVShl, term.OpBVLShr, term.OpBVAShr,
	}
	op := ops[q.r.IntN(len(ops))]
	if op == term.OpBVNeg || op == term.OpBVNot {
		return q.st.Mk(op, nil, q.vec(n-1))
	}
	left := q.r.IntN(n)
	return q.st.Mk(op, nil, q.vec(left), q.vec(n-1-left))
}

// WriteQueries writes a script that pushes, asserts, checks and pops each query.
func WriteQueries(w io.Writer, st *term.Store, queries []Query) error {
	out := bufio.NewWriter(w) // errors stick and are returned by Flush
	fmt.Fprintln(out, "(set-logic QF_BV)")
	var all []term.Term
	for _, q := range queries {
		all = append(all, q[:]...)
	}
	for _, sym := range st.Symbols(all...) {
		fmt.Fprintf(out, "(declare-fun %s () %s)\n", st.String(sym), st.SortString(st.Sort(sym)))
	}
	for _, q := range queries {
		fmt.Fprintln(out, "(push 1)")
		for _, t := range q {
			fmt.Fprintf(out, "(assert %s)\n", st.String(t))
		}
		fmt.Fprintln(out, "(check-sat)\n(pop 1)")
	}
	return out.Flush()
}
