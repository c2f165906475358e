package reduce

import (
	"fmt"
	"math/bits"

	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// shrink gives variables the sort of their largest value.
func (r *ranges) shrink() {
	st, s := r.st, r.s
	smaller := map[int]int{}
	for v := range s.Vars {
		w := r.width(v)
		if w == 0 {
			continue
		}
		top := r.global[v]
		if p := s.Vars[v].Owner; p != ts.Shared && s.Vars[v].Len == 0 {
			for _, at := range r.local[p] {
				top = max(top, at[v])
			}
		}
		if n := max(1, bits.Len64(top)); n < w {
			smaller[v] = n
		}
	}
	if len(smaller) == 0 {
		return
	}
	old := make([]term.Term, len(s.Vars))
	fresh := map[int]term.Term{}
	for v := range s.Vars {
		old[v] = s.Vars[v].Sym
		n, ok := smaller[v]
		if !ok {
			continue
		}
		sort := term.BitVec(n)
		if s.Vars[v].Len > 0 {
			index, _ := st.ArrayParts(st.Sort(old[v]))
			sort = st.ArraySort(index, sort)
		}
		fresh[v] = st.Symbol(s.Unique(fmt.Sprintf("%s:%d", s.Vars[v].Name, n)), sort)
	}
	x := &shrinker{r: r, smaller: smaller, fresh: fresh, memo: map[term.Term]term.Term{}}
	for v := range s.Vars {
		if n, ok := smaller[v]; ok {
			if s.Vars[v].Len > 0 {
				s.Vars[v].Init = x.array(s.Vars[v].Init, n)
			} else {
				s.Vars[v].Init = LowBits(st, s.Vars[v].Init, n)
			}
			s.Vars[v].Sym, s.Vars[v].Unsigned = fresh[v], true
		}
	}
	for i := range s.Instructions {
		in := &s.Instructions[i]
		in.Guard = x.term(in.Guard)
		for k := range in.Updates {
			u := &in.Updates[k]
			n, ok := smaller[u.Var]
			switch {
			case ok && s.Vars[u.Var].Len > 0:
				u.Value = x.array(u.Value, n)
			case ok:
				u.Value = LowBits(st, x.term(u.Value), n)
			default:
				u.Value = x.term(u.Value)
			}
		}
		for k := range in.Observed {
			in.Observed[k] = x.term(in.Observed[k])
		}
	}
	for i := range s.Goals {
		g := &s.Goals[i]
		g.Guard = x.term(g.Guard)
		for k := range g.Observed {
			g.Observed[k] = x.term(g.Observed[k])
		}
	}
}

// shrinker writes terms over the smaller variables.
type shrinker struct {
	r       *ranges
	smaller map[int]int
	fresh   map[int]term.Term
	memo    map[term.Term]term.Term
}

func (x *shrinker) term(t term.Term) term.Term {
	if y, ok := x.memo[t]; ok {
		return y
	}
	st := x.r.st
	y := t
	if v, ok := x.r.number[t]; ok {
		if n, ok := x.smaller[v]; ok && x.r.s.Vars[v].Len == 0 {
			y = st.ZeroExt(st.Sort(t).Width()-n, x.fresh[v])
		}
	} else if n := x.arrayWidth(t); n > 0 && st.Op(t) == term.OpSelect {
		y = st.ZeroExt(st.Sort(t).Width()-n, st.Select(x.array(st.Arg(t, 0), n), x.term(st.Arg(t, 1))))
	} else if st.NumArgs(t) > 0 {
		m := map[term.Term]term.Term{}
		for _, a := range st.Args(t) {
			if z := x.term(a); z != a {
				m[a] = z
			}
		}
		if len(m) > 0 {
			y = st.Substitute(t, m)
		}
	}
	x.memo[t] = y
	return y
}

// arrayWidth is the new width of the elements of the array variable that a select
// goes to, 0 if that stays as it is.
func (x *shrinker) arrayWidth(t term.Term) int {
	st := x.r.st
	if st.Op(t) != term.OpSelect {
		return 0
	}
	a := st.Arg(t, 0)
	for st.Op(a) == term.OpStore || st.Op(a) == term.OpIte {
		if st.Op(a) == term.OpIte {
			a = st.Arg(a, 1)
		} else {
			a = st.Arg(a, 0)
		}
	}
	if v, ok := x.r.number[a]; ok {
		return x.smaller[v]
	}
	return 0
}

// array writes an array term with elements of n bits.
func (x *shrinker) array(t term.Term, n int) term.Term {
	st := x.r.st
	if v, ok := x.r.number[t]; ok {
		return x.fresh[v]
	}
	switch st.Op(t) {
	case term.OpStore:
		return st.StoreArr(x.array(st.Arg(t, 0), n), x.term(st.Arg(t, 1)),
			LowBits(st, x.term(st.Arg(t, 2)), n))
	case term.OpIte:
		return st.Ite(x.term(st.Arg(t, 0)), x.array(st.Arg(t, 1), n), x.array(st.Arg(t, 2), n))
	}
	index, _ := st.ArrayParts(st.Sort(t))
	sort := st.ArraySort(index, term.BitVec(n))
	out := st.ConstArray(sort, st.BV(n, 0))
	for i := range uint64(1) << index.Width() {
		k := st.BV(index.Width(), i)
		out = st.StoreArr(out, k, LowBits(st, st.Select(t, k), n))
	}
	return out
}

// LowBits returns the low w bits of a bit-vector, with the cut moved towards the leaves; one that has fewer
// gets zeros in front.
func LowBits(st *term.Store, t term.Term, w int) term.Term {
	if st.Sort(t).Width() <= w {
		return st.ZeroExt(w-st.Sort(t).Width(), t)
	}
	switch st.Op(t) {
	case term.OpBVAdd:
		sum := st.BV(w, 0)
		for _, a := range st.Args(t) {
			sum = st.BVAdd(sum, LowBits(st, a, w))
		}
		return sum
	case term.OpBVMul:
		product := st.BV(w, 1)
		for _, a := range st.Args(t) {
			product = st.BVMul(product, LowBits(st, a, w))
		}
		return product
	case term.OpBVNeg:
		return st.BVNeg(LowBits(st, st.Arg(t, 0), w))
	case term.OpIte:
		return st.Ite(st.Arg(t, 0), LowBits(st, st.Arg(t, 1), w), LowBits(st, st.Arg(t, 2), w))
	case term.OpZeroExt, term.OpSignExt:
		if inner := st.Arg(t, 0); st.Sort(inner).Width() >= w {
			return LowBits(st, inner, w)
		}
	case term.OpConcat:
		if lo := st.Arg(t, 1); st.Sort(lo).Width() >= w {
			return LowBits(st, lo, w)
		}
	}
	return st.Extract(w-1, 0, t)
}
