package term

import "fmt"

// Assignment gives values to symbols.
type Assignment interface {
	// Value returns the value of a symbol, which must have the symbol's sort, or false if it has none.
	Value(sym Term) (Value, bool)
}

// Map is an assignment by a Go map.
type Map map[Term]Value

// Value implements Assignment.
func (m Map) Value(sym Term) (Value, bool) {
	v, ok := m[sym]
	return v, ok
}

// NoValueError reports that an evaluation needed a symbol without a value.
type NoValueError struct {
	Symbol Term
	Name   string
}

// Error implements error.
func (e *NoValueError) Error() string { return "no value for symbol " + e.Name }

// Eval returns the value of t under a. It fails with a [*NoValueError] if the value of a symbol is needed and
// missing; the branch of an ite that is not taken is not needed. Divisions by zero of Int and Real, which
// SMT-LIB leaves open, give 0, and the remainder gives the dividend.
func (s *Store) Eval(t Term, a Assignment) (Value, error) {
	return NewEvaluator(s, a).Eval(t)
}

// Evaluator evaluates many terms under one assignment, each shared term once.
// Evaluators of one store that is frozen may work at the same time.
type Evaluator struct {
	s     *Store
	a     Assignment
	memo  memo[Value]
	stack []Term
	args  []Value
}

// NewEvaluator returns an evaluator; the assignment must not change until Reset.
func NewEvaluator(s *Store, a Assignment) *Evaluator { return &Evaluator{s: s, a: a} }

// Reset forgets all values: the assignment is a from now on, and may have changed.
func (e *Evaluator) Reset(a Assignment) {
	e.a = a
	e.memo.clear()
}

// Eval returns the value of t; see [Store.Eval].
func (e *Evaluator) Eval(t Term) (Value, error) {
	s := e.s
	if v, ok, err := e.leaf(t); ok || err != nil {
		return v, err
	}
	if v, ok := e.memo.get(t); ok {
		return v, nil
	}
	e.stack = append(e.stack[:0], t)
	for len(e.stack) > 0 {
		t := e.stack[len(e.stack)-1]
		if _, ok := e.memo.get(t); ok {
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		n := s.node(t)
		v, ready, err := Value{}, false, error(nil)
		if n.op() == OpIte {
			v, ready, err = e.ite(n)
		} else if ready, err = e.operands(n); ready {
			v = s.evalOp(n, e.args)
		}
		if err != nil {
			return Value{}, err
		}
		if ready {
			e.memo.put(t, v)
			e.stack = e.stack[:len(e.stack)-1]
		}
	}
	v, _ := e.memo.get(t)
	return v, nil
}

// leaf evaluates literals and symbols.
func (e *Evaluator) leaf(t Term) (Value, bool, error) {
	n := e.s.node(t)
	switch n.op() {
	case OpConst:
		return e.s.ConstValue(t), true, nil
	case OpSymbol:
		v, ok := e.a.Value(t)
		if !ok {
			return Value{}, false, &NoValueError{Symbol: t, Name: e.s.Name(t)}
		}
		if v.sort != n.sort() {
			return Value{}, false, fmt.Errorf("symbol %s of sort %s has a value of sort %s",
				e.s.Name(t), e.s.SortString(n.sort()), v.sort)
		}
		return v, true, nil
	}
	return Value{}, false, nil
}

// value returns the value of an operand, or pushes it.
func (e *Evaluator) value(t Term) (Value, bool, error) {
	v, ok, err := e.leaf(t)
	if ok || err != nil {
		return v, ok, err
	}
	if v, ok = e.memo.get(t); !ok {
		e.stack = append(e.stack, t)
	}
	return v, ok, nil
}

// operands puts the values of all operands into e.args, or pushes those that are missing.
func (e *Evaluator) operands(n *node) (ready bool, err error) {
	e.args = e.args[:0]
	ready = true
	for _, a := range e.s.args(n) {
		v, ok, err := e.value(a)
		if err != nil {
			return false, err
		}
		ready = ready && ok
		e.args = append(e.args, v)
	}
	return ready, nil
}

// ite evaluates the condition, then only the branch that it chooses.
func (e *Evaluator) ite(n *node) (Value, bool, error) {
	c, ok, err := e.value(n.arg[0])
	if !ok || err != nil {
		return Value{}, false, err
	}
	if c.Bool() {
		return e.value(n.arg[1])
	}
	return e.value(n.arg[2])
}
