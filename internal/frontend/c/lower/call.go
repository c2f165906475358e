package lower

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/monitor"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// NamedCall is a call to a function known by name.
type NamedCall struct {
	X      *cc.PostfixExpression
	Name   string
	Args   []cc.ExpressionNode
	Result cc.Type
	Ent    *Entity
}

// Builtin lowers a call of a function that the front end knows.
type Builtin func(f *Function, c *NamedCall) value.Value

// Known are the functions that the front end knows, by name.
type Known interface {
	// Always finds functions that mean what they mean even when a program defines them.
	Always(name string) Builtin
	// Library finds library functions that are lowered directly unless the program defines them.
	Library(name string) Builtin
	// IsCompilers reports whether a function is the compiler's or one of verification tasks, and IsListed
	// whether it is one of the library that is lowered directly.
	IsCompilers(name string) bool
	IsListed(name string) bool
}

// calls lowers calls: of functions, of what the front end knows itself, and those that make and end threads
// and the process.
type calls struct {
	low     *lowerer
	unit    *unit
	types   *repr.Types
	ts      *term.Store
	prog    *cfa.Program
	flow    *flow.Builder
	frame   *flow.Frame
	values  *value.Values
	mem     *value.Memory
	arith   *value.Arith
	made    *value.Made
	marks   *marker
	watch   *monitor.Watch
	exprs   *expressions
	lvalues *lvalues
	consts  *constants
	named   *designations
	fn      *Function
	passed  term.Term // the first argument of the last call
}

// call lowers a function call.
func (ca *calls) call(x *cc.PostfixExpression) value.Value {
	return ca.watch.LeaveSite(x, ca.plainCall(x))
}

func (ca *calls) plainCall(x *cc.PostfixExpression) value.Value {
	args := syntax.Arguments(x)
	d := syntax.Callee(x.PostfixExpression)
	if d == nil {
		target := ca.exprs.Expr(x.PostfixExpression)
		ca.marks.At(x)
		ft, _ := repr.Elem(target.Type).(*cc.FunctionType)
		if ft == nil {
			return ca.values.Unsupported(x.Type(), "a call of something that is no function")
		}
		return ca.callType(ft, nil, target.Term, args, x)
	}
	c := &NamedCall{X: x, Name: d.Name(), Args: args, Result: x.Type()}
	if ft, ok := d.Type().(*cc.FunctionType); ok {
		c.Result = ft.Result()
	}
	if b := ca.low.Known.Always(c.Name); b != nil {
		ca.usesArguments(c)
		return ca.callBuiltin(b, c)
	}
	e := ca.low.resolve(ca.unit, d)
	if !e.isFunc() {
		return ca.values.Unsupported(c.Result, "a call of "+c.Name)
	}
	c.Ent = e
	if e.Def == nil && e.synth == nil || e.Model {
		ca.usesArguments(c)
	}
	if e.Def == nil || e.Model && !ca.unit.Model {
		if b := ca.low.Known.Library(c.Name); b != nil {
			return ca.callBuiltin(b, c)
		}
	}
	return ca.CallEntity(e, c)
}

// callBuiltin lowers a call by what the front end knows of the function.
func (ca *calls) callBuiltin(b Builtin, c *NamedCall) value.Value {
	ca.watch.EnterSite(c.X)
	outer := ca.flow.Node
	ca.flow.Node = c.X
	v := b(ca.fn, c)
	if !ca.unit.Model && (c.Ent == nil || c.Ent.Def == nil || c.Ent.Model) {
		// What these do has no effect on others, so that it may as well come first.
		ca.pointOfCancellation(c.Name)
	}
	ca.flow.Node = outer
	return v
}

// pointOfCancellation lets a thread that was cancelled end where a library function acts upon that.
func (ca *calls) pointOfCancellation(function string) {
	if !slices.Contains(ca.low.forms, library.FormCancel) {
		return
	}
	if model := library.Cancels(function); model != "" {
		ca.Reads(model)
	}
}

// CallEntity calls a function with linkage.
func (ca *calls) CallEntity(e *Entity, c *NamedCall) value.Value {
	if e.Def == nil && e.synth == nil {
		return ca.callBuiltin(func(f *Function, c *NamedCall) value.Value {
			return f.Calls.CallUndefined(e, c)
		}, c)
	}
	if what := refuses(e); what != "" {
		// The place that people want to know is that of the call.
		ca.EvalAll(c)
		return ca.values.UnsupportedCall(c.Result, stub(e.Name), what)
	}
	ft := e.Signature()
	if ft == nil {
		return ca.values.Unsupported(c.Result, "a call of "+e.Name+", which is no function")
	}
	if v, ok := ca.textInPart(e, c); ok {
		return v
	}
	e = ca.apartForm(e, c)
	return ca.callType(ft, e, term.None, c.Args, c.X)
}

// refuses recognises library models that begin with saying that the function is not supported.
func refuses(e *Entity) string {
	if !e.Model || e.Def == nil {
		return ""
	}
	l := e.Def.CompoundStatement.BlockItemList
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
	if s := syntax.StringLiteral(args[0]); s != nil {
		if v, ok := s.Value().(cc.StringValue); ok {
			return strings.TrimRight(string(v), "\x00")
		}
	}
	return "the function " + e.Name
}

// callType evaluates arguments and calls a function of a type: e when it is
// known, else what stands at the address target.
func (ca *calls) callType(ft *cc.FunctionType, e *Entity, target term.Term, args []cc.ExpressionNode,
	x *cc.PostfixExpression) value.Value {
	if ca.flow.Constant {
		ca.flow.Refused = "a function call"
		return ca.values.Dummy(ft.Result())
	}
	called := ft
	if e == nil {
		if u, ok := ca.ts.ConstUint64(target); ok {
			if known := ca.low.functionAt(u); known != nil && known.isFunc() &&
				repr.SameShape(known.Signature(), ft) && ca.agrees(known, x, ft) {
				e, target = known, term.None
				ft = e.Signature()
			}
		}
	}
	pos, text := ca.flow.Pos, ca.flow.Text
	var terms []term.Term
	result := ft.Result()
	var buffer term.Term
	if repr.IsAggregate(result) {
		buffer = ca.mem.Temp(result, "result")
		terms = append(terms, buffer)
	}
	params := repr.Params(ft)
	prototyped := len(params) > 0 || ft.MaxArgs() == 0 || e != nil
	var extra, given []value.Value
	for i, a := range args {
		v := ca.exprs.Expr(a)
		given = append(given, v)
		switch {
		case i < len(params):
			terms = append(terms, ca.argument(v, params[i], slices.ContainsFunc(args[i+1:], actsInside)))
		case ft.IsVariadic():
			extra = append(extra, ca.arith.DefaultPromote(v))
		case !prototyped:
			w := ca.arith.DefaultPromote(v)
			if w.Addr != term.None {
				terms = append(terms, w.Addr)
			} else if w.Term != term.None {
				terms = append(terms, w.Term)
			}
		}
	}
	ca.flow.Pos, ca.flow.Text = pos, text
	name := "a function"
	if e != nil {
		name = e.Name
	}
	switch {
	case prototyped && len(args) < len(params):
		ca.marks.warn("too few arguments in this call of %s; those that are missing are taken as inputs",
			name)
	case prototyped && len(args) > len(params) && !ft.IsVariadic():
		ca.marks.warn("too many arguments in this call of %s; the last are ignored", name)
	}
	for i := len(args); i < len(params) && prototyped; i++ {
		v := ca.mem.Unset(params[i], "missing argument")
		if v.Addr != term.None {
			terms = append(terms, v.Addr)
		} else {
			terms = append(terms, v.Term)
		}
	}
	if ft.IsVariadic() {
		terms = append(terms, ca.VariableArguments(extra))
	}
	how := ca.how(x, called, given)
	if e != nil {
		ca.checkAgreement(e, how)
	}
	if e != nil && e.Model {
		ca.WithinParts(e.Name, args, func(i int) term.Term { return terms[i] })
		ca.checkDomain(e.Name, args, terms)
	}
	if len(terms) > 0 {
		ca.passed = terms[0]
	}
	op := cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Target: target, Args: terms}
	var r value.Value
	switch {
	case repr.IsVoid(result):
		r = value.Value{Type: ca.types.Void}
	case buffer != term.None:
		r = value.Value{Addr: buffer, Type: result}
	default:
		if s := ca.types.Scalar(result); s.Class == repr.None {
			return ca.values.Unsupported(result, "a function result of type "+result.String())
		}
		op.Dst = ca.values.Temp(result, "result")
		r = value.Value{Term: ca.flow.Sym(op.Dst), Type: result}
	}
	chance := false
	if e != nil && e.Model && !ca.unit.Model {
		called := plainName(x, e)
		if chance = library.Cancels(called) == library.CancelChance; !chance {
			ca.pointOfCancellation(called)
		}
	}
	join := ca.orFails(e, x, op.Dst, terms)
	ca.watch.EnterSite(x)
	ca.watch.AtTarget(e != nil && e.Model, func() {
		s := ca.flow.Emit(op)
		if e != nil {
			s.Callee = ca.low.ProcOf(e)
		} else {
			s.Placed = ca.low.NotePointer(how)
		}
		if !ca.unit.Model {
			ca.made.Note(s, r, e != nil && e.Model, args)
		}
	})
	join()
	if chance {
		ca.pointOfCancellation(plainName(x, e))
	}
	return r
}

// plainName is the name by which a call calls a library model, without the suffix of its form.
func plainName(x *cc.PostfixExpression, e *Entity) string {
	if d := syntax.Callee(x.PostfixExpression); d != nil {
		return d.Name()
	}
	return e.Name
}

// functionAt is the function whose object has an address.
func (l *lowerer) functionAt(addr uint64) *Entity { return l.byAddr[addr] }

// argument converts an argument. An aggregate is passed by the address of the caller's object, from which the
// callee copies first of all; when a later argument may change that object, a copy is passed.
func (ca *calls) argument(v value.Value, ty cc.Type, later bool) term.Term {
	if !repr.IsAggregate(ty) {
		return ca.arith.Convert(v, ty).Term
	}
	if repr.IsVector(ty) {
		v = ca.arith.Convert(v, ty)
	}
	if v.Addr == term.None {
		return ca.values.Unsupported(ty, "this argument").Addr
	}
	if later {
		addr := ca.mem.Temp(ty, "argument")
		ca.mem.Copy(addr, v.Addr, ty)
		return addr
	}
	return v.Addr
}

// actsInside reports whether an expression calls a function or assigns.
func actsInside(n cc.ExpressionNode) bool { return syntax.HasCall(n) || syntax.HasEffect(n) }
