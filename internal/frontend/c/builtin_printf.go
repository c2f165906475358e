package c

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// A call of a function of the printf family with a format that is a string literal is lowered to one call of
// a model for each conversion, with the argument in a register. So numbers stay out of the memory that
// variable arguments go through, where the analyses cannot tell them from addresses, and no loop has to walk
// through the format.

// directive is a part of a format: text, or a conversion where verb is not 0.
type directive struct {
	text      string
	verb      byte
	flags     uint64 // as in models/printf.c
	width     uint64
	precision int64 // -1: none
	length    string
	// starWidth and starPrecision say that arguments before the converted one give these.
	starWidth, starPrecision bool
}

// arguments is the number of arguments that d takes.
func (d directive) arguments() (n int) {
	for _, takes := range []bool{d.verb != 0, d.starWidth, d.starPrecision} {
		if takes {
			n++
		}
	}
	return n
}

// parseFormat cuts a format into its parts; ok is false for what the model has to look at when it is
// executed, or refuses.
func parseFormat(s string) (out []directive, ok bool) {
	for s != "" {
		at := strings.IndexByte(s, '%')
		if at != 0 {
			if at < 0 {
				at = len(s)
			}
			out = append(out, directive{text: s[:at]})
			s = s[at:]
			continue
		}
		d := directive{precision: -1}
		s = s[1:]
		for s != "" && strings.IndexByte("-+ #0", s[0]) >= 0 {
			d.flags |= 1 << strings.IndexByte("-+ #0", s[0])
			s = s[1:]
		}
		number := func() (n uint64) {
			for s != "" && s[0] >= '0' && s[0] <= '9' && n < 1<<20 {
				n = 10*n + uint64(s[0]-'0')
				s = s[1:]
			}
			return n
		}
		if s, d.starWidth = strings.CutPrefix(s, "*"); !d.starWidth {
			d.width = number()
		}
		if rest, ok := strings.CutPrefix(s, "."); ok {
			s = rest
			if s, d.starPrecision = strings.CutPrefix(s, "*"); !d.starPrecision {
				d.precision = int64(number())
			}
		}
		rest := strings.TrimLeft(s, "hlzjtqL")
		d.length = s[:len(s)-len(rest)]
		if rest == "" || strings.IndexByte("diuoxXcsp%aAeEfFgG", rest[0]) < 0 || d.length == "l" &&
			strings.IndexByte("cs", rest[0]) >= 0 {
			return nil, false
		}
		d.verb = rest[0]
		s = rest[1:]
		if d.verb == '%' && d.arguments() == 1 {
			d = directive{text: "%"}
		}
		out = append(out, d)
	}
	return out, true
}

// Where a model puts its output, as in models/printf.c.
const (
	outputCounted = iota
	outputToMemory
)

// formatOutput is a destination of formatted text: nowhere, or room bytes of memory at to.
type formatOutput struct {
	where    uint64
	to, room term.Term
}

// putFormatted lowers what a literal format puts into out, and returns the number of its bytes; ok is false
// if a model has to walk through it, and nothing has been done then.
func (f *fn) putFormatted(out formatOutput, format string, args []value.Value) (n term.Term, ok bool) {
	parts, ok := parseFormat(format)
	if !ok {
		return n, false
	}
	used := 0
	for _, d := range parts {
		if used += d.arguments(); used > len(args) || d.verb == '%' {
			return n, false
		}
	}
	for _, a := range args {
		if f.types.Scalar(a.Type).Class == repr.None {
			return n, false
		}
	}
	n = f.prog.Ptr(0)
	for _, d := range parts {
		if d.verb == 0 {
			n = f.putText(out, n, d.text)
			continue
		}
		n = f.putDirective(out, n, d, args)
		args = args[d.arguments():]
	}
	return n, true
}

func (f *fn) putText(out formatOutput, n term.Term, text string) term.Term {
	length := f.prog.Ptr(uint64(len(text)))
	if out.where == outputCounted {
		return f.ts.BVAdd(n, length)
	}
	return f.put("text", out, n, f.addrOf(f.stringObject(text+"\x00", 1)), length)
}

// put calls the model of a kind of output.
func (f *fn) put(kind string, out formatOutput, n term.Term, args ...term.Term) term.Term {
	all := append([]term.Term{f.ts.BV(32, out.where), out.to, out.room, n}, args...)
	return f.calls.outcome("__whittle_put_"+kind, f.types.SizeT, all...).Term
}

// putDirective puts one converted argument, the last of those that d takes.
func (f *fn) putDirective(out formatOutput, n term.Term, d directive, args []value.Value) term.Term {
	ptr := f.prog.PtrWidth
	flags, width := f.ts.BV(32, d.flags), f.prog.Ptr(d.width)
	precision := f.ts.BV(ptr, value.Truncate(uint64(d.precision), ptr))
	sized := func(w int) term.Term { // the next argument
		v := args[0]
		args = args[1:]
		s := f.types.Scalar(v.Type)
		return f.values.Resize(v.Term, s.Width, w, s.Signed)
	}
	if d.starWidth {
		w := f.values.Resize(sized(32), 32, ptr, true)
		left := f.ts.BVSlt(w, f.values.Zero(ptr))
		flags = f.ts.BVOr(flags, f.ts.Ite(left, f.ts.BV(32, 1), f.values.Zero(32)))
		width = f.ts.Ite(left, f.ts.BVNeg(w), w)
	}
	if d.starPrecision {
		p := f.values.Resize(sized(32), 32, ptr, true)
		precision = f.ts.Ite(f.ts.BVSlt(p, f.values.Zero(ptr)), f.values.BV(ptr, ^uint64(0)), p)
	}
	bits := sized
	switch d.verb {
	case 'c':
		return f.put("char", out, n, bits(32), flags, width)
	case 's':
		return f.put("string", out, n, bits(f.prog.PtrWidth), flags, width, precision)
	case 'p':
		return f.put("address", out, n, bits(f.prog.PtrWidth), flags, width)
	case 'd', 'i':
		w := f.lengthBits(d.length)
		return f.put("integer", out, n, f.values.Resize(bits(w), w, 64, true), f.ts.BV(32, 'd'), flags, width,
			precision)
	case 'u', 'o', 'x', 'X':
		w := f.lengthBits(d.length)
		return f.put("integer", out, n, f.values.Resize(bits(w), w, 64, false), f.ts.BV(32, uint64(d.verb)),
			flags,
			width, precision)
	}
	if text, ok := f.realText(d, args[0]); ok {
		return f.putText(out, n, text)
	}
	digits := uint64(320)
	if d.length == "L" {
		digits = 4940
	}
	return f.put("real", out, n, f.prog.Ptr(digits), width, precision)
}

// lengthBits is the width of an integer by its length modifier.
func (f *fn) lengthBits(length string) int {
	switch length {
	case "":
		return 32
	case "hh":
		return 8
	case "h":
		return 16
	case "l", "z", "t":
		return f.prog.PtrWidth
	}
	return 64
}

// literalFormat is the text of a format that is a string literal.
func (f *fn) literalFormat(c *callCtx, at int) (string, bool) {
	if at >= len(c.args) {
		return "", false
	}
	s := syntax.StringLiteral(c.args[at])
	if s == nil {
		return "", false
	}
	b, size := f.lvalues.stringBytes(s)
	text, _, _ := strings.Cut(b, "\x00")
	return text, size == 1
}

// outcome calls the model of what an output function does beside printing, and returns its result.
func (ca *calls) outcome(model string, ty cc.Type, args ...term.Term) value.Value {
	e := ca.low.models[model]
	if e == nil || e.def == nil {
		return ca.values.Unsupported(ty, "the result of an output function")
	}
	e = ca.low.form(e)
	op := cfa.Call{Dst: ca.values.Temp(ty, "printed"), Proc: ca.low.proc(e), Args: args}
	ca.flow.Emit(op)
	return value.Value{Term: ca.flow.Sym(op.Dst), Type: ty}
}

// sprintfCall lowers sprintf, or snprintf where sized is set, with a literal format; other formats are the
// model's.
func sprintfCall(sized bool) builtin {
	return func(f *fn, c *callCtx) value.Value {
		at := 1
		if sized {
			at = 2
		}
		format, literal := f.literalFormat(c, at)
		if _, ok := parseFormat(format); !literal || !ok {
			return f.calls.callModel(c)
		}
		out := formatOutput{where: outputToMemory, room: f.prog.Ptr(^uint64(0))}
		out.to = f.arg(c, 0, f.types.Pvoid)
		if sized {
			out.room = f.arg(c, 1, f.types.SizeT)
		}
		var args []value.Value
		for _, a := range c.args[at+1:] {
			args = append(args, f.arith.DefaultPromote(f.exprs.expr(a)))
		}
		f.marks.at(c.x)
		n, ok := f.putFormatted(out, format, args)
		if !ok {
			return f.values.UnsupportedCall(f.types.Int, c.name, c.name+" with these arguments")
		}
		r := f.calls.outcome("__whittle_ended", f.types.Int, out.to, out.room, n)
		f.checkPrinted(c, at, format, out, n, args)
		return r
	}
}

// asprintfCall lowers asprintf with a literal format: it counts, allocates and then writes.
func asprintfCall(f *fn, c *callCtx) value.Value {
	format, literal := f.literalFormat(c, 1)
	if _, ok := parseFormat(format); !literal || !ok {
		return f.calls.callModel(c)
	}
	to := f.arg(c, 0, f.types.Pvoid)
	var args []value.Value
	for _, a := range c.args[2:] {
		args = append(args, f.arith.DefaultPromote(f.exprs.expr(a)))
	}
	f.marks.at(c.x)
	n, ok := f.putFormatted(formatOutput{to: f.prog.Ptr(0), room: f.prog.Ptr(0)}, format, args)
	if !ok {
		return f.values.UnsupportedCall(f.types.Int, c.name, c.name+" with these arguments")
	}
	memory := f.calls.outcome("__whittle_room", f.types.Pvoid, n).Term
	result := f.values.Temp(f.types.Int, "printed")
	f.flow.Emit(cfa.Assign{Dst: result, Value: f.ts.BV(32, 1<<32-1)})
	write, done := f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Branch(f.ts.Eq(memory, f.prog.Ptr(0)), done, write)
	f.flow.Cur = write
	f.flow.Emit(cfa.Store{Addr: to, Value: memory})
	room := f.ts.BVAdd(n, f.prog.Ptr(1))
	n, _ = f.putFormatted(formatOutput{outputToMemory, memory, room}, format, args)
	f.flow.Emit(cfa.Assign{Dst: result, Value: f.calls.outcome("__whittle_ended", f.types.Int, memory, room,
		n).Term})
	f.flow.GoTo(done)
	return value.Value{Term: f.flow.Sym(result), Type: f.types.Int}
}
