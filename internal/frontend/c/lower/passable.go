package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// overApproximated is a call of a library function that is not supported: it returns, with any
// result, and what it is given holds anything afterwards, up to what further pointers lead to. A violation
// that depends on either counts for nothing.
func (ca *calls) overApproximated(c *NamedCall, args []value.Value) value.Value {
	ca.flow.Pass(stub(c.Name), "the function "+c.Name)
	var reached []term.Term
	for _, v := range args {
		switch s := ca.types.Scalar(v.Type); {
		case v.Addr != term.None:
			reached = append(reached, v.Addr)
		case v.Term != term.None && s.Class != repr.Floating && s.Width == ca.prog.PtrWidth:
			reached = append(reached, v.Term) // a number may be an address that was converted
		}
	}
	ca.Reaches(cfa.Havoc{Inexact: c.Name, Reaches: reached, Passed: true,
		Waits: library.MayWait(c.Name)})
	return ca.opaqueResult(c)
}

// Reaches adds an input that is never read, for what a function of the library does beside it.
func (ca *calls) Reaches(input cfa.Havoc) {
	input.Dst, input.What = ca.flow.NewReg("reached", term.Bool, "", false), input.Inexact+"()"
	node := ca.flow.Node
	ca.flow.Node = nil // a program that is given inputs from outside has no place for it
	ca.flow.Emit(input)
	ca.flow.Node = node
}

// opaqueResult is the result of a function of the library that is not modelled: not every value need be one
// that it has, but some are known to say that it did what it was asked.
func (ca *calls) opaqueResult(c *NamedCall) value.Value {
	fails := func() value.Value {
		if e := ca.low.models["__whittle_any_errno"]; e != nil && e.Def != nil {
			ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: ca.low.proc(e)})
		}
		return ca.mem.Inexact(c.Result, c.Name)
	}
	s := ca.types.Scalar(c.Result)
	if !library.MayBeZero(c.Name) || s.Class != repr.Integer || ca.ofNoDescriptor(c) {
		return fails()
	}
	result := ca.values.Temp(c.Result, "result")
	failed, done := ca.flow.NewLoc(), ca.flow.NewLoc()
	succeeds := ca.mem.Havoc(ca.types.Int, c.Name+"() fails")
	none := ca.flow.NewLoc()
	zero := ca.values.Zero(ca.types.Scalar(ca.types.Int).Width)
	ca.flow.Branch(ca.ts.Eq(succeeds.Term, zero), none, failed)
	ca.flow.Cur = none
	ca.flow.Emit(cfa.Assign{Dst: result, Value: ca.values.Zero(s.Width)})
	ca.flow.Jump(done)
	ca.flow.Cur = failed
	ca.flow.Emit(cfa.Assign{Dst: result, Value: fails().Term})
	ca.flow.GoTo(done)
	return value.Value{Term: ca.flow.Sym(result), Type: c.Result}
}

// ofNoDescriptor reports whether the first argument is a number that is no descriptor of a file.
func (ca *calls) ofNoDescriptor(c *NamedCall) bool {
	if len(c.Args) == 0 || c.Args[0].Type().Kind() != cc.Int {
		return false
	}
	v, ok := ca.consts.ConstInt(c.Args[0])
	return ok && v < 0
}

// endsInZero reports whether the last argument is the constant 0: the signal that is none.
func (ca *calls) endsInZero(c *NamedCall) bool {
	if len(c.Args) == 0 {
		return false
	}
	v, ok := ca.consts.ConstInt(c.Args[len(c.Args)-1])
	return ok && v == 0
}
