package builtin

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// builtin lowers a call of a function that the front end knows.
type builtin func(f *fn, c *lower.NamedCall) value.Value

// lowered is a builtin as calls use it.
func (b builtin) lowered() lower.Builtin {
	if b == nil {
		return nil
	}
	return func(f *lower.Function, c *lower.NamedCall) value.Value { return b(&fn{f}, c) }
}

// fn is the lowering of a function, with what builtins ask of it.
type fn struct{ *lower.Function }

// Known are the functions that the front end knows.
type Known struct {
	compiler map[string]builtin // of the compiler and of verification tasks
	library  map[string]builtin // library functions lowered directly
	dialect  config.Dialect
}

// New lists what the front end knows of the functions that a program of a dialect may call; probes says
// that it has calls that stand for probes.
func New(d config.Dialect, probes bool) *Known {
	k := &Known{compiler: builtinTable(), library: libraryTable(), dialect: d}
	maps.Copy(k.library, messageTable())
	maps.Copy(k.library, dialectTable(d))
	if probes {
		maps.Copy(k.compiler, probeTable())
	}
	return k
}

// Always finds functions that mean what they mean even when a program defines them.
func (k *Known) Always(name string) lower.Builtin { return k.always(name).lowered() }

// Library finds library functions that are lowered directly unless the program defines them.
func (k *Known) Library(name string) lower.Builtin { return k.direct(name).lowered() }

// IsCompilers reports whether a function is the compiler's or one of verification tasks.
func (k *Known) IsCompilers(name string) bool { return k.compiler[name] != nil }

// IsListed reports whether a library function is lowered directly whatever the dialect is.
func (k *Known) IsListed(name string) bool { return k.library[name] != nil }

// always finds functions that mean what they mean even when a program
// defines them: the words of verification tasks and the compiler's built-ins.
func (k *Known) always(name string) builtin {
	if lower.IsErrorFunction(name) {
		return reachError
	}
	switch name {
	case "__VERIFIER_atomic_begin":
		return sectionCall(cfa.AtomicBegin{})
	case "__VERIFIER_atomic_end":
		return sectionCall(cfa.AtomicEnd{})
	}
	if !strings.HasPrefix(name, "__") {
		return nil
	}
	if b := k.compiler[name]; b != nil {
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
		return func(f *fn, c *lower.NamedCall) value.Value {
			d := *c
			d.Args = unchecked(plain, c.Args)
			return callLibrary(f, &d, plain)
		}
	}
	return func(f *fn, c *lower.NamedCall) value.Value { return callLibrary(f, c, name) }
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

func callLibrary(f *fn, c *lower.NamedCall, name string) value.Value {
	d := *c
	d.Name = name
	e := f.Find(f.Unit, name)
	if e != nil && e.Def != nil && (!e.Model || f.Unit.Model) {
		return f.Calls.CallEntity(e, &d)
	}
	if b := f.Known.Library(name); b != nil {
		return b(f.Function, &d)
	}
	if e != nil && e.Def != nil {
		return f.Calls.CallEntity(e, &d)
	}
	f.Calls.EvalAll(&d)
	return f.Values.UnsupportedCall(d.Result, c.Name, "the function "+c.Name)
}

// direct finds library functions that are lowered directly unless the program defines them.
func (k *Known) direct(name string) builtin {
	if b := k.library[name]; b != nil {
		return b
	}
	if strings.HasPrefix(name, "__VERIFIER_nondet_") {
		return nondet
	}
	if b := k.dialectInput(name); b != nil {
		return b
	}
	return nil
}

// section begins or ends an atomic section.
func (f *fn) section(op cfa.Op) value.Value {
	f.Flow.Section(op)
	return f.Values.Void()
}

func reachError(f *fn, c *lower.NamedCall) value.Value {
	if f.Flow.Constant {
		return f.Values.Unsupported(f.Types.Void, "a function call")
	}
	msg := c.Name + " is reached"
	if strings.HasPrefix(c.Name, "__assert") && len(c.Args) > 0 {
		msg = "assertion failed"
		if s := syntax.StringLiteral(c.Args[0]); s != nil {
			if b, size := f.Lvalues.StringBytes(s); size == 1 {
				msg += ": " + strings.TrimRight(b, "\x00")
			}
		}
	}
	if f.Reachability {
		f.Flow.Violate(f.Violation(msg), nil)
	}
	if !f.Reachability || f.Flow.Joint {
		// Another property is checked: the function does what it does.
		if strings.HasPrefix(c.Name, "__assert") {
			f.Flow.End(f.Aborted())
			return f.Values.Dummy(c.Result)
		}
		if e := f.Find(f.Unit, c.Name); e != nil && e.Def != nil {
			return f.Calls.CallEntity(e, c)
		}
		f.Calls.EvalAll(c)
	}
	return f.Values.Dummy(c.Result)
}

// nondet is __VERIFIER_nondet_T(): its declared result type is T.
func nondet(f *fn, c *lower.NamedCall) value.Value {
	ty := c.Result
	if t := f.nondetType(strings.TrimPrefix(c.Name, "__VERIFIER_nondet_")); t != nil &&
		(c.Ent == nil || c.Ent.Decl == nil || c.Ent.Decl.IsSynthetic()) {
		ty = t
	}
	return f.Mem.Havoc(ty, c.Name+"()")
}

// nondetType is the type that the name of an undeclared input function says.
func (f *fn) nondetType(s string) cc.Type {
	switch s {
	case "char":
		return f.Types.Char
	case "uchar", "u8", "unsigned_char":
		return f.Types.Uchar
	case "short":
		return f.Types.Short
	case "ushort", "u16", "unsigned_short":
		return f.Types.Ushort
	case "uint", "u32", "unsigned", "unsigned_int":
		return f.Types.Uint
	case "long":
		return f.Types.Long
	case "ulong", "size_t", "unsigned_long":
		return f.Types.Ulong
	case "longlong":
		return f.Types.Llong
	case "ulonglong", "u64":
		return f.Types.Ullong
	case "pointer":
		return f.Types.Pvoid
	case "int":
		return f.Types.Int
	}
	return nil
}

// arg evaluates the i-th argument and converts it to a type.
func (f *fn) arg(c *lower.NamedCall, i int, ty cc.Type) term.Term {
	if i >= len(c.Args) {
		return f.Values.Dummy(ty).Term
	}
	v := f.Arith.Convert(f.Exprs.Expr(c.Args[i]), ty)
	f.Marks.At(c.X)
	return v.Term
}
