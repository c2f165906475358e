package lower

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
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// lowerEntry sets the procedure of the initial thread: the entry function
// itself, or a procedure that prepares what it needs and calls it.
func (l *lowerer) lowerEntry(e *Entity) {
	ft := e.Signature()
	if ft == nil {
		l.diags.Add(source.Error, e.Pos, "%s is no function", e.Name)
		return
	}
	if len(repr.Params(ft)) == 0 && !ft.IsVariadic() && !l.hasTLS && !repr.IsAggregate(ft.Result()) &&
		len(l.constructors)+len(l.destructors)+len(l.startup) == 0 &&
		!l.Registers("atexit") && !leaks.Wanted(l.Cfg.Property) && len(l.Cfg.Propositions) == 0 {
		l.Prog.Entry = l.proc(e)
		return
	}
	start := &Entity{Name: startName, Unit: e.Unit, Pos: e.Pos, Typ: e.Typ}
	start.synth = func(f *Function) {
		f.Vars.result = ft.Result()
		s := f.Types.Scalar(f.Vars.result)
		if s.Class != repr.None {
			f.Flow.Proc.Result = s.Sort()
		}
		f.Calls.startObserver()
		if l.hasTLS {
			f.Calls.callTLSInit()
		}
		f.Calls.registerDestructors()
		f.Calls.callConstructors()
		var argc term.Term
		r := f.Calls.synthCall(e, func(i int, t cc.Type) term.Term {
			if i == 1 && repr.IsPointer(t) && l.readsVector(e) &&
				f.Types.Scalar(f.Types.Int).Width == f.Ts.Sort(argc).Width() {
				return f.Calls.argumentVector(argc)
			}
			if s := f.Types.Scalar(t); i == 0 && e.Name == "main" && l.Cfg.Args != nil &&
				s.Class == repr.Integer {
				argc = f.Values.BV(s.Width, uint64(len(l.Cfg.Args)))
				return argc
			}
			v := f.Calls.entryArgument(t, e, i)
			if i == 0 && v.Term != term.None && e.Name == "main" {
				argc = v.Term
				s := f.Types.Scalar(t)
				if s.Class == repr.Integer {
					f.Flow.Assume(f.Ts.BVSge(v.Term, f.Values.BV(s.Width, 1)))
				}
			}
			if v.Addr != term.None {
				return v.Addr
			}
			return v.Term
		})
		f.Calls.EndProcess(cfa.Return{Value: r})
	}
	l.Prog.Entry = l.proc(start)
}

// readsVector reports whether main reads its argument vector, which is made only then; a statement
// "(void)argv;" is no read. The parameters of other entry functions have no special meaning.
func (l *lowerer) readsVector(e *Entity) bool {
	ft := e.Signature()
	if ft == nil {
		return false
	}
	ps := ft.Parameters()
	m := l.models[library.ArgumentVector]
	return e.Name == "main" && len(ps) > 1 && ps[1].Declarator != nil && m != nil && m.Def != nil &&
		ps[1].Declarator.ReadCount() > 0 && uses(e.Def, ps[1].Declarator)
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
	s.Callee = ca.low.ProcOf(ca.low.models[library.ArgumentVector])
	return ca.flow.Sym(r)
}

// synthCall calls a function with arguments that arg makes.
func (ca *calls) synthCall(e *Entity, arg func(i int, t cc.Type) term.Term) term.Term {
	ft := e.Signature()
	if ft == nil {
		ca.flow.Unsupported("a call of " + e.Name + ", which is no function")
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
	s.Callee = ca.low.ProcOf(e)
	return result
}

// Constructors are functions that run before the entry function, destructors those that run at the end of the
// program, after what atexit registers. A model runs both; destructors are registered before anything else.

// constructor is a function with the attribute constructor, or destructor.
type constructor struct {
	*Entity
	priority int64
}

// lastPriority is that of constructors without any: they run last.
const lastPriority = 65535

// noteConstructor looks for the attributes in a declaration of a function.
func (l *lowerer) noteConstructor(e *Entity, d *cc.Declarator) {
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
func (l *lowerer) noteSection(e *Entity, a *cc.Attributes) {
	for _, name := range []string{"section", "__section__"} {
		for _, v := range a.AttrValue(name) {
			s, _ := v.(cc.StringValue)
			section := strings.TrimRight(string(s), "\x00")
			switch base, _, _ := strings.Cut(strings.TrimPrefix(section, "."), "."); base {
			case "init_array", "fini_array", "preinit_array", "ctors", "dtors":
				l.startup = append(l.startup, e.Name+" in the section "+section)
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
		func(c constructor) bool { return c.Def == nil })
	slices.SortStableFunc(list, func(a, b constructor) int { return cmp.Compare(a.priority, b.priority) })
	for i, c := range list {
		if i > 0 && list[i-1].priority == c.priority && list[i-1].Unit == c.Unit &&
			c.Pos.Line < list[i-1].Pos.Line {
			// They were declared in another order than they are defined in.
			ca.flow.Unsupported("the order of the constructors " + list[i-1].Name + " and " + c.Name)
			return
		}
		ca.synthCall(c.Entity, func(_ int, t cc.Type) term.Term {
			v := ca.mem.Havoc(t, "argument of "+c.Name)
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
			ca.flow.Unsupported("the order of the destructors " + list[i-1].Name + " and " + d.Name)
			return
		}
		m := ca.low.models["__whittle_ends_with"]
		ft := d.Signature()
		if m == nil || m.Def == nil || len(repr.Params(ft)) > 0 || !repr.IsVoid(ft.Result()) {
			ca.flow.Unsupported("the destructor " + d.Name)
			return
		}
		args := []term.Term{ca.prog.Ptr(ca.low.Object(d.Entity).Addr)}
		ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: ca.low.proc(ca.low.form(m)), Args: args})
	}
}

func definedDestructors(l *lowerer) []constructor {
	return slices.DeleteFunc(slices.Clone(l.destructors), func(c constructor) bool { return c.Def == nil })
}

// atEnd is the model that runs what a function registers for the end of the program.
var atEnd = map[string]string{"atexit": "__whittle_at_exit", "at_quick_exit": "__whittle_at_quick_exit"}

// Registers reports whether the program calls atexit or at_quick_exit, or has destructors, and so has the
// model that goes with it.
func (l *lowerer) Registers(function string) bool {
	m := l.models[atEnd[function]]
	return m != nil && m.Def != nil && (library.Uses(programOf(l.units), function) ||
		function == "atexit" && len(definedDestructors(l)) > 0)
}

// RunAtEnd runs what a function has registered for the end of the program, if the program calls it.
func (ca *calls) RunAtEnd(function string) {
	if ca.low.Registers(function) {
		e := ca.low.models[atEnd[function]]
		ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: ca.low.proc(e)})
	}
}

// EndProcess ends the program after the functions of atexit and the destructors.
func (ca *calls) EndProcess(op cfa.Op) {
	ca.RunAtEnd("atexit")
	ca.flow.End(op)
}

// Violation is the step of a failed assertion: it ends the process when
// another property than unreach-call is checked.
func (l *lowerer) Violation(msg string) cfa.Op {
	if !l.Reachability {
		return l.Aborted()
	}
	return cfa.Violation{Property: property.UnreachCall, Message: msg}
}

// Aborted is the end of a process that has called abort.
func (l *lowerer) Aborted() cfa.Op {
	return cfa.Exit{Kind: cfa.ExitProcess, Value: l.Ts.BV(32, cfa.Aborted), Abort: true}
}
