package c

import (
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/printf"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// libraryTable lists the library functions that are lowered directly.
func libraryTable() map[string]builtin {
	exitAtOnce := func(f *fn, c *callCtx) value.Value {
		v := f.arg(c, 0, f.types.Int)
		f.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: v})
		return f.values.Dummy(c.result)
	}
	abort := func(f *fn, c *callCtx) value.Value {
		f.flow.End(f.aborted())
		return f.values.Dummy(c.result)
	}
	return map[string]builtin{
		"abort":      abort,
		"exit":       exitOrderly,
		"_exit":      exitAtOnce,
		"_Exit":      exitAtOnce,
		"quick_exit": exitQuickly,
		"__VERIFIER_assume": func(f *fn, c *callCtx) value.Value {
			if len(c.args) > 0 {
				t := f.exprs.cond(c.args[0])
				f.marks.at(c.x)
				f.flow.Assume(t)
			}
			return f.values.Void()
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
		"perror": func(f *fn, c *callCtx) value.Value {
			if len(c.args) > 0 {
				text := f.arg(c, 0, f.types.Pvoid)
				f.marks.at(c.x)
				if f.readsMemory() {
					f.calls.reads("__whittle_reads_some_text", text,
						f.calls.lengthOf(c.args[0]))
				}
			}
			return f.values.Void()
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

func assertCall(f *fn, c *callCtx) value.Value {
	if len(c.args) > 0 {
		text := f.unit.excerpt(c.args[0])
		t := f.exprs.cond(c.args[0])
		f.marks.at(c.x)
		f.flow.Guard(t, f.violation("assertion failed: "+text), f.aborted())
	}
	return f.values.Void()
}

// printfCall makes a Print step of a function whose format is argument at.
func printfCall(name string, at int) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if len(c.args) <= at {
			return f.values.Unsupported(f.types.Int, name+" without a format")
		}
		if s := syntax.StringLiteral(c.args[at]); s != nil {
			if b, _ := f.lvalues.stringBytes(s); strings.Contains(strings.ReplaceAll(b, "%%", ""), "%n") {
				f.calls.evalAll(c)
				return f.values.Unsupported(f.types.Int, "%n in a format")
			}
		}
		shown, errors := name, at > 0
		for i := 0; i < at; i++ {
			f.calls.usesStream(f.exprs.expr(c.args[i]))
			if isStdout(c.args[i]) {
				shown, errors = "printf", false
			}
		}
		unused := f.exprs.unused == c.x
		op := cfa.Print{Form: f.formats(), Format: f.arg(c, at, f.types.Pvoid), Errors: errors, Name: shown}
		var args []value.Value
		for _, a := range c.args[at+1:] {
			v := f.arith.DefaultPromote(f.exprs.expr(a))
			s := f.types.Scalar(v.Type)
			if s.Class == repr.None || s.Width != 32 && s.Width != 64 {
				return f.values.Unsupported(f.types.Int, "printing a value of type "+v.Type.String())
			}
			op.Args = append(op.Args, v.Term)
			args = append(args, v)
		}
		f.marks.at(c.x)
		f.flow.Emit(op)
		format, literal := f.literalFormat(c, at)
		if unused {
			f.calls.readsFormatted(f, format, literal, op.Format, args, c.args[at+1:])
			return f.values.Dummy(f.types.Int)
		}
		n, ok := f.putFormatted(formatOutput{to: f.prog.Ptr(0), room: f.prog.Ptr(0)}, format, args)
		if !literal || !ok {
			n = f.calls.outcome("__whittle_counted", f.types.SizeT, op.Format,
				f.calls.variableArguments(args)).Term
		}
		return f.calls.outcome("__whittle_printed", f.types.Int, n)
	}
}

// formats is what the functions of the printf family print.
func (f *fn) formats() cfa.Formatter { return printf.Formats{PtrWidth: f.prog.PtrWidth} }

// isStdout recognises the stream stdout and the file descriptor 1; what goes
// elsewhere counts as standard error.
func isStdout(n cc.ExpressionNode) bool {
	x, ok := syntax.Unparen(n).(*cc.PrimaryExpression)
	return ok &&
		(x.Case == cc.PrimaryExpressionIdent && x.Token.SrcStr() == "stdout" ||
			x.Case == cc.PrimaryExpressionInt && x.Token.SrcStr() == "1")
}

// formatted prints one argument with a format of its own and returns it.
func (f *fn) formatted(c *callCtx, format string, ty cc.Type) (v term.Term, ok bool) {
	if len(c.args) != 2 {
		f.calls.evalAll(c)
		f.flow.UnsupportedCall(c.name, c.name)
		return f.values.Zero(32), false
	}
	v = f.arg(c, 0, ty)
	f.calls.usesStream(f.exprs.expr(c.args[1]))
	name, errors := "fprintf", !isStdout(c.args[1])
	if !errors {
		name = "printf"
	}
	f.marks.at(c.x)
	o := f.stringObject(format+"\x00", 1)
	f.flow.Emit(cfa.Print{Form: f.formats(), Format: f.addrOf(o), Args: []term.Term{v}, Errors: errors,
		Name: name})
	return v, true
}

func fputsCall(f *fn, c *callCtx) value.Value {
	unused := f.exprs.unused == c.x
	text, ok := f.formatted(c, "%s", f.types.Pvoid)
	if ok {
		f.calls.readsText(c.args[0], text)
	}
	if !ok || unused {
		return f.values.Dummy(f.types.Int)
	}
	return f.calls.outcome("__whittle_text_printed", f.types.Int)
}

func fputcCall(f *fn, c *callCtx) value.Value {
	unused := f.exprs.unused == c.x
	v, ok := f.formatted(c, "%c", f.types.Int)
	if !ok || unused {
		return f.values.Dummy(f.types.Int)
	}
	return f.calls.outcome("__whittle_char_printed", f.types.Int, v)
}

func putsCall(f *fn, c *callCtx) value.Value {
	unused := f.exprs.unused == c.x
	text := f.arg(c, 0, f.types.Pvoid)
	f.flow.Emit(cfa.Print{Form: printf.Lines{}, Format: text, Name: "puts"})
	if len(c.args) > 0 {
		f.calls.readsText(c.args[0], text)
	}
	if unused {
		return f.values.Dummy(f.types.Int)
	}
	return f.calls.outcome("__whittle_text_printed", f.types.Int)
}

func putcharCall(f *fn, c *callCtx) value.Value {
	unused := f.exprs.unused == c.x
	v := f.arg(c, 0, f.types.Int)
	o := f.stringObject("%c\x00", 1)
	f.flow.Emit(cfa.Print{Form: f.formats(), Format: f.addrOf(o), Args: []term.Term{v}, Name: "putchar"})
	if unused {
		return f.values.Dummy(f.types.Int)
	}
	return f.calls.outcome("__whittle_char_printed", f.types.Int, v)
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
			ends, goes := f.flow.NewLoc(), f.flow.NewLoc()
			f.flow.Branch(f.ts.Eq(status.Term, f.values.BV(32, 0)), goes, ends)
			f.flow.Cur = ends
			exitWith(f, status)
			f.flow.Cur = goes
		}),
	}
}

// messageCall prints what follows the format, argument at, and goes on with the first argument.
func messageCall(at int, then func(*fn, value.Value)) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if len(c.args) <= at { // a function of the program that only has the name
			return f.calls.callUndefined(&entity{name: c.name, unit: f.unit, typ: f.types.Void}, c)
		}
		var first value.Value
		for i := range at {
			v := f.arg(c, i, f.types.Int)
			if i == 0 {
				first = value.Value{Term: v, Type: f.types.Int}
			}
		}
		message := *c
		message.args = c.args[at:]
		if n, ok := f.consts.constSize(c.args[at]); !ok || n != 0 { // err.h allows a null pointer
			printfCall("fprintf", 0)(f, &message)
		}
		then(f, first)
		return f.values.Void()
	}
}

func exitWith(f *fn, status value.Value) {
	f.calls.endProcess(cfa.Exit{Kind: cfa.ExitProcess, Value: status.Term})
}
