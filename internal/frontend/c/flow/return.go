package flow

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// pendingReturn is a return whose frees are not yet known.
type pendingReturn struct {
	at     Loc
	scope  *Scope
	result term.Term
	pos    source.Pos
	text   string
}

// Return returns from the procedure; result is None if it gives no scalar.
func (f *Frame) Return(result term.Term) {
	b := f.b
	if b.IsDead() {
		return
	}
	if result != term.None && f.inArray() { // their addresses are forgotten on the way out
		r := f.newResult()
		b.Emit(cfa.Assign{Dst: r, Value: result})
		result = b.Sym(r)
	}
	if f.Atomic {
		b.Emit(cfa.AtomicEnd{})
	}
	f.returns = append(f.returns, pendingReturn{b.Cur, f.scope, result, b.Pos, b.Text})
	b.Pin(b.Cur)
	b.open()
}

func (f *Frame) newResult() cfa.RegID {
	return f.b.NewReg("return", f.Result.Sort, f.Result.Type, f.Result.Signed)
}

// resolveReturns gives every return the ends of the objects that live there: those of the blocks that it
// leaves, and at one common place, if there are any, those of the procedure.
func (f *Frame) resolveReturns() {
	b, body := f.b, f.scope
	if len(f.returns) == 0 {
		return
	}
	if f.Immortal || len(body.allocs)+len(body.arrays) == 0 && f.allocas.none() {
		for _, r := range f.returns {
			b.Cur, b.Pos = r.at, r.pos
			if !f.Immortal {
				f.leave(r.scope, body)
			}
			b.Text = r.text
			b.End(cfa.Return{Value: r.result})
		}
		return
	}
	result := cfa.NoReg
	if b.Proc.Result != 0 && len(f.returns) > 1 {
		result = f.newResult()
	}
	exit := b.NewLoc()
	for _, r := range f.returns {
		b.Cur, b.Pos = r.at, r.pos
		f.leave(r.scope, body)
		b.Text = r.text
		if result != cfa.NoReg {
			b.Emit(cfa.Assign{Dst: result, Value: r.result})
		}
		b.Jump(exit)
	}
	b.Cur = exit
	b.Text = ""
	f.endAllocas()
	f.leave(body, nil)
	v := f.returns[0].result
	if result != cfa.NoReg {
		v = b.Sym(result)
	}
	b.End(cfa.Return{Value: v})
}
