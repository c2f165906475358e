package flow

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Objects that alloca makes live until the procedure returns. A call that runs at most once in an activation
// has a register for its address. Those that may run more often enter theirs into a list, whose nodes are
// objects of the frame as well: the address of the node before, and that of the object.

// allocas are the registers of what alloca makes; all are null before.
type allocas struct {
	once []cfa.RegID
	list cfa.RegID // NoReg: there is none
}

func (a *allocas) none() bool { return len(a.once) == 0 && a.list == cfa.NoReg }

// Alloca makes an object of so many bytes that lives until the procedure returns, and returns its address.
func (f *Frame) Alloca(size term.Term) term.Term {
	b := f.b
	r := b.NewPtr("alloca")
	b.Emit(cfa.Alloc{Dst: r, Size: size, Align: 16, Kind: cfa.Stack, Name: "alloca"})
	if b.Loops == 0 && !f.Any {
		f.allocas.once, f.unset = append(f.allocas.once, r), append(f.unset, r)
	} else {
		f.listAlloca(r)
	}
	return b.Sym(r)
}

// listAlloca enters an object into the list of those that end with the procedure.
func (f *Frame) listAlloca(r cfa.RegID) {
	b := f.b
	if f.allocas.list == cfa.NoReg {
		f.allocas.list = b.NewPtr("allocas")
		f.unset = append(f.unset, f.allocas.list)
	}
	word := uint64(b.Prog.PtrWidth / 8)
	node := b.NewPtr("node")
	b.Emit(cfa.Alloc{Dst: node, Size: b.Prog.Ptr(2 * word), Align: word, Kind: cfa.Stack, Name: "list of " +
		"alloca"})
	b.Emit(cfa.Store{Addr: b.Sym(node), Value: b.Sym(f.allocas.list)})
	b.Emit(cfa.Store{Addr: b.Prog.PtrAdd(b.Sym(node), b.Prog.Ptr(word)), Value: b.Sym(r)})
	b.Emit(cfa.Assign{Dst: f.allocas.list, Value: b.Sym(node)})
}

// endAllocas ends all of them, where the procedure returns.
func (f *Frame) endAllocas() {
	b := f.b
	for _, r := range f.allocas.once {
		b.FreeIfSet(r)
	}
	if f.allocas.list == cfa.NoReg {
		return
	}
	none := source.Pos{}
	head, body, done := b.NewLocAt(none), b.NewLocAt(none), b.NewLocAt(none)
	b.GoTo(head)
	list := b.Sym(f.allocas.list)
	b.Branch(b.ts.Eq(list, b.Prog.Ptr(0)), done, body)
	b.Cur = body
	before, object := b.NewPtr("node"), b.NewPtr("alloca")
	b.Emit(cfa.Load{Dst: before, Addr: list})
	b.Emit(cfa.Load{Dst: object, Addr: b.Prog.PtrAdd(list, b.Prog.Ptr(uint64(b.Prog.PtrWidth/8)))})
	b.Emit(cfa.Free{Addr: b.Sym(object), Kind: cfa.Stack})
	b.Emit(cfa.Free{Addr: list, Kind: cfa.Stack})
	b.Emit(cfa.Assign{Dst: f.allocas.list, Value: b.Sym(before)})
	b.Jump(head)
	b.Cur = done
}
