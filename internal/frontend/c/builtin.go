package c

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// builtin lowers a call of a function that the front end knows.
type builtin func(f *fn, c *callCtx) value.Value

// isAtomicName reports whether a function's body is one atomic section.
func isAtomicName(name string) bool {
	return strings.HasPrefix(name, "__VERIFIER_atomic_") && name != "__VERIFIER_atomic_begin" &&
		name != "__VERIFIER_atomic_end"
}

// IsErrorFunction reports whether no execution may call a function.
func IsErrorFunction(name string) bool {
	switch name {
	case "reach_error", "__VERIFIER_error", "__assert_fail", "__assert", "__assert_rtn",
		"__assert_perror_fail":
		return true
	}
	return false
}

// alwaysBuiltin finds functions that mean what they mean even when a program
// defines them: the words of verification tasks and the compiler's built-ins.
func (l *lowerer) alwaysBuiltin(name string) builtin {
	if IsErrorFunction(name) {
		return reachError
	}
	switch name {
	case "__VERIFIER_atomic_begin":
		return func(f *fn, c *callCtx) value.Value { return f.section(cfa.AtomicBegin{}) }
	case "__VERIFIER_atomic_end":
		return func(f *fn, c *callCtx) value.Value { return f.section(cfa.AtomicEnd{}) }
	}
	if !strings.HasPrefix(name, "__") {
		return nil
	}
	if b := l.builtins[name]; b != nil {
		return b
	}
	if rest, ok := strings.CutPrefix(name, "__builtin_"); ok {
		return libraryByBuiltin(rest)
	}
	if strings.HasSuffix(name, "_chk") && library.IsFunction(strings.TrimSuffix(name[2:], "_chk")) {
		return libraryByBuiltin(name)
	}
	return nil
}

// libraryByBuiltin treats __builtin_X as the library function X.
func libraryByBuiltin(name string) builtin {
	if rest, ok := strings.CutPrefix(name, "__"); ok && strings.HasSuffix(rest, "_chk") {
		plain := strings.TrimSuffix(rest, "_chk")
		return func(f *fn, c *callCtx) value.Value {
			d := *c
			d.args = unchecked(plain, c.args)
			return callLibrary(f, &d, plain)
		}
	}
	return func(f *fn, c *callCtx) value.Value { return callLibrary(f, c, name) }
}

// unchecked leaves out the arguments that the checked variant of a library function has in addition: a level
// and the size of an object, which is the last argument of most.
func unchecked(name string, args []cc.ExpressionNode) []cc.ExpressionNode {
	first, n := len(args)-1, 1
	switch name {
	case "printf", "vprintf":
		first = 0
	case "fprintf", "vfprintf", "dprintf", "vdprintf", "asprintf", "vasprintf":
		first = 1
	case "sprintf", "vsprintf":
		first, n = 1, 2
	case "snprintf", "vsnprintf":
		first, n = 2, 2
	}
	if first < 0 || first+n > len(args) {
		return args
	}
	return slices.Concat(args[:first], args[first+n:])
}

func callLibrary(f *fn, c *callCtx, name string) value.Value {
	d := *c
	d.name = name
	e := f.find(f.unit, name)
	if e != nil && e.def != nil && (!e.model || f.unit.model) {
		return f.calls.callEntity(e, &d)
	}
	if b := f.libraryBuiltin(name); b != nil {
		return b(f, &d)
	}
	if e != nil && e.def != nil {
		return f.calls.callEntity(e, &d)
	}
	f.calls.evalAll(&d)
	return f.values.UnsupportedCall(d.result, c.name, "the function "+c.name)
}

// libraryBuiltin finds library functions that are lowered directly unless the program defines them.
func (l *lowerer) libraryBuiltin(name string) builtin {
	if b := l.library[name]; b != nil {
		return b
	}
	if strings.HasPrefix(name, "__VERIFIER_nondet_") {
		return nondet
	}
	if b := l.dialectInput(name); b != nil {
		return b
	}
	return nil
}

// section begins or ends an atomic section.
func (f *fn) section(op cfa.Op) value.Value {
	f.flow.Section(op)
	return f.values.Void()
}

func reachError(f *fn, c *callCtx) value.Value {
	if f.flow.Constant {
		return f.values.Unsupported(f.types.Void, "a function call")
	}
	msg := c.name + " is reached"
	if strings.HasPrefix(c.name, "__assert") && len(c.args) > 0 {
		msg = "assertion failed"
		if s := syntax.StringLiteral(c.args[0]); s != nil {
			if b, size := f.lvalues.stringBytes(s); size == 1 {
				msg += ": " + strings.TrimRight(b, "\x00")
			}
		}
	}
	if f.reachability {
		f.flow.Violate(f.violation(msg), nil)
	}
	if !f.reachability || f.flow.Joint {
		// Another property is checked: the function does what it does.
		if strings.HasPrefix(c.name, "__assert") {
			f.flow.End(f.aborted())
			return f.values.Dummy(c.result)
		}
		if e := f.find(f.unit, c.name); e != nil && e.def != nil {
			return f.calls.callEntity(e, c)
		}
		f.calls.evalAll(c)
	}
	return f.values.Dummy(c.result)
}

// violation is the step of a failed assertion: it ends the process when
// another property than unreach-call is checked.
func (l *lowerer) violation(msg string) cfa.Op {
	if !l.reachability {
		return l.aborted()
	}
	return cfa.Violation{Property: property.UnreachCall, Message: msg}
}

// aborted is the end of a process that has called abort.
func (l *lowerer) aborted() cfa.Op {
	return cfa.Exit{Kind: cfa.ExitProcess, Value: l.ts.BV(32, cfa.Aborted), Abort: true}
}

// nondet is __VERIFIER_nondet_T(): its declared result type is T.
func nondet(f *fn, c *callCtx) value.Value {
	ty := c.result
	if t := f.nondetType(strings.TrimPrefix(c.name, "__VERIFIER_nondet_")); t != nil &&
		(c.ent == nil || c.ent.decl == nil || c.ent.decl.IsSynthetic()) {
		ty = t
	}
	return f.mem.Havoc(ty, c.name+"()")
}

// nondetType is the type that the name of an undeclared input function says.
func (f *fn) nondetType(s string) cc.Type {
	switch s {
	case "char":
		return f.types.Char
	case "uchar", "u8", "unsigned_char":
		return f.types.Uchar
	case "short":
		return f.types.Short
	case "ushort", "u16", "unsigned_short":
		return f.types.Ushort
	case "uint", "u32", "unsigned", "unsigned_int":
		return f.types.Uint
	case "long":
		return f.types.Long
	case "ulong", "size_t", "unsigned_long":
		return f.types.Ulong
	case "longlong":
		return f.types.Llong
	case "ulonglong", "u64":
		return f.types.Ullong
	case "pointer":
		return f.types.Pvoid
	case "int":
		return f.types.Int
	}
	return nil
}

// arg evaluates the i-th argument and converts it to a type.
func (f *fn) arg(c *callCtx, i int, ty cc.Type) term.Term {
	if i >= len(c.args) {
		return f.values.Dummy(ty).Term
	}
	v := f.arith.Convert(f.exprs.expr(c.args[i]), ty)
	f.marks.at(c.x)
	return v.Term
}
