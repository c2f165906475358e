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
