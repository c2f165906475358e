package c

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// callCtx is a call to a function known by name.
type callCtx struct {
	x      *cc.PostfixExpression
	name   string
	args   []cc.ExpressionNode
	result cc.Type
	ent    *entity
}

func argList(l *cc.ArgumentExpressionList) []cc.ExpressionNode {
	var out []cc.ExpressionNode
	for ; l != nil; l = l.ArgumentExpressionList {
		out = append(out, l.AssignmentExpression)
	}
	return out
}

// call lowers a function call.
func (f *fn) call(x *cc.PostfixExpression) value {
	args := argList(x.ArgumentExpressionList)
	d := calledFunction(x.PostfixExpression)
	if d == nil {
		target := f.expr(x.PostfixExpression)
		f.at(x)
		ft, _ := elem(target.ty).(*cc.FunctionType)
		if ft == nil {
			return f.unsupportedValue(x.Type(), "a call of something that is no function")
		}
		return f.callType(ft, nil, target.t, args)
	}
	c := &callCtx{x: x, name: d.Name(), args: args, result: x.Type()}
	if ft, ok := d.Type().(*cc.FunctionType); ok {
		c.result = ft.Result()
	}
	if b := f.alwaysBuiltin(c.name); b != nil {
		return b(f, c)
	}
	e := f.resolve(f.unit, d)
	if !e.isFunc() {
		return f.unsupportedValue(c.result, "a call of "+c.name)
	}
	c.ent = e
	if e.def == nil || e.model && !f.unit.model {
		if b := f.libraryBuiltin(c.name); b != nil {
			return b(f, c)
		}
	}
	return f.callEntity(e, c)
}

// callEntity calls a function with linkage.
func (f *fn) callEntity(e *entity, c *callCtx) value {
	if e.def == nil && e.synth == nil {
		return f.callUndefined(e, c)
	}
	if what := refuses(e); what != "" {
		// The place that people want to know is that of the call.
		f.evalAll(c)
		return f.unsupportedValue(c.result, what)
	}
	ft := e.typ.(*cc.FunctionType)
	return f.callType(ft, e, term.None, c.args)
}

// refuses recognises library models that begin with saying that the function
// is not supported.
func refuses(e *entity) string {
	if !e.model || e.def == nil {
		return ""
	}
	l := e.def.CompoundStatement.BlockItemList
	for l != nil && l.BlockItem.Case == cc.BlockItemDecl {
		l = l.BlockItemList // the parser declares __func__ first of all
	}
	if l == nil || l.BlockItem.Case != cc.BlockItemStmt || l.BlockItem.Statement.Case != cc.StatementExpr {
		return ""
	}
	x := l.BlockItem.Statement.ExpressionStatement.ExpressionList
	if x == nil {
		return ""
	}
	call, ok := unwrap(x).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return ""
	}
	if d := calledFunction(call.PostfixExpression); d == nil || d.Name() != "__whittle_unsupported" {
		return ""
	}
	if s := stringLiteral(argList(call.ArgumentExpressionList)[0]); s != nil {
		if v, ok := s.Value().(cc.StringValue); ok {
			return strings.TrimRight(string(v), "\x00")
		}
	}
	return "the function " + e.name
}

// calledFunction is the declarator of a function that is called by its name.
func calledFunction(n cc.ExpressionNode) *cc.Declarator {
	switch x := unwrap(n).(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok && d.Type() != nil && d.Type().Kind() == cc.Function && !d.IsParam() {
				return d
			}
		}
	case *cc.UnaryExpression:
		// (*f)() and (&f)() are f().
		if x.Case == cc.UnaryExpressionDeref || x.Case == cc.UnaryExpressionAddrof {
			return calledFunction(x.CastExpression)
		}
	}
	return nil
}

// callType evaluates arguments and calls a function of a type: e when it is
// known, else what stands at the address target.
func (f *fn) callType(ft *cc.FunctionType, e *entity, target term.Term, args []cc.ExpressionNode) value {
	if f.isConst {
		f.notConst = "a function call"
		return f.dummy(ft.Result())
	}
	if e == nil {
		if u, ok := f.ts.ConstUint64(target); ok {
			if known := f.functionAt(u); known != nil && sameShape(known.typ.(*cc.FunctionType), ft) {
				e, target = known, term.None
				ft = e.typ.(*cc.FunctionType)
			}
		}
	}
	pos, text := f.pos, f.text
	var terms []term.Term
	result := ft.Result()
	var buffer term.Term
	if isAggregate(result) {
		buffer = f.tempObject(result, "result")
		terms = append(terms, buffer)
	}
	params := paramTypes(ft)
	prototyped := len(params) > 0 || ft.MaxArgs() == 0 || e != nil
	var extra []value
	for i, a := range args {
		v := f.expr(a)
		switch {
		case i < len(params):
			terms = append(terms, f.argument(v, params[i], hasCalls(args[i+1:])))
		case ft.IsVariadic():
			extra = append(extra, f.defaultPromote(v))
		case !prototyped:
			w := f.defaultPromote(v)
			if w.addr != term.None {
				terms = append(terms, w.addr)
			} else if w.t != term.None {
				terms = append(terms, w.t)
			}
		}
	}
	f.pos, f.text = pos, text
	for i := len(args); i < len(params) && prototyped; i++ {
		v := f.unsetValue(params[i], "missing argument")
		if v.addr != term.None {
			terms = append(terms, v.addr)
		} else {
			terms = append(terms, v.t)
		}
	}
	if ft.IsVariadic() {
		terms = append(terms, f.variableArguments(extra))
	}
	op := cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Target: target, Args: terms}
	var r value
	switch {
	case isVoid(result):
		r = value{ty: f.types.void}
	case buffer != term.None:
		r = value{addr: buffer, ty: result}
	default:
		if s := f.scalarOf(result); s.class == notScalar {
			return f.unsupportedValue(result, "a function result of type "+result.String())
		}
		op.Dst = f.temp(result, "result")
		r = value{t: f.sym(op.Dst), ty: result}
	}
	s := f.emit(op)
	s.callee = e
	return r
}

// paramTypes are the types of the parameters as the callee sees them.
func paramTypes(ft *cc.FunctionType) []cc.Type {
	var out []cc.Type
	for _, p := range ft.Parameters() {
		if !isVoid(p.Type()) {
			out = append(out, p.Type().Decay())
		}
	}
	return out
}

// sameShape reports whether a function can be called directly where a type
// is called through a pointer.
func sameShape(def, call *cc.FunctionType) bool {
	a, b := paramTypes(def), paramTypes(call)
	if len(b) == 0 && call.MaxArgs() != 0 {
		return def.Result().Kind() == call.Result().Kind()
	}
	if len(a) != len(b) || def.IsVariadic() != call.IsVariadic() || def.Result().Size() != call.Result().Size() || isVoid(def.Result()) != isVoid(call.Result()) {
		return false
	}
	for i := range a {
		if a[i].Size() != b[i].Size() || isAggregate(a[i]) != isAggregate(b[i]) {
			return false
		}
	}
	return true
}

// functionAt is the function whose object has an address.
func (l *lowerer) functionAt(addr uint64) *entity { return l.byAddr[addr] }

// argument converts an argument. An aggregate is passed by the address of the
// caller's object, from which the callee copies first of all; when a later
// argument may change that object, a copy is passed.
func (f *fn) argument(v value, ty cc.Type, later bool) term.Term {
	if !isAggregate(ty) {
		return f.convert(v, ty).t
	}
	if v.addr == term.None {
		return f.unsupportedValue(ty, "this argument").addr
	}
	if later {
		addr := f.tempObject(ty, "argument")
		f.copyObject(addr, v.addr, ty)
		return addr
	}
	return v.addr
}

func (f *fn) defaultPromote(v value) value {
	s := f.scalarOf(v.ty)
	switch {
	case s.class == integer || s.class == boolean:
		return f.promote(v)
	case s.class == floating && s.width < 64:
		if d, ok := f.floatOf(v); ok {
			return f.floatBits(f.doubleType(v.ty), d)
		}
		return f.unsupportedValue(f.types.llong, "floating-point conversion from float to double")
	}
	return v
}

func (f *fn) doubleType(cc.Type) cc.Type { return f.unit.ast.Double }

// slot is the size of a variable argument in the memory that passes it.
func (f *fn) slot(t cc.Type) uint64 {
	n, _ := f.lay.sizeOf(t)
	return roundUp(max(n, 1), 8)
}

// variableArguments puts the variable arguments of a call into memory and
// returns its address.
func (f *fn) variableArguments(args []value) term.Term {
	if len(args) == 0 {
		return f.prog.Ptr(0)
	}
	var size uint64
	for _, a := range args {
		size += f.slot(a.ty)
	}
	base := f.sym(f.frameObject(f.types.pvoid, "variable arguments", size, 16))
	f.allocs[len(f.allocs)-1].lay = nil
	var off uint64
	for _, a := range args {
		at := f.prog.PtrAdd(base, f.prog.Ptr(off))
		if a.addr != term.None {
			f.copyObject(at, a.addr, a.ty)
		} else if a.t != term.None {
			f.emit(cfa.Store{Addr: at, Value: a.t})
		}
		off += f.slot(a.ty)
	}
	return base
}

// vaArg lowers the operand of va_arg, (*(T *)__builtin_va_arg_impl(ap)), at
// its cast.
func (f *fn) vaArg(x *cc.CastExpression, to cc.Type) (value, bool) {
	call, ok := unwrap(x.CastExpression).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return value{}, false
	}
	d := calledFunction(call.PostfixExpression)
	t := elem(to)
	if d == nil || d.Name() != "__builtin_va_arg_impl" || t == nil {
		return value{}, false
	}
	args := argList(call.ArgumentExpressionList)
	if len(args) != 1 {
		return value{}, false
	}
	p := f.lvalue(args[0])
	v := f.load(p)
	if p.reg != cfa.NoReg {
		v = f.hold(v)
	}
	if v.t == term.None {
		return f.unsupportedValue(to, "va_arg"), true
	}
	f.storeTo(p, value{t: f.prog.PtrAdd(v.t, f.prog.Ptr(f.slot(t))), ty: p.ty})
	return value{t: v.t, ty: to}, true
}

// knownLibrary lists functions of the C library whose effects must not be
// ignored: without a model a call is not supported.
var knownLibrary = strings.Fields(`
	pthread_ sem_ mtx_ cnd_ thrd_ tss_ atomic_ __atomic_ __sync_ __c11_ __whittle_ __builtin_ call_once
	memcpy memmove memset memcmp memchr memrchr memmem mempcpy bcopy bzero swab
	strcpy strncpy strcat strncat strcmp strncmp strlen strnlen strchr strrchr strstr strtok strtok_r strdup strndup strspn strcspn strpbrk
	strcasecmp strncasecmp strcasestr stpcpy stpncpy strsep strtol strtoul strtoll strtoull strtod strcoll strxfrm strerror_r
	setjmp _setjmp sigsetjmp longjmp siglongjmp fork vfork signal sigaction raise atexit
	scanf fscanf sscanf vscanf vsscanf sprintf snprintf vsprintf vsnprintf asprintf vasprintf vprintf vfprintf
	read fread fgets gets getline recv malloc calloc realloc free aligned_alloc posix_memalign memalign alloca qsort bsearch`)

func (l *lowerer) isKnownLibrary(name string) bool {
	for _, p := range knownLibrary {
		if name == p || strings.HasSuffix(p, "_") && strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// callUndefined is a call of a function without definition and model: its
// result is an input.
func (f *fn) callUndefined(e *entity, c *callCtx) value {
	if f.isKnownLibrary(c.name) {
		f.evalAll(c)
		return f.unsupportedValue(c.result, "the function "+c.name)
	}
	pointers := false
	for _, a := range c.args {
		v := f.expr(a)
		if v.t != term.None && isPointer(v.ty) && !f.ts.IsConst(v.t) || v.addr != term.None {
			pointers = true
		}
		if isPointer(v.ty) && v.t != term.None && f.ts.IsConst(v.t) && isVoidOrData(v.ty) {
			if u, ok := f.ts.ConstUint64(v.t); ok && u != 0 {
				pointers = true
			}
		}
	}
	f.at(c.x)
	if !e.warned && !f.isDead() {
		e.warned = true
		if pointers {
			f.warn("%s has no definition; its result is taken as an input, and what it does through its pointer arguments is ignored", c.name)
		} else {
			f.warn("%s has no definition; its result is taken as an input", c.name)
		}
	}
	return f.havocValue(c.result, c.name+"()")
}

func isVoidOrData(t cc.Type) bool { e := elem(t); return e != nil && e.Kind() != cc.Function }

func (f *fn) evalAll(c *callCtx) {
	for _, a := range c.args {
		f.expr(a)
	}
	f.at(c.x)
}

// funcProc is the procedure that an address of a function leads to.
func (l *lowerer) funcProc(e *entity) cfa.ProcID {
	if e.def == nil && e.synth == nil {
		name := e.name
		e.synth = func(f *fn) {
			ft := e.typ.(*cc.FunctionType)
			f.result = ft.Result()
			if s := f.scalarOf(f.result); s.class != notScalar {
				f.proc.Result = s.sort()
			}
			for _, t := range paramTypes(ft) {
				if isAggregate(t) {
					t = f.types.pvoid
				}
				s := f.scalarOf(t)
				if s.class == notScalar {
					f.end(cfa.Unsupported{What: "a call of " + name + ", which has no definition"})
					return
				}
				f.proc.Params = append(f.proc.Params, f.newReg("unnamed", s.sort(), "", s.signed))
			}
			if f.isKnownLibrary(name) || isAggregate(f.result) || ft.IsVariadic() {
				f.end(cfa.Unsupported{What: "a call of " + name + ", which has no definition, through its address"})
				return
			}
			f.warn("%s has no definition; its result is taken as an input, and its effects are ignored", name)
			op := cfa.Return{}
			if !isVoid(f.result) {
				op.Value = f.havocValue(f.result, name+"()").t
			}
			f.end(op)
		}
	}
	return l.proc(e)
}
