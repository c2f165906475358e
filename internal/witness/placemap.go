package witness

import (
	"slices"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/source"
)

// placeMap finds what stands at the places of a trace.
type placeMap struct {
	stmts []*c.Stmt // ascending by Begin
	calls map[source.Pos][]*c.CallPlace
	known map[source.Pos]*c.Stmt
	// several are statements that begin where others do, because one macro makes them all.
	several map[*c.Stmt]bool
}

func newPlaceMap(p *c.Places) *placeMap {
	m := &placeMap{calls: map[source.Pos][]*c.CallPlace{}, known: map[source.Pos]*c.Stmt{},
		several: map[*c.Stmt]bool{}}
	all := slices.Clone(p.Stmts)
	slices.SortStableFunc(all, func(a, b *c.Stmt) int { return a.Begin.Compare(b.Begin) })
	for _, s := range all {
		// The outermost of several comes first and stands for all.
		if n := len(m.stmts); n > 0 && m.stmts[n-1].Begin == s.Begin {
			m.several[m.stmts[n-1]] = true
			continue
		}
		m.stmts = append(m.stmts, s)
	}
	for _, k := range p.Calls {
		m.calls[k.Begin] = append(m.calls[k.Begin], k)
	}
	return m
}

// stmt is the innermost statement around a place; nil: there is none.
func (m *placeMap) stmt(p source.Pos) *c.Stmt {
	if s, ok := m.known[p]; ok {
		return s
	}
	i, found := slices.BinarySearchFunc(m.stmts, p, func(s *c.Stmt, p source.Pos) int {
		switch {
		case s.Begin.Before(p):
			return -1
		case p.Before(s.Begin):
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	var out *c.Stmt
	for ; i >= 0 && m.stmts[i].Begin.File == p.File; i-- {
		if m.stmts[i].Contains(p) {
			out = m.stmts[i]
			break
		}
	}
	m.known[p] = out
	return out
}

// call is the call at a place; nil: there is none, or several.
func (m *placeMap) call(p source.Pos) *c.CallPlace {
	if k := m.calls[p]; len(k) == 1 {
		return k[0]
	}
	return nil
}

// location is a place as a witness names it.
func location(s c.Spot, function string) Location {
	return Location{File: s.File, Line: s.Line, Column: s.Col, Function: function}
}

// lineOf is the line of a place, for what does not stand in the text itself.
func lineOf(s c.Spot, function string) Location {
	return Location{File: s.File, Line: s.Line, Function: function}
}
