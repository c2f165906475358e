package term

import (
	"errors"
	"testing"
)

func TestEvalErrors(t *testing.T) {
	s := NewStore()
	x, y, p := s.Symbol("x", BitVec(8)), s.Symbol("y", BitVec(8)), s.Symbol("p", Bool)
	u := s.Ite(p, x, y)
	if v, err := s.Eval(u, Map{p: BoolValue(true), x: BVValue(8, 3)}); err != nil || v.Uint64() != 3 {
		t.Errorf("the branch that is not taken is needed: %v, %v", v, err)
	}
	_, err := s.Eval(u, Map{p: BoolValue(false), x: BVValue(8, 3)})
	var e *NoValueError
	if !errors.As(err, &e) || e.Symbol != y || e.Name != "y" {
		t.Errorf("error %v", err)
	}
	if _, err := s.Eval(s.BVMul(x, y), Map{x: BVValue(8, 3), y: BVValue(9, 3)}); err == nil {
		t.Error("a value of another sort is taken")
	}
	ev := NewEvaluator(s, Map{x: BVValue(8, 3), y: BVValue(8, 5)})
	a, _ := ev.Eval(s.BVMul(x, y))
	ev.Reset(Map{x: BVValue(8, 3), y: BVValue(8, 6)})
	b, _ := ev.Eval(s.BVMul(x, y))
	if a.Uint64() != 15 || b.Uint64() != 18 {
		t.Errorf("%v, %v", a, b)
	}
}
