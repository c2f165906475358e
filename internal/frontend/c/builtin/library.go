package builtin

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/printf"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// libraryTable lists the library functions that are lowered directly.
func libraryTable() map[string]builtin {
	exitAtOnce := func(f *fn, c *lower.NamedCall) value.Value {
		v := f.arg(c, 0, f.Types.Int)
		f.Flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: v})
		return f.Values.Dummy(c.Result)
	}
	abort := func(f *fn, c *lower.NamedCall) value.Value {
		f.Flow.End(f.Aborted())
		return f.Values.Dummy(c.Result)
	}
	return map[string]builtin{
		"abort":      abort,
		"exit":       exitOrderly,
		"_exit":      exitAtOnce,
		"_Exit":      exitAtOnce,
		"quick_exit": exitQuickly,
		"__VERIFIER_assume": func(f *fn, c *lower.NamedCall) value.Value {
			if len(c.Args) > 0 {
				t := f.Exprs.Cond(c.Args[0])
				f.Marks.At(c.X)
				f.Flow.Assume(t)
			}
			return f.Values.Void()
		},
		"__VERIFIER_assert": assertCall,
		"assert":            assertCall,
		"printf":            printfCall("printf", 0),
		"fprintf":           printfCall("fprintf", 1),
		"dprintf":           printfCall("fprintf", 1),
		"putchar_unlocked":  putcharCall,
		"sprintf":           sprintfCall(false),
		"snprintf":          sprintfCall(true),
		"asprintf":          asprintfCall,
		"fputs":             fputsCall,
		"fputc":             fputcCall,
		"putc":              fputcCall,
		"puts":              putsCall,
		"scanf":             scanfCall(0, false),
		"__isoc99_scanf":    scanfCall(0, false),
		"fscanf":            scanfCall(1, false),
		"__isoc99_fscanf":   scanfCall(1, false),
		"sscanf":            scanfCall(1, true),
		"__isoc99_sscanf":   scanfCall(1, true),
		"putchar":           putcharCall,
		"perror": func(f *fn, c *lower.NamedCall) value.Value {
			if len(c.Args) > 0 {
				text := f.arg(c, 0, f.Types.Pvoid)
				f.Marks.At(c.X)
				if f.ReadsMemory() {
					f.Calls.Reads("__whittle_reads_some_text", text,
						f.Calls.LengthOf(c.Args[0]))
				}
			}
			return f.Values.Void()
		},
		"alloca":  allocaCall,
		"abs":     absCall,
		"labs":    absCall,
		"llabs":   absCall,
		"imaxabs": absCall,
		"memcpy":  memcpyCall,
		"memmove": memcpyCall,
		"memset":  memsetCall,

		"__VERIFIER_nondet_memory": nondetMemory,
	}
}

func assertCall(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) > 0 {
		text := f.Unit.Excerpt(c.Args[0])
		t := f.Exprs.Cond(c.Args[0])
		f.Marks.At(c.X)
		f.Flow.Guard(t, f.Violation("assertion failed: "+text), f.Aborted())
	}
	return f.Values.Void()
}

// printfCall makes a Print step of a function whose format is argument at.
func printfCall(name string, at int) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if len(c.Args) <= at {
			return f.Values.Unsupported(f.Types.Int, name+" without a format")
		}
		if s := syntax.StringLiteral(c.Args[at]); s != nil {
			if b, _ := f.Lvalues.StringBytes(s); strings.Contains(strings.ReplaceAll(b, "%%", ""), "%n") {
				f.Calls.EvalAll(c)
				return f.Values.Unsupported(f.Types.Int, "%n in a format")
			}
		}
		shown, errors := name, at > 0
		for i := 0; i < at; i++ {
			f.Calls.UsesStream(f.Exprs.Expr(c.Args[i]))
			if isStdout(c.Args[i]) {
				shown, errors = "printf", false
			}
		}
		unused := f.Exprs.Unused == c.X
		op := cfa.Print{Form: f.formats(), Format: f.arg(c, at, f.Types.Pvoid), Errors: errors, Name: shown}
		var args []value.Value
		for _, a := range c.Args[at+1:] {
			v := f.Arith.DefaultPromote(f.Exprs.Expr(a))
			s := f.Types.Scalar(v.Type)
			if s.Class == repr.None || s.Width != 32 && s.Width != 64 {
				return f.Values.Unsupported(f.Types.Int, "printing a value of type "+v.Type.String())
			}
			op.Args = append(op.Args, v.Term)
			args = append(args, v)
		}
		f.Marks.At(c.X)
		f.Flow.Emit(op)
		format, literal := f.literalFormat(c, at)
		if unused {
			f.readsFormatted(format, literal, op.Format, args, c.Args[at+1:])
			return f.Values.Dummy(f.Types.Int)
		}
		n, ok := f.putFormatted(formatOutput{to: f.Prog.Ptr(0), room: f.Prog.Ptr(0)}, format, args)
		if !literal || !ok {
			n = f.Calls.Outcome("__whittle_counted", f.Types.SizeT, op.Format,
				f.Calls.VariableArguments(args)).Term
		}
		return f.Calls.Outcome("__whittle_printed", f.Types.Int, n)
	}
}

// formats is what the functions of the printf family print.
func (f *fn) formats() cfa.Formatter { return printf.Formats{PtrWidth: f.Prog.PtrWidth} }

// isStdout recognises the stream stdout and the file descriptor 1; what goes
// elsewhere counts as standard error.
func isStdout(n cc.ExpressionNode) bool {
	x, ok := syntax.Unparen(n).(*cc.PrimaryExpression)
	return ok &&
		(x.Case == cc.PrimaryExpressionIdent && x.Token.SrcStr() == "stdout" ||
			x.Case == cc.PrimaryExpressionInt && x.Token.SrcStr() == "1")
}

// formatted prints one argument with a format of its own and returns it.
func (f *fn) formatted(c *lower.NamedCall, format string, ty cc.Type) (v term.Term, ok bool) {
	if len(c.Args) != 2 {
		f.Calls.EvalAll(c)
		f.Flow.UnsupportedCall(c.Name, c.Name)
		return f.Values.Zero(32), false
	}
	v = f.arg(c, 0, ty)
	f.Calls.UsesStream(f.Exprs.Expr(c.Args[1]))
	name, errors := "fprintf", !isStdout(c.Args[1])
	if !errors {
		name = "printf"
	}
	f.Marks.At(c.X)
	o := f.StringObject(format+"\x00", 1)
	f.Flow.Emit(cfa.Print{Form: f.formats(), Format: f.AddrOf(o), Args: []term.Term{v}, Errors: errors,
		Name: name})
	return v, true
}

func fputsCall(f *fn, c *lower.NamedCall) value.Value {
	unused := f.Exprs.Unused == c.X
	text, ok := f.formatted(c, "%s", f.Types.Pvoid)
	if ok {
		f.Calls.ReadsText(c.Args[0], text)
	}
	if !ok || unused {
		return f.Values.Dummy(f.Types.Int)
	}
	return f.Calls.Outcome("__whittle_text_printed", f.Types.Int)
}

func fputcCall(f *fn, c *lower.NamedCall) value.Value {
	unused := f.Exprs.Unused == c.X
	v, ok := f.formatted(c, "%c", f.Types.Int)
	if !ok || unused {
		return f.Values.Dummy(f.Types.Int)
	}
	return f.Calls.Outcome("__whittle_char_printed", f.Types.Int, v)
}

func putsCall(f *fn, c *lower.NamedCall) value.Value {
	unused := f.Exprs.Unused == c.X
	text := f.arg(c, 0, f.Types.Pvoid)
	f.Flow.Emit(cfa.Print{Form: printf.Lines{}, Format: text, Name: "puts"})
	if len(c.Args) > 0 {
		f.Calls.ReadsText(c.Args[0], text)
	}
	if unused {
		return f.Values.Dummy(f.Types.Int)
	}
	return f.Calls.Outcome("__whittle_text_printed", f.Types.Int)
}

func putcharCall(f *fn, c *lower.NamedCall) value.Value {
	unused := f.Exprs.Unused == c.X
	v := f.arg(c, 0, f.Types.Int)
	o := f.StringObject("%c\x00", 1)
	f.Flow.Emit(cfa.Print{Form: f.formats(), Format: f.AddrOf(o), Args: []term.Term{v}, Name: "putchar"})
	if unused {
		return f.Values.Dummy(f.Types.Int)
	}
	return f.Calls.Outcome("__whittle_char_printed", f.Types.Int, v)
}

// The functions of err.h, error.h and syslog.h print to standard error, or to a log, and some of them end the
// process.

// messageTable lists them.
func messageTable() map[string]builtin {
	return map[string]builtin{
		"warn":   messageCall(0, func(*fn, value.Value) {}),
		"warnx":  messageCall(0, func(*fn, value.Value) {}),
		"syslog": messageCall(1, func(*fn, value.Value) {}),
		"err":    messageCall(1, exitWith),
		"errx":   messageCall(1, exitWith),
		"error": messageCall(2, func(f *fn, status value.Value) {
			ends, goes := f.Flow.NewLoc(), f.Flow.NewLoc()
			f.Flow.Branch(f.Ts.Eq(status.Term, f.Values.BV(32, 0)), goes, ends)
			f.Flow.Cur = ends
			exitWith(f, status)
			f.Flow.Cur = goes
		}),
	}
}

// messageCall prints what follows the format, argument at, and goes on with the first argument.
func messageCall(at int, then func(*fn, value.Value)) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if len(c.Args) <= at { // a function of the program that only has the name
			return f.Calls.CallUndefined(&lower.Entity{Name: c.Name, Unit: f.Unit, Typ: f.Types.Void}, c)
		}
		var first value.Value
		for i := range at {
			v := f.arg(c, i, f.Types.Int)
			if i == 0 {
				first = value.Value{Term: v, Type: f.Types.Int}
			}
		}
		message := *c
		message.Args = c.Args[at:]
		if n, ok := f.Consts.ConstSize(c.Args[at]); !ok || n != 0 { // err.h allows a null pointer
			printfCall("fprintf", 0)(f, &message)
		}
		then(f, first)
		return f.Values.Void()
	}
}

func exitWith(f *fn, status value.Value) {
	f.Calls.EndProcess(cfa.Exit{Kind: cfa.ExitProcess, Value: status.Term})
}

// exitOrderly is exit, and exitQuickly quick_exit; both are also what their models call.
func exitOrderly(f *fn, c *lower.NamedCall) value.Value {
	f.Calls.EndProcess(cfa.Exit{Kind: cfa.ExitProcess, Value: f.arg(c, 0, f.Types.Int)})
	return f.Values.Dummy(c.Result)
}

func exitQuickly(f *fn, c *lower.NamedCall) value.Value {
	v := f.arg(c, 0, f.Types.Int)
	f.Calls.RunAtEnd("at_quick_exit")
	f.Flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: v})
	return f.Values.Dummy(c.Result)
}
