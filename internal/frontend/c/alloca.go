package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Objects that alloca makes live until the function returns. A call that runs at most once in an activation
// has a register for its address. Those that may run more often enter theirs into a list, whose nodes are
// objects of the frame as well: the address of the node before, and that of the object.

func allocaCall(f *fn, c *callCtx) value {
	size := f.arg(c, 0, f.types.SizeT)
	r := f.newReg("alloca", term.BitVec(f.prog.PtrWidth), "", false)
	f.emit(cfa.Alloc{Dst: r, Size: size, Align: 16, Kind: cfa.Stack, Name: "alloca"})
	if f.loops == 0 && !f.hasGoto {
		f.allocas, f.unset = append(f.allocas, r), append(f.unset, r)
	} else {
		f.listAlloca(r)
	}
	return value{t: f.sym(r), ty: f.types.Pvoid}
}

// listAlloca enters an object into the list of those that end with the function.
func (f *fn) listAlloca(r cfa.RegID) {
	if f.allocaList == cfa.NoReg {
		f.allocaList = f.newReg("allocas", term.BitVec(f.prog.PtrWidth), "", false)
		f.unset = append(f.unset, f.allocaList)
	}
	word := uint64(f.prog.PtrWidth / 8)
	node := f.newReg("node", term.BitVec(f.prog.PtrWidth), "", false)
	f.emit(cfa.Alloc{Dst: node, Size: f.prog.Ptr(2 * word), Align: word, Kind: cfa.Stack,
		Name: "list of alloca"})
	f.emit(cfa.Store{Addr: f.sym(node), Value: f.sym(f.allocaList)})
	f.emit(cfa.Store{Addr: f.prog.PtrAdd(f.sym(node), f.prog.Ptr(word)), Value: f.sym(r)})
	f.emit(cfa.Assign{Dst: f.allocaList, Value: f.sym(node)})
}

// endAllocas ends all of them, where the function returns.
func (f *fn) endAllocas() {
	for _, r := range f.allocas {
		f.freeIfSet(r)
	}
	if f.allocaList == cfa.NoReg {
		return
	}
	none := source.Pos{}
	head, body, done := f.g.newLoc(none), f.g.newLoc(none), f.g.newLoc(none)
	f.goTo(head)
	list := f.sym(f.allocaList)
	f.branch(f.ts.Eq(list, f.prog.Ptr(0)), done, body)
	f.cur = body
	before := f.newReg("node", term.BitVec(f.prog.PtrWidth), "", false)
	object := f.newReg("alloca", term.BitVec(f.prog.PtrWidth), "", false)
	f.emit(cfa.Load{Dst: before, Addr: list})
	f.emit(cfa.Load{Dst: object, Addr: f.prog.PtrAdd(list, f.prog.Ptr(uint64(f.prog.PtrWidth/8)))})
	f.emit(cfa.Free{Addr: f.sym(object), Kind: cfa.Stack})
	f.emit(cfa.Free{Addr: list, Kind: cfa.Stack})
	f.emit(cfa.Assign{Dst: f.allocaList, Value: f.sym(before)})
	f.jump(head)
	f.cur = done
}
