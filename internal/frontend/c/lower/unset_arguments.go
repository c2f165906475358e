package lower

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// followsUnset reports whether the program is one in which values are followed that were never set: then a
// decision about one counts whether its outcome does or not, and so does what functions are given that the
// program does not define.
func (l *lowerer) followsUnset() bool {
	return l.Cfg.Property == property.NoUninitialisedUse && l.Cfg.Monitor == nil
}

// passers lists functions that pass on a value without a look at it, or whose arguments are used by steps of
// their own.
var passers = strings.Fields(`pthread_create pthread_exit pthread_setspecific pthread_cleanup_push
	thrd_create tss_set printf fprintf dprintf puts putchar fputs fputc putc assert reach_error`)

// passes reports whether a function passes arguments on only, as what compilers know themselves does, but for
// functions of the library by other names.
func (l *lowerer) passes(name string) bool {
	if rest, ok := strings.CutPrefix(name, "__builtin_"); ok {
		if l.Known.IsCompilers(name) {
			return true
		}
		name = rest
	}
	if rest, ok := strings.CutPrefix(name, "__"); ok {
		if name, ok = strings.CutSuffix(rest, "_chk"); !ok {
			return true // atomic operations, words of verification tasks
		}
	}
	return slices.Contains(passers, name) || strings.HasPrefix(name, "atomic_") || IsErrorFunction(name)
}

// usesArguments notes that the arguments of a call are used.
func (ca *calls) usesArguments(c *NamedCall) {
	if !ca.low.followsUnset() || ca.unit.Model || ca.flow.Constant || ca.low.passes(c.Name) {
		return
	}
	for _, a := range c.Args {
		if ca.exprs.passed == nil {
			ca.exprs.passed = map[cc.ExpressionNode]string{}
		}
		ca.exprs.passed[syntax.Unparen(a)] = c.Name
	}
}

// argument is the value of an argument, which a function uses.
func (ex *expressions) argument(n cc.ExpressionNode, callee string) value.Value {
	delete(ex.passed, n)
	v := ex.Expr(n)
	if v.Term == term.None || ex.flow.Constant || repr.IsAggregate(v.Type) {
		return v
	}
	t := v.Term
	switch s := ex.ts.Sort(t); {
	case s.IsBool():
		t = ex.ts.Ite(t, ex.ts.BV(64, 1), ex.ts.BV(64, 0))
	case s.Width() < 64:
		t = ex.ts.ZeroExt(64-s.Width(), t)
	case s.Width() > 64:
		t = ex.ts.Extract(63, 0, t)
	}
	if ex.ts.IsConst(t) {
		return v
	}
	ex.marks.At(n)
	ex.flow.Emit(cfa.Print{Form: cfa.Passed{}, Format: ex.prog.Ptr(0), Args: []term.Term{t}, Name: callee})
	return v
}
