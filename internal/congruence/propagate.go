package congruence

import "whittle.dev/sat"

// propagate implies atoms after a merge: those whose ends became equal, and those whose ends are now on both
// sides of a disequality. It reports false if there is a conflict.
func (t *Theory) propagate(s *sat.Search, j joined) bool {
	to := t.closure.Root(j.to) // it may have been merged further
	for _, id := range t.ends[j.from] {
		a := &t.atoms[id]
		if s.Value(a.lit) != sat.Undef {
			continue
		}
		if !t.settle(s, id, t.closure.Root(a.x), t.closure.Root(a.y)) {
			return false
		}
	}
	for _, id := range t.differ[j.from] {
		a := &t.atoms[id]
		x, y := t.closure.Root(a.x), t.closure.Root(a.y)
		if (x == to || y == to) && !t.implyDifferent(s, x, y, id) {
			return false
		}
	}
	return true
}

// settle implies an atom with ends in the classes of x and y, or its complement, if it follows.
func (t *Theory) settle(s *sat.Search, id int32, x, y Node) bool {
	a := &t.atoms[id]
	if x == y {
		return t.imply(s, a.lit, implication{atom: id, differ: -1})
	}
	d, ok := t.different(x, y)
	return !ok || t.implyFalse(s, id, d)
}

// implyFalse implies that the atom is false, because the atom differ, with ends in the same classes, is.
func (t *Theory) implyFalse(s *sat.Search, id, differ int32) bool {
	a := &t.atoms[id]
	crossed := t.closure.Root(a.x) != t.closure.Root(t.atoms[differ].x)
	return t.imply(s, a.lit.Not(), implication{id, differ, crossed})
}

// different returns an atom that is false whose ends are in two classes.
func (t *Theory) different(x, y Node) (int32, bool) {
	list := t.differ[x]
	if len(t.differ[y]) < len(list) {
		list = t.differ[y]
	}
	for _, id := range list {
		a := &t.atoms[id]
		u, v := t.closure.Root(a.x), t.closure.Root(a.y)
		if u == x && v == y || u == y && v == x {
			return id, true
		}
	}
	return 0, false
}

// implyDifferent implies that the atoms between two classes are false, which the atom differ tells apart.
func (t *Theory) implyDifferent(s *sat.Search, x, y Node, differ int32) bool {
	list := t.ends[x]
	if len(t.ends[y]) < len(list) {
		list = t.ends[y]
	}
	for _, id := range list {
		a := &t.atoms[id]
		if s.Value(a.lit) != sat.Undef {
			continue
		}
		u, v := t.closure.Root(a.x), t.closure.Root(a.y)
		if (u == x && v == y || u == y && v == x) && !t.implyFalse(s, id, differ) {
			return false
		}
	}
	return true
}

func (t *Theory) imply(s *sat.Search, l sat.Lit, why implication) bool {
	t.stats.Implied++
	t.implied = append(t.implied, why)
	return s.Imply(l, uint32(len(t.implied)-1))
}

// Explain implements [sat.Theory].
func (t *Theory) Explain(_ sat.Lit, tag uint32, buf []sat.Lit) []sat.Lit {
	r := t.implied[tag]
	a := &t.atoms[r.atom]
	if r.differ < 0 {
		return t.equal(a.x, a.y, buf)
	}
	d := &t.atoms[r.differ]
	x, y := d.x, d.y
	if r.crossed {
		x, y = y, x
	}
	buf = append(buf, d.lit)
	t.closure.Begin()
	t.tags = t.closure.More(a.x, x, t.tags[:0])
	t.tags = t.closure.More(a.y, y, t.tags)
	for _, l := range t.tags {
		buf = append(buf, sat.Lit(l).Not())
	}
	return buf
}
