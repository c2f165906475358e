package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/value"
)

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
