package lower

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// knownLibrary lists functions of the C library whose effects must not be
// ignored: without a model a call is not supported. Those of the last line but one make memory that the
// program has to free, those of the last one read what lies behind several pointers.
var knownLibrary = strings.Fields(`
	pthread_ sem_ __cxa_ mtx_ cnd_ thrd_ tss_ atomic_ __atomic_ __sync_ __c11_ __whittle_ __builtin_ call_once
	memcpy memmove memset memcmp memchr memrchr memmem mempcpy bcopy bzero swab
	strcpy strncpy strcat strncat strcmp strncmp strlen strnlen strchr strrchr strstr strtok strtok_r strdup strndup strspn strcspn strpbrk
	strcasecmp strncasecmp strcasestr stpcpy stpncpy strsep strtol strtoul strtoll strtoull strtod strcoll strxfrm strerror_r
	setjmp _setjmp sigsetjmp longjmp siglongjmp fork vfork signal sigaction raise atexit
	scanf fscanf sscanf vscanf vsscanf sprintf snprintf vsprintf vsnprintf asprintf vasprintf vprintf vfprintf
	read fread fgets gets getline recv malloc calloc realloc free aligned_alloc posix_memalign memalign alloca qsort bsearch
	wcsdup tempnam valloc pvalloc get_current_dir_name canonicalize_file_name if_nameindex realpath getcwd backtrace_symbols
	writev pwritev sendmsg sendmmsg`)

// isKnownLibrary reports whether a function is one of these, be it by the name that glibc has for itself:
// __strdup, __libc_malloc.
func (l *lowerer) isKnownLibrary(name string) bool {
	if own, ok := strings.CutPrefix(name, "__"); ok {
		if own = strings.TrimPrefix(own, "libc_"); library.IsFunction(own) {
			return true
		}
	}
	for _, p := range knownLibrary {
		if name == p || strings.HasSuffix(p, "_") && strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// CallUndefined is a call of a function without definition and model: its result is an input. What the
// program may rely on of a library function is not known then, so that no violation may depend on it.
func (ca *calls) CallUndefined(e *Entity, c *NamedCall) value.Value {
	isLibrary := library.IsFunction(c.Name)
	refused := ca.low.isKnownLibrary(c.Name) || isLibrary && (ca.writes(e, c) || takesFunction(c))
	if isLibrary && ca.low.Cfg.Property.Covers(property.Termination) && library.MayNotReturn(c.Name) {
		ca.EvalAll(c)
		return ca.values.UnsupportedCall(c.Result, stub(c.Name), "the function "+c.Name+
			", which may wait for ever")
	}
	passable := library.IsPassable(c.Name) && !takesFunction(c)
	if refused && !passable {
		ca.EvalAll(c)
		return ca.values.UnsupportedCall(c.Result, stub(c.Name), "the function "+c.Name)
	}
	args := make([]value.Value, len(c.Args))
	for i, a := range c.Args {
		args[i] = ca.exprs.Expr(a)
	}
	ca.marks.At(c.X)
	if refused {
		return ca.overApproximated(c, args)
	}
	if !isLibrary && !ca.flow.IsDead() {
		ca.low.noteUndefined(c.Name, ca.flow.Pos, ca.writes(e, c) && !ca.low.Cfg.ExternWrites,
			leadsToObject(c.Result))
	}
	first := !e.warned && !ca.flow.IsDead()
	e.warned = e.warned || first
	result := "its result is taken as an input"
	if leadsToObject(c.Result) {
		result = "it is taken to return a pointer to an object of its own"
	}
	switch {
	case isLibrary:
		if first {
			ca.marks.warn("%s is not modelled; its result is taken as an input, and a violation that "+
				"depends on "+
				"it counts for nothing", c.Name)
		}
		ca.readsArguments(e, c, args)
		if library.Signals(c.Name) && !ca.endsInZero(c) {
			ca.Reaches(cfa.Havoc{Inexact: c.Name, Signals: true})
		}
		return ca.opaqueResult(c)
	case !ca.writes(e, c):
		if first {
			ca.marks.warn("%s has no definition; %s", c.Name, result)
		}
	case ca.low.Cfg.ExternWrites:
		if first {
			ca.marks.warn("%s has no definition; %s, and what its pointer arguments point to as inputs",
				c.Name, result)
		}
		for i := range args {
			if t := ca.written(e, c, i); t != nil {
				ca.writeAny(c, c.Args[i], args[i], t)
			}
		}
	case first:
		ca.marks.warn("%s has no definition; %s, and it is assumed not to write to what its pointer "+
			"arguments point to (--extern-writes: it writes anything there)", c.Name, result)
	}
	if isUninterpreted(c.Name) {
		return ca.mem.Inexact(c.Result, c.Name)
	}
	return ca.undefinedResult(c.Result, c.Name)
}

// noStub lists functions in whose place no function of the program can stand.
var noStub = strings.Fields("setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp fork vfork")

// stub is the name of a function that the program may define in the place of one of the library, or empty.
func stub(name string) string {
	if slices.Contains(noStub, name) {
		return ""
	}
	return name
}

// noteUndefined notes that the program calls a function without a definition.
func (l *lowerer) noteUndefined(name string, pos source.Pos, unwritten, pointer bool) {
	u := l.undefined(name, pos)
	u.Unwritten, u.Pointer = u.Unwritten || unwritten, u.Pointer || pointer
}

// undefined is what is noted of a function without a definition.
func (l *lowerer) undefined(name string, pos source.Pos) *cfa.UndefinedFunction {
	i := slices.IndexFunc(l.Prog.Undefined, func(u cfa.UndefinedFunction) bool { return u.Name == name })
	if i < 0 {
		i = len(l.Prog.Undefined)
		l.Prog.Undefined = append(l.Prog.Undefined, cfa.UndefinedFunction{Name: name, Pos: pos})
	}
	return &l.Prog.Undefined[i]
}

// takesFunction reports whether a call passes the address of a function.
func takesFunction(c *NamedCall) bool {
	return slices.ContainsFunc(c.Args, func(a cc.ExpressionNode) bool { return takesCallback(a.Type()) })
}

// takesCallback reports whether an argument of a type is the address of a function.
func takesCallback(t cc.Type) bool {
	to := repr.Elem(t.Decay())
	return to != nil && to.Kind() == cc.Function || t.Kind() == cc.Function
}

// writes reports whether a call passes a pointer through which the function may write.
func (ca *calls) writes(e *Entity, c *NamedCall) bool {
	for i := range c.Args {
		if ca.written(e, c, i) != nil {
			return true
		}
	}
	return false
}

// written is the type that the function may write through its i-th argument; nil: there is none.
func (ca *calls) written(e *Entity, c *NamedCall, i int) cc.Type {
	t := c.Args[i].Type()
	if ft := e.Signature(); ft != nil {
		if params := repr.Params(ft); i < len(params) {
			t = params[i]
		}
	}
	to := writtenThrough(t)
	if v, ok := ca.consts.ConstSize(c.Args[i]); to != nil && ok && v == 0 {
		return nil
	}
	return to
}

// writtenThrough is the type that a function may write through an argument of a type; nil: there is none.
func writtenThrough(t cc.Type) cc.Type {
	if t = t.Decay(); !repr.IsPointer(t) {
		return nil
	}
	to := repr.Elem(t)
	if to.Kind() == cc.Function || to.Attributes().IsConst() || repr.IsStream(to) {
		return nil
	}
	return to
}

// writeAny lets an undefined function write through an argument: the whole object where the expression names
// it, else one object of the type that it points to.
func (ca *calls) writeAny(c *NamedCall, n cc.ExpressionNode, v value.Value, t cc.Type) {
	if d, ok := ca.named.PointsTo(n); ok {
		if syntax.StringLiteral(d.node) != nil {
			return
		}
		p := ca.lvalues.Lvalue(d.node)
		ca.marks.At(c.X)
		ca.writeInto(p.Addr, undecayed(d.node), c.Name)
		return
	}
	if own := ca.named.Pointee(n); own != nil {
		t = own
	}
	if size, ok := ca.types.Size(t); repr.IsVoid(t) || !ok || size <= 1 {
		ca.flow.Unsupported("what " + c.Name + ", which has no definition, writes through a pointer to " +
			"memory of " +
			"unknown size")
		return
	}
	write, done := ca.flow.NewLoc(), ca.flow.NewLoc()
	ca.flow.Branch(ca.ts.Eq(v.Term, ca.prog.Ptr(0)), done, write)
	ca.flow.Cur = write
	ca.writeInto(v.Term, t, c.Name)
	ca.flow.GoTo(done)
}

// writeInto lets an undefined function write what it likes into an object. A pointer leads to an object of
// its own then, as one that such a function returns; on pointers and unions in other objects no violation may
// rest.
func (ca *calls) writeInto(addr term.Term, t cc.Type, name string) {
	if leadsToObject(t) && !ca.flow.Constant {
		ca.flow.Emit(cfa.Store{Addr: addr, Value: ca.undefinedObject(t, name).Term})
		ca.low.undefined(name, ca.flow.Pos).WritesPointer = true
		return
	}
	ca.mem.Inputs(addr, t, 1, cfa.Havoc{What: "written by " + name + "()"})
	ca.opaque(addr, t, name)
}

// EvalAll evaluates the arguments of a call for their effects.
func (ca *calls) EvalAll(c *NamedCall) {
	for _, a := range c.Args {
		ca.exprs.Expr(a)
	}
	ca.marks.At(c.X)
}

// funcProc is the procedure that an address of a function leads to.
func (l *lowerer) funcProc(e *Entity) cfa.ProcID {
	if l.Known.Always(e.Name) != nil { // whatever the program defines
		return l.proc(&Entity{Name: e.Name, Unit: e.Unit, Pos: e.Pos, Typ: e.Typ, Decl: e.Decl,
			synth: func(f *Function) { f.builtinBody(e) }})
	}
	if e.Def == nil && e.synth == nil {
		e.synth = func(f *Function) { f.undefinedBody(e) }
	}
	return l.proc(e)
}

// builtinBody is what a call of a function that the front end knows comes to through its address.
func (f *Function) builtinBody(e *Entity) {
	params, ok := f.unnamed(e)
	switch {
	case !ok:
	case !IsErrorFunction(e.Name):
		f.throughAddress(e.Name)
	default:
		if f.Reachability {
			f.Flow.Violate(f.Violation(e.Name+" is reached"), nil)
		}
		op := cfa.Return{}
		switch {
		case strings.HasPrefix(e.Name, "__assert"):
			f.Flow.End(f.Aborted())
			return
		case e.Def != nil:
			op.Value = f.Calls.synthCall(e, func(i int, _ cc.Type) term.Term { return params[i] })
		case !repr.IsVoid(f.Vars.result):
			op.Value = f.Values.Dummy(f.Vars.result).Term
		}
		f.Flow.End(op)
	}
}

// undefinedBody is what a call of a function without definition comes to through its address.
func (f *Function) undefinedBody(e *Entity) {
	_, ok := f.unnamed(e)
	if !ok {
		return
	}
	ft := e.Signature()
	known := library.IsFunction(e.Name)
	acts := known && slices.ContainsFunc(repr.Params(ft), func(t cc.Type) bool {
		return writtenThrough(t) != nil || takesCallback(t) || f.ReadsMemory() && repr.IsPointer(t)
	})
	b := f.Known.Library(e.Name) != nil && !strings.HasPrefix(e.Name, "__VERIFIER_nondet_")
	if acts || b || f.isKnownLibrary(e.Name) || repr.IsAggregate(f.Vars.result) || ft.IsVariadic() {
		f.throughAddress(e.Name)
		return
	}
	if !known {
		f.noteUndefined(e.Name, e.Pos, false, leadsToObject(f.Vars.result))
	}
	f.Marks.warn("%s has no definition; its result is taken as an input, and its effects are "+
		"ignored", e.Name)
	op := cfa.Return{}
	if !repr.IsVoid(f.Vars.result) {
		if known {
			op.Value = f.Mem.Inexact(f.Vars.result, e.Name).Term
		} else {
			op.Value = f.Calls.undefinedResult(f.Vars.result, e.Name).Term
		}
	}
	f.Flow.End(op)
}

// throughAddress ends a procedure that stands for a function of which only direct calls are followed.
func (f *Function) throughAddress(name string) {
	f.Flow.End(cfa.Unsupported{Function: name, What: "a call of " + name +
		", which has no definition, through its address"})
}

// unnamed gives a procedure the parameters and the result of a function. If that cannot be, its body ends,
// and ok is false.
func (f *Function) unnamed(e *Entity) (params []term.Term, ok bool) {
	ft := e.Signature()
	if ft == nil {
		f.Flow.End(cfa.Unsupported{What: "a call of " + e.Name + ", which is no function"})
		return nil, false
	}
	f.Vars.result = ft.Result()
	if s := f.Types.Scalar(f.Vars.result); s.Class != repr.None {
		f.Flow.Proc.Result = s.Sort()
	}
	for _, t := range repr.Params(ft) {
		if repr.IsAggregate(t) {
			t = f.Types.Pvoid
		}
		s := f.Types.Scalar(t)
		if s.Class == repr.None {
			f.Flow.End(cfa.Unsupported{What: "a call of " + e.Name + ", which has no definition"})
			return nil, false
		}
		r := f.Flow.NewReg("unnamed", s.Sort(), "", s.Signed)
		f.Flow.Proc.Params = append(f.Flow.Proc.Params, r)
		params = append(params, f.Flow.Sym(r))
	}
	return params, true
}
