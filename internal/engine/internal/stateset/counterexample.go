package stateset

import (
	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/term"
)

// Counterexamples to inclusion.
//
// Some values of each slice are kept: one that is not in another slice tells the two apart without a question
// with quantifiers, what the paper has as future work. Whether a value is in a slice is found by computing
// the symbols from the slots, where that is possible, and evaluating.

// refuted reports whether a value of a is not in b.
func (s *Set) refuted(a, b int32) bool {
	for _, p := range s.slices.points(a) {
		if in, ok := s.has(s.load(b), p); ok && !in {
			s.remember(pair{a, b}, false)
			return true
		}
	}
	return false
}

// has reports whether a value of all slots is in a slice; ok is false if that is not found out.
func (s *Set) has(sl *slice, point []term.Value) (in, ok bool) {
	if sl.solve == nil {
		return false, false
	}
	model := term.Map{}
	for _, x := range sl.solve {
		v, ok := s.invert(sl.vals[x.slot], s.s.FromValue(point[x.slot]))
		if !ok {
			return false, true
		}
		model[x.sym] = s.s.ConstValue(v)
	}
	eval := term.NewEvaluator(s.s, emptiness.Model{Store: s.s, Values: model})
	for i, t := range sl.vals {
		v, err := eval.Eval(t)
		if err != nil {
			return false, false
		}
		if !v.Equal(point[i]) {
			return false, true
		}
	}
	for _, c := range sl.conj {
		v, err := eval.Eval(c)
		if err != nil {
			return false, false
		}
		if !v.Bool() {
			return false, true
		}
	}
	return true, true
}

// solution says how the value of a symbol is found from that of a slot.
type solution struct {
	sym  term.Term
	slot int
}

// solutions finds for each symbol of a slice a slot whose value determines it; nil if there is a
// symbol without one.
func (s *Set) solutions(sl *slice) []solution {
	found := map[term.Term]bool{}
	var out []solution
	for i, t := range sl.vals {
		sym, ok := s.invertible(t)
		if ok && !found[sym] {
			found[sym] = true
			out = append(out, solution{sym, i})
		}
	}
	if len(out) < len(sl.syms) {
		return nil
	}
	return out
}

// invertible reports whether t is an injective function of one symbol, by operations that invert undoes.
func (s *Set) invertible(t term.Term) (sym term.Term, ok bool) {
	st := s.s
	for {
		switch st.Op(t) {
		case term.OpSymbol:
			return t, true
		case term.OpNot, term.OpBVNot, term.OpBVNeg, term.OpZeroExt, term.OpSignExt:
			t = st.Arg(t, 0)
		case term.OpBVAdd, term.OpBVXor:
			if st.NumArgs(t) != 2 || !st.IsConst(st.Arg(t, 1)) {
				return term.None, false
			}
			t = st.Arg(t, 0)
		default:
			return term.None, false
		}
	}
}

// invert returns the value of the symbol of an invertible term from that of the term; ok is false
// if no value gives it.
func (s *Set) invert(t term.Term, v term.Term) (term.Term, bool) {
	st := s.s
	for {
		switch st.Op(t) {
		case term.OpSymbol:
			return v, true
		case term.OpNot:
			v = st.Not(v)
		case term.OpBVNot:
			v = st.BVNot(v)
		case term.OpBVNeg:
			v = st.BVNeg(v)
		case term.OpBVAdd:
			v = st.BVSub(v, st.Arg(t, 1))
		case term.OpBVXor:
			v = st.BVXor(v, st.Arg(t, 1))
		case term.OpZeroExt, term.OpSignExt:
			w := st.Sort(st.Arg(t, 0)).Width()
			low := st.Extract(w-1, 0, v)
			by := st.Sort(t).Width() - w
			back := st.SignExt(by, low)
			if st.Op(t) == term.OpZeroExt {
				back = st.ZeroExt(by, low)
			}
			if back != v {
				return term.None, false
			}
			v = low
		}
		t = st.Arg(t, 0)
	}
}
