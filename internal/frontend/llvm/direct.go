package llvm

import (
	"fmt"
	"strings"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// Most calls of a program in C++ are of functions of its modules. The C front end is told that they are
// there, since it has to know what calls what, but not with which operands: to read those would take longer
// than everything else.

// direct is the function of the modules that a call comes to, if it needs no model's help; nil: it does.
func (l *lowerer) direct(m *ir.Module, in *ir.Instr) *symbol {
	to := l.callee(m, in)
	if !to.isDefined() || to.shadow == "" || to.fn.Type.Variadic || !sameShape(m, in, to) ||
		strings.HasPrefix(to.name, "__") || c.IsErrorFunction(to.name) || !to.isPassable() {
		return nil
	}
	if result, _ := valueParts(m.Layout, to.fn.Type.Elem); len(result) > 1 && in.Type.Kind == ir.Void {
		return nil
	}
	return to
}

// isPassable reports whether C has types for what the function takes and returns.
func (s *symbol) isPassable() bool {
	if !s.typed {
		_, s.passable = signature(s.m, "", s.fn.Type, true)
		s.typed = true
	}
	return s.passable
}

// isDeclared reports whether the shadow has a declaration of the function: of the library's, a header has it.
func (s *symbol) isDeclared() bool {
	switch {
	case s.shadow == "":
		return false
	case s.isDefined():
		return s.isPassable()
	case c.HeaderOf(libraryName(s.name)) != "" || strings.HasPrefix(s.name, "__builtin"):
		return true
	}
	_, ok := signature(s.m, "", s.fn.Type, false)
	return ok
}

// callInShadow is a call without its operands.
func callInShadow(to *symbol) string {
	result, _ := valueParts(to.m.Layout, to.fn.Type.Elem)
	n := 0
	if len(result) > 1 {
		n = 1
	}
	for _, t := range to.fn.Type.Fields {
		parts, _ := valueParts(to.m.Layout, t)
		n += len(parts)
	}
	return fmt.Sprintf("%s(%s);", to.shadow, strings.TrimSuffix(strings.Repeat("0,", n), ","))
}

// callDirect lowers a call of a function of the modules.
func (f *fn) callDirect(in *ir.Instr, to *symbol) {
	result, _ := valueParts(f.m.Layout, to.fn.Type.Elem)
	var args []term.Term
	var object term.Term
	if len(result) > 1 {
		var ok bool
		if object, ok = f.resultObject(in); !ok {
			return
		}
		args = append(args, f.flow.Sym(f.copied("operand", object)))
	}
	for k, a := range in.Args {
		parts := f.parts(a)
		if parts == nil {
			return
		}
		if isByVal(in, k) {
			parts = []term.Term{f.copyOf(parts[0], in.Call.Params[k].ByVal, "argument")}
		}
		types, _ := valueParts(f.m.Layout, a.Type)
		for i, t := range parts {
			_, bits := carrier(types[i], f.prog.PtrWidth)
			if t = f.resize(t, bits, false); !f.ts.IsConst(t) {
				t = f.flow.Sym(f.copied("operand", t))
			}
			args = append(args, t)
		}
	}
	bits, address := 0, false
	if len(result) == 1 {
		_, bits = carrier(result[0], f.prog.PtrWidth)
		address = result[0].Kind == ir.Pointer
	}
	r := f.b.CallDefined(to.shadow, args, bits, address)
	switch {
	case len(result) > 1:
		f.defineFrom(in, object)
	case len(result) == 1 && in.Type.Kind != ir.Void:
		f.set(in, f.resize(r, width(result[0], f.prog.PtrWidth), false))
	}
}
