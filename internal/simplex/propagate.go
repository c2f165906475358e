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

// propagation knows which rows may imply bounds, and from which rows bounds were implied.
type propagation struct {
	*solution
	changed []Var // bounds changed since the last propagation
	stamp   uint32
	rowMark []uint32 // by row
	derived []derivation
	arena   []formTerm // the rows of derivations
}

// note takes down that a bound on v changed.
func (pr *propagation) note(v Var) {
	if x := &pr.vars[v]; !x.changed {
		x.changed = true
		pr.changed = append(pr.changed, v)
	}
}

// forget drops the derivations of bounds that rest on what was asserted since m was taken.
func (pr *propagation) forget(m Mark) {
	for n := len(pr.derived); n > 0 && pr.derived[n-1].height > int32(m); n-- {
		pr.arena = pr.arena[:pr.derived[n-1].first]
		pr.derived = pr.derived[:n-1]
	}
}

// run is [Solver.Propagate].
func (pr *propagation) run(offer func(b Implied, d Derivation) (needed rational.Value, use bool)) {
	for len(pr.rowMark) < len(pr.matrix.rows) {
		pr.rowMark = append(pr.rowMark, 0)
	}
	pr.stamp++
	if pr.stamp == 0 {
		clear(pr.rowMark)
		pr.stamp = 1
	}
	for i := 0; i < len(pr.changed); i++ {
		v := pr.changed[i]
		x := &pr.vars[v]
		x.changed = false
		if !x.active {
			continue
		}
		for _, p := range pr.matrix.cols[v] { // one row if it is basic
			if pr.rowMark[p.row] != pr.stamp {
				pr.rowMark[p.row] = pr.stamp
				pr.propagateRow(p.row, offer)
			}
		}
	}
	pr.changed = pr.changed[:0]
}

// side is what the bounds say about a sum: the least or the greatest value of its terms, and how many of
// them, the last of which is at place open, have no bound there.
type side struct {
	sum  rational.Value
	none int
	open int
}

func (pr *propagation) propagateRow(r int32, offer func(Implied, Derivation) (rational.Value, bool)) {
	row := pr.matrix.rows[r]
	if len(row) > pr.cfg.LongRow {
		return
	}
	var least, greatest side
	watched := false
	for i := range row {
		e := &row[i]
		x := &pr.vars[e.v]
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
	pr.propagateSide(r, &least, true, &start, offer)
	pr.propagateSide(r, &greatest, false, &start, offer)
}

// propagateSide offers the bounds that follow from the least (or greatest) values of the terms of row r. The
// arena has the row from start on, unless that is negative.
func (pr *propagation) propagateSide(r int32, sd *side, least bool, start *int32,
	offer func(Implied, Derivation) (rational.Value, bool)) {
	row := pr.matrix.rows[r]
	if sd.none > 1 || sd.none == 1 && !pr.vars[row[sd.open].v].watched {
		return
	}
	for i := range row {
		if sd.none == 0 || i != sd.open {
			sd.sum = sd.sum.Add(pr.extreme(&row[i], least))
		}
	}
	for i := range row {
		e := &row[i]
		x := &pr.vars[e.v]
		if !x.watched || sd.none == 1 && i != sd.open {
			continue
		}
		rest := sd.sum
		if sd.none == 0 {
			rest = rest.Sub(pr.extreme(e, least))
		}
		b := Implied{Var: e.v, Upper: least == (e.coef.Sign() > 0), Value: rest.Neg().DivInt(e.coef)}
		if !pr.tightens(&b) {
			continue
		}
		needed, use := offer(b, Derivation(len(pr.derived)))
		if !use {
			continue
		}
		pr.stats.Implied++
		if *start < 0 {
			*start = int32(len(pr.arena))
			for k := range row {
				pr.arena = append(pr.arena, formTerm{row[k].coef, row[k].v})
			}
		}
		pr.derived = append(pr.derived, derivation{first: *start, end: int32(len(pr.arena)),
			height: int32(len(pr.bounds)), v: e.v, upper: b.Upper, needed: needed})
	}
}

// extreme returns the least or greatest value of a term.
func (pr *propagation) extreme(e *entry, least bool) rational.Value {
	x := &pr.vars[e.v]
	b := x.hi
	if least == (e.coef.Sign() > 0) {
		b = x.lo
	}
	return pr.bounds[b].val.MulInt(e.coef)
}

// tightens rounds b and reports whether it is stronger than the bound in force.
func (pr *propagation) tightens(b *Implied) bool {
	x := &pr.vars[b.Var]
	b.Value = x.rounded(b.Value, b.Upper)
	if b.Upper {
		return x.hi == 0 || b.Value.Less(pr.bounds[x.hi].val)
	}
	return x.lo == 0 || pr.bounds[x.lo].val.Less(b.Value)
}

// explain is [Solver.Explain].
func (pr *propagation) explain(d Derivation, buf []Antecedent) []Antecedent {
	x := &pr.derived[d]
	terms := pr.arena[x.first:x.end]
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
	violated := pr.violation(x)
	gap := violated.MulInt(sign(own))
	for _, t := range terms {
		if t.v != x.v {
			c := sign(t.coef)
			gap = gap.Add(pr.bounds[pr.holding(t.v, c.Sign() < 0, x.height)].val.MulInt(c))
		}
	}
	for _, t := range terms {
		if t.v == x.v {
			continue
		}
		c := sign(t.coef)
		b := pr.holding(t.v, c.Sign() < 0, x.height)
		b, gap = pr.weaken(b, c, gap)
		a := pr.antecedent(b, c)
		a.Factor = a.Factor.Div(own.Rat().Abs())
		buf = append(buf, a)
	}
	return buf
}

// violation is the value nearest to the bound that was needed which violates it.
func (pr *propagation) violation(x *derivation) rational.Value {
	step := rational.Exactly(rational.Of(1))
	if !pr.vars[x.v].integer {
		step = rational.Value{D: rational.Of(1)}
	}
	if x.upper {
		return x.needed.Add(step)
	}
	return x.needed.Sub(step)
}
