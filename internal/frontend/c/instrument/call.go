package instrument

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// intrinsics are the runtime's functions for those that the library models and verification tasks are written
// with. A number stands first in the arguments of those that are steps.
var intrinsics = map[string]string{
	"__whittle_atomic_end":   "whittle_end",
	"__VERIFIER_atomic_end":  "whittle_end",
	"__whittle_await":        "whittle_await",
	"__whittle_assume":       "whittle_assume",
	"__VERIFIER_assume":      "whittle_assume",
	"__whittle_self":         "whittle_self",
	"__whittle_free":         "whittle_free",
	"__whittle_unsupported":  "whittle_unsupported",
	"__whittle_passable":     "whittle_unsupported",
	"__whittle_ub":           "whittle_unsupported",
	"__whittle_exit_thread":  "whittle_exit_thread",
	"__whittle_call_start":   "whittle_call_start",
	"__whittle_exit_process": "whittle_exit",
	"_exit":                  "whittle_exit",
	"_Exit":                  "whittle_exit",
	"abort":                  "whittle_abort",
	"alloca":                 "__builtin_alloca",
}

// ends are the functions that end the program, and what registers the functions that run before.
var ends = map[string]string{
	"exit": "atexit", "__builtin_exit": "atexit", "__whittle_exit_orderly": "atexit",
	"quick_exit": "at_quick_exit", "__whittle_exit_quickly": "at_quick_exit",
}

// AtEnd calls what atexit, or at_quick_exit, has registered; nothing if the program does not use the
// function.
func (s *Instrumented) AtEnd(function string) string {
	model := s.low.AtEnd(function)
	if model == "" {
		return ""
	}
	name := strings.TrimPrefix(model, "__")
	return fmt.Sprintf("extern void %s(void) __asm__(%q); %s(); ", name, libraryPrefix+model, name)
}

// numberedIntrinsics are the runtime's functions that are told at which site they are called.
var numberedIntrinsics = map[string]string{
	"__whittle_atomic_begin":  "whittle_begin",
	"__VERIFIER_atomic_begin": "whittle_begin",
	"__whittle_spawn":         "whittle_spawn",
	"__whittle_join":          "whittle_join",
}

// call writes a call.
func (p *printer) call(x *cc.PostfixExpression) {
	args := syntax.Arguments(x)
	var e *Symbol
	name := ""
	if d := syntax.Callee(x.PostfixExpression); d != nil {
		name = d.Name()
		e = p.u.Resolve(d)
	}
	if name != "" && p.known(x, name, e, args) {
		return
	}
	f := p.operand(x.PostfixExpression)
	if p.s.direct[x] && (name == "memcpy" || name == "memmove" || name == "memset") {
		f.text = "__builtin_" + name
	}
	ops := make([]operand, len(args))
	effects := 0
	for i, a := range args {
		ops[i] = p.operand(a)
		if ops[i].effect {
			effects++
		}
	}
	p.plainCall(x, f, ops, effects, p.hook(x, SiteStep))
}

// plainCall writes a call of a function, with the arguments before it where the order matters.
func (p *printer) plainCall(x *cc.PostfixExpression, f operand, ops []operand, effects, hook int) {
	var before strings.Builder
	if f.effect && effects > 0 {
		fmt.Fprintf(&before, "__auto_type whittle_f = %s; ", f.text)
		f.text = "whittle_f"
	}
	fails := 0
	if p.s.fails[x] {
		fails = p.hook(x, SiteInput)
	}
	ordered := effects > 1 || hook != 0 || before.Len() > 0 || fails != 0
	early := 0 // the arguments before this one are read before a call
	for i, o := range ops {
		if syntax.HasCall(o.node) {
			early = i
			ordered = ordered ||
				slices.ContainsFunc(ops, func(o operand) bool { return !o.effect && o.varies() })
		}
	}
	list := make([]string, len(ops))
	for i, o := range ops {
		list[i] = o.text
		if ordered && (o.effect || i < early && o.varies()) {
			fmt.Fprintf(&before, "__auto_type whittle_a%d = %s; ", i+1, o.value())
			list[i] = fmt.Sprintf("whittle_a%d", i+1)
		}
	}
	p.effects++
	call := f.text + "(" + strings.Join(list, ", ") + ")"
	switch {
	case hook != 0 && repr.IsVoid(x.Type()):
		call = fmt.Sprintf("W_STEP_VOID(%d, %s)", hook, call)
	case hook != 0:
		call = fmt.Sprintf("W_STEP(%d, %s)", hook, call)
	}
	if fails != 0 {
		call = p.orNull(x, fails, list, call)
	}
	if before.Len() > 0 {
		call = fmt.Sprintf("({ %s%s; })", before.String(), call)
	}
	p.write(call)
}

// orNull writes a call that returns null, and sets errno, where an input says so. To ask for no bytes is to
// free a block, and does not fail.
func (p *printer) orNull(x *cc.PostfixExpression, hook int, args []string, call string) string {
	cond := fmt.Sprintf("W_INPUT(%d, 0)", hook)
	if strings.HasPrefix(syntax.Called(x).Name(), "realloc") {
		for _, size := range args[1:] {
			cond += " && (" + size + ")"
		}
	}
	null := "0"
	if e := p.s.low.Errno(); e != nil {
		null = fmt.Sprintf("({ extern void whittle_fails(int) __asm__(%q); whittle_fails(12); (void *)0; })",
			p.s.symbol(e))
	}
	return fmt.Sprintf("(%s ? %s : %s)", cond, null, call)
}

// known writes the call of a function that the front end knows by its name.
func (p *printer) known(x *cc.PostfixExpression, name string, e *Symbol, args []cc.ExpressionNode) bool {
	arg := func(i int) string {
		if i < len(args) {
			return p.text(args[i])
		}
		return "0"
	}
	all := func(first ...string) string {
		for i := range args {
			first = append(first, arg(i))
		}
		p.effects++
		return "(" + strings.Join(first, ", ") + ")"
	}
	always := p.s.low.Builtin(name).Always
	lowered := always || e == nil || e.Def == nil || e.Model && !p.u.Model
	switch {
	case name == "__builtin_va_start" || name == "__builtin_va_end" || name == "__builtin_va_copy":
		for i := range args {
			args[i] = syntax.Unparen(args[i])
		}
		var list []string
		for _, a := range args {
			list = append(list, p.place(a).text)
		}
		p.write(name + "(" + strings.Join(list, ", ") + ")")
	case isCompareExchange(x) && p.isSite(x, SiteInput) && len(args) >= 3:
		p.effects++
		p.write(fmt.Sprintf("W_CAS(%d, %d, %s, %s, %s, %s)", p.hook(x, SiteStep), p.hook(x, SiteInput), name,
			arg(0), arg(1), arg(2)))
	case name == "__whittle_sync" || name == "__whittle_unwind" || name == "__whittle_undefined_if":
		p.write("(void)0")
	case name == "__whittle_ahead": // for what is undefined alone
		p.write("(~0UL)")
	case name == "__whittle_violation":
		p.write(fmt.Sprintf("whittle_reached(%s, __FILE__, __LINE__)", arg(1)))
	case name == "__whittle_alloc":
		p.effects++
		p.write(fmt.Sprintf("whittle_alloc(%d, %s, %s)", p.hook(x, SiteObject), arg(0), arg(1)))
	case name == "__assert_fail" && len(args) == 4:
		p.write("whittle_assert_fail" + all())
	case strings.HasPrefix(name, "__assert") && always:
		p.write(`whittle_reached("assertion failed", __FILE__, __LINE__)`)
	case (name == "reach_error" || name == "__VERIFIER_error") && p.s.low.Reachability:
		p.write(fmt.Sprintf("whittle_reached(%q, __FILE__, __LINE__)", name+" is reached"))
		p.effects++
	case (name == "__VERIFIER_assert" || name == "assert") && lowered && len(args) == 1:
		p.write(fmt.Sprintf("(%s ? (void)0 : whittle_reached(%q, __FILE__, __LINE__))", "("+arg(0)+")",
			"assertion failed: "+syntax.Excerpt(args[0])))
		p.effects++
	case ends[name] != "" && lowered:
		p.effects++
		p.write(fmt.Sprintf("({ int whittle_status = %s; %swhittle_exit(whittle_status); })", arg(0),
			p.s.AtEnd(ends[name])))
	case numberedIntrinsics[name] != "" && lowered:
		p.write(numberedIntrinsics[name] + all(fmt.Sprint(p.hook(x, SiteStep))))
	case intrinsics[name] != "" && lowered:
		p.write(intrinsics[name] + all())
	case p.isInput(x, name, e, lowered):
		p.input(x, name, e, args)
	case strings.HasPrefix(name, "__builtin_") && p.libraryModel(name) != "":
		p.write(p.libraryModel(name) + all())
	default:
		return false
	}
	return true
}

// libraryModel is the name of the model that a compiler's built-in is lowered to a call of; "" if there is
// none.
func (p *printer) libraryModel(name string) string {
	rest := strings.TrimPrefix(name, "__builtin_")
	if p.s.low.Builtin(name).Compiler {
		return ""
	}
	e := p.u.Find(rest)
	if e == nil || !e.Model || !e.Lowered {
		return ""
	}
	sym := p.s.symbol(e)
	if r := p.rename[sym]; r != "" {
		return r
	}
	return sym
}

// isInput reports whether a call gives an input: nothing else is known of the function.
func (p *printer) isInput(x *cc.PostfixExpression, name string, e *Symbol, lowered bool) bool {
	if p.isSite(x, SiteInput) {
		return !p.s.fails[x]
	}
	if strings.HasPrefix(name, "__whittle_nondet_") || strings.HasPrefix(name, "__VERIFIER_nondet_") &&
		lowered {
		return true
	}
	known := p.s.low.Builtin(name)
	return lowered && e != nil && e.Def == nil && !e.Synth && !known.Always && !known.Library
}

func (p *printer) input(x *cc.PostfixExpression, name string, e *Symbol, args []cc.ExpressionNode) {
	var first []string
	for _, a := range args {
		if o := p.operand(a); o.effect {
			first = append(first, "(void)("+o.text+")")
		}
	}
	p.effects++
	result := "(void)0"
	if ty := x.Type(); !repr.IsVoid(ty) {
		old := p.number
		p.number = make([]int, len(old)) // the call is only looked at
		of := p.text(x.PostfixExpression) + "("
		for i, a := range args {
			if i > 0 {
				of += ", "
			}
			of += p.text(a)
		}
		of += ")"
		p.number = old
		if s := strings.TrimPrefix(name, "__VERIFIER_nondet_"); s != name &&
			(e == nil || e.Decl == nil || e.Decl.IsSynthetic()) {
			if t := nondetTypeName(s); t != "" {
				of = "(" + t + ")0"
			}
		}
		result = fmt.Sprintf("W_INPUT(%d, %s)", p.hook(x, SiteInput), of)
	}
	if len(first) > 0 {
		result = "(" + strings.Join(append(first, result), ", ") + ")"
	}
	p.write(result)
}

// nondetTypeName is the type that the name of an undeclared input function says.
func nondetTypeName(s string) string {
	switch s {
	case "char", "short", "long", "int":
		return s
	case "uchar", "u8", "unsigned_char":
		return "unsigned char"
	case "ushort", "u16", "unsigned_short":
		return "unsigned short"
	case "uint", "u32", "unsigned", "unsigned_int":
		return "unsigned int"
	case "ulong", "size_t", "unsigned_long":
		return "unsigned long"
	case "longlong":
		return "long long"
	case "ulonglong", "u64":
		return "unsigned long long"
	case "pointer":
		return "void *"
	}
	return ""
}
