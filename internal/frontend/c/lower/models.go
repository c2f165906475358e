package lower

import (
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// What is passed to functions of the library whose output is not seen has to be there all the same: texts
// that are printed, names of files, streams. Where uses of memory are checked, models read it.

// ReadsMemory reports whether what functions read of the program's memory matters.
func (l *lowerer) ReadsMemory() bool { return slices.Contains(l.forms, library.FormMemory) }

// Reads calls a model that reads what it is given, if that matters.
func (ca *calls) Reads(model string, args ...term.Term) {
	e := ca.low.models[model]
	if e == nil || e.Def == nil {
		ca.flow.Unsupported("what a function of the library reads")
		return
	}
	if form := ca.low.form(e); form != e {
		ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: ca.low.proc(form), Args: args})
	}
}

// ReadsText lets a text be read, up to its end. Literals end.
func (ca *calls) ReadsText(n cc.ExpressionNode, text term.Term) {
	if ca.low.ReadsMemory() && syntax.StringLiteral(n) == nil {
		ca.Reads("__whittle_reads_text", text, ca.LengthOf(n))
	}
}

// LengthOf is the bound on how much of a text is read. There is none, but that an argument of main ends
// somewhere after what is known of it.
func (ca *calls) LengthOf(n cc.ExpressionNode) term.Term {
	if library.PrintsArguments(ca.flow.Name) {
		return ca.prog.Ptr(library.ArgumentLength)
	}
	if x, ok := syntax.Unparen(n).(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionIndex &&
		ca.flow.Name == "main" {
		p, ok := syntax.Unparen(x.PostfixExpression).(*cc.PrimaryExpression)
		def := ca.fn.Vars.def
		if ft, isFunc := def.Declarator.Type().(*cc.FunctionType); ok && isFunc &&
			p.Case == cc.PrimaryExpressionIdent && len(ft.Parameters()) > 1 &&
			ft.Parameters()[1].Declarator != nil && p.ResolvedTo() == ft.Parameters()[1].Declarator {
			return ca.prog.Ptr(library.ArgumentLength)
		}
	}
	return ca.ts.BVNot(ca.prog.Ptr(0))
}

// UsesStream says that something is done with the stream or directory that an argument is, if it is one.
func (ca *calls) UsesStream(v value.Value) {
	if !slices.Contains(ca.low.forms, library.FormStreams) || !repr.IsPointer(v.Type) {
		return
	}
	switch to := repr.Elem(v.Type); {
	case repr.IsDirectory(to):
		ca.Reads("__whittle_directory", v.Term)
	case repr.IsStream(to):
		ca.Reads("__whittle_to_stream", v.Term)
	}
}

// readsArguments lets a function of the library that has no model read what its arguments point to, as far as
// that is constant for it: texts, structures that need not be there, and so many bytes as it is told.
func (ca *calls) readsArguments(e *Entity, c *NamedCall, args []value.Value) {
	if !ca.low.ReadsMemory() {
		return
	}
	var params []cc.Type
	if ft := e.Signature(); ft != nil {
		params = repr.Params(ft)
	}
	for i, v := range args {
		ca.UsesStream(v)
		if i >= len(params) || !repr.IsPointer(params[i]) || syntax.StringLiteral(c.Args[i]) != nil {
			continue
		}
		to, at := repr.Elem(params[i]), ca.AsWord(v)
		size, known := ca.types.Size(to)
		switch {
		case !to.Attributes().IsConst() || library.ReadsPart(c.Name):
		case library.ReadsBytes(c.Name, i) && i+1 < len(args):
			ca.Reads("__whittle_reads_bytes", at, ca.AsWord(args[i+1]))
		case to.Kind() == cc.Char:
			ca.Reads("__whittle_reads_some_text", at, ca.LengthOf(c.Args[i]))
		case repr.IsAggregate(to) && known:
			null := ca.ts.Eq(at, ca.prog.Ptr(0))
			ca.Reads("__whittle_reads_bytes", at,
				ca.ts.Ite(null, ca.prog.Ptr(0), ca.prog.Ptr(size*library.ReadsTimes(c.Name))))
		case !repr.IsVoid(to) && known:
			ca.flow.Unsupported("what " + c.Name + " reads")
			return
		}
	}
}

// AsWord is a scalar with the width of addresses.
func (ca *calls) AsWord(v value.Value) term.Term {
	s := ca.types.Scalar(v.Type)
	return ca.values.Resize(v.Term, s.Width, ca.prog.PtrWidth, s.Signed)
}

// Outcome calls the model of what an output function does beside printing, and returns its result.
func (ca *calls) Outcome(model string, ty cc.Type, args ...term.Term) value.Value {
	e := ca.low.models[model]
	if e == nil || e.Def == nil {
		return ca.values.Unsupported(ty, "the result of an output function")
	}
	e = ca.low.form(e)
	op := cfa.Call{Dst: ca.values.Temp(ty, "printed"), Proc: ca.low.proc(e), Args: args}
	ca.flow.Emit(op)
	return value.Value{Term: ca.flow.Sym(op.Dst), Type: ty}
}

// CallModel calls the library model of a function.
func (ca *calls) CallModel(c *NamedCall) value.Value {
	if e := ca.low.models[c.Name]; e != nil && e.Def != nil {
		return ca.CallEntity(e, c)
	}
	ca.EvalAll(c)
	return ca.values.UnsupportedCall(c.Result, c.Name, "the function "+c.Name)
}
