package c

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
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

// call lowers a function call.
func (f *fn) call(x *cc.PostfixExpression) value.Value { return f.leaveSite(x, f.plainCall(x)) }

func (f *fn) plainCall(x *cc.PostfixExpression) value.Value {
	args := syntax.Arguments(x)
	d := syntax.Callee(x.PostfixExpression)
	if d == nil {
		target := f.expr(x.PostfixExpression)
		f.at(x)
		ft, _ := repr.Elem(target.Type).(*cc.FunctionType)
		if ft == nil {
			return f.values.Unsupported(x.Type(), "a call of something that is no function")
		}
		return f.callType(ft, nil, target.Term, args, x)
	}
	c := &callCtx{x: x, name: d.Name(), args: args, result: x.Type()}
	if ft, ok := d.Type().(*cc.FunctionType); ok {
		c.result = ft.Result()
	}
	if b := f.alwaysBuiltin(c.name); b != nil {
		return f.callBuiltin(b, c)
	}
	e := f.resolve(f.unit, d)
	if !e.isFunc() {
		return f.values.Unsupported(c.result, "a call of "+c.name)
	}
	c.ent = e
	if e.def == nil || e.model && !f.unit.model {
		if b := f.libraryBuiltin(c.name); b != nil {
			return f.callBuiltin(b, c)
		}
	}
	return f.callEntity(e, c)
}

// callBuiltin lowers a call by what the front end knows of the function.
func (f *fn) callBuiltin(b builtin, c *callCtx) value.Value {
	f.enterSite(c.x)
	outer := f.flow.Node
	f.flow.Node = c.x
	v := b(f, c)
	f.flow.Node = outer
	return v
}

// callEntity calls a function with linkage.
func (f *fn) callEntity(e *entity, c *callCtx) value.Value {
	if e.def == nil && e.synth == nil {
		return f.callBuiltin(func(f *fn, c *callCtx) value.Value { return f.callUndefined(e, c) }, c)
	}
	if what := refuses(e); what != "" {
		// The place that people want to know is that of the call.
		f.evalAll(c)
		return f.values.Unsupported(c.result, what)
	}
	ft := e.signature()
	if ft == nil {
		return f.values.Unsupported(c.result, "a call of "+e.name+", which is no function")
	}
	return f.callType(ft, e, term.None, c.args, c.x)
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
	call, ok := syntax.Unparen(x).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return ""
	}
	if d := syntax.Callee(call.PostfixExpression); d == nil || d.Name() != "__whittle_unsupported" {
		return ""
	}
	args := syntax.Arguments(call)
	if len(args) == 0 {
		return ""
	}
	if s := stringLiteral(args[0]); s != nil {
		if v, ok := s.Value().(cc.StringValue); ok {
			return strings.TrimRight(string(v), "\x00")
		}
	}
	return "the function " + e.name
}

// callType evaluates arguments and calls a function of a type: e when it is
// known, else what stands at the address target.
func (f *fn) callType(ft *cc.FunctionType, e *entity, target term.Term, args []cc.ExpressionNode,
	x *cc.PostfixExpression) value.Value {
	if f.flow.Constant {
		f.flow.Refused = "a function call"
		return f.values.Dummy(ft.Result())
	}
	if e == nil {
		if u, ok := f.ts.ConstUint64(target); ok {
			if known := f.functionAt(u); known != nil && known.isFunc() &&
				repr.SameShape(known.signature(), ft) {
				e, target = known, term.None
				ft = e.signature()
			}
		}
	}
	pos, text := f.flow.Pos, f.flow.Text
	var terms []term.Term
	result := ft.Result()
	var buffer term.Term
	if repr.IsAggregate(result) {
		buffer = f.mem.Temp(result, "result")
		terms = append(terms, buffer)
	}
	params := repr.Params(ft)
	prototyped := len(params) > 0 || ft.MaxArgs() == 0 || e != nil
	var extra []value.Value
	for i, a := range args {
		v := f.expr(a)
		switch {
		case i < len(params):
			terms = append(terms, f.argument(v, params[i], slices.ContainsFunc(args[i+1:], actsInside)))
		case ft.IsVariadic():
			extra = append(extra, f.arith.DefaultPromote(v))
		case !prototyped:
			w := f.arith.DefaultPromote(v)
			if w.Addr != term.None {
				terms = append(terms, w.Addr)
			} else if w.Term != term.None {
				terms = append(terms, w.Term)
			}
		}
	}
	f.flow.Pos, f.flow.Text = pos, text
	name := "a function"
	if e != nil {
		name = e.name
	}
	switch {
	case prototyped && len(args) < len(params):
		f.warn("too few arguments in this call of %s; those that are missing are taken as inputs", name)
	case prototyped && len(args) > len(params) && !ft.IsVariadic():
		f.warn("too many arguments in this call of %s; the last are ignored", name)
	}
	for i := len(args); i < len(params) && prototyped; i++ {
		v := f.mem.Unset(params[i], "missing argument")
		if v.Addr != term.None {
			terms = append(terms, v.Addr)
		} else {
			terms = append(terms, v.Term)
		}
	}
	if ft.IsVariadic() {
		terms = append(terms, f.variableArguments(extra))
	}
	op := cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Target: target, Args: terms}
	var r value.Value
	switch {
	case repr.IsVoid(result):
		r = value.Value{Type: f.types.Void}
	case buffer != term.None:
		r = value.Value{Addr: buffer, Type: result}
	default:
		if s := f.types.Scalar(result); s.Class == repr.None {
			return f.values.Unsupported(result, "a function result of type "+result.String())
		}
		op.Dst = f.values.Temp(result, "result")
		r = value.Value{Term: f.flow.Sym(op.Dst), Type: result}
	}
	f.enterSite(x)
	f.atTarget(e, func() {
		s := f.flow.Emit(op)
		if e != nil {
			s.Callee = f.procOf(e)
		} else {
			s.Placed = f.notePointer(ft, len(args))
		}
		if !f.unit.model {
			f.made.Note(s, r, e != nil && e.model, args)
		}
	})
	return r
}

// functionAt is the function whose object has an address.
func (l *lowerer) functionAt(addr uint64) *entity { return l.byAddr[addr] }

// argument converts an argument. An aggregate is passed by the address of the
// caller's object, from which the callee copies first of all; when a later
// argument may change that object, a copy is passed.
func (f *fn) argument(v value.Value, ty cc.Type, later bool) term.Term {
	if !repr.IsAggregate(ty) {
		return f.arith.Convert(v, ty).Term
	}
	if repr.IsVector(ty) {
		v = f.arith.Convert(v, ty)
	}
	if v.Addr == term.None {
		return f.values.Unsupported(ty, "this argument").Addr
	}
	if later {
		addr := f.mem.Temp(ty, "argument")
		f.mem.Copy(addr, v.Addr, ty)
		return addr
	}
	return v.Addr
}
