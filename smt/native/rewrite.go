package native

import (
	"slices"

	"whittle.dev/term"
)

// rewriter maps terms to simpler ones of the same value under the definitions in
// force. It goes beyond the constructors of package term: it replaces defined symbols,
// knows terms of equal polynomials as one (rewrite_sum.go), and decides and
// shortens equations of sums of products (rewrite_eq.go).
type rewriter struct {
	st   *term.Store
	defs map[term.Term]term.Term // symbols and what to replace them by, acyclic
	memo termTable               // images, under defs
	uses termTable               // whether terms contain defined symbols, see current

	sums  map[term.Term]polynomial // of terms, see sum
	known map[string]term.Term     // by polynomial: the first term that had it
	key   []byte
	deep  int // monomials that equations may still make

	stack []term.Term
	args  []term.Term
}

// rewriteWork bounds the monomials made for the equations of one batch of assertions.
const rewriteWork = 1 << 22

func newRewriter(st *term.Store) *rewriter {
	return &rewriter{st: st, defs: map[term.Term]term.Term{}, known: map[string]term.Term{},
		deep: rewriteWork}
}

// forget drops the images, because the definitions changed.
func (rw *rewriter) forget() {
	rw.memo.reset()
	rw.uses.reset()
}

// Entries of uses.
const (
	usesNone = 1 + iota
	usesSome
)

// current reports whether t, an image under other definitions perhaps, contains no symbol
// that is defined now. If images did, definitions could come to be cyclic.
func (rw *rewriter) current(t term.Term) bool {
	if len(rw.defs) == 0 {
		return true
	}
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if rw.uses.get(t) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		u, ready := uint32(usesNone), true
		if _, ok := rw.defs[t]; ok {
			u = usesSome
		}
		for _, a := range rw.st.Args(t) {
			switch rw.uses.get(a) {
			case 0:
				stack = append(stack, a)
				ready = false
			case usesSome:
				u = usesSome
			}
		}
		if ready || u == usesSome {
			rw.uses.set(t, u)
		}
	}
	return rw.uses.get(t) == usesNone
}

// settle drops what only saves time within one batch.
func (rw *rewriter) settle() {
	if len(rw.sums) > 1<<12 {
		rw.sums = nil
	}
	rw.deep = rewriteWork
}

// apply returns the image of t.
func (rw *rewriter) apply(t term.Term) term.Term {
	if r := rw.memo.get(t); r != 0 {
		return term.Term(r)
	}
	rw.stack = append(rw.stack[:0], t)
	for len(rw.stack) > 0 {
		t := rw.stack[len(rw.stack)-1]
		if rw.memo.get(t) == 0 {
			r, ready := rw.rebuild(t)
			if !ready {
				continue
			}
			rw.memo.set(t, uint32(r))
		}
		rw.stack = rw.stack[:len(rw.stack)-1]
	}
	return term.Term(rw.memo.get(t))
}

// rebuild returns the image of t from those of its operands, or puts what has none yet on the stack.
func (rw *rewriter) rebuild(t term.Term) (r term.Term, ready bool) {
	st := rw.st
	op := st.Op(t)
	switch op {
	case term.OpConst:
		return t, true
	case term.OpSymbol:
		e, ok := rw.defs[t]
		if !ok {
			return t, true
		}
		if r := rw.memo.get(e); r != 0 {
			return term.Term(r), true
		}
		rw.stack = append(rw.stack, e)
		return 0, false
	}
	args := st.Args(t)
	ready = true
	for _, a := range slices.Backward(args) {
		if rw.memo.get(a) == 0 {
			rw.stack = append(rw.stack, a)
			ready = false
		}
	}
	if !ready {
		return 0, false
	}
	rw.args = rw.args[:0]
	for _, a := range args {
		rw.args = append(rw.args, term.Term(rw.memo.get(a)))
	}
	return rw.simplify(rw.mk(t, op, rw.args)), true
}

// mk applies the operator of t to other operands.
func (rw *rewriter) mk(t term.Term, op term.Op, args []term.Term) term.Term {
	st := rw.st
	switch op {
	case term.OpConstArray:
		return st.ConstArray(st.Sort(t), args[0])
	case term.OpEq:
		return st.Eq(args[0], args[1])
	}
	if n := op.NumParams(); n > 0 {
		hi, lo := st.Params(t)
		return st.Mk(op, []int{hi, lo}[:n], args...)
	}
	return st.Mk(op, nil, args...)
}

// simplify applies the rules to the top of t, whose operands are images.
func (rw *rewriter) simplify(t term.Term) term.Term {
	switch rw.st.Op(t) {
	case term.OpBVAdd, term.OpBVSub, term.OpBVNeg, term.OpBVMul, term.OpConcat:
		return rw.sumOf(t)
	case term.OpEq:
		return rw.equation(t)
	case term.OpBVUDiv, term.OpBVURem:
		return rw.division(t)
	case term.OpBVSDiv, term.OpBVSRem, term.OpBVSMod:
		return rw.signedDivision(t)
	case term.OpBVSlt:
		return rw.comparison(t)
	case term.OpStore:
		return rw.store(t)
	case term.OpSelect:
		return rw.selected(t)
	}
	return t
}
