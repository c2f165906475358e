package steps

import (
	"slices"

	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// dependents is the condition that a later step depends on step i: the
// disjunction of d_ij over j, each over the pairs of instructions.
func (e *Encoder) dependents(i int) term.Term {
	st := e.st
	var any []term.Term
	for j := i + 1; j < e.depth; j++ {
		for l1 := range e.sys.Instructions {
			if st.IsFalse(e.sel[i][l1]) {
				continue
			}
			var readers []term.Term
			for l2 := range e.sys.Instructions {
				if d := e.depends(i, l1, j, l2); !st.IsFalse(d) {
					readers = append(readers, st.And(e.sel[j][l2], d))
				}
			}
			any = append(any, st.And(e.sel[i][l1], st.Or(readers...)))
		}
	}
	return st.Or(any...)
}

// depends is the condition that l2 in step j depends on l1 in step i.
func (e *Encoder) depends(i, l1, j, l2 int) term.Term {
	for _, v := range e.writes[l1] {
		if slices.Contains(e.reads[l2], v) {
			return e.st.True()
		}
	}
	var any []term.Term
	for _, w := range e.sys.Instructions[l1].ElemWrites {
		for _, r := range e.sys.Instructions[l2].ElemReads {
			if w.Var == r.Var {
				any = append(any, e.st.Eq(e.translate(i, w.Index), e.translate(j, r.Index)))
			}
		}
	}
	return e.st.Or(any...)
}

// readLater returns the condition that a later step depends on a given step. Whether a
// variable is read from some step on is defined once.
func (e *Encoder) readLater() func(i int) term.Term {
	st, k := e.st, e.depth
	later := make([][]term.Term, k+1) // later[i][v]: a step from i on reads v
	later[k] = make([]term.Term, len(e.sys.Vars))
	for v := range later[k] {
		later[k][v] = st.False()
	}
	for i := k - 1; i >= 0; i-- {
		by := make([][]term.Term, len(e.sys.Vars))
		for l := range e.sys.Instructions {
			for _, v := range e.reads[l] {
				by[v] = append(by[v], e.sel[i][l])
			}
		}
		later[i] = make([]term.Term, len(e.sys.Vars))
		for v := range by {
			later[i][v] = st.Or(append(by[v], later[i+1][v])...)
		}
	}
	readPorts := make([][][]access, k)
	for j := range readPorts {
		readPorts[j] = e.accesses(j, func(in *ts.Instruction) []ts.Element { return in.ElemReads })
	}
	return func(i int) term.Term {
		var any []term.Term
		for l := range e.sys.Instructions {
			if st.IsFalse(e.sel[i][l]) {
				continue
			}
			var r []term.Term
			for _, v := range e.writes[l] {
				r = append(r, later[i+1][v])
			}
			any = append(any, st.And(e.sel[i][l], st.Or(r...)))
		}
		writePorts := e.accesses(i, func(in *ts.Instruction) []ts.Element { return in.ElemWrites })
		for v := range writePorts {
			for _, w := range writePorts[v] {
				var hit []term.Term
				for j := i + 1; j < k; j++ {
					for _, r := range readPorts[j][v] {
						hit = append(hit, st.And(r.on, st.Eq(w.index, r.index)))
					}
				}
				any = append(any, st.And(w.on, st.Or(hit...)))
			}
		}
		return st.Or(any...)
	}
}

// access is a read or write of an element in a step.
type access struct{ on, index term.Term }

// accesses lists what step i accesses, by array; instructions share the entries.
func (e *Encoder) accesses(i int, of func(*ts.Instruction) []ts.Element) [][]access {
	st := e.st
	out := make([][]access, len(e.sys.Vars))
	for l := range e.sys.Instructions {
		sel := e.sel[i][l]
		if st.IsFalse(sel) {
			continue
		}
		used := map[int]int{}
		for _, x := range of(&e.sys.Instructions[l]) {
			n := used[x.Var]
			used[x.Var]++
			index := e.translate(i, x.Index)
			if n == len(out[x.Var]) {
				out[x.Var] = append(out[x.Var], access{sel, index})
				continue
			}
			a := &out[x.Var][n]
			a.on, a.index = st.Or(a.on, sel), st.Ite(sel, index, a.index)
		}
	}
	return out
}
