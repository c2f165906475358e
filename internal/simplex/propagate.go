package simplex

import "whittle.dev/internal/simplex/rational"

// Propagation of bounds: in a row sum a_j*x_j = 0 each term is at most minus the least value of the others.
// If all others are bounded on that side, this is a bound on its variable. The rows looked at are those in
// which a bound changed. Bounds found are offered to the caller, who knows what they decide; they do not
// become bounds here unless the caller asserts them, so that propagation ends.

// Implied is a bound that follows from the bounds in force: Var <= Value (Upper) or Var >= Value. On an
// integer variable it is rounded.
type Implied struct {
	Var   Var
	Upper bool
	Value rational.Value
}

// A Derivation names an implied bound, for [Solver.Explain], until a bound that it rests on is retracted.
type Derivation int32

// derivation is a row as it was when a bound followed from it.
type derivation struct {
	first, end int32 // in the arena; shared by the bounds of one row
	height     int32 // of the trail
	v          Var
	upper      bool
	needed     rational.Value // what the caller used of the bound
}

// Propagate offers the bounds on watched variables that follow from one row each, for the rows in which
// bounds changed since the last call. The caller returns whether it has a use for one, and for which value:
// the offered one or a weaker one. Then d names it.
func (s *Solver) Propagate(offer func(b Implied, d Derivation) (needed rational.Value, use bool)) {
	s.stamp++
	if s.stamp == 0 {
		clear(s.rowMark)
		s.stamp = 1
	}
	for i := 0; i < len(s.changed); i++ {
		v := s.changed[i]
		x := &s.vars[v]
		x.changed = false
		if !x.active {
			continue
		}
		for _, p := range s.matrix.cols[v] { // one row if it is basic
			if s.rowMark[p.row] != s.stamp {
				s.rowMark[p.row] = s.stamp
				s.propagateRow(p.row, offer)
			}
		}
	}
	s.changed = s.changed[:0]
}

// side is what the bounds say about a sum: the least or the greatest value of its terms, and how many of
// them, the last of which is at place open, have no bound there.
type side struct {
	sum  rational.Value
	none int
	open int
}

func (s *Solver) propagateRow(r int32, offer func(Implied, Derivation) (rational.Value, bool)) {
	row := s.matrix.rows[r]
	if len(row) > s.cfg.LongRow {
		return
	}
	var least, greatest side
	watched := false
	for i := range row {
		e := &row[i]
		x := &s.vars[e.v]
		if !e.coef.IsSmall() {
			return // such rows cost more than they give
		}
		watched = watched || x.watched
		lo, hi := x.lo, x.hi
		if e.coef.Sign() < 0 {
			lo, hi = hi, lo
		}
		if lo == 0 {
			least.none++
			least.open = i
		}
		if hi == 0 {
			greatest.none++
			greatest.open = i
		}
		if least.none > 1 && greatest.none > 1 {
			return
		}
	}
	if !watched {
		return
	}
	start := int32(-1)
	s.propagateSide(r, &least, true, &start, offer)
	s.propagateSide(r, &greatest, false, &start, offer)
}

// propagateSide offers the bounds that follow from the least (or greatest) values of the terms of row r. The
// arena has the row from start on, unless that is negative.
func (s *Solver) propagateSide(r int32, sd *side, least bool, start *int32,
	offer func(Implied, Derivation) (rational.Value, bool)) {
	row := s.matrix.rows[r]
	if sd.none > 1 || sd.none == 1 && !s.vars[row[sd.open].v].watched {
		return
	}
	for i := range row {
		if sd.none == 0 || i != sd.open {
			sd.sum = sd.sum.Add(s.extreme(&row[i], least))
		}
	}
	for i := range row {
		e := &row[i]
		x := &s.vars[e.v]
		if !x.watched || sd.none == 1 && i != sd.open {
			continue
		}
		rest := sd.sum
		if sd.none == 0 {
			rest = rest.Sub(s.extreme(e, least))
		}
		b := Implied{Var: e.v, Upper: least == (e.coef.Sign() > 0), Value: rest.Neg().DivInt(e.coef)}
		if !s.tightens(&b) {
			continue
		}
		needed, use := offer(b, Derivation(len(s.derived)))
		if !use {
			continue
		}
		s.stats.Implied++
		if *start < 0 {
			*start = int32(len(s.arena))
			for k := range row {
				s.arena = append(s.arena, formTerm{row[k].coef, row[k].v})
			}
		}
		s.derived = append(s.derived, derivation{first: *start, end: int32(len(s.arena)),
			height: int32(len(s.bounds)), v: e.v, upper: b.Upper, needed: needed})
	}
}

// extreme returns the least or greatest value of a term.
func (s *Solver) extreme(e *entry, least bool) rational.Value {
	x := &s.vars[e.v]
	b := x.hi
	if least == (e.coef.Sign() > 0) {
		b = x.lo
	}
	return s.bounds[b].val.MulInt(e.coef)
}

// tightens rounds b and reports whether it is stronger than the bound in force.
func (s *Solver) tightens(b *Implied) bool {
	x := &s.vars[b.Var]
	if x.integer && !b.Value.IsInt() {
		if b.Upper {
			b.Value = rational.Exactly(b.Value.Floor())
		} else {
			b.Value = rational.Exactly(b.Value.Ceil())
		}
	}
	if b.Upper {
		return x.hi == 0 || b.Value.Less(s.bounds[x.hi].val)
	}
	return x.lo == 0 || s.bounds[x.lo].val.Less(b.Value)
}

// Explain appends the bounds that an implied one rests on to buf. With the negation of what was needed,
// taken once, they contradict each other in the sense of [Antecedent].
func (s *Solver) Explain(d Derivation, buf []Antecedent) []Antecedent {
	x := &s.derived[d]
	terms := s.arena[x.first:x.end]
	var own rational.Int
	for _, t := range terms {
		if t.v == x.v {
			own = t.coef
		}
	}
	// The least value of the sum is positive if v violates what was needed: with own > 0 and an upper bound,
	// the terms are at their least; with the sign of the rest turned this is one rule.
	negate := own.Sign() > 0 != x.upper
	sign := func(c rational.Int) rational.Int {
		if negate {
			return c.Neg()
		}
		return c
	}
	violated := s.violation(x)
	gap := violated.MulInt(sign(own))
	for _, t := range terms {
		if t.v != x.v {
			c := sign(t.coef)
			gap = gap.Add(s.bounds[s.holding(t.v, c.Sign() < 0, x.height)].val.MulInt(c))
		}
	}
	for _, t := range terms {
		if t.v == x.v {
			continue
		}
		c := sign(t.coef)
		b := s.holding(t.v, c.Sign() < 0, x.height)
		b, gap = s.weaken(b, c, gap)
		a := s.antecedent(b, c)
		a.Factor = a.Factor.Div(own.Rat().Abs())
		buf = append(buf, a)
	}
	return buf
}

// violation is the value nearest to the bound that was needed which violates it.
func (s *Solver) violation(x *derivation) rational.Value {
	step := rational.Exactly(rational.Of(1))
	if !s.vars[x.v].integer {
		step = rational.Value{D: rational.Of(1)}
	}
	if x.upper {
		return x.needed.Add(step)
	}
	return x.needed.Sub(step)
}
