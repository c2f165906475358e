package arith

import (
	"whittle.dev/internal/simplex"
	"whittle.dev/sat"
)

// Assign implements [sat.Theory]: it only queues the literal.
func (t *Theory) Assign(l sat.Lit, level int) {
	if v := l.Var(); int(v) < len(t.byVar) && t.byVar[v] != 0 {
		t.queue = append(t.queue, told{lit: l, level: int32(level), mark: -1})
	}
}

// Propagate implements [sat.Theory]: it asserts the bounds of the queued literals and what follows at once,
// then looks whether they have a common solution, then for what follows by rows.
func (t *Theory) Propagate(s *sat.Search) {
	t.search = s
	if t.processed == len(t.queue) {
		return
	}
	if t.assertAll() && t.check() && !t.cfg.NoPropagate {
		t.propagateRows()
	}
}

// assertAll tells the simplex what was queued. It returns false if the search has a conflict.
func (t *Theory) assertAll() bool {
	for t.processed < len(t.queue) {
		e := &t.queue[t.processed]
		e.mark = t.lp.Mark()
		e.records = int32(len(t.records))
		t.processed++
		a := &t.atoms[t.byVar[e.lit.Var()]-1]
		upper, at := true, a.at
		if e.lit != a.lit {
			upper, at = false, a.over
		}
		if !t.lp.Assert(a.v, upper, at, simplex.Reason(e.lit)) {
			t.conflict(t.lp.Conflict())
			return false
		}
		if t.lp.Mark() != e.mark && !t.implyNeighbours(a.v, upper, at, e.lit) {
			return false
		}
	}
	return true
}

// check looks for a solution over the rationals. It returns false if there is a conflict, or if the search is
// to end.
func (t *Theory) check() bool {
	switch t.lp.Check(t.search.Context()) {
	case simplex.Feasible:
		return true
	case simplex.Infeasible:
		t.conflict(t.lp.Conflict())
	}
	return false
}

// conflict tells the search that these bounds contradict each other.
func (t *Theory) conflict(list []simplex.Antecedent) {
	t.search.Conflict(t.negated(list, t.buf[:0])...)
}

// negated appends the negations of the literals of bounds to buf, each once.
func (t *Theory) negated(list []simplex.Antecedent, buf []sat.Lit) []sat.Lit {
	first := len(buf)
next:
	for _, a := range list {
		l := sat.Lit(a.Reason).Not()
		for _, have := range buf[first:] {
			if have == l {
				continue next
			}
		}
		buf = append(buf, l)
	}
	t.buf = buf
	return buf
}

// Backtrack implements [sat.Theory].
func (t *Theory) Backtrack(level int) {
	n := len(t.queue)
	for n > 0 && t.queue[n-1].level > int32(level) {
		n--
	}
	if n == len(t.queue) {
		return
	}
	if e := &t.queue[n]; n < t.processed {
		t.lp.Backtrack(e.mark)
		t.records = t.records[:e.records]
		t.processed = n
	}
	t.queue = t.queue[:n]
}

// Explain implements [sat.Theory].
func (t *Theory) Explain(l sat.Lit, tag uint32, buf []sat.Lit) []sat.Lit {
	r := t.records[tag]
	if r.from != 0 {
		return append(buf, r.from.Not())
	}
	t.used = t.lp.Explain(r.row, t.used[:0])
	for _, a := range t.used {
		buf = append(buf, sat.Lit(a.Reason).Not())
	}
	return buf
}
