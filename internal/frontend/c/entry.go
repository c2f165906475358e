package c

import (
	"cmp"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/leaks"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
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
		!l.registers("atexit") && !leaks.Wanted(l.cfg.Property) && len(l.cfg.Propositions) == 0 {
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
		f.calls.startObserver()
		if l.hasTLS {
			f.calls.callTLSInit()
		}
		f.calls.registerDestructors()
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
			v := f.calls.entryArgument(t, e, i)
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

// readsVector reports whether main reads its argument vector, which is made only then; a statement
// "(void)argv;" is no read. The parameters of other entry functions have no special meaning.
func (l *lowerer) readsVector(e *entity) bool {
	ft := e.signature()
	if ft == nil {
		return false
	}
	ps := ft.Parameters()
	m := l.models[library.ArgumentVector]
	return e.name == "main" && len(ps) > 1 && ps[1].Declarator != nil && m != nil && m.def != nil &&
		ps[1].Declarator.ReadCount() > 0 && uses(e.def, ps[1].Declarator)
}

// uses reports whether a function uses a variable otherwise than in statements like "(void)argv;".
func uses(def *cc.FunctionDefinition, d *cc.Declarator) (found bool) {
	if def == nil {
		return true
	}
	names := func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		return ok && x.Case == cc.PrimaryExpressionIdent && x.ResolvedTo() == d
	}
	syntax.Walk(def, func(n cc.Node) bool {
		if s, ok := n.(*cc.ExpressionStatement); ok && s.ExpressionList != nil {
			x, ok := syntax.Unparen(s.ExpressionList).(*cc.CastExpression)
			if ok && x.Case == cc.CastExpressionCast && x.Type().Kind() == cc.Void &&
				names(syntax.Unparen(x.CastExpression)) {
				return false
			}
		}
		found = found || names(n)
		return true
	})
	return found
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

// Constructors are functions that run before the entry function, destructors those that run at the end of the
// program, after what atexit registers. A model runs both; destructors are registered before anything else.

// constructor is a function with the attribute constructor, or destructor.
type constructor struct {
	*entity
	priority int64
}

// lastPriority is that of constructors without any: they run last.
const lastPriority = 65535

// noteConstructor looks for the attributes in a declaration of a function.
func (l *lowerer) noteConstructor(e *entity, d *cc.Declarator) {
	a := d.Type().Attributes()
	if e.special || a == nil {
		return
	}
	for _, name := range []string{"constructor", "__constructor__"} {
		if !a.IsAttrSet(name) {
			continue
		}
		l.constructors = append(l.constructors, constructor{e, priorityOf(a, name)})
		e.special = true
	}
	for _, name := range []string{"destructor", "__destructor__"} {
		if a.IsAttrSet(name) {
			l.destructors = append(l.destructors, constructor{e, priorityOf(a, name)})
			e.special = true
		}
	}
}

func priorityOf(a *cc.Attributes, name string) int64 {
	if v := a.AttrValue(name); len(v) > 0 {
		if p, ok := v[0].(cc.Int64Value); ok {
			return int64(p)
		}
	}
	return lastPriority
}

// noteSection looks whether a declaration puts something where the linker keeps what runs before main and
// after it.
func (l *lowerer) noteSection(e *entity, a *cc.Attributes) {
	for _, name := range []string{"section", "__section__"} {
		for _, v := range a.AttrValue(name) {
			s, _ := v.(cc.StringValue)
			section := strings.TrimRight(string(s), "\x00")
			switch base, _, _ := strings.Cut(strings.TrimPrefix(section, "."), "."); base {
			case "init_array", "fini_array", "preinit_array", "ctors", "dtors":
				l.startup = append(l.startup, e.name+" in the section "+section)
			}
		}
	}
}

// callConstructors calls them by priority, those of the same one in the order of
// the files and of their definitions.
func (ca *calls) callConstructors() {
	if len(ca.low.startup) > 0 {
		ca.flow.Unsupported(ca.low.startup[0])
		return
	}
	list := slices.DeleteFunc(slices.Clone(ca.low.constructors),
		func(c constructor) bool { return c.def == nil })
	slices.SortStableFunc(list, func(a, b constructor) int { return cmp.Compare(a.priority, b.priority) })
	for i, c := range list {
		if i > 0 && list[i-1].priority == c.priority && list[i-1].unit == c.unit &&
			c.pos.Line < list[i-1].pos.Line {
			// They were declared in another order than they are defined in.
			ca.flow.Unsupported("the order of the constructors " + list[i-1].name + " and " + c.name)
			return
		}
		ca.synthCall(c.entity, func(_ int, t cc.Type) term.Term {
			v := ca.mem.Havoc(t, "argument of "+c.name)
			if v.Addr != term.None {
				return v.Addr
			}
			return v.Term
		})
	}
}

// registerDestructors has the defined ones run at the end, those with the smallest priority last. The order
// of those with the same one is open.
func (ca *calls) registerDestructors() {
	list := definedDestructors(ca.low)
	slices.SortStableFunc(list, func(a, b constructor) int { return cmp.Compare(a.priority, b.priority) })
	for i, d := range list {
		if i > 0 && list[i-1].priority == d.priority {
			ca.flow.Unsupported("the order of the destructors " + list[i-1].name + " and " + d.name)
			return
		}
		m := ca.low.models["__whittle_ends_with"]
		ft := d.signature()
		if m == nil || m.def == nil || len(repr.Params(ft)) > 0 || !repr.IsVoid(ft.Result()) {
			ca.flow.Unsupported("the destructor " + d.name)
			return
		}
		args := []term.Term{ca.prog.Ptr(ca.low.object(d.entity).Addr)}
		ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: ca.low.proc(ca.low.form(m)), Args: args})
	}
}

func definedDestructors(l *lowerer) []constructor {
	return slices.DeleteFunc(slices.Clone(l.destructors), func(c constructor) bool { return c.def == nil })
}

// atEnd is the model that runs what a function registers for the end of the program.
var atEnd = map[string]string{"atexit": "__whittle_at_exit", "at_quick_exit": "__whittle_at_quick_exit"}

// registers reports whether the program calls atexit or at_quick_exit, or has destructors, and so has the
// model that goes with it.
func (l *lowerer) registers(function string) bool {
	m := l.models[atEnd[function]]
	return m != nil && m.def != nil && (library.Uses(programOf(l.units), function) ||
		function == "atexit" && len(definedDestructors(l)) > 0)
}

// runAtEnd runs what a function has registered for the end of the program, if the program calls it.
func (ca *calls) runAtEnd(function string) {
	if ca.low.registers(function) {
		e := ca.low.models[atEnd[function]]
		ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: ca.low.proc(e)})
	}
}

// exitOrderly is exit, and exitQuickly quick_exit; both are also what their models call.
func exitOrderly(f *fn, c *callCtx) value.Value {
	f.calls.endProcess(cfa.Exit{Kind: cfa.ExitProcess, Value: f.arg(c, 0, f.types.Int)})
	return f.values.Dummy(c.result)
}

func exitQuickly(f *fn, c *callCtx) value.Value {
	v := f.arg(c, 0, f.types.Int)
	f.calls.runAtEnd("at_quick_exit")
	f.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: v})
	return f.values.Dummy(c.result)
}

// endProcess ends the program after the functions of atexit and the destructors.
func (ca *calls) endProcess(op cfa.Op) {
	ca.runAtEnd("atexit")
	ca.flow.End(op)
}
