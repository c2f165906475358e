package steps

import (
	"fmt"
	"math/bits"

	"whittle.dev/term"
)

// translator writes terms over the state for one state of the path.
type translator struct {
	e    *Encoder
	i    int
	memo map[term.Term]term.Term
	// arrays are the elements of array terms, with Options.Elements.
	arrays map[term.Term][]term.Term
}

// translate returns a term over the state i.
func (e *Encoder) translate(i int, t term.Term) term.Term { return e.trans[i].term(t) }

// newTranslator makes the translator of the state i, whose values are known.
func (e *Encoder) newTranslator(i int) {
	tr := &translator{e: e, i: i, memo: map[term.Term]term.Term{}, arrays: map[term.Term][]term.Term{}}
	for v := range e.sys.Vars {
		x := &e.sys.Vars[v]
		if e.opt.Elements && x.Len > 0 {
			tr.arrays[x.Sym] = e.elements[i][v]
			continue
		}
		if e.values[i][v] != term.None {
			tr.memo[x.Sym] = e.values[i][v]
		}
	}
	if e.opt.Sequential {
		for p := range e.sys.Processes {
			for l := range e.sys.Processes[p].Locs {
				tr.memo[e.sys.AtLoc(p, l)] = e.at[i][p][l]
			}
		}
	}
	input := func(list []term.Term) {
		for _, sym := range list {
			if _, ok := tr.memo[sym]; !ok {
				tr.memo[sym] = e.st.Symbol(fmt.Sprintf("%s^%d", e.st.Name(sym), i), e.st.Sort(sym))
			}
		}
	}
	for l := range e.sys.Instructions {
		input(e.sys.Instructions[l].Inputs)
	}
	for g := range e.sys.Goals {
		input(e.sys.Goals[g].Inputs)
	}
	e.trans = append(e.trans, tr)
}

func (tr *translator) term(t term.Term) term.Term {
	if r, ok := tr.memo[t]; ok {
		return r
	}
	st := tr.e.st
	var r term.Term
	switch {
	case st.NumArgs(t) == 0:
		r = t
		if tr.e.opt.Sequential {
			if p, ok := tr.e.counter(t); ok {
				r = tr.e.counterTerm(tr.i, p)
			}
		}
	case tr.e.opt.Elements && st.Op(t) == term.OpSelect:
		r = pick(st, tr.array(st.Arg(t, 0)), tr.term(st.Arg(t, 1)))
	default:
		args := make([]term.Term, 0, 4)
		same := true
		for _, a := range st.Args(t) {
			x := tr.term(a)
			same = same && x == a
			args = append(args, x)
		}
		if r = t; !same {
			hi, lo := 0, 0
			var params []int
			switch st.Op(t) {
			case term.OpExtract:
				hi, lo = st.Params(t)
				params = []int{hi, lo}
			case term.OpZeroExt, term.OpSignExt, term.OpIntToBV:
				hi, _ = st.Params(t)
				params = []int{hi}
			}
			r = st.Mk(st.Op(t), params, args...)
		}
	}
	tr.memo[t] = r
	return r
}

// array returns the elements of an array term.
func (tr *translator) array(t term.Term) []term.Term {
	if r, ok := tr.arrays[t]; ok {
		return r
	}
	st := tr.e.st
	index, _ := st.ArrayParts(st.Sort(t))
	n := 1 << index.Width()
	out := make([]term.Term, n)
	switch st.Op(t) {
	case term.OpStore:
		copy(out, tr.array(st.Arg(t, 0)))
		i, v := tr.term(st.Arg(t, 1)), tr.term(st.Arg(t, 2))
		for k := range out {
			out[k] = st.Ite(st.Eq(i, st.BV(index.Width(), uint64(k))), v, out[k])
		}
	case term.OpIte:
		c, x, y := tr.term(st.Arg(t, 0)), tr.array(st.Arg(t, 1)), tr.array(st.Arg(t, 2))
		for k := range out {
			out[k] = st.Ite(c, x[k], y[k])
		}
	default: // constants
		for k := range out {
			out[k] = st.Select(t, st.BV(index.Width(), uint64(k)))
		}
	}
	tr.arrays[t] = out
	return out
}

// pick selects an element by the bits of the index.
func pick(st *term.Store, elements []term.Term, index term.Term) term.Term {
	if c, ok := st.ConstUint64(index); ok {
		return elements[c]
	}
	level := elements
	for bit := 0; len(level) > 1; bit++ {
		b := st.Eq(st.Extract(bit, bit, index), st.BV(1, 1))
		next := make([]term.Term, len(level)/2)
		for k := range next {
			next[k] = st.Ite(b, level[2*k+1], level[2*k])
		}
		level = next
	}
	return level[0]
}

// width is the number of bits for n values.
func width(n int) int { return max(1, bits.Len(uint(n-1))) }
