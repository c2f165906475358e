package c

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

// callUndefined is a call of a function without definition and model: its result is an input. What the
// program may rely on of a library function is not known then, so that no violation may depend on it.
func (ca *calls) callUndefined(e *entity, c *callCtx) value.Value {
	isLibrary := library.IsFunction(c.name)
	refused := ca.low.isKnownLibrary(c.name) || isLibrary && (ca.writes(e, c) || takesFunction(c))
	if isLibrary && ca.low.cfg.Property.Covers(property.Termination) && library.MayNotReturn(c.name) {
		ca.evalAll(c)
		return ca.values.UnsupportedCall(c.result, stub(c.name), "the function "+c.name+
			", which may wait for ever")
	}
	passable := library.IsPassable(c.name) && !takesFunction(c)
	if refused && !passable {
		ca.evalAll(c)
		return ca.values.UnsupportedCall(c.result, stub(c.name), "the function "+c.name)
	}
	args := make([]value.Value, len(c.args))
	for i, a := range c.args {
		args[i] = ca.exprs.expr(a)
	}
	ca.marks.at(c.x)
	if refused {
		return ca.overApproximated(c, args)
	}
	if !isLibrary && !ca.flow.IsDead() {
		ca.low.noteUndefined(c.name, ca.flow.Pos, ca.writes(e, c) && !ca.low.cfg.ExternWrites,
			leadsToObject(c.result))
	}
	first := !e.warned && !ca.flow.IsDead()
	e.warned = e.warned || first
	result := "its result is taken as an input"
	if leadsToObject(c.result) {
		result = "it is taken to return a pointer to an object of its own"
	}
	switch {
	case isLibrary:
		if first {
			ca.marks.warn("%s is not modelled; its result is taken as an input, and a violation that "+
				"depends on "+
				"it counts for nothing", c.name)
		}
		ca.readsArguments(e, c, args)
		if library.Signals(c.name) && !ca.endsInZero(c) {
			ca.reaches(cfa.Havoc{Inexact: c.name, Signals: true})
		}
		return ca.opaqueResult(c)
	case !ca.writes(e, c):
		if first {
			ca.marks.warn("%s has no definition; %s", c.name, result)
		}
	case ca.low.cfg.ExternWrites:
		if first {
			ca.marks.warn("%s has no definition; %s, and what its pointer arguments point to as inputs",
				c.name, result)
		}
		for i := range args {
			if t := ca.written(e, c, i); t != nil {
				ca.writeAny(c, c.args[i], args[i], t)
			}
		}
	case first:
		ca.marks.warn("%s has no definition; %s, and it is assumed not to write to what its pointer "+
			"arguments point to (--extern-writes: it writes anything there)", c.name, result)
	}
	if isUninterpreted(c.name) {
		return ca.mem.Inexact(c.result, c.name)
	}
	return ca.undefinedResult(c.result, c.name)
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
	i := slices.IndexFunc(l.prog.Undefined, func(u cfa.UndefinedFunction) bool { return u.Name == name })
	if i < 0 {
		i = len(l.prog.Undefined)
		l.prog.Undefined = append(l.prog.Undefined, cfa.UndefinedFunction{Name: name, Pos: pos})
	}
	return &l.prog.Undefined[i]
}

// takesFunction reports whether a call passes the address of a function.
func takesFunction(c *callCtx) bool {
	return slices.ContainsFunc(c.args, func(a cc.ExpressionNode) bool { return takesCallback(a.Type()) })
}

// takesCallback reports whether an argument of a type is the address of a function.
func takesCallback(t cc.Type) bool {
	to := repr.Elem(t.Decay())
	return to != nil && to.Kind() == cc.Function || t.Kind() == cc.Function
}

// writes reports whether a call passes a pointer through which the function may write.
func (ca *calls) writes(e *entity, c *callCtx) bool {
	for i := range c.args {
		if ca.written(e, c, i) != nil {
			return true
		}
	}
	return false
}

// written is the type that the function may write through its i-th argument; nil: there is none.
func (ca *calls) written(e *entity, c *callCtx, i int) cc.Type {
	t := c.args[i].Type()
	if ft := e.signature(); ft != nil {
		if params := repr.Params(ft); i < len(params) {
			t = params[i]
		}
	}
	to := writtenThrough(t)
	if v, ok := ca.consts.constSize(c.args[i]); to != nil && ok && v == 0 {
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
func (ca *calls) writeAny(c *callCtx, n cc.ExpressionNode, v value.Value, t cc.Type) {
	if d, ok := ca.named.pointsTo(n); ok {
		if syntax.StringLiteral(d.node) != nil {
			return
		}
		p := ca.lvalues.lvalue(d.node)
		ca.marks.at(c.x)
		ca.writeInto(p.Addr, undecayed(d.node), c.name)
		return
	}
	if own := ca.named.pointee(n); own != nil {
		t = own
	}
	if size, ok := ca.types.Size(t); repr.IsVoid(t) || !ok || size <= 1 {
		ca.flow.Unsupported("what " + c.name + ", which has no definition, writes through a pointer to " +
			"memory of " +
			"unknown size")
		return
	}
	write, done := ca.flow.NewLoc(), ca.flow.NewLoc()
	ca.flow.Branch(ca.ts.Eq(v.Term, ca.prog.Ptr(0)), done, write)
	ca.flow.Cur = write
	ca.writeInto(v.Term, t, c.name)
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

func (ca *calls) evalAll(c *callCtx) {
	for _, a := range c.args {
		ca.exprs.expr(a)
	}
	ca.marks.at(c.x)
}

// funcProc is the procedure that an address of a function leads to.
func (l *lowerer) funcProc(e *entity) cfa.ProcID {
	if l.alwaysBuiltin(e.name) != nil { // whatever the program defines
		return l.proc(&entity{name: e.name, unit: e.unit, pos: e.pos, typ: e.typ, decl: e.decl,
			synth: func(f *fn) { f.builtinBody(e) }})
	}
	if e.def == nil && e.synth == nil {
		e.synth = func(f *fn) { f.undefinedBody(e) }
	}
	return l.proc(e)
}

// builtinBody is what a call of a function that the front end knows comes to through its address.
func (f *fn) builtinBody(e *entity) {
	params, ok := f.unnamed(e)
	switch {
	case !ok:
	case !IsErrorFunction(e.name):
		f.throughAddress(e.name)
	default:
		if f.reachability {
			f.flow.Violate(f.violation(e.name+" is reached"), nil)
		}
		op := cfa.Return{}
		switch {
		case strings.HasPrefix(e.name, "__assert"):
			f.flow.End(f.aborted())
			return
		case e.def != nil:
			op.Value = f.calls.synthCall(e, func(i int, _ cc.Type) term.Term { return params[i] })
		case !repr.IsVoid(f.vars.result):
			op.Value = f.values.Dummy(f.vars.result).Term
		}
		f.flow.End(op)
	}
}

// undefinedBody is what a call of a function without definition comes to through its address.
func (f *fn) undefinedBody(e *entity) {
	_, ok := f.unnamed(e)
	if !ok {
		return
	}
	ft := e.signature()
	known := library.IsFunction(e.name)
	acts := known && slices.ContainsFunc(repr.Params(ft), func(t cc.Type) bool {
		return writtenThrough(t) != nil || takesCallback(t) || f.readsMemory() && repr.IsPointer(t)
	})
	b := f.libraryBuiltin(e.name) != nil && !strings.HasPrefix(e.name, "__VERIFIER_nondet_")
	if acts || b || f.isKnownLibrary(e.name) || repr.IsAggregate(f.vars.result) || ft.IsVariadic() {
		f.throughAddress(e.name)
		return
	}
	if !known {
		f.noteUndefined(e.name, e.pos, false, leadsToObject(f.vars.result))
	}
	f.marks.warn("%s has no definition; its result is taken as an input, and its effects are "+
		"ignored", e.name)
	op := cfa.Return{}
	if !repr.IsVoid(f.vars.result) {
		if known {
			op.Value = f.mem.Inexact(f.vars.result, e.name).Term
		} else {
			op.Value = f.calls.undefinedResult(f.vars.result, e.name).Term
		}
	}
	f.flow.End(op)
}

// throughAddress ends a procedure that stands for a function of which only direct calls are followed.
func (f *fn) throughAddress(name string) {
	f.flow.End(cfa.Unsupported{Function: name, What: "a call of " + name +
		", which has no definition, through its address"})
}

// unnamed gives a procedure the parameters and the result of a function. If that cannot be, its body ends,
// and ok is false.
func (f *fn) unnamed(e *entity) (params []term.Term, ok bool) {
	ft := e.signature()
	if ft == nil {
		f.flow.End(cfa.Unsupported{What: "a call of " + e.name + ", which is no function"})
		return nil, false
	}
	f.vars.result = ft.Result()
	if s := f.types.Scalar(f.vars.result); s.Class != repr.None {
		f.flow.Proc.Result = s.Sort()
	}
	for _, t := range repr.Params(ft) {
		if repr.IsAggregate(t) {
			t = f.types.Pvoid
		}
		s := f.types.Scalar(t)
		if s.Class == repr.None {
			f.flow.End(cfa.Unsupported{What: "a call of " + e.name + ", which has no definition"})
			return nil, false
		}
		r := f.flow.NewReg("unnamed", s.Sort(), "", s.Signed)
		f.flow.Proc.Params = append(f.flow.Proc.Params, r)
		params = append(params, f.flow.Sym(r))
	}
	return params, true
}
