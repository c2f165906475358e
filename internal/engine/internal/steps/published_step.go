package steps

import (
	"fmt"
	"slices"

	"whittle.dev/term"
)

// PublishedWidth is the width of selectors and program counters in the encoding as published, where they are
// integers.
const PublishedWidth = 32

// initialSymbols makes the symbols of the state 0 and the constraint I.
func (e *Encoder) initialSymbols() {
	e.stateSymbols(0)
	for v := range e.sys.Vars {
		x := &e.sys.Vars[v]
		if e.opt.Elements && x.Len > 0 {
			init := e.initialElements(v)
			for k, y := range e.elements[0][v] {
				e.assert(e.st.Eq(y, init[k]))
			}
			continue
		}
		if x.Len > 0 { // element by element: not all solvers know constant arrays
			index, _ := e.st.ArrayParts(e.st.Sort(x.Sym))
			for k, y := range e.initialElements(v) {
				e.assert(e.st.Eq(e.st.Select(e.values[0][v], e.st.BV(index.Width(), uint64(k))), y))
			}
			continue
		}
		e.assert(e.st.Eq(e.values[0][v], x.Init))
	}
	e.newTranslator(0)
}

// initialElements are the initial values of the elements of an array.
func (e *Encoder) initialElements(v int) []term.Term {
	x := &e.sys.Vars[v]
	index, _ := e.st.ArrayParts(e.st.Sort(x.Sym))
	out := make([]term.Term, 1<<index.Width())
	for k := range out {
		out[k] = e.st.Select(x.Init, e.st.BV(index.Width(), uint64(k)))
	}
	return out
}

// stateSymbols makes the symbols v^i.
func (e *Encoder) stateSymbols(i int) {
	values := make([]term.Term, len(e.sys.Vars))
	elements := make([][]term.Term, len(e.sys.Vars))
	for v := range e.sys.Vars {
		x := &e.sys.Vars[v]
		sort := e.st.Sort(x.Sym)
		if e.opt.Elements && x.Len > 0 {
			index, elem := e.st.ArrayParts(sort)
			elements[v] = make([]term.Term, 1<<index.Width())
			for k := range elements[v] {
				elements[v][k] = e.st.Symbol(fmt.Sprintf("%s[%d]^%d", x.Name, k, i), elem)
			}
			continue
		}
		values[v] = e.st.Symbol(fmt.Sprintf("%s^%d", x.Name, i), sort)
	}
	e.values = append(e.values, values)
	e.elements = append(e.elements, elements)
}

// selectInstruction encodes step i by its selector: T_l^i for all instructions l, and M.
func (e *Encoder) selectInstruction(i int) {
	st := e.st
	e.stateSymbols(i + 1)
	e.newTranslator(i + 1)
	n := len(e.sys.Instructions)
	sym := st.Symbol(fmt.Sprintf("sel^%d", i), term.BitVec(PublishedWidth))
	sel := make([]term.Term, n)
	none := make([]term.Term, n)
	for l := range sel {
		sel[l] = st.Eq(sym, st.BV(PublishedWidth, uint64(l)))
		none[l] = st.Not(sel[l])
	}
	e.sel = append(e.sel, sel)
	e.dummy = append(e.dummy, st.And(none...))
	for l := range sel {
		in := &e.sys.Instructions[l]
		pc := e.sys.Processes[in.Process].PC
		body := []term.Term{e.translate(i, e.sys.Enabled(in)),
			st.Eq(e.values[i+1][pc], st.BV(st.Sort(e.values[i+1][pc]).Width(), uint64(in.To)))}
		written := []int{pc}
		for _, u := range in.Updates {
			written = append(written, u.Var)
			body = append(body, e.becomes(i, u.Var, u.Value))
		}
		for v := range e.sys.Vars {
			if !slices.Contains(written, v) {
				body = append(body, e.stays(i, v))
			}
		}
		e.assert(st.Implies(sel[l], st.And(body...)))
	}
	all := make([]term.Term, len(e.sys.Vars))
	for v := range all {
		all[v] = e.stays(i, v)
	}
	e.assert(st.Implies(e.dummy[i], st.And(all...)))
}

// becomes is the condition that a variable has the value of a term over the state i in the state i+1.
func (e *Encoder) becomes(i, v int, value term.Term) term.Term {
	if e.opt.Elements && e.sys.Vars[v].Len > 0 {
		elements := e.trans[i].array(value)
		all := make([]term.Term, len(elements))
		for k := range all {
			all[k] = e.st.Eq(e.elements[i+1][v][k], elements[k])
		}
		return e.st.And(all...)
	}
	return e.st.Eq(e.values[i+1][v], e.translate(i, value))
}

// stays is the condition that a variable does not change in step i.
func (e *Encoder) stays(i, v int) term.Term {
	if e.opt.Elements && e.sys.Vars[v].Len > 0 {
		all := make([]term.Term, len(e.elements[i][v]))
		for k := range all {
			all[k] = e.st.Eq(e.elements[i+1][v][k], e.elements[i][v][k])
		}
		return e.st.And(all...)
	}
	return e.st.Eq(e.values[i+1][v], e.values[i][v])
}
