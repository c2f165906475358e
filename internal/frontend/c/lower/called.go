package lower

import (
	"fmt"

	"modernc.org/cc/v4"

	"whittle.dev/internal/english"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
)

// Called is what a call says of the function that it calls.
type Called struct {
	typ   *cc.FunctionType // nil for the start of a thread, also by the procedure that threads start with
	exact *ctype.Type      // the same type with qualifiers; nil: not known
	args  []cc.Type        // of the arguments, as they are passed
	bare  bool             // no prototype is visible where a function is called by its name
}

// A disagreement is in what a call and the function that it comes to do not agree.
type disagreement struct {
	what  string // "call of f with 1 argument, not 2"; empty: they agree
	alike bool   // what differs is represented in the same way
}

// disagreement compares a function with a call. A thread may start with any function that takes at most one
// scalar, as far as representations go.
func (l *lowerer) disagreement(e *Entity, c Called) disagreement {
	def := e.Signature()
	params := repr.Params(def)
	of := func(format string, args ...any) disagreement {
		return disagreement{what: "call of " + e.Name + fmt.Sprintf(format, args...)}
	}
	const result, parameter = " with another type of its result", " with another type of argument %d"
	if c.typ == nil {
		switch {
		case len(params) > 1:
			return of(" with 1 argument, not %d", len(params))
		case len(params) == 1 && (repr.IsAggregate(params[0]) ||
			l.Types.Scalar(params[0]).Class == repr.Floating):
			return of(parameter, 1)
		case repr.IsAggregate(def.Result()):
			return of(result)
		}
		return l.inexact(e, startRoutine())
	}
	switch r := c.typ.Result(); {
	case repr.IsVoid(r):
		if repr.IsAggregate(def.Result()) {
			return of(result)
		}
	case repr.IsVoid(def.Result()) || !l.Types.Alike(r, def.Result()):
		return of(result)
	}
	types := repr.Params(c.typ)
	unknown := c.bare || len(types) == 0 && c.typ.MaxArgs() != 0 // a call without a prototype
	switch {
	case unknown && def.IsVariadic(), !unknown && def.IsVariadic() != c.typ.IsVariadic():
		return of(" through a type that differs in variable arguments")
	case unknown:
		types = c.args
	}
	if len(params) == 0 && def.MaxArgs() != 0 && len(types) > 0 {
		return alike(e) // int f() {}, which ignores what it is given
	}
	if len(types) != len(params) {
		return of(" with %s, not %d", english.Count(len(types), "argument"), len(params))
	}
	old := l.isOld(e)
	for i, p := range params {
		t := types[i]
		if old {
			p, t = l.passed(p), l.passed(t)
		}
		if !l.Types.Alike(p, t) && !(unknown && l.Types.Alike(l.Types.Promoted(p), t)) {
			return of(parameter, i+1)
		}
	}
	return l.inexact(e, c.exact)
}

// passed is the type with which an argument is passed without a prototype.
func (l *lowerer) passed(t cc.Type) cc.Type {
	if t.Kind() == cc.Float {
		return l.Types.Double
	}
	return l.Types.Promoted(t)
}

// isOld reports whether a function is defined without a prototype.
func (l *lowerer) isOld(e *Entity) bool {
	def := e.exact()
	return def != nil && !def.Prototype
}

// exact is the type of a function with its qualifiers; nil: not known.
func (e *Entity) exact() *ctype.Type {
	if e.Decl == nil || e.Model {
		return nil
	}
	return e.Unit.Types.Declared(e.Decl)
}

// inexact compares the type of a function with one that is represented in the same way.
func (l *lowerer) inexact(e *Entity, typ *ctype.Type) disagreement {
	if def := e.exact(); def == nil || typ == nil || ctype.Compatible(def, typ) {
		return disagreement{}
	}
	return alike(e)
}

// alike is a disagreement about types that are represented in the same way.
func alike(e *Entity) disagreement {
	return disagreement{what: "call of " + e.Name + " through an incompatible type", alike: true}
}

// startRoutine is the type of a function that a thread starts with.
func startRoutine() *ctype.Type {
	pointer := ctype.PointerTo(&ctype.Type{Kind: ctype.Void})
	return &ctype.Type{Kind: ctype.Func, Elem: pointer, Params: []*ctype.Type{pointer}, Prototype: true}
}

// checkAgreement reaches a violation, or warns, if a function is called by its name in a way that does not
// agree with its definition. It then does what its definition makes of the arguments.
func (ca *calls) checkAgreement(e *Entity, c Called) {
	if ca.unit.Model || e.Model || ca.flow.Constant {
		return
	}
	d := ca.low.disagreement(e, c)
	switch {
	case d.what == "":
	case d.alike && ca.low.strictCalls(), !d.alike && ca.arith.Behaviour:
		ca.arith.CheckBehaviour(ca.ts.True(), property.Call, d.what)
	case d.alike && !ca.low.Cfg.StrictCalls:
		ca.prog.Retyped = append(ca.prog.Retyped, ca.flow.Pos)
	case !d.alike && len(c.args) == len(repr.Params(e.Signature())):
		ca.marks.warn("%s, which is undefined", d.what)
	}
}

// how is what a call says of the function that it calls; args are the arguments before they are converted.
func (ca *calls) how(x *cc.PostfixExpression, ft *cc.FunctionType, args []value.Value) Called {
	c := Called{typ: ft}
	if t := ca.unit.Types.Value(x.PostfixExpression); t != nil && t.Kind == ctype.Pointer {
		c.exact = t.Elem
	}
	if d := syntax.Callee(x.PostfixExpression); d != nil {
		if t, ok := d.Type().(*cc.FunctionType); ok {
			c.typ = t
		}
		c.bare = !ca.unit.Types.HasPrototype(d, x)
	}
	for _, v := range args {
		c.args = append(c.args, ca.low.passed(v.Type.Decay()))
	}
	return c
}

// agrees reports whether a function is represented as the type through which it is called.
func (ca *calls) agrees(e *Entity, x *cc.PostfixExpression, ft *cc.FunctionType) bool {
	d := ca.low.disagreement(e, ca.how(x, ft, nil))
	return d.what == "" || d.alike
}
