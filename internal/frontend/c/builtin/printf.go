package builtin

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/lower"
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
		if f.Types.Scalar(a.Type).Class == repr.None {
			return n, false
		}
	}
	n = f.Prog.Ptr(0)
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
	length := f.Prog.Ptr(uint64(len(text)))
	if out.where == outputCounted {
		return f.Ts.BVAdd(n, length)
	}
	return f.put("text", out, n, f.AddrOf(f.StringObject(text+"\x00", 1)), length)
}

// put calls the model of a kind of output.
func (f *fn) put(kind string, out formatOutput, n term.Term, args ...term.Term) term.Term {
	all := append([]term.Term{f.Ts.BV(32, out.where), out.to, out.room, n}, args...)
	return f.Calls.Outcome("__whittle_put_"+kind, f.Types.SizeT, all...).Term
}

// putDirective puts one converted argument, the last of those that d takes.
func (f *fn) putDirective(out formatOutput, n term.Term, d directive, args []value.Value) term.Term {
	ptr := f.Prog.PtrWidth
	flags, width := f.Ts.BV(32, d.flags), f.Prog.Ptr(d.width)
	precision := f.Ts.BV(ptr, value.Truncate(uint64(d.precision), ptr))
	sized := func(w int) term.Term { // the next argument
		v := args[0]
		args = args[1:]
		s := f.Types.Scalar(v.Type)
		return f.Values.Resize(v.Term, s.Width, w, s.Signed)
	}
	if d.starWidth {
		w := f.Values.Resize(sized(32), 32, ptr, true)
		left := f.Ts.BVSlt(w, f.Values.Zero(ptr))
		flags = f.Ts.BVOr(flags, f.Ts.Ite(left, f.Ts.BV(32, 1), f.Values.Zero(32)))
		width = f.Ts.Ite(left, f.Ts.BVNeg(w), w)
	}
	if d.starPrecision {
		p := f.Values.Resize(sized(32), 32, ptr, true)
		precision = f.Ts.Ite(f.Ts.BVSlt(p, f.Values.Zero(ptr)), f.Values.BV(ptr, ^uint64(0)), p)
	}
	bits := sized
	switch d.verb {
	case 'c':
		return f.put("char", out, n, bits(32), flags, width)
	case 's':
		return f.put("string", out, n, bits(f.Prog.PtrWidth), flags, width, precision)
	case 'p':
		return f.put("address", out, n, bits(f.Prog.PtrWidth), flags, width)
	case 'd', 'i':
		w := f.lengthBits(d.length)
		return f.put("integer", out, n, f.Values.Resize(bits(w), w, 64, true), f.Ts.BV(32, 'd'), flags, width,
			precision)
	case 'u', 'o', 'x', 'X':
		w := f.lengthBits(d.length)
		return f.put("integer", out, n, f.Values.Resize(bits(w), w, 64, false), f.Ts.BV(32, uint64(d.verb)),
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
	return f.put("real", out, n, f.Prog.Ptr(digits), width, precision)
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
		return f.Prog.PtrWidth
	}
	return 64
}

// literalFormat is the text of a format that is a string literal.
func (f *fn) literalFormat(c *lower.NamedCall, at int) (string, bool) {
	if at >= len(c.Args) {
		return "", false
	}
	s := syntax.StringLiteral(c.Args[at])
	if s == nil {
		return "", false
	}
	b, size := f.Lvalues.StringBytes(s)
	text, _, _ := strings.Cut(b, "\x00")
	return text, size == 1
}

// sprintfCall lowers sprintf, or snprintf where sized is set, with a literal format; other formats are the
// model's.
func sprintfCall(sized bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		at := 1
		if sized {
			at = 2
		}
		format, literal := f.literalFormat(c, at)
		if _, ok := parseFormat(format); !literal || !ok {
			return f.Calls.CallModel(c)
		}
		out := formatOutput{where: outputToMemory, room: f.Prog.Ptr(^uint64(0))}
		out.to = f.arg(c, 0, f.Types.Pvoid)
		if sized {
			out.room = f.arg(c, 1, f.Types.SizeT)
		}
		var args []value.Value
		for _, a := range c.Args[at+1:] {
			args = append(args, f.Arith.DefaultPromote(f.Exprs.Expr(a)))
		}
		f.Marks.At(c.X)
		n, ok := f.putFormatted(out, format, args)
		if !ok {
			return f.Values.UnsupportedCall(f.Types.Int, c.Name, c.Name+" with these arguments")
		}
		r := f.Calls.Outcome("__whittle_ended", f.Types.Int, out.to, out.room, n)
		f.checkPrinted(c, at, format, out, n, args)
		return r
	}
}

// asprintfCall lowers asprintf with a literal format: it counts, allocates and then writes.
func asprintfCall(f *fn, c *lower.NamedCall) value.Value {
	format, literal := f.literalFormat(c, 1)
	if _, ok := parseFormat(format); !literal || !ok {
		return f.Calls.CallModel(c)
	}
	to := f.arg(c, 0, f.Types.Pvoid)
	var args []value.Value
	for _, a := range c.Args[2:] {
		args = append(args, f.Arith.DefaultPromote(f.Exprs.Expr(a)))
	}
	f.Marks.At(c.X)
	n, ok := f.putFormatted(formatOutput{to: f.Prog.Ptr(0), room: f.Prog.Ptr(0)}, format, args)
	if !ok {
		return f.Values.UnsupportedCall(f.Types.Int, c.Name, c.Name+" with these arguments")
	}
	memory := f.Calls.Outcome("__whittle_room", f.Types.Pvoid, n).Term
	result := f.Values.Temp(f.Types.Int, "printed")
	f.Flow.Emit(cfa.Assign{Dst: result, Value: f.Ts.BV(32, 1<<32-1)})
	write, done := f.Flow.NewLoc(), f.Flow.NewLoc()
	f.Flow.Branch(f.Ts.Eq(memory, f.Prog.Ptr(0)), done, write)
	f.Flow.Cur = write
	f.Flow.Emit(cfa.Store{Addr: to, Value: memory})
	room := f.Ts.BVAdd(n, f.Prog.Ptr(1))
	n, _ = f.putFormatted(formatOutput{outputToMemory, memory, room}, format, args)
	f.Flow.Emit(cfa.Assign{Dst: result, Value: f.Calls.Outcome("__whittle_ended", f.Types.Int, memory, room,
		n).Term})
	f.Flow.GoTo(done)
	return value.Value{Term: f.Flow.Sym(result), Type: f.Types.Int}
}
