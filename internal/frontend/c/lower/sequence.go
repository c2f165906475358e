package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/unsequenced"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// What expressions of the program do in no order is found in their text. Each access that matters leaves in a
// register where its object is; the later one of two, as the lowering orders them, compares it with its own.

// sequencing looks for accesses of one function that are in no order.
type sequencing struct {
	exprs   *expressions
	within  map[cc.ExpressionNode][]unsequenced.Conflict // by the operator
	between map[cc.ExpressionNode][]unsequenced.Conflict // by either access
	places  map[cc.ExpressionNode]cfa.RegID              // by access: the address, 1 without one, 0 before
	made    map[cc.ExpressionNode]bool                   // accesses that were lowered
}

// sequencing returns what looks for the conflicts of a function; nil if there are none.
func (ex *expressions) sequencing(conflicts []unsequenced.Conflict) *sequencing {
	if len(conflicts) == 0 {
		return nil
	}
	s := &sequencing{exprs: ex, within: map[cc.ExpressionNode][]unsequenced.Conflict{},
		between: map[cc.ExpressionNode][]unsequenced.Conflict{}, places: map[cc.ExpressionNode]cfa.RegID{},
		made: map[cc.ExpressionNode]bool{}}
	for _, c := range conflicts {
		s.within[c.In] = append(s.within[c.In], c)
		for _, n := range []cc.ExpressionNode{c.A, c.B} {
			s.between[n] = append(s.between[n], c)
			if _, ok := s.places[n]; !ok {
				s.places[n] = ex.flow.NewPtr("access")
			}
		}
	}
	return s
}

// begin is called before the operands of an operator are lowered.
func (s *sequencing) begin(n cc.ExpressionNode) {
	if s == nil || s.exprs.flow.Constant {
		return
	}
	for _, c := range s.within[n] {
		for _, a := range []cc.ExpressionNode{c.A, c.B} {
			s.made[a] = false
			s.exprs.flow.Emit(cfa.Assign{Dst: s.places[a], Value: s.exprs.prog.Ptr(0)})
		}
	}
}

// access is called where the place of an object is known.
func (s *sequencing) access(n cc.ExpressionNode, p value.Place) {
	if s == nil || s.exprs.flow.Constant || len(s.between[n]) == 0 || p.Order != cfa.Plain {
		return
	}
	ex, at := s.exprs, s.exprs.prog.Ptr(1)
	if p.Reg == cfa.NoReg && p.Addr != term.None {
		at = p.Addr
	}
	ex.flow.Emit(cfa.Assign{Dst: s.places[n], Value: at})
	s.made[n] = true
	for _, c := range s.between[n] {
		other := c.A
		if other == n {
			other = c.B
		}
		if !s.made[other] {
			continue
		}
		before := ex.flow.Sym(s.places[other])
		clash := ex.ts.Not(ex.ts.Eq(before, ex.prog.Ptr(0)))
		if !c.Same {
			// Package addresses knows the distance as long as it stands alone, between registers.
			ahead := ex.flow.NewPtr("ahead")
			ex.flow.Emit(cfa.Assign{Dst: ahead, Value: ex.calls.Ahead(before, ex.flow.Sym(s.places[n]))})
			clash = ex.ts.And(clash, ex.ts.Eq(ex.flow.Sym(ahead), ex.prog.Ptr(0)))
		}
		ex.marks.At(c.In)
		ex.arith.CheckBehaviour(clash, property.Unsequenced, clashText(c))
	}
	ex.marks.At(n)
}

// clashText says what is wrong where two accesses are of one object.
func clashText(c unsequenced.Conflict) string {
	a, b := syntax.Excerpt(c.A), syntax.Excerpt(c.B)
	how := " is changed and used in no order"
	if c.Writes {
		how = " is changed twice in no order"
	}
	if a != b {
		return a + ", the same as " + b + "," + how
	}
	return a + how
}
