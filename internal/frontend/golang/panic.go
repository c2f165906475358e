package golang

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// A panic is on its way while the register unwinding of the thread says so: each call returns at once then,
// and its caller looks at the register. A function that has deferred calls runs them first. While one of
// them runs, unwinding is zero; what it was is kept by the function, and set again afterwards unless the
// deferred call has recovered. Where no function of the program defers a call, a panic ends the process where
// it happens; where none recovers, it is a violation there, and else at the bottom of its goroutine.
//
// recover has an effect in a function only that the run of deferred calls has called itself. So that says
// before the call that it may (recoverable), and each function that may recover takes that note when it is
// entered. Whether it did recover it says when it returns (recovered).

// What a thread that unwinds is about.
const (
	unwindPanic  = 1
	unwindGoexit = 2
)

// runtimePanic panics as the runtime does.
func (f *fn) runtimePanic(what string) { f.panics(what, f.prog.Ptr(runtimeError), f.prog.Ptr(0)) }

// runtimeError is the number of the type of the errors of the runtime in interfaces.
const runtimeError = 1 << 20

// panics panics with a value.
func (f *fn) panics(what string, t, data term.Term) {
	if f.dead {
		return
	}
	if f.asks(property.NoPanic) && !f.uses.recovers {
		f.violate(cfa.Violation{Property: property.NoPanic, Message: what})
		if f.dead {
			return
		}
	}
	if !f.uses.defers {
		f.end(cfa.Exit{Kind: cfa.ExitProcess, Value: f.ts.BV(32, 2), Abort: true})
		return
	}
	if f.uses.recovers {
		f.assign(f.panicType, t)
		f.assign(f.panicData, data)
	}
	f.assign(f.unwinding, f.ts.BV(8, unwindPanic))
	f.jump(f.unwindLoc())
}

// goexit ends the goroutine, after deferred calls.
func (f *fn) goexit() {
	if !f.uses.defers {
		f.end(cfa.Exit{Kind: cfa.ExitThread})
		return
	}
	f.assign(f.unwinding, f.ts.BV(8, unwindGoexit))
	f.jump(f.unwindLoc())
}

// fatal is an error of the runtime that ends the process, whatever is deferred.
func (f *fn) fatal(what string) {
	if f.asks(property.NoPanic) {
		f.violate(cfa.Violation{Property: property.NoPanic, Message: what})
	}
	f.end(cfa.Exit{Kind: cfa.ExitProcess, Value: f.ts.BV(32, 2), Abort: true})
}

// panicText is what a panic says, if that is a constant.
func (f *fn) panicText(x *ssa.Panic) string {
	if m, ok := x.X.(*ssa.MakeInterface); ok {
		if c, ok := m.X.(*ssa.Const); ok && c.Value != nil {
			if c.Value.Kind() == constant.String {
				return constant.StringVal(c.Value)
			}
			return c.Value.String()
		}
		return "a value of type " + typeName(m.X.Type())
	}
	return "a value"
}

// unwindLoc is where a panic goes in this function.
func (f *fn) unwindLoc() cfa.LocID {
	if f.unwind < 0 {
		f.unwind = f.newLoc()
	}
	return f.unwind
}

// afterCall looks at whether the call that was made has panicked.
func (f *fn) afterCall() {
	if !f.uses.defers || f.dead {
		return
	}
	u := f.sym(f.unwinding)
	quiet, panicking := f.branch(f.ts.Eq(u, f.zero(u)))
	f.at(panicking)
	f.jump(f.unwindLoc())
	f.at(quiet)
}

// finishUnwinding adds what a panic does in this function.
func (f *fn) finishUnwinding() {
	if f.unwind < 0 {
		return
	}
	f.at(f.unwind)
	if f.defers != nil {
		f.unwindDefers()
	}
	if f.dead {
		return
	}
	f.tellRecovery()
	result := term.None
	if f.proc.Result != 0 {
		result = f.ts.BV(f.proc.Result.Width(), 0)
	}
	f.end(cfa.Return{Value: result})
}

// bottom ends a goroutine that has returned from its function: for the reason that it unwinds, if it does.
// exited is what runtime.Goexit leads to.
func (f *fn) bottom(ended, exited func()) {
	if !f.uses.defers {
		ended()
		return
	}
	u := f.sym(f.unwinding)
	quiet, other := f.branch(f.ts.Eq(u, f.zero(u)))
	f.at(other)
	panicking, left := f.branch(f.ts.Eq(u, f.ts.BV(8, unwindPanic)))
	f.at(left)
	exited()
	f.at(panicking)
	if f.asks(property.NoPanic) && f.uses.recovers {
		f.violate(cfa.Violation{Property: property.NoPanic, Message: "nothing recovers from a panic"})
	}
	f.end(cfa.Exit{Kind: cfa.ExitProcess, Value: f.ts.BV(32, 2), Abort: true})
	f.at(quiet)
	ended()
	f.dead = true
}

// finishBottom ends a goroutine that has panicked in its first procedure.
func (f *fn) finishBottom(ended, exited func()) {
	if f.unwind >= 0 {
		f.at(f.unwind)
		f.bottom(ended, exited)
	}
}

// beginRecovery takes the note whether this function may recover.
func (f *fn) beginRecovery() {
	if !f.uses.recovers || f.model {
		return
	}
	if callsRecover(f.ssa) {
		f.own = recovery{f.reg("may recover", 8), f.reg("recovered", 8)}
		f.assign(f.own.may, f.sym(f.recoverable))
		f.assign(f.own.did, f.ts.BV(8, 0))
	}
	f.assign(f.recoverable, f.ts.BV(8, 0))
}

// tellRecovery says at the end of the function whether it has recovered.
func (f *fn) tellRecovery() {
	if f.own.did != cfa.NoReg {
		f.assign(f.recovered, f.sym(f.own.did))
	}
}

func callsRecover(s *ssa.Function) bool {
	for _, b := range s.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				if b, ok := c.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
					return true
				}
			}
		}
	}
	return false
}

// recovers lowers a call of recover.
func (f *fn) recovers() []term.Term {
	f.seen.recovers, f.seen.defers = true, true
	if f.own.may == cfa.NoReg {
		return []term.Term{f.prog.Ptr(0), f.prog.Ptr(0)}
	}
	t, v := f.reg("recovered.type", ptrBits), f.reg("recovered value", ptrBits)
	may, none := f.branch(f.isSet(f.sym(f.own.may)))
	next := f.newLoc()
	f.at(none)
	f.assign(t, f.prog.Ptr(0))
	f.assign(v, f.prog.Ptr(0))
	f.jump(next)
	f.at(may)
	f.assign(t, f.sym(f.panicType))
	f.assign(v, f.sym(f.panicData))
	f.assign(f.own.may, f.ts.BV(8, 0))
	f.assign(f.own.did, f.ts.BV(8, 1))
	f.jump(next)
	f.at(next)
	return []term.Term{f.sym(t), f.sym(v)}
}

// mayPanic reports whether a call of a function may unwind. Functions of the program may; what the models do
// is known.
func (l *lowerer) mayPanic(s *ssa.Function) bool {
	if !l.isModel(s) {
		return true
	}
	if may, ok := l.throws[s]; ok {
		return may
	}
	l.throws[s] = false // recursive calls add nothing
	may := s.Blocks == nil && (s.Name() == "throw" || s.Name() == "goexit")
	for _, b := range s.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.Panic); ok {
				may = true
			}
			c, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, ok := in.(*ssa.Go); ok {
				continue
			}
			switch v := c.Common().Value.(type) {
			case *ssa.Builtin:
			case *ssa.Function:
				may = may || c.Common().IsInvoke() || l.mayPanic(v)
			default:
				may = true
			}
		}
	}
	l.throws[s] = may
	return may
}
