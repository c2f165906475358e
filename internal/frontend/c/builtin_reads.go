package c

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

// readsMemory reports whether what functions read of the program's memory matters.
func (l *lowerer) readsMemory() bool { return slices.Contains(l.forms, library.FormMemory) }

// reads calls a model that reads what it is given, if that matters.
func (ca *calls) reads(model string, args ...term.Term) {
	e := ca.low.models[model]
	if e == nil || e.def == nil {
		ca.flow.Unsupported("what a function of the library reads")
		return
	}
	if form := ca.low.form(e); form != e {
		ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: ca.low.proc(form), Args: args})
	}
}

// readsText lets a text be read, up to its end. Literals end.
func (ca *calls) readsText(n cc.ExpressionNode, text term.Term) {
	if ca.low.readsMemory() && syntax.StringLiteral(n) == nil {
		ca.reads("__whittle_reads_text", text, ca.lengthOf(n))
	}
}

// lengthOf is the bound on how much of a text is read. There is none, but that an argument of main ends
// somewhere after what is known of it.
func (ca *calls) lengthOf(n cc.ExpressionNode) term.Term {
	if library.PrintsArguments(ca.flow.Name) {
		return ca.prog.Ptr(library.ArgumentLength)
	}
	if x, ok := syntax.Unparen(n).(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionIndex &&
		ca.flow.Name == "main" {
		p, ok := syntax.Unparen(x.PostfixExpression).(*cc.PrimaryExpression)
		def := ca.fn.vars.def
		if ft, isFunc := def.Declarator.Type().(*cc.FunctionType); ok && isFunc &&
			p.Case == cc.PrimaryExpressionIdent && len(ft.Parameters()) > 1 &&
			ft.Parameters()[1].Declarator != nil && p.ResolvedTo() == ft.Parameters()[1].Declarator {
			return ca.prog.Ptr(library.ArgumentLength)
		}
	}
	return ca.ts.BVNot(ca.prog.Ptr(0))
}

// usesStream says that something is done with the stream or directory that an argument is, if it is one.
func (ca *calls) usesStream(v value.Value) {
	if !slices.Contains(ca.low.forms, library.FormStreams) || !repr.IsPointer(v.Type) {
		return
	}
	switch to := repr.Elem(v.Type); {
	case repr.IsDirectory(to):
		ca.reads("__whittle_directory", v.Term)
	case repr.IsStream(to):
		ca.reads("__whittle_to_stream", v.Term)
	}
}

// readsFormatted lets the texts be read that a format prints.
func (ca *calls) readsFormatted(f *fn, format string, literal bool, at term.Term, args []value.Value,
	nodes []cc.ExpressionNode) {
	if !ca.low.readsMemory() {
		return
	}
	parts, ok := parseFormat(format)
	taken := 0
	for _, d := range parts {
		taken += d.arguments()
	}
	if !literal || !ok || taken > len(args) {
		ca.outcome("__whittle_counted", ca.types.SizeT, at, ca.variableArguments(args))
		return
	}
	for _, d := range parts {
		last := d.arguments() - 1
		if d.verb == 's' && syntax.StringLiteral(nodes[last]) == nil {
			most := ca.lengthOf(nodes[last])
			if d.precision >= 0 {
				most = ca.prog.Ptr(uint64(d.precision))
			}
			if d.starPrecision {
				p := args[last-1]
				width := ca.types.Scalar(p.Type).Width
				negative := ca.ts.BVSlt(p.Term, ca.values.Zero(width))
				most = ca.ts.Ite(negative, most, ca.values.Resize(p.Term, width, ca.prog.PtrWidth, true))
			}
			text := args[last]
			ca.reads("__whittle_reads_some_text",
				f.values.Resize(text.Term, ca.types.Scalar(text.Type).Width, ca.prog.PtrWidth, false), most)
		}
		args, nodes = args[last+1:], nodes[last+1:]
	}
}

// readsArguments lets a function of the library that has no model read what its arguments point to, as far as
// that is constant for it: texts, structures that need not be there, and so many bytes as it is told.
func (ca *calls) readsArguments(e *entity, c *callCtx, args []value.Value) {
	if !ca.low.readsMemory() {
		return
	}
	var params []cc.Type
	if ft := e.signature(); ft != nil {
		params = repr.Params(ft)
	}
	for i, v := range args {
		ca.usesStream(v)
		if i >= len(params) || !repr.IsPointer(params[i]) || syntax.StringLiteral(c.args[i]) != nil {
			continue
		}
		to, at := repr.Elem(params[i]), ca.asWord(v)
		size, known := ca.types.Size(to)
		switch {
		case !to.Attributes().IsConst() || library.ReadsPart(c.name):
		case library.ReadsBytes(c.name, i) && i+1 < len(args):
			ca.reads("__whittle_reads_bytes", at, ca.asWord(args[i+1]))
		case to.Kind() == cc.Char:
			ca.reads("__whittle_reads_some_text", at, ca.lengthOf(c.args[i]))
		case repr.IsAggregate(to) && known:
			null := ca.ts.Eq(at, ca.prog.Ptr(0))
			ca.reads("__whittle_reads_bytes", at,
				ca.ts.Ite(null, ca.prog.Ptr(0), ca.prog.Ptr(size*library.ReadsTimes(c.name))))
		case !repr.IsVoid(to) && known:
			ca.flow.Unsupported("what " + c.name + " reads")
			return
		}
	}
}

// asWord is a scalar with the width of addresses.
func (ca *calls) asWord(v value.Value) term.Term {
	s := ca.types.Scalar(v.Type)
	return ca.values.Resize(v.Term, s.Width, ca.prog.PtrWidth, s.Signed)
}
