package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// lowerEntry sets the procedure of the initial thread: the entry function
// itself, or a procedure that prepares what it needs and calls it.
func (l *lowerer) lowerEntry(e *entity) {
	ft := e.signature()
	if ft == nil {
		l.diags.Add(source.Error, e.pos, "%s is no function", e.name)
		return
	}
	if len(repr.Params(ft)) == 0 && !ft.IsVariadic() && !l.hasTLS && !repr.IsAggregate(ft.Result()) &&
		len(l.constructors)+len(l.destructors)+len(l.startup) == 0 &&
		!l.registers("atexit") {
		l.prog.Entry = l.proc(e)
		return
	}
	start := &entity{name: startName, unit: e.unit, pos: e.pos, typ: e.typ}
	start.synth = func(f *fn) {
		f.vars.result = ft.Result()
		s := f.types.Scalar(f.vars.result)
		if s.Class != repr.None {
			f.flow.Proc.Result = s.Sort()
		}
		if l.hasTLS {
			f.calls.callTLSInit()
		}
		f.calls.callConstructors()
		var argc term.Term
		r := f.calls.synthCall(e, func(i int, t cc.Type) term.Term {
			if i == 1 && repr.IsPointer(t) && l.readsVector(e) &&
				f.types.Scalar(f.types.Int).Width == f.ts.Sort(argc).Width() {
				return f.calls.argumentVector(argc)
			}
			if s := f.types.Scalar(t); i == 0 && e.name == "main" && l.cfg.Args != nil &&
				s.Class == repr.Integer {
				argc = f.values.BV(s.Width, uint64(len(l.cfg.Args)))
				return argc
			}
			v := f.mem.Havoc(t, "argument of "+e.name)
			if i == 0 && v.Term != term.None && e.name == "main" {
				argc = v.Term
				s := f.types.Scalar(t)
				if s.Class == repr.Integer {
					f.flow.Assume(f.ts.BVSge(v.Term, f.values.BV(s.Width, 1)))
				}
			}
			if v.Addr != term.None {
				return v.Addr
			}
			return v.Term
		})
		f.calls.endProcess(cfa.Return{Value: r})
	}
	l.prog.Entry = l.proc(start)
}

// readsVector reports whether main reads its argument vector, which is made only
// then. The parameters of other entry functions have no special meaning.
func (l *lowerer) readsVector(e *entity) bool {
	ft := e.signature()
	if ft == nil {
		return false
	}
	ps := ft.Parameters()
	m := l.models[library.ArgumentVector]
	return e.name == "main" && len(ps) > 1 && ps[1].Declarator != nil && ps[1].Declarator.ReadCount() > 0 &&
		m != nil && m.def != nil
}

// argumentVector calls the model that makes the argument vector.
func (ca *calls) argumentVector(argc term.Term) term.Term {
	r := ca.flow.NewPtr("argv")
	s := ca.flow.Emit(cfa.Call{Dst: r, Proc: cfa.NoProc, Args: []term.Term{argc}})
	s.Callee = ca.low.procOf(ca.low.models[library.ArgumentVector])
	return ca.flow.Sym(r)
}

// synthCall calls a function with arguments that arg makes.
func (ca *calls) synthCall(e *entity, arg func(i int, t cc.Type) term.Term) term.Term {
	ft := e.signature()
	if ft == nil {
		ca.flow.Unsupported("a call of " + e.name + ", which is no function")
		return term.None
	}
	var terms []term.Term
	if repr.IsAggregate(ft.Result()) {
		ca.flow.Unsupported("an entry function that returns " + repr.Name(ft.Result()))
		return term.None
	}
	for i, t := range repr.Params(ft) {
		terms = append(terms, arg(i, t))
	}
	if ft.IsVariadic() {
		terms = append(terms, ca.prog.Ptr(0))
	}
	dst, result := cfa.NoReg, term.None
	if ca.types.Scalar(ft.Result()).Class != repr.None {
		dst = ca.values.Temp(ft.Result(), "result")
		result = ca.flow.Sym(dst)
	}
	s := ca.flow.Emit(cfa.Call{Dst: dst, Proc: cfa.NoProc, Args: terms})
	s.Callee = ca.low.procOf(e)
	return result
}
