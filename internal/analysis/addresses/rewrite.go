package addresses

import (
	"math/bits"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// rewrite returns a term without observations that is equal to t in this layout, for some inputs, and what it
// may be. It follows the shape that the constructors of terms give to programs: masks are concatenations of
// extracts.
func (w *rewriter) rewrite(t term.Term) result {
	if k, ok := w.same[t]; ok {
		return result{t, k}
	}
	if r, ok := w.memo[t]; ok {
		return r
	}
	r := w.apply(t)
	if r.t == t {
		if w.same == nil {
			w.same = map[term.Term]kind{}
		}
		w.same[t] = r.k
	} else {
		w.memo[t] = r
	}
	return r
}

func (w *rewriter) apply(t term.Term) result {
	s := w.s
	switch op := s.Op(t); op {
	case term.OpSymbol, term.OpConst:
		return result{t, w.kindOf(t)}
	case term.OpIte:
		if w.isBehind(s.Arg(t, 0), s.Arg(t, 1)) {
			return result{s.Ite(s.Arg(t, 0), s.Arg(t, 1), w.rewrite(s.Arg(t, 2)).t), plain}
		}
		c, a, b := w.rewrite(s.Arg(t, 0)), w.rewrite(s.Arg(t, 1)), w.rewrite(s.Arg(t, 2))
		return result{s.Ite(c.t, a.t, b.t), max(a.k, b.k)}
	case term.OpEq:
		if !s.Sort(s.Arg(t, 0)).IsBool() {
			return result{w.equal(t, s.Arg(t, 0), s.Arg(t, 1)), plain}
		}
	case term.OpBVUlt, term.OpBVSlt:
		return result{w.less(t, s.Arg(t, 0), s.Arg(t, 1), op == term.OpBVSlt), plain}
	case term.OpBVAdd:
		return w.sum(t, s.Arg(t, 0), s.Arg(t, 1))
	case term.OpBVSub:
		return w.difference(t, s.Arg(t, 0), s.Arg(t, 1))
	case term.OpBVAnd, term.OpBVOr, term.OpBVXor:
		for i := range 2 {
			if r, ok := w.masked(t, s.Arg(t, 1-i), s.Arg(t, i)); ok {
				return r
			}
		}
	case term.OpExtract:
		a := s.Arg(t, 0)
		if r := w.rewrite(a); r.k == pointer {
			if hi, _ := s.Params(t); hi < w.alignment(a) {
				return result{w.again(t, r.t), plain}
			}
		}
	case term.OpConcat:
		if whole, ok := w.reassembled(t); ok {
			r := w.rewrite(whole)
			return result{s.Substitute(t, map[term.Term]term.Term{whole: r.t}), r.k}
		}
	}
	// Everything else computes with the number.
	args := make([]term.Term, s.NumArgs(t))
	for i := range args {
		args[i] = w.number(s.Arg(t, i))
	}
	return result{w.again(t, args...), plain}
}

// isBehind recognises how far an address is past another one in the same object, as the front end asks it:
// a condition that the regions are the same one, and the difference where they are. Neither depends on the
// layout.
func (w *rewriter) isBehind(same, d term.Term) bool {
	s := w.s
	if s.Op(same) != term.OpBVUlt || s.Op(d) != term.OpBVSub {
		return false
	}
	x, region := s.Arg(same, 0), s.Arg(same, 1)
	if s.Op(x) != term.OpBVXor || region != w.prog.Ptr(1<<w.prog.OffsetBits) {
		return false
	}
	p, q, a, b := s.Arg(x, 0), s.Arg(x, 1), s.Arg(d, 0), s.Arg(d, 1)
	return (p == a && q == b || p == b && q == a) && w.rewrite(p).t == p && w.rewrite(q).t == q
}

// again applies the operator of t to other operands.
func (w *rewriter) again(t term.Term, args ...term.Term) term.Term {
	m := map[term.Term]term.Term{}
	for i, a := range args {
		if old := w.s.Arg(t, i); old != a {
			m[old] = a
		}
	}
	if len(m) == 0 {
		return t
	}
	op := w.s.Op(t)
	if op.NumParams() == 0 {
		return w.s.Mk(op, nil, args...)
	}
	hi, lo := w.s.Params(t)
	return w.s.Mk(op, []int{hi, lo}[:op.NumParams()], args...)
}

// kindOf is the kind of a symbol or constant.
func (w *rewriter) kindOf(t term.Term) kind {
	sort := w.s.Sort(t)
	switch {
	case sort.IsBool():
		return plain
	case w.s.IsConst(t):
		// Numbers that are no addresses may lie in the region of an object.
		for _, r := range w.pts.Of(t).Refs {
			if n, ok := r.Off.Exact(); ok && n >= 0 && uint64(n) <= w.orig.Objects[r.Obj].Size {
				return pointer
			}
		}
		return plain
	}
	r, ok := w.regs.Reg(t)
	if !ok || int(r) >= len(w.orig.Regs) || len(w.pts.Reg(r).Refs) == 0 {
		return plain
	}
	if sort.Width() == w.prog.PtrWidth {
		return pointer
	}
	return piece
}

// blur makes a value plain: the number of an address is any that its object may have, the same in the bits
// below the alignment.
func (w *rewriter) blur(t term.Term, r result) term.Term {
	if r.k == plain {
		return r.t
	}
	b, ok := w.numbers[t]
	if !ok {
		b = w.blurred(t, r)
		w.numbers[t] = b
	}
	return b
}

func (w *rewriter) blurred(t term.Term, r result) term.Term {
	s := w.s
	switch r.k {
	case piece:
		w.parts = true
		w.regs.Uses(cfa.Assign{Dst: cfa.NoReg, Value: t}, func(r cfa.RegID) {
			w.looked = append(w.looked, r)
		})
		return w.input(s.Sort(t), "a part of the number of an address", r.t)
	case pointer:
		n, k := w.prog.PtrWidth, w.alignment(t)
		h := w.input(term.BitVec(n), "the number of an address, "+w.names(w.pts.Of(t)), r.t)
		if k > 0 {
			h = s.Concat(s.Extract(n-1, k, h), s.Extract(k-1, 0, r.t))
		}
		return s.Ite(w.leads(r.t, w.pts.Of(t)), h, r.t)
	}
	return r.t
}

// alignment is how many low bits of an address are those of its offset in each layout.
func (w *rewriter) alignment(t term.Term) int {
	least := uint64(1) << (w.prog.OffsetBits - 2)
	for _, r := range w.pts.Of(t).Refs {
		a := uint64(1)
		switch o := w.pts.Objects[r.Obj]; {
		case o.Static != nil:
			a = max(o.Static.Align, 1)
		default:
			if op, ok := o.Alloc(); ok {
				a = max(op.Align, 1)
				if op.Kind.IsHeap() {
					a = max(a, mallocAlign)
				}
			}
		}
		least = min(least, a)
	}
	return bits.TrailingZeros64(least)
}

// mallocAlign is what the C library of x86 guarantees.
const mallocAlign = 16

// masked is an address with a constant and-ed, or-ed or xor-ed below its alignment, or to what is below it.
func (w *rewriter) masked(t, a, c term.Term) (result, bool) {
	k, ok := w.s.ConstUint64(c)
	if !ok {
		return result{}, false
	}
	r := w.rewrite(a)
	if r.k != pointer {
		return result{}, false
	}
	low := uint64(1)<<w.alignment(a) - 1
	width := uint64(1)<<(w.prog.PtrWidth-1)<<1 - 1
	switch op := w.s.Op(t); {
	case op == term.OpBVAnd && k <= low:
		return result{w.s.Mk(op, nil, r.t, c), plain}, true
	case op == term.OpBVAnd && ^k&width <= low, op != term.OpBVAnd && k <= low:
		return result{w.s.Mk(op, nil, r.t, c), pointer}, true
	}
	return result{}, false
}

// reassembled finds the address of which a concatenation has all parts, each in its place, but for bits below
// the alignment.
func (w *rewriter) reassembled(t term.Term) (term.Term, bool) {
	s := w.s
	if s.Sort(t).Width() != w.prog.PtrWidth {
		return term.None, false
	}
	whole, covered := term.None, 0
	var walk func(t term.Term, at int) bool
	walk = func(t term.Term, at int) bool {
		switch s.Op(t) {
		case term.OpConcat:
			lo := s.Arg(t, 1)
			return walk(s.Arg(t, 0), at+s.Sort(lo).Width()) && walk(lo, at)
		case term.OpExtract:
			hi, lo := s.Params(t)
			a := s.Arg(t, 0)
			if w.rewrite(a).k != pointer {
				return w.rewrite(t).k == plain && whole != term.None && at+hi-lo < w.alignment(whole)
			}
			if lo != at || whole != term.None && whole != a {
				return false
			}
			whole = a
			covered += hi - lo + 1
			return true
		}
		return whole != term.None && at+s.Sort(t).Width() <= w.alignment(whole) && w.rewrite(t).k == plain
	}
	// The high part comes first, so whole is known when low bits are met.
	if !walk(t, 0) || whole == term.None || covered < w.prog.PtrWidth-w.alignment(whole) {
		return term.None, false
	}
	return whole, true
}

// isObject is the condition that a value, one of those that v describes, is an address in or after one of
// their objects.
func (w *rewriter) isObject(t term.Term, v pointsto.Value) term.Term {
	ptr, dynamic := w.prog.Ptr, len(v.Refs) > maxRanges
	var any []term.Term
	for _, r := range v.Refs {
		o := w.pts.Objects[r.Obj].Static
		if o == nil {
			dynamic = true
		} else if len(v.Refs) <= maxRanges {
			any = append(any, w.s.BVUle(w.s.BVSub(t, ptr(o.Addr)), ptr(o.Size)))
		}
	}
	if dynamic {
		low := uint64(1) << w.prog.OffsetBits
		if len(v.Refs) <= maxRanges {
			low = w.prog.HeapBase
		}
		// The last region is that of small negative numbers.
		span := (w.prog.Regions()-1)<<w.prog.OffsetBits - low
		any = append(any, w.s.BVUlt(w.s.BVSub(t, ptr(low)), ptr(span)))
	}
	return w.s.Or(any...)
}

// maxRanges bounds the objects that are told apart where a value is asked whether it is an address.
const maxRanges = 8

func (w *rewriter) region(t term.Term) term.Term {
	return w.s.Extract(w.prog.PtrWidth-1, w.prog.OffsetBits, t)
}

// apart is the condition that two values lie in different regions.
func (w *rewriter) apart(a, b term.Term) term.Term { return w.s.Not(w.s.Eq(w.region(a), w.region(b))) }

// oneObject reports whether all addresses that both values may be lie in the same object.
func (w *rewriter) oneObject(a, b pointsto.Value) bool {
	if len(a.Refs) != 1 || len(b.Refs) != 1 || a.Refs[0].Obj != b.Refs[0].Obj {
		return false
	}
	o := w.pts.Objects[a.Refs[0].Obj]
	return o.Static != nil || w.threads.Once(o.Proc, o.Site)
}

// names lists the objects that a value may point to, for people.
func (w *rewriter) names(v pointsto.Value) string {
	text := ""
	for i, r := range v.Refs {
		switch {
		case i == 3:
			return text + ", ..."
		case i > 0:
			text += ", "
		}
		o := w.pts.Objects[r.Obj]
		name := "a heap object"
		if o.Static != nil {
			name = o.Static.Name
		} else if op, ok := o.Alloc(); ok && op.Kind == cfa.Stack && op.Name != "" {
			name = op.Name
		}
		text += name
	}
	return text
}
