package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// isType goes on where a number is that of a type, and returns where it is not.
func (f *fn) isType(n term.Term, t types.Type) (no cfa.LocID) {
	yes, no := f.branch(f.ts.Eq(n, f.prog.Ptr(f.number(t))))
	f.at(yes)
	return no
}

func (f *fn) answerEqual(ps []term.Term) {
	ts := f.ts
	result := func(eq term.Term) { f.end(cfa.Return{Value: f.bit(eq)}) }
	same, other := f.branch(ts.Eq(ps[0], ps[2]))
	f.at(other)
	result(ts.False())
	f.at(same)
	for _, t := range f.lowerer.boxed {
		no := f.isType(ps[0], t)
		switch {
		case !types.Comparable(t):
			f.runtimePanic("values of type " + typeName(t) + " are compared")
		default:
			result(f.equals(t, f.fromWord(t, ps[1]), f.fromWord(t, ps[3])))
		}
		f.at(no)
	}
	if f.uses.recovers {
		none, some := f.branch(ts.Eq(ps[0], f.prog.Ptr(0)))
		f.at(some)
		f.unsupported("a comparison of errors of the runtime")
		f.at(none)
	}
	result(ts.True()) // both are nil
	f.finishUnwinding()
}

func (f *fn) answerImplements(q *question, n term.Term) {
	any := f.ts.False()
	for _, t := range f.lowerer.boxed {
		if types.Implements(t, q.iface.Underlying().(*types.Interface)) {
			any = f.ts.Or(any, f.ts.Eq(n, f.prog.Ptr(f.number(t))))
		}
	}
	if isOfRuntimeErrors(q.iface.Underlying().(*types.Interface)) {
		any = f.ts.Or(any, f.ts.Eq(n, f.prog.Ptr(runtimeError)))
	}
	f.end(cfa.Return{Value: f.bit(any)})
}

// isOfRuntimeErrors reports whether the errors of the runtime implement an interface.
func isOfRuntimeErrors(t *types.Interface) bool {
	for i := range t.NumMethods() {
		if name := t.Method(i).Name(); name != "Error" && name != "RuntimeError" {
			return false
		}
	}
	return true
}

func (f *fn) answerInvoke(q *question, ps []term.Term) {
	for _, t := range f.lowerer.boxed {
		m := f.methodOf(t, q)
		if m == nil {
			continue
		}
		no := f.isType(ps[0], t)
		p := f.procs[m]
		args := append(f.fromWord(t, ps[1]), ps[2:]...)
		if f.isModel(m) && isPointer(t) {
			f.guard(f.ts.Not(f.ts.Eq(ps[1], f.zero(ps[1]))), "a nil pointer is followed")
		}
		f.forward(p, args)
		f.at(no)
	}
	f.guard(f.ts.Not(f.ts.Eq(ps[0], f.zero(ps[0]))), "a method of a nil interface is called")
	f.unsupported("a method " + q.method.Name() + " of a value of a type that nothing is known of")
	f.finishUnwinding()
}

func (f *fn) answerSameKey(ps []term.Term) {
	for _, t := range f.keys {
		no := f.isType(ps[0], t)
		eq := f.equals(t, f.fromWord(t, ps[1]), f.fromWord(t, ps[2]))
		f.end(cfa.Return{Value: f.bit(eq)})
		f.at(no)
	}
	f.unsupported("a map of a type that nothing is known of")
	f.finishUnwinding()
}

func (f *fn) answerComparable(n term.Term) {
	any := f.ts.Eq(n, f.prog.Ptr(0))
	for _, t := range f.lowerer.boxed {
		if types.Comparable(t) {
			any = f.ts.Or(any, f.ts.Eq(n, f.prog.Ptr(f.number(t))))
		}
	}
	f.end(cfa.Return{Value: f.bit(any)})
}

func (f *fn) answerHashable(ps []term.Term) {
	for _, t := range f.lowerer.boxed {
		if types.Comparable(t) && !holdsInterface(t) {
			continue
		}
		no := f.isType(ps[0], t)
		if types.Comparable(t) {
			f.hashable(t, f.fromWord(t, ps[1]))
			f.end(cfa.Return{})
		} else {
			f.runtimePanic("a value of type " + typeName(t) + " is a key of a map")
		}
		f.at(no)
	}
	f.end(cfa.Return{})
	f.finishUnwinding()
}

// textMethod is the method by which package fmt makes a text of values of a type; nil: there is none.
func (l *lowerer) textMethod(t types.Type) *ssa.Function {
	for _, name := range []string{"Error", "String"} {
		sel := l.world.prog.MethodSets.MethodSet(t).Lookup(nil, name)
		if sel == nil {
			continue
		}
		sig := sel.Type().(*types.Signature)
		if sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
			is(sig.Results().At(0).Type(), types.IsString) {
			return l.target(l.world.prog.MethodValue(sel))
		}
	}
	return nil
}

// answerShow looks at values as package fmt does where it prints them: it calls their methods Error or
// String, and follows a pointer.
func (f *fn) answerShow(ps []term.Term) {
	done := func() { f.end(cfa.Return{}) }
	for _, t := range f.lowerer.boxed {
		no := f.isType(ps[0], t)
		switch m := f.textMethod(t); {
		case m != nil:
			f.emitCall(m.Signature, f.procs[m], term.None, f.fromWord(t, ps[1]), false)
			done()
		case f.isPlain(t, 4):
			done()
		default:
			p, isPtr := t.Underlying().(*types.Pointer)
			if !isPtr || !f.isPlain(p.Elem(), 4) {
				f.unsupported("package fmt prints a value of type " + typeName(t))
				break
			}
			null, some := f.branch(f.ts.Eq(ps[1], f.zero(ps[1])))
			f.at(null)
			done()
			f.at(some)
			f.loads(ps[1], f.partsOf(p.Elem()), cfa.Plain)
			done()
		}
		f.at(no)
	}
	done()
}

// isPlain reports whether package fmt prints a value of a type and follows nothing.
func (f *fn) isPlain(t types.Type, depth int) bool {
	if depth == 0 || !supported(t) {
		return false
	}
	if _, ok := t.(*types.Named); ok && depth < 4 && f.textMethod(t) != nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Chan, *types.Signature:
		return true
	case *types.Pointer:
		return depth < 4
	case *types.Array:
		return f.isPlain(u.Elem(), depth-1)
	case *types.Struct:
		for i := range u.NumFields() {
			if !f.isPlain(u.Field(i).Type(), depth-1) {
				return false
			}
		}
		return true
	}
	return false
}
