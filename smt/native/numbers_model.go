package native

import (
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt/native/internal/linear"
	"whittle.dev/smt/native/internal/numbers"
	"whittle.dev/term"
)

// numberValues are the values of unknown numbers in the last Sat answer, like valuation a copy.
type numberValues struct {
	table *numbers.Table
	gates *valuation
	vals  []rational.Rat // by unknown
	known []bool
	stack []linear.Var
}

// snapshot copies the values of the unknowns that took part in the search.
func (nv *numberValues) snapshot(th *numberTheory) {
	nv.forget()
	for v, on := range th.active {
		if on && th.backend != nil {
			nv.put(linear.Var(v), th.backend.Value(linear.Var(v)))
		}
	}
}

// forget makes all values unknown: a model without a search.
func (nv *numberValues) forget() { clear(nv.known) }

func (nv *numberValues) put(v linear.Var, x rational.Rat) {
	if n := nv.table.Vars.Len(); n > len(nv.vals) {
		nv.vals = append(nv.vals, make([]rational.Rat, n-len(nv.vals))...)
		nv.known = append(nv.known, make([]bool, n-len(nv.known))...)
	}
	nv.vals[v], nv.known[v] = x, true
}

// value returns the value of a form.
func (nv *numberValues) value(f linear.Form) rational.Rat {
	nv.settle(f)
	return f.Value(func(v linear.Var) rational.Rat { return nv.vals[v] })
}

// settle finds the values of the unknowns of f.
func (nv *numberValues) settle(f linear.Form) {
	stack := nv.stack[:0]
	push := func(f linear.Form) (ready bool) {
		ready = true
		for _, m := range f.Terms {
			if int(m.Var) >= len(nv.known) || !nv.known[m.Var] {
				stack = append(stack, m.Var)
				ready = false
			}
		}
		return ready
	}
	push(f)
	of := func(v linear.Var) rational.Rat { return nv.vals[v] }
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		if int(v) < len(nv.known) && nv.known[v] {
			stack = stack[:len(stack)-1]
			continue
		}
		m := nv.table.Meaning(v)
		operand := m.A
		if m.Choice && !nv.gates.value(m.Cond) {
			operand = m.B
		}
		if !push(operand) {
			continue
		}
		stack = stack[:len(stack)-1]
		x := operand.Value(of)
		switch {
		case m.Choice:
		case m.By.IsZero():
			x = rational.Rat{}
		default:
			x = x.Div(m.By).Floor()
		}
		nv.put(v, x)
	}
	nv.stack = stack
}

// sortedNumber returns x as a value of the sort.
func sortedNumber(x rational.Rat, sort term.Sort) term.Value {
	if sort == term.Int {
		return term.IntValue(x.Big().Num())
	}
	return term.RealValue(x.Big())
}
