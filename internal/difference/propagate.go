package difference

import "whittle.dev/sat"

// implication remembers why a literal was implied: by a path between the ends of its edge reversed or not,
// that is no longer than bound, over the edges below a height of the graph.
type implication struct {
	atom     int32
	from, to Node
	height   int32
}

// maxWork bounds the edges and atoms that are looked at for one constraint. Where choices are orders, as in
// schedules, all that follows is worth finding: on a shop of 12 jobs and machines a bound that adapted itself
// to what it found cost 50 times the conflicts and three times the time.
const maxWork = 100000

// propagate implies the atoms whose bound is reached by a path through the newest edge. It reports false if
// there is a conflict.
func (t *Theory) propagate(s *sat.Search) bool {
	g := &t.graph
	newest := int32(g.Height() - 1)
	e := &g.active[newest]
	if e.from == e.to {
		return true
	}
	budget := maxWork
	ahead, behind := &t.paths.ahead, &t.paths.behind
	if !ahead.search(g, newest, false, &budget) || !behind.search(g, newest, true, &budget) {
		return true
	}
	// The atoms at the smaller of both sets of nodes.
	side := ahead.found
	if t.degree(behind.found) < t.degree(side) {
		side = behind.found
	}
	through := g.pi[e.from] + e.weight - g.pi[e.to] // counted by both searches
	for _, n := range side {
		for _, id := range t.ends[n] {
			a := &t.atoms[id]
			if budget--; budget < 0 {
				return true
			}
			if s.Value(a.lit) != sat.Undef {
				continue
			}
			l := sat.Lit(0)
			from, to := a.from, a.to
			if behind.has(from) && ahead.has(to) &&
				behind.at(from)+ahead.at(to)-through+g.pi[to]-g.pi[from] <= a.bound {
				l = a.lit
			} else if from, to = to, from; behind.has(from) && ahead.has(to) &&
				behind.at(from)+ahead.at(to)-through+g.pi[to]-g.pi[from] < -a.bound {
				l = a.lit.Not()
			}
			if l == 0 {
				continue
			}
			t.stats.Implied++
			t.implied = append(t.implied, implication{id, from, to, newest + 1})
			if !s.Imply(l, uint32(len(t.implied)-1)) {
				return false
			}
			a.implied = true
		}
	}
	return true
}

func (t *Theory) degree(ns []Node) (d int) {
	for _, n := range ns {
		d += len(t.ends[n])
	}
	return d
}

// Explain implements [sat.Theory].
func (t *Theory) Explain(_ sat.Lit, tag uint32, buf []sat.Lit) []sat.Lit {
	r := t.implied[tag]
	return t.paths.explain(&t.graph, r.from, r.to, r.height, buf)
}
