package linear

import (
	"math/big"

	"whittle.dev/internal/difference"
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/sat"
)

// Difference is the backend for atoms that compare two unknowns of a sort, or one with a number.
//
// Values of reals are integers in the graph: multiples of the unit, 1/(denominator*fine). The denominator is
// common to all bounds so far, and a strict bound is less by one, which can add up to no more than fine.
type Difference struct {
	difference.Theory
	vars  *Vars
	nodes []difference.Node // by unknown, plus one; 0 if it has none
	zero  [2]difference.Node
	begun [2]bool // by sort: there is a node for zero

	denominator int64 // of reals; 0 before the first one
	reals       int   // nodes of reals
}

// fine is more than the number of strict constraints on a path.
const fine = 1 << 16

// The sorts of unknowns.
const (
	ints = iota
	reals
)

// sort returns ints or reals.
func (d *Difference) sort(v Var) int {
	if d.vars.IsInt(v) {
		return ints
	}
	return reals
}

// NewDifference returns a backend without atoms.
func NewDifference(vars *Vars) *Difference { return &Difference{vars: vars} }

// IsDifference reports that a compares two unknowns of one sort, or one with a number.
func (vs *Vars) IsDifference(a *Atom) bool {
	switch len(a.Terms) {
	case 1:
		return true // the coefficient of a normal form is 1
	case 2:
		m, n := a.Terms[0], a.Terms[1]
		x, ok := m.Coef.Int64()
		y, ok2 := n.Coef.Int64()
		return ok && ok2 && x == 1 && y == -1 && vs.ints[m.Var] == vs.ints[n.Var]
	}
	return false
}

// Atom implements [Backend]. It refuses bounds whose sums could overflow, and fractions that the bounds
// before are no multiples of.
func (d *Difference) Atom(l sat.Lit, a Atom) bool {
	if !d.vars.IsDifference(&a) {
		return false
	}
	sort := d.sort(a.Terms[0].Var)
	bound, ok := d.weight(&a, sort)
	if !ok {
		return false
	}
	to := d.node(a.Terms[0].Var)
	var from difference.Node
	if len(a.Terms) == 2 {
		from = d.node(a.Terms[1].Var)
	} else {
		from = d.origin(sort)
	}
	return d.reals < fine && d.Theory.Atom(l, from, to, bound)
}

// weight returns the bound of an atom in units.
func (d *Difference) weight(a *Atom, sort int) (int64, bool) {
	if sort == ints {
		n, ok := a.Bound.Int64()
		return n, ok
	}
	den, ok := a.Bound.Den().Rat().Int64()
	if !ok || den > 1<<40 {
		return 0, false
	}
	if d.denominator == 0 {
		d.denominator = commonDenominator(den)
	}
	if d.denominator%den != 0 {
		return 0, false
	}
	n, ok := a.Bound.Mul(rational.Of(d.denominator)).Mul(rational.Of(fine)).Int64()
	if a.Strict {
		n--
	}
	return n, ok
}

// commonDenominator is den with small factors, so that later bounds fit too.
func commonDenominator(den int64) int64 {
	const usual = 1000 * 9 * 7
	if den < usual && usual%den != 0 {
		return usual * den
	}
	return max(den, usual)
}

// node returns the node of an unknown.
func (d *Difference) node(v Var) difference.Node {
	if int(v) >= len(d.nodes) {
		d.nodes = append(d.nodes, make([]difference.Node, int(v)+1-len(d.nodes))...)
	}
	if d.nodes[v] == 0 {
		d.nodes[v] = d.Node() + 1
		if !d.vars.IsInt(v) {
			d.reals++
		}
	}
	return d.nodes[v] - 1
}

// origin returns the node for zero of a sort. Reals have one of their own: the values of integers are then
// whole distances from theirs.
func (d *Difference) origin(sort int) difference.Node {
	if !d.begun[sort] {
		d.begun[sort] = true
		d.zero[sort] = d.Node()
	}
	return d.zero[sort]
}

// Value implements [Backend].
func (d *Difference) Value(v Var) rational.Rat {
	if int(v) >= len(d.nodes) || d.nodes[v] == 0 {
		return rational.Rat{}
	}
	x := d.Theory.Value(d.nodes[v] - 1)
	sort := d.sort(v)
	if d.begun[sort] {
		x -= d.Theory.Value(d.zero[sort])
	}
	if sort == ints {
		return rational.Of(x)
	}
	return rational.FromBig(new(big.Rat).SetFrac64(x, d.denominator*fine))
}
