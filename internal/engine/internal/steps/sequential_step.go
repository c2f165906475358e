package steps

import (
	"fmt"

	"whittle.dev/term"
)

// initialTerms makes the state 0 of constants.
func (e *Encoder) initialTerms() {
	values := make([]term.Term, len(e.sys.Vars))
	elements := make([][]term.Term, len(e.sys.Vars))
	for v := range e.sys.Vars {
		x := &e.sys.Vars[v]
		if e.opt.Elements && x.Len > 0 {
			elements[v] = e.initialElements(v)
		} else {
			values[v] = x.Init
		}
	}
	at := make([][]term.Term, len(e.sys.Processes))
	for p := range at {
		at[p] = make([]term.Term, len(e.sys.Processes[p].Locs))
		for l := range at[p] {
			at[p][l] = e.st.Bool(l == 0)
		}
		values[e.sys.Processes[p].PC] = term.None // see counterTerm
	}
	e.values, e.elements, e.at = append(e.values, values), append(e.elements, elements), append(e.at, at)
	e.newTranslator(0)
}

// chooseProcess encodes which process makes step i. Its instruction is the one
// that it can execute: the instructions of a process exclude each other.
func (e *Encoder) chooseProcess(i int) {
	st := e.st
	n := len(e.sys.Processes)
	w := width(n + 1)
	sym := st.Symbol(fmt.Sprintf("process^%d", i), term.BitVec(w))
	sel := make([]term.Term, len(e.sys.Instructions))
	able := make([][]term.Term, n)
	for l := range sel {
		in := &e.sys.Instructions[l]
		at := e.at[i][in.Process][in.From]
		if st.IsFalse(at) {
			sel[l] = at
			continue
		}
		enabled := st.And(at, e.translate(i, in.Guard))
		able[in.Process] = append(able[in.Process], enabled)
		sel[l] = st.And(st.Eq(sym, st.BV(w, uint64(in.Process))), enabled)
	}
	acts := make([]term.Term, n)
	for p := range acts {
		acts[p] = st.Eq(sym, st.BV(w, uint64(p)))
		e.assert(st.Implies(acts[p], st.Or(able[p]...)))
	}
	e.sel = append(e.sel, sel)
	e.dummy = append(e.dummy, st.Not(st.Or(acts...)))
}

// nextTerms makes the state after step i of terms over the state before.
func (e *Encoder) nextTerms(i int) {
	st := e.st
	values := append([]term.Term(nil), e.values[i]...)
	elements := append([][]term.Term(nil), e.elements[i]...)
	at := make([][]term.Term, len(e.sys.Processes))
	into := make([][][]term.Term, len(at))
	outOf := make([][][]term.Term, len(at))
	for p := range at {
		n := len(e.sys.Processes[p].Locs)
		at[p], into[p], outOf[p] = make([]term.Term, n), make([][]term.Term, n), make([][]term.Term, n)
	}
	ports := make([][]port, len(e.sys.Vars))
	for l := range e.sys.Instructions {
		in, sel := &e.sys.Instructions[l], e.sel[i][l]
		if st.IsFalse(sel) {
			continue
		}
		into[in.Process][in.To] = append(into[in.Process][in.To], sel)
		outOf[in.Process][in.From] = append(outOf[in.Process][in.From], sel)
		for _, u := range in.Updates {
			if e.sys.Vars[u.Var].Len > 0 {
				ports[u.Var] = e.write(i, ports[u.Var], sel, u.Value)
				continue
			}
			values[u.Var] = st.Ite(sel, e.translate(i, u.Value), values[u.Var])
		}
	}
	for v := range ports {
		for _, p := range ports[v] {
			if !e.opt.Elements {
				values[v] = st.Ite(p.on, st.StoreArr(values[v], p.index, p.value), values[v])
				continue
			}
			old := elements[v]
			elements[v] = make([]term.Term, len(old))
			w := st.Sort(p.index).Width()
			for k := range old {
				elements[v][k] = st.Ite(st.And(p.on, st.Eq(p.index, st.BV(w, uint64(k)))), p.value, old[k])
			}
		}
	}
	for p := range at {
		for l := range at[p] {
			at[p][l] = st.Or(st.Or(into[p][l]...), st.And(e.at[i][p][l], st.Not(st.Or(outOf[p][l]...))))
		}
	}
	e.values, e.elements, e.at = append(e.values, values), append(e.elements, elements), append(e.at, at)
	e.newTranslator(i + 1)
}

// port is a write of one element. The instructions share ports, since one of them is executed.
type port struct{ on, index, value term.Term }

// write adds the stores of an array value, the innermost first.
func (e *Encoder) write(i int, ports []port, sel, value term.Term) []port {
	st := e.st
	var chain []term.Term
	for t := value; st.Op(t) == term.OpStore; t = st.Arg(t, 0) {
		chain = append(chain, t)
	}
	for n := range chain {
		t := chain[len(chain)-1-n]
		index, v := e.translate(i, st.Arg(t, 1)), e.translate(i, st.Arg(t, 2))
		if n == len(ports) {
			ports = append(ports, port{sel, index, v})
			continue
		}
		p := &ports[n]
		p.index, p.value = st.Ite(sel, index, p.index), st.Ite(sel, v, p.value)
		p.on = st.Or(p.on, sel)
	}
	return ports
}

// counter reports whether a symbol is the program counter of a process.
func (e *Encoder) counter(sym term.Term) (int, bool) {
	for p := range e.sys.Processes {
		if e.sys.Vars[e.sys.Processes[p].PC].Sym == sym {
			return p, true
		}
	}
	return 0, false
}

// counterTerm is the value of a program counter in the state i.
func (e *Encoder) counterTerm(i, p int) term.Term {
	sort := e.sys.PCSort(p)
	t := e.st.BV(sort.Width(), 0)
	for l, at := range e.at[i][p] {
		if l > 0 {
			t = e.st.Ite(at, e.st.BV(sort.Width(), uint64(l)), t)
		}
	}
	return t
}
