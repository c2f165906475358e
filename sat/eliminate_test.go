package sat

import "testing"

// TestGrowthNeedsDefinition: a variable with a definition may be replaced by more clauses, others not.
func TestGrowthNeedsDefinition(t *testing.T) {
	for _, defined := range []bool{false, true} {
		s := New(Config{NoEquate: true, NoSubsume: true})
		lit := func() Lit {
			v := s.NewVar()
			s.Freeze(v)
			return v.Pos()
		}
		v := s.NewVar()
		a, b, c := lit(), lit(), lit()
		if defined { // v is the conjunction of a, b and c
			s.AddClause(v.Neg(), a)
			s.AddClause(v.Neg(), b)
			s.AddClause(v.Neg(), c)
			s.AddClause(v.Pos(), a^1, b^1, c^1)
		}
		for range 4 {
			s.AddClause(v.Pos(), lit())
			s.AddClause(v.Neg(), lit())
		}
		s.condense.growth = len(growths) - 1
		if !s.condense.condense(1 << 30) {
			t.Fatal("unsatisfiable")
		}
		if s.ext.eliminated(v) != defined {
			t.Errorf("defined %v, eliminated %v", defined, s.ext.eliminated(v))
		}
	}
}
