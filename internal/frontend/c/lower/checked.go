package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// checksOf says what a unit of the program does with the result of a call that allocates.
func (l *lowerer) checksOf(u *unit, x *cc.PostfixExpression) library.Check {
	if u.Model || l.Cfg.Foreign != nil {
		return library.Unchecked
	}
	if !u.checksKnown {
		u.checks, u.checksKnown = library.Checks(u.Ast), true
	}
	return u.checks[x]
}

// orFails begins the call of a library model in the place of which null may come, where that is wanted: the
// program compares the result with null. It returns what joins both ways when the call has been made.
func (ca *calls) orFails(e *Entity, x *cc.PostfixExpression, dst cfa.RegID, args []term.Term) (join func()) {
	join = func() {}
	if e == nil || !e.Model || ca.flow.Constant || ca.flow.IsDead() {
		return join
	}
	check := ca.low.checksOf(ca.unit, x)
	if check == library.Unchecked {
		return join
	}
	ca.prog.Checked = append(ca.prog.Checked, cfa.CheckedCall{Pos: ca.flow.Pos,
		AtExit: check == library.CheckedAtExit})
	if ca.low.Cfg.MayFail != config.CheckedFail {
		return join
	}
	name := syntax.Called(x).Name()
	outer := ca.flow.Node
	ca.flow.Node = x
	input := ca.mem.Input(ca.types.Int, cfa.Havoc{What: name + " fails", Fails: name})
	ca.flow.Node = outer
	lacks := ca.ts.Not(ca.ts.Eq(input.Term, ca.values.Zero(ca.types.Scalar(ca.types.Int).Width)))
	if strings.HasPrefix(name, "realloc") {
		for _, size := range args[1:] { // of no bytes it frees the block
			lacks = ca.ts.And(lacks, ca.ts.Not(ca.ts.Eq(size, ca.prog.Ptr(0))))
		}
	}
	fails, makes, done := ca.flow.NewLoc(), ca.flow.NewLoc(), ca.flow.NewLoc()
	ca.flow.BranchTo(lacks, fails, makes, flow.Side{}, flow.Side{})
	ca.flow.Cur = fails
	if e := ca.low.setsErrno(); e != nil {
		ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Target: term.None,
			Args: []term.Term{ca.ts.BV(ca.types.Scalar(ca.types.Int).Width, noMemory)}}).Callee =
			ca.low.ProcOf(e)
	}
	ca.flow.Emit(cfa.Assign{Dst: dst, Value: ca.prog.Ptr(0)})
	ca.flow.Jump(done)
	ca.flow.Cur = makes
	return func() { ca.flow.GoTo(done) }
}

// noMemory is ENOMEM.
const noMemory = 12

// setsErrno is the model that sets errno, if the program looks at it; else nil.
func (l *lowerer) setsErrno() *Entity {
	e := l.models["__whittle_error"]
	if e == nil {
		return nil
	}
	if e = l.form(e); e.Def == nil || e == l.models["__whittle_error"] {
		return nil
	}
	return e
}
