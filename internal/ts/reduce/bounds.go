package reduce

import (
	"math/bits"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// bounds evaluates terms to their largest value. (Not to an interval of package absint: what is looked for
// are bits that are always zero, and the fixed point over one number per variable is reached sooner.)
type bounds struct {
	r       *ranges
	own     map[int]uint64
	known   map[term.Term]uint64 // by the guard
	nonzero map[term.Term]bool
	memo    map[term.Term]uint64
}

// assume takes in a guard; false if it cannot hold.
func (e *bounds) assume(guard term.Term) bool {
	st := e.r.st
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
	st := e.r.st
	w := st.Sort(t).Width()
	if w == 0 || w > 64 {
		return ^uint64(0)
	}
	all := absint.Mask(w)
	if c, ok := st.ConstUint64(t); ok {
		return c
	}
	if v, ok := e.r.number[t]; ok {
		if m, ok := e.own[v]; ok && e.r.s.Vars[v].Owner != ts.Shared {
			return m
		}
		if e.r.s.Vars[v].Owner == ts.Shared && !e.r.s.Vars[v].Counter {
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
		if m <= absint.Mask(hi+1) {
			return m >> lo
		}
	case term.OpConcat:
		lo := st.Arg(t, 1)
		wl := st.Sort(lo).Width()
		return e.max(st.Arg(t, 0))<<wl | absint.Mask(bits.Len64(e.max(lo)))
	case term.OpBVAdd:
		args := st.Args(t)
		if len(args) == 2 { // t - 1 where t is not 0
			for i, a := range args {
				if c, ok := st.ConstUint64(a); ok && c == all && e.nonzero[args[1-i]] &&
					e.max(args[1-i]) > 0 {
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
			m |= absint.Mask(bits.Len64(e.max(a)))
		}
		return m
	case term.OpSelect:
		return e.arrayMax(st.Arg(t, 0), w)
	}
	return all
}

// arrayMax bounds the elements of an array term.
func (e *bounds) arrayMax(t term.Term, w int) uint64 {
	st := e.r.st
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
	return absint.Mask(w)
}
