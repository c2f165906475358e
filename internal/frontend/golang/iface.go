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
