package rewrite

import "whittle.dev/smt/internal/termtable"

import (
	"slices"

	"whittle.dev/term"
)

// Rewriter maps terms to simpler ones of the same value under the definitions in force. It goes beyond the
// constructors of package term: it replaces defined symbols, knows terms of equal polynomials as one
// (sum.go), and decides and shortens equations of sums of products (equation.go).
type Rewriter struct {
	st   *term.Store
	defs map[term.Term]term.Term // symbols and what to replace them by, acyclic
	memo termtable.Table         // images, under defs
	uses termtable.Table         // whether terms contain defined symbols, see current

	sums  map[term.Term]polynomial // of terms, see sum
	known map[string]term.Term     // by polynomial: the first term that had it
	key   []byte
	deep  int // monomials that equations may still make

	stack []term.Term
	args  []term.Term
}

// rewriteWork bounds the monomials made for the equations of one batch of assertions.
const rewriteWork = 1 << 22

// New returns a rewriter without definitions.
func New(st *term.Store) *Rewriter {
	return &Rewriter{st: st, defs: map[term.Term]term.Term{}, known: map[string]term.Term{},
		deep: rewriteWork}
}

// Define puts a definition into force: x is replaced by e. The definitions must stay without
// cycles, and [Rewriter.Forget] must come before the next use.
func (rw *Rewriter) Define(x, e term.Term) { rw.defs[x] = e }

// Defined reports that x has a definition.
func (rw *Rewriter) Defined(x term.Term) bool { return rw.defs[x] != term.None }

// Defines reports that there are definitions.
func (rw *Rewriter) Defines() bool { return len(rw.defs) > 0 }

// Undefine takes definitions back.
func (rw *Rewriter) Undefine(xs []term.Term) {
	for _, x := range xs {
		delete(rw.defs, x)
	}
	rw.Forget()
}

// Forget drops the images, because the definitions changed.
func (rw *Rewriter) Forget() {
	rw.memo.Reset()
	rw.uses.Reset()
}

// Entries of uses.
const (
	usesNone = 1 + iota
	usesSome
)

// current reports whether t, an image under other definitions perhaps, contains no symbol
// that is defined now. If images did, definitions could come to be cyclic.
func (rw *Rewriter) current(t term.Term) bool {
	if len(rw.defs) == 0 {
		return true
	}
	stack := []term.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if rw.uses.Get(t) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		u, ready := uint32(usesNone), true
		if _, ok := rw.defs[t]; ok {
			u = usesSome
		}
		for _, a := range rw.st.Args(t) {
			switch rw.uses.Get(a) {
			case 0:
				stack = append(stack, a)
				ready = false
			case usesSome:
				u = usesSome
			}
		}
		if ready || u == usesSome {
			rw.uses.Set(t, u)
		}
	}
	return rw.uses.Get(t) == usesNone
}

// Settle drops what only saves time within one batch.
func (rw *Rewriter) Settle() {
	if len(rw.sums) > 1<<12 {
		rw.sums = nil
	}
	rw.deep = rewriteWork
}

// Apply returns the image of t.
func (rw *Rewriter) Apply(t term.Term) term.Term {
	if r := rw.memo.Get(t); r != 0 {
		return term.Term(r)
	}
	rw.stack = append(rw.stack[:0], t)
	for len(rw.stack) > 0 {
		t := rw.stack[len(rw.stack)-1]
		if rw.memo.Get(t) == 0 {
			r, ready := rw.rebuild(t)
			if !ready {
				continue
			}
			rw.memo.Set(t, uint32(r))
		}
		rw.stack = rw.stack[:len(rw.stack)-1]
	}
	return term.Term(rw.memo.Get(t))
}

// rebuild returns the image of t from those of its operands, or puts what has none yet on the stack.
func (rw *Rewriter) rebuild(t term.Term) (r term.Term, ready bool) {
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
		if r := rw.memo.Get(e); r != 0 {
			return term.Term(r), true
		}
		rw.stack = append(rw.stack, e)
		return 0, false
	}
	args := st.Args(t)
	ready = true
	for _, a := range slices.Backward(args) {
		if rw.memo.Get(a) == 0 {
			rw.stack = append(rw.stack, a)
			ready = false
		}
	}
	if !ready {
		return 0, false
	}
	rw.args = rw.args[:0]
	for _, a := range args {
		rw.args = append(rw.args, term.Term(rw.memo.Get(a)))
	}
	return rw.simplify(rw.mk(t, op, rw.args)), true
}

// mk applies the operator of t to other operands.
func (rw *Rewriter) mk(t term.Term, op term.Op, args []term.Term) term.Term {
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
func (rw *Rewriter) simplify(t term.Term) term.Term {
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
