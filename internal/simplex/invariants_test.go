package simplex

import "fmt"

// invariants checks what must hold between calls.
func (s *Solver) invariants() error {
	m := &s.matrix
	entries := 0
	for r, row := range m.rows {
		var sum = s.vars[0].value.Sub(s.vars[0].value)
		for i, e := range row {
			if e.coef.IsZero() {
				return fmt.Errorf("row %d has a zero", r)
			}
			if p := m.cols[e.v][e.at]; p.row != int32(r) || p.at != int32(i) {
				return fmt.Errorf("row %d and column %d do not know each other's places", r, e.v)
			}
			sum = sum.Add(s.vars[e.v].value.MulInt(e.coef))
		}
		if !sum.IsZero() {
			return fmt.Errorf("row %d has the sum %v", r, sum)
		}
		if len(row) > 0 && (s.vars[m.base[r]].row != int32(r) || len(m.cols[m.base[r]]) != 1) {
			return fmt.Errorf("row %d has no basic variable", r)
		}
		entries += len(row)
	}
	for v := range s.vars {
		x := &s.vars[v]
		entries -= len(m.cols[v])
		if !x.active && (len(m.cols[v]) > 0 || x.lo != 0 || x.hi != 0) {
			return fmt.Errorf("variable %d is in use", v)
		}
		if x.active && x.row < 0 && (s.below(x) || s.above(x)) && !x.pending {
			return fmt.Errorf("variable %d is neither basic nor within its bounds", v)
		}
		if x.saved || m.index[v] != 0 || v < len(s.heap.at) && s.heap.at[v] != 0 {
			return fmt.Errorf("variable %d is marked", v)
		}
	}
	if entries != 0 {
		return fmt.Errorf("rows have %d entries more than columns", entries)
	}
	return nil
}
