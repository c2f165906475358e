package ts

import (
	"maps"
	"math/bits"
	"slices"

	"whittle.dev/term"
)

// narrowData finds how large the values of variables get, decides comparisons by
// that, and drops bits that are always zero. A variable of one process has a bound for
// each of its locations, a shared one and the elements of an array have one for all.
func (b *builder) narrowData() {
	r := &ranges{b: b, s: b.sys, number: map[term.Term]int{}}
	for v := range r.s.Vars {
		r.number[r.s.Vars[v].Sym] = v
	}
	if !r.fixpoint() {
		return
	}
	r.decide()
	r.shrink()
	b.sys.Instructions = slices.DeleteFunc(b.sys.Instructions, func(in Instruction) bool { return b.st.IsFalse(in.Guard) })
	b.sys.Goals = slices.DeleteFunc(b.sys.Goals, func(g Goal) bool { return b.st.IsFalse(g.Guard) })
	b.dropUpdates()
}

// ranges is an analysis of the largest values, unsigned.
type ranges struct {
	b      *builder
	s      *System
	number map[term.Term]int
	global []uint64           // by variable
	local  [][]map[int]uint64 // by process and location; nil: not reached
	grown  map[[3]int]int     // how often a bound has grown
	limits []uint64           // the constants of the system and their neighbours, ascending
}

// width is the number of bits of a variable or of the elements of an array, 0 for others.
func (r *ranges) width(v int) int {
	sort := r.b.st.Sort(r.s.Vars[v].Sym)
	if sort.IsArray() {
		_, sort = r.b.st.ArrayParts(sort)
	}
	if w := sort.Width(); w <= 64 && r.s.Vars[v].Kind != PC {
		return w
	}
	return 0
}

// maxRounds bounds the rounds of the analysis.
const maxRounds = 400

func (r *ranges) fixpoint() bool {
	s := r.s
	r.findLimits()
	r.global = make([]uint64, len(s.Vars))
	r.grown = map[[3]int]int{}
	r.local = make([][]map[int]uint64, len(s.Processes))
	for p := range s.Processes {
		r.local[p] = make([]map[int]uint64, len(s.Processes[p].Locs))
		r.local[p][0] = map[int]uint64{}
	}
	for v := range s.Vars {
		if r.width(v) == 0 {
			continue
		}
		e := &bounds{r: r}
		top := e.max(s.Vars[v].Init)
		if s.Vars[v].Len > 0 {
			top = e.arrayMax(s.Vars[v].Init, r.width(v))
		}
		if p := s.Vars[v].Owner; p != Shared && s.Vars[v].Len == 0 {
			r.local[p][0][v] = top
		} else {
			r.global[v] = top
		}
	}
	for range maxRounds {
		changed := false
		for i := range s.Instructions {
			changed = r.step(&s.Instructions[i]) || changed
		}
		if !changed {
			return true
		}
	}
	return false
}

// step is the effect of an instruction on the bounds.
func (r *ranges) step(in *Instruction) bool {
	from := r.local[in.Process][in.From]
	if from == nil {
		return false
	}
	e := &bounds{r: r, own: from}
	if !e.assume(in.Guard) {
		return false
	}
	out := maps.Clone(from)
	for t, m := range e.known { // what the guard says of variables that stay
		if v, ok := r.number[t]; ok && r.s.Vars[v].Owner == in.Process && r.s.Vars[v].Len == 0 {
			out[v] = min(out[v], m)
		}
	}
	changed := false
	for _, u := range in.Updates {
		w := r.width(u.Var)
		if w == 0 {
			continue
		}
		if r.s.Vars[u.Var].Len > 0 {
			changed = r.raise(&r.global[u.Var], e.arrayMax(u.Value, w), [3]int{-1, 0, u.Var}, w) || changed
			continue
		}
		m := e.max(u.Value)
		if r.s.Vars[u.Var].Owner == in.Process {
			out[u.Var] = m
		} else {
			changed = r.raise(&r.global[u.Var], m, [3]int{-1, 0, u.Var}, w) || changed
		}
	}
	to := r.local[in.Process][in.To]
	if to == nil {
		r.local[in.Process][in.To] = out
		return true
	}
	for _, v := range sortedVars(out) {
		m := to[v]
		if r.raise(&m, out[v], [3]int{in.Process, in.To, v}, r.width(v)) {
			to[v] = m
			changed = true
		}
	}
	return changed
}

// findLimits collects what bounds are likely to be: the constants that values are compared
// with, computed by or set to.
func (r *ranges) findLimits() {
	st := r.b.st
	seen := map[term.Term]bool{}
	limits := map[uint64]bool{}
	var visit func(t term.Term)
	visit = func(t term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if c, ok := st.ConstUint64(t); ok {
			limits[c], limits[c-1], limits[c+1] = true, true, true
		}
		for _, a := range st.Args(t) {
			visit(a)
		}
	}
	r.b.terms(visit)
	r.limits = sortedIndices(limits)
}

// threshold is the smallest limit from m on, or one less than a power of two.
func (r *ranges) threshold(m uint64) uint64 {
	top := ones(bits.Len64(m))
	if k, _ := slices.BinarySearch(r.limits, m); k < len(r.limits) {
		top = min(top, r.limits[k])
	}
	return top
}

func sortedVars(m map[int]uint64) []int {
	out := make([]int, 0, len(m))
	for v := range m {
		out = append(out, v)
	}
	slices.Sort(out)
	return out
}

// raise joins a bound; one that has grown often goes to the next threshold.
func (r *ranges) raise(to *uint64, m uint64, key [3]int, w int) bool {
	if m <= *to {
		return false
	}
	if r.grown[key]++; r.grown[key] > 12 {
		m = r.threshold(m)
	}
	*to = min(m, ones(w))
	return true
}

// bounds evaluates terms to their largest value.
type bounds struct {
	r       *ranges
	own     map[int]uint64
	known   map[term.Term]uint64 // by the guard
	nonzero map[term.Term]bool
	memo    map[term.Term]uint64
}

// assume takes in a guard; false if it cannot hold.
func (e *bounds) assume(guard term.Term) bool {
	st := e.r.b.st
	e.known, e.nonzero = map[term.Term]uint64{}, map[term.Term]bool{}
	list := []term.Term{guard}
	if st.Op(guard) == term.OpAnd {
		list = st.Args(guard)
	}
	learn := func(t term.Term, m uint64) {
		if old, ok := e.known[t]; ok {
			m = min(m, old)
		}
		e.known[t] = m
		e.memo = nil
	}
	for _, c := range list {
		yes := true
		if st.Op(c) == term.OpNot {
			c, yes = st.Arg(c, 0), false
		}
		switch st.Op(c) {
		case term.OpEq:
			x, y := st.Arg(c, 0), st.Arg(c, 1)
			if n, ok := st.ConstUint64(y); ok && st.Sort(x).Width() > 0 {
				switch {
				case yes && n > e.max(x):
					return false
				case yes:
					learn(x, n)
				case n == 0 && e.max(x) == 0:
					return false
				case n == 0:
					e.nonzero[x] = true
				}
			}
		case term.OpBVUlt, term.OpBVSlt:
			x, y := st.Arg(c, 0), st.Arg(c, 1)
			half := uint64(1) << (st.Sort(x).Width() - 1)
			signed := st.Op(c) == term.OpBVSlt
			if n, ok := st.ConstUint64(y); ok && yes && n > 0 && (!signed || n < half && e.max(x) < half) {
				learn(x, n-1)
			}
			if n, ok := st.ConstUint64(x); ok && !yes && (!signed || n < half && e.max(y) < half) {
				learn(y, n)
			}
		}
	}
	return true
}

// max is an upper bound of a bit-vector of at most 64 bits.
func (e *bounds) max(t term.Term) uint64 {
	if m, ok := e.memo[t]; ok {
		return m
	}
	if e.memo == nil {
		e.memo = map[term.Term]uint64{}
	}
	m := e.compute(t)
	if k, ok := e.known[t]; ok {
		m = min(m, k)
	}
	e.memo[t] = m
	return m
}

func (e *bounds) compute(t term.Term) uint64 {
	st := e.r.b.st
	w := st.Sort(t).Width()
	if w == 0 || w > 64 {
		return ^uint64(0)
	}
	all := ones(w)
	if c, ok := st.ConstUint64(t); ok {
		return c
	}
	if v, ok := e.r.number[t]; ok {
		if m, ok := e.own[v]; ok && e.r.s.Vars[v].Owner != Shared {
			return m
		}
		if e.r.s.Vars[v].Owner == Shared && e.r.s.Vars[v].Kind != PC {
			return e.r.global[v]
		}
		return all
	}
	switch st.Op(t) {
	case term.OpZeroExt:
		return e.max(st.Arg(t, 0))
	case term.OpSignExt:
		if m := e.max(st.Arg(t, 0)); m < 1<<(st.Sort(st.Arg(t, 0)).Width()-1) {
			return m
		}
	case term.OpExtract:
		hi, lo := st.Params(t)
		if st.Sort(st.Arg(t, 0)).Width() > 64 {
			return all
		}
		m := e.max(st.Arg(t, 0))
		if m <= ones(hi+1) {
			return m >> lo
		}
	case term.OpConcat:
		lo := st.Arg(t, 1)
		wl := st.Sort(lo).Width()
		return e.max(st.Arg(t, 0))<<wl | ones(bits.Len64(e.max(lo)))
	case term.OpBVAdd:
		args := st.Args(t)
		if len(args) == 2 { // t - 1 where t is not 0
			for i, a := range args {
				if c, ok := st.ConstUint64(a); ok && c == all && e.nonzero[args[1-i]] && e.max(args[1-i]) > 0 {
					return e.max(args[1-i]) - 1
				}
			}
		}
		sum := uint64(0)
		for _, a := range args {
			s, carry := bits.Add64(sum, e.max(a), 0)
			if carry != 0 || s > all {
				return all
			}
			sum = s
		}
		return sum
	case term.OpBVMul:
		product := uint64(1)
		for _, a := range st.Args(t) {
			hi, lo := bits.Mul64(product, e.max(a))
			if hi != 0 || lo > all {
				return all
			}
			product = lo
		}
		return product
	case term.OpBVURem:
		m := e.max(st.Arg(t, 0))
		if c, ok := st.ConstUint64(st.Arg(t, 1)); ok && c > 0 {
			m = min(m, c-1)
		}
		return m
	case term.OpBVUDiv:
		if c, ok := st.ConstUint64(st.Arg(t, 1)); ok && c > 0 {
			return e.max(st.Arg(t, 0)) / c
		}
	case term.OpIte:
		return max(e.max(st.Arg(t, 1)), e.max(st.Arg(t, 2)))
	case term.OpBVAnd:
		m := all
		for _, a := range st.Args(t) {
			m = min(m, e.max(a))
		}
		return m
	case term.OpBVOr, term.OpBVXor:
		m := uint64(0)
		for _, a := range st.Args(t) {
			m |= ones(bits.Len64(e.max(a)))
		}
		return m
	case term.OpSelect:
		return e.arrayMax(st.Arg(t, 0), w)
	}
	return all
}

// arrayMax bounds the elements of an array term.
func (e *bounds) arrayMax(t term.Term, w int) uint64 {
	st := e.r.b.st
	if v, ok := e.r.number[t]; ok {
		return e.r.global[v]
	}
	switch st.Op(t) {
	case term.OpStore:
		return max(e.arrayMax(st.Arg(t, 0), w), e.max(st.Arg(t, 2)))
	case term.OpIte:
		return max(e.arrayMax(st.Arg(t, 1), w), e.arrayMax(st.Arg(t, 2), w))
	case term.OpConstArray:
		return e.max(st.Arg(t, 0))
	}
	return ones(w)
}

// decide puts in the comparisons that the bounds of a location decide.
func (r *ranges) decide() {
	under := func(p, loc int, guard, t term.Term) term.Term {
		e := &bounds{r: r, own: r.local[p][loc]}
		if !e.assume(guard) {
			return t // it does not matter
		}
		m := map[term.Term]term.Term{}
		seen := map[term.Term]bool{}
		var visit func(t term.Term)
		st := r.b.st
		visit = func(t term.Term) {
			if seen[t] {
				return
			}
			seen[t] = true
			if op := st.Op(t); op == term.OpBVUlt || op == term.OpEq {
				x, y := st.Arg(t, 0), st.Arg(t, 1)
				c, ok := st.ConstUint64(y)
				switch {
				case ok && op == term.OpBVUlt && e.max(x) < c:
					m[t] = st.True()
				case ok && op == term.OpEq && st.Sort(x).Width() > 0 && e.max(x) < c:
					m[t] = st.False()
				}
				if c, ok := st.ConstUint64(x); ok && op == term.OpBVUlt && e.max(y) <= c {
					m[t] = st.False()
				}
			}
			for _, a := range st.Args(t) {
				visit(a)
			}
		}
		visit(t)
		if len(m) == 0 {
			return t
		}
		return st.Substitute(t, m)
	}
	// Each part of a conjunction is decided under the other parts.
	decided := func(p, loc int, guard term.Term) term.Term {
		st := r.b.st
		if r.local[p][loc] == nil {
			return st.False()
		}
		parts := []term.Term{guard}
		if st.Op(guard) == term.OpAnd {
			parts = slices.Clone(st.Args(guard))
		}
		for i := range parts {
			part := parts[i]
			parts[i] = st.True()
			parts[i] = under(p, loc, st.And(parts...), part)
		}
		return st.And(parts...)
	}
	for i := range r.s.Instructions {
		in := &r.s.Instructions[i]
		in.Guard = decided(in.Process, in.From, in.Guard)
		if r.b.st.IsFalse(in.Guard) {
			continue
		}
		for k := range in.Updates {
			in.Updates[k].Value = under(in.Process, in.From, in.Guard, in.Updates[k].Value)
		}
	}
	for i := range r.s.Goals {
		g := &r.s.Goals[i]
		g.Guard = decided(g.Process, g.At, g.Guard)
	}
}

// shrink gives variables the sort of their largest value.
func (r *ranges) shrink() {
	st, s := r.b.st, r.s
	smaller := map[int]int{}
	for v := range s.Vars {
		w := r.width(v)
		if w == 0 {
			continue
		}
		top := r.global[v]
		if p := s.Vars[v].Owner; p != Shared && s.Vars[v].Len == 0 {
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
		fresh[v] = st.Symbol(r.b.unique(s.Vars[v].Name+":"+utoa(uint64(n))), sort)
	}
	x := &shrinker{r: r, smaller: smaller, fresh: fresh, memo: map[term.Term]term.Term{}}
	for v := range s.Vars {
		if n, ok := smaller[v]; ok {
			if s.Vars[v].Len > 0 {
				s.Vars[v].Init = x.array(s.Vars[v].Init, n)
			} else {
				s.Vars[v].Init = narrow(st, s.Vars[v].Init, n)
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
				u.Value = narrow(st, x.term(u.Value), n)
			default:
				u.Value = x.term(u.Value)
			}
		}
		for k := range in.joins {
			in.joins[k] = x.term(in.joins[k])
		}
	}
	for i := range s.Goals {
		s.Goals[i].apply(x.term)
	}
	for _, ends := range s.ends {
		for k := range ends {
			ends[k].guard = x.term(ends[k].guard)
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
	st := x.r.b.st
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
	st := x.r.b.st
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
	st := x.r.b.st
	if v, ok := x.r.number[t]; ok {
		return x.fresh[v]
	}
	switch st.Op(t) {
	case term.OpStore:
		return st.StoreArr(x.array(st.Arg(t, 0), n), x.term(st.Arg(t, 1)), narrow(st, x.term(st.Arg(t, 2)), n))
	case term.OpIte:
		return st.Ite(x.term(st.Arg(t, 0)), x.array(st.Arg(t, 1), n), x.array(st.Arg(t, 2), n))
	}
	index, _ := st.ArrayParts(st.Sort(t))
	sort := st.ArraySort(index, term.BitVec(n))
	out := st.ConstArray(sort, st.BV(n, 0))
	for i := range uint64(1) << index.Width() {
		k := st.BV(index.Width(), i)
		out = st.StoreArr(out, k, narrow(st, st.Select(t, k), n))
	}
	return out
}
