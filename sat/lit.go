package sat

import "strconv"

// Var is a propositional variable. Variables are numbered from 1 in the order
// of their creation by [Solver.NewVar]; the zero Var is no variable.
type Var uint32

// Pos is the positive literal of v.
func (v Var) Pos() Lit { return Lit(v) << 1 }

// Neg is the negative literal of v.
func (v Var) Neg() Lit { return Lit(v)<<1 | 1 }

// Lit is a literal: 2*v for a variable v, 2*v+1 for its negation. The zero Lit is no literal.
type Lit uint32

// MkLit is the literal of v, negated if neg.
func MkLit(v Var, neg bool) Lit {
	if neg {
		return v.Neg()
	}
	return v.Pos()
}

// Var is the variable of l.
func (l Lit) Var() Var { return Var(l >> 1) }

// Not is the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Negated reports whether l is a negative literal.
func (l Lit) Negated() bool { return l&1 != 0 }

// Dimacs is l in the DIMACS convention: v or -v.
func (l Lit) Dimacs() int {
	if l.Negated() {
		return -int(l >> 1)
	}
	return int(l >> 1)
}

// FromDimacs is the inverse of [Lit.Dimacs]; FromDimacs(0) is the zero Lit.
func FromDimacs(n int) Lit {
	if n < 0 {
		return Lit(-n)<<1 | 1
	}
	return Lit(n) << 1
}

// String is l in the DIMACS convention.
func (l Lit) String() string { return strconv.Itoa(l.Dimacs()) }

// Tri is a truth value that may be open.
type Tri int8

// The three truth values. They are chosen so that negation is arithmetic.
const (
	False Tri = -1
	Undef Tri = 0
	True  Tri = 1
)

// String is "false", "undef" or "true".
func (t Tri) String() string {
	switch {
	case t < 0:
		return "false"
	case t > 0:
		return "true"
	}
	return "undef"
}

// Status is the outcome of a call of [Solver.Solve].
type Status uint8

// The outcomes.
const (
	Unknown Status = iota // stopped before the answer; see [Solver.Stopped]
	Sat                   // a model exists, see [Solver.Value]
	Unsat                 // no model exists, see [Solver.Failed]
)

// String is "unknown", "sat" or "unsat".
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// Stop says why a call of [Solver.Solve] returned Unknown.
type Stop uint8

// The reasons for stopping.
const (
	NotStopped     Stop = iota // the last answer was Sat or Unsat
	StopContext                // the context was done
	StopConflicts              // the conflict limit was reached
	StopMemory                 // there are more clauses than can be numbered
	StopIncomplete             // a theory gave up on a complete assignment
)

// String is a short phrase for a person.
func (s Stop) String() string {
	switch s {
	case NotStopped:
		return "not stopped"
	case StopContext:
		return "canceled"
	case StopConflicts:
		return "conflict limit"
	case StopMemory:
		return "memory"
	case StopIncomplete:
		return "theory incomplete"
	}
	return "unknown"
}
