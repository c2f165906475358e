package arith

import (
	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/sat"
)

// imply tells the search that l follows, for a reason that is recorded. It returns false if that is a
// conflict.
func (t *Theory) imply(l sat.Lit, why record) bool {
	tag := uint32(len(t.records))
	t.records = append(t.records, why)
	return t.search.Imply(l, tag)
}

// implyNeighbours implies the atoms on v that the bound of literal from decides. Those after one that has
// its value already were implied with that one.
func (t *Theory) implyNeighbours(v simplex.Var, upper bool, at rational.Value, from sat.Lit) bool {
	list := t.onVar[v]
	i, _ := t.find(v, at) // the atoms from here on have bounds of at or more
	if upper {
		for _, id := range list[i:] {
			if l := t.atoms[id].lit; l != from {
				if t.search.Value(l) == sat.True {
					break
				}
				if !t.imply(l, record{from: from}) {
					return false
				}
			}
		}
		return true
	}
	for i--; i >= 0; i-- {
		if l := t.atoms[list[i]].lit.Not(); l != from {
			if t.search.Value(l) == sat.True {
				break
			}
			if !t.imply(l, record{from: from}) {
				return false
			}
		}
	}
	return true
}

// propagateRows implies what follows from rows.
func (t *Theory) propagateRows() {
	t.stamp++
	t.lp.Propagate(t.offer)
	// Only now can the search ask for the explanations.
	for _, p := range t.offered {
		if !t.imply(p.lit, record{row: p.row}) {
			break
		}
	}
	t.offered = t.offered[:0]
}

// offer takes the strongest atom without a value that a bound from a row decides; its own bound implies the
// weaker ones.
func (t *Theory) offer(b simplex.Implied, d simplex.Derivation) (needed rational.Value, use bool) {
	list := t.onVar[b.Var]
	i, _ := t.find(b.Var, b.Value)
	if b.Upper {
		for _, id := range list[i:] {
			a := &t.atoms[id]
			switch t.search.Value(a.lit) {
			case sat.Undef:
				return a.at, t.take(a, a.lit, d)
			case sat.True:
				return needed, false
			}
		}
		return needed, false
	}
	for i--; i >= 0; i-- {
		a := &t.atoms[list[i]]
		switch t.search.Value(a.lit) {
		case sat.Undef:
			return a.over, t.take(a, a.lit.Not(), d)
		case sat.False:
			return needed, false
		}
	}
	return needed, false
}

// take notes a literal that follows from a row, unless another row gave it.
func (t *Theory) take(a *atom, l sat.Lit, d simplex.Derivation) bool {
	if a.stamp == t.stamp {
		return false
	}
	a.stamp = t.stamp
	t.offered = append(t.offered, offered{l, d})
	return true
}
