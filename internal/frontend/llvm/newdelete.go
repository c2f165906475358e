package llvm

import (
	"math"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// New, delete and the objects of exceptions are steps where they stand, and no calls: so objects of
// different places are told apart by analyses.

// headerWords is the size of what the runtime has in front of an exception, in words.
const headerWords = 8

// heap lowers a call that makes or ends an object of the heap; it reports whether the call is one.
func (f *fn) heap(in *ir.Instr) bool {
	to := f.callee(f.m, in)
	if to == nil || to.isDefined() || len(in.Args) == 0 || !f.runtime[to.name] {
		return false
	}
	if own := f.replaced(to.name); own != "" {
		f.flow.Unsupported(own + ", beside which the program has another one of its own")
		return true
	}
	switch {
	case strings.HasPrefix(to.name, "_Znw"), strings.HasPrefix(to.name, "_Zna"):
		size := f.value(in.Args[0])
		f.notTooLarge(size)
		if !f.flow.IsDead() {
			f.define(in, f.allocated(in, cfa.Alloc{Size: size, Name: "new", Kind: f.kindOf(to.name)}))
		}
	case strings.HasPrefix(to.name, "_Zdl"), strings.HasPrefix(to.name, "_Zda"):
		f.flow.Emit(cfa.Free{Addr: f.value(in.Args[0]), Kind: f.kindOf(to.name)})
	case to.name == "__cxa_allocate_exception" && f.throwing():
		header := f.prog.Ptr(headerWords * uint64(f.prog.PtrWidth/8))
		e := f.allocated(in, cfa.Alloc{Size: f.prog.PtrAdd(f.value(in.Args[0]), header), Name: "exception",
			Given: true})
		object := f.prog.PtrAdd(e, header)
		f.b.Call(doBegin, map[string]cfa.RegID{doBegin + "_p": f.copied("exception", object)})
		f.define(in, object)
	default:
		return false
	}
	return true
}

// replaced names a form of new or delete that leads to a simpler one which the program has itself; empty:
// it does not.
func (f *fn) replaced(name string) string {
	for _, form := range []struct{ prefix, simple, words string }{{"_Znw", "_Znwm", "operator new"},
		{"_Zna", "_Znam", "operator new[]"}, {"_Zna", "_Znwm", "operator new[]"},
		{"_Zdl", "_ZdlPv", "operator delete"}, {"_Zda", "_ZdaPv", "operator delete[]"},
		{"_Zda", "_ZdlPv", "operator delete[]"}} {
		if strings.HasPrefix(name, form.prefix) && f.global[form.simple].isDefined() {
			return form.words
		}
	}
	return ""
}

// kindOf is the kind of objects that a form of new makes, or one of delete ends. Where the program has such a
// function itself, or calls one through a pointer, they are not told apart; nor where that is not asked for.
func (f *fn) kindOf(name string) cfa.AllocKind {
	if !f.looksFor(property.ValidFree) || f.hasOwnNew() {
		return cfa.Heap
	}
	if strings.HasPrefix(name, "_Zna") || strings.HasPrefix(name, "_Zda") {
		return cfa.NewArray
	}
	return cfa.New
}

// hasOwnNew reports whether forms of new and delete are more than functions of the library that are called.
func (l *lowerer) hasOwnNew() bool {
	for name, s := range l.global {
		for _, form := range []string{"_Znw", "_Zna", "_Zdl", "_Zda"} {
			if strings.HasPrefix(name, form) && (s.isDefined() || s.taken) {
				return true
			}
		}
	}
	return false
}

func (f *fn) allocated(in *ir.Instr, op cfa.Alloc) term.Term {
	op.Dst, op.Align = f.newReg("object", f.prog.PtrWidth), 16
	f.flow.Emit(op)
	return f.flow.Sym(op.Dst)
}

// notTooLarge has a size that no object can have end the path as not supported: new throws.
func (f *fn) notTooLarge(size term.Term) {
	if f.ts.IsConst(size) {
		return
	}
	w := f.ts.Sort(size).Width()
	yes, no := f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Branch(f.ts.BVUle(size, f.ts.BV(w, math.MaxInt64>>(64-w))), yes, no)
	if f.flow.Cur = no; !f.flow.IsDead() {
		f.flow.Unsupported("new of more memory than there can be")
	}
	f.flow.Cur = yes
}
