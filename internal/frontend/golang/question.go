package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

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
	askHashable                  // panics where a value cannot be a key
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
	case askHashable:
		key = "hashable"
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
	case askShow, askHashable:
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
		case askHashable:
			f.answerHashable(ps)
		}
	}
}
