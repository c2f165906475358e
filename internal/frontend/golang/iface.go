package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// boxed puts a value into an interface: the number of its type, and a word, which is the value itself where
// it has one part, and the address of a copy that nothing changes else.
func (f *fn) boxed(t types.Type, v []term.Term) []term.Term {
	n := f.number(t)
	if !f.isBoxed[n] {
		f.isBoxed[n] = true
		f.lowerer.boxed = append(f.lowerer.boxed, t)
	}
	return []term.Term{f.prog.Ptr(n), f.toWord(t, v)}
}

// toWord makes one word of a value.
func (f *fn) toWord(t types.Type, v []term.Term) term.Term {
	switch len(v) {
	case 0:
		return f.prog.Ptr(0)
	case 1:
		return f.resize(v[0], ptrBits, false)
	}
	p := f.allocType(typeName(t), t)
	f.stores(p, f.partsOf(t), v, cfa.SeqCst)
	return p
}

// fromWord is the value of which toWord has made a word.
func (f *fn) fromWord(t types.Type, w term.Term) []term.Term {
	switch ps := f.partsOf(t); len(ps) {
	case 0:
		return nil
	case 1:
		return []term.Term{f.resize(w, ps[0].bits, false)}
	default:
		return f.loads(w, ps, cfa.SeqCst)
	}
}

// typeAssert looks at the type in an interface.
func (f *fn) typeAssert(x *ssa.TypeAssert) {
	v := f.get(x.X)
	t := x.AssertedType
	var ok term.Term
	if types.IsInterface(t) {
		r := f.reg("implements", 8)
		f.ask(askImplements, t, nil, r, []term.Term{v[0]})
		ok = f.isSet(f.sym(r))
	} else {
		ok = f.ts.Eq(v[0], f.prog.Ptr(f.number(t)))
	}
	if !x.CommaOk {
		f.guard(ok, "an interface does not hold a value of type "+typeName(t))
		if types.IsInterface(t) {
			f.set(x, v...)
		} else {
			f.set(x, f.fromWord(t, v[1])...)
		}
		return
	}
	ps := f.partsOf(t)
	var rs []cfa.RegID
	var out []term.Term
	for _, p := range ps {
		r := f.param(&f.builder, x.Name()+p.name, p, t)
		rs, out = append(rs, r), append(out, f.sym(r))
	}
	yes, no := f.branch(ok)
	next := f.newLoc()
	f.at(no)
	for i, z := range f.zeros(ps) {
		f.assign(rs[i], z)
	}
	f.jump(next)
	f.at(yes)
	held := v
	if !types.IsInterface(t) {
		held = f.fromWord(t, v[1])
	}
	for i, h := range held {
		f.assign(rs[i], h)
	}
	f.jump(next)
	f.at(next)
	f.vals[x] = append(out, f.hold("ok", f.bit(ok)))
}

// A question is a procedure that depends on which types are put into interfaces, and gets its body when that
// is known.
type question struct {
	kind   askKind
	iface  types.Type
	method *types.Func
	proc   *cfa.Proc
	sig    *types.Signature // of a method
	// met is how many of the boxed types have been looked at.
	met int
}

type askKind uint8

const (
	askEqual      askKind = iota // are two interfaces equal
	askImplements                // does a type implement an interface
	askInvoke                    // a method of an interface is called
	askSameKey                   // are two keys of maps equal
	askShow                      // what package fmt looks at
	askComparable                // is a type comparable
)

// ask calls the procedure of a question.
func (f *fn) ask(kind askKind, iface types.Type, m *types.Func, dst cfa.RegID, args []term.Term) {
	q := f.question(kind, iface, m)
	f.emit(cfa.Call{Dst: dst, Proc: q.proc.ID, Args: args})
}

func (l *lowerer) question(kind askKind, iface types.Type, m *types.Func) *question {
	var key string
	switch kind {
	case askEqual:
		key = "equal"
	case askImplements:
		key = "implements " + types.TypeString(iface, nil)
	case askSameKey:
		key = "same key"
	case askShow:
		key = "show"
	case askComparable:
		key = "comparable"
	case askInvoke:
		key = "invoke " + types.TypeString(iface, nil) + "." + m.Id()
	}
	if q := l.askedBy[key]; q != nil {
		return q
	}
	name := key
	if m != nil {
		name = typeName(iface) + "." + m.Name()
	}
	q := &question{kind: kind, iface: iface, method: m, proc: l.prog.NewProc(name, l.place(0))}
	b := newBuilder(l.prog, q.proc)
	take := func(name string, bits int) { q.proc.Params = append(q.proc.Params, b.reg(name, bits)) }
	take("type", ptrBits)
	switch kind {
	case askEqual:
		take("value", ptrBits)
		take("type 2", ptrBits)
		take("value 2", ptrBits)
		q.proc.Result = term.BitVec(8)
		l.model("stringEqual")
	case askImplements, askComparable:
		q.proc.Result = term.BitVec(8)
	case askSameKey:
		q.proc.Model = true
		take("key", ptrBits)
		take("key 2", ptrBits)
		q.proc.Result = term.BitVec(8)
		l.model("stringEqual")
		l.question(askEqual, nil, nil)
		l.question(askComparable, nil, nil)
	case askShow:
		take("value", ptrBits)
	case askInvoke:
		take("value", ptrBits)
		q.sig = m.Type().(*types.Signature)
		for i := range q.sig.Params().Len() {
			for _, p := range l.partsOf(q.sig.Params().At(i).Type()) {
				take("argument"+p.name, p.bits)
			}
		}
		if rs := l.resultParts(q.sig); len(rs) > 0 {
			q.proc.Result = term.BitVec(rs[0].bits)
		}
	}
	l.asked = append(l.asked, q)
	l.askedBy[key] = q
	return q
}

// extend finds methods that may be called through interfaces, and reports whether there are new ones.
func (l *lowerer) extend() bool {
	for i := 0; i < len(l.asked); i++ {
		q := l.asked[i]
		for ; q.met < len(l.boxed); q.met++ {
			if q.kind == askInvoke {
				if m := l.methodOf(l.boxed[q.met], q); m != nil {
					l.procOf(m)
				}
			}
			if q.kind == askShow {
				if m := l.textMethod(l.boxed[q.met]); m != nil {
					l.procOf(m)
				}
			}
		}
	}
	return len(l.work) > 0
}

// methodOf is the function that a question means for values of a type; nil: it does not implement the
// interface.
func (l *lowerer) methodOf(t types.Type, q *question) *ssa.Function {
	if !types.Implements(t, q.iface.Underlying().(*types.Interface)) {
		return nil
	}
	sel := l.world.prog.MethodSets.MethodSet(t).Lookup(q.method.Pkg(), q.method.Name())
	if sel == nil {
		return nil
	}
	return l.target(l.world.prog.MethodValue(sel))
}

// answer makes the bodies of the procedures of questions.
func (l *lowerer) answer() {
	for _, q := range l.asked {
		f := l.newFn(q.proc)
		var ps []term.Term
		for _, r := range q.proc.Params {
			ps = append(ps, f.sym(r))
		}
		switch q.kind {
		case askEqual:
			f.answerEqual(ps)
		case askImplements:
			f.answerImplements(q, ps[0])
		case askInvoke:
			f.answerInvoke(q, ps)
		case askSameKey:
			f.answerSameKey(ps)
		case askShow:
			f.answerShow(ps)
		case askComparable:
			f.answerComparable(ps[0])
		}
	}
}

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
		case len(f.partsOf(t)) < 2 && !is(t, types.IsFloat):
			result(ts.Eq(ps[1], ps[3]))
		default:
			result(f.equals(t, f.fromWord(t, ps[1]), f.fromWord(t, ps[3])))
		}
		f.at(no)
	}
	result(ts.Eq(ps[1], ps[3])) // both are nil
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
		if len(f.partsOf(t)) < 2 {
			f.end(cfa.Return{Value: f.bit(f.ts.Eq(ps[1], ps[2]))})
		} else {
			eq := f.equals(t, f.fromWord(t, ps[1]), f.fromWord(t, ps[2]))
			f.end(cfa.Return{Value: f.bit(eq)})
		}
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
