package llvm

import (
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// Objects of functions. Those of the entry block live until the function returns, unless lifetime markers
// bound them: then each llvm.lifetime.start makes a new object. Addresses that are computed from such an
// alloca may stand in front of the marker, so they are computed again where they are used, which is the same
// since values do not change between their definition and a use. Scalars whose address goes nowhere are
// registers.

// variable says what an alloca of the entry block is.
type variable struct {
	name   string
	typ    string // for people
	signed bool
	layout *cfa.Layout
	elem   *ir.Type  // set for each of them
	reg    cfa.RegID // the register that it is, or NoReg
	marked bool      // lifetime markers bound it
	// from is the getelementptr or the bitcast that computes the value of the slot from a marked alloca.
	from *ir.Instr
}

// layoutFor describes an object of the variable that has a size: nil if debug information has another one.
func (v *variable) layoutFor(size uint64) *cfa.Layout {
	if v.layout == nil || v.layout.Size != size {
		return nil
	}
	return v.layout
}

// A dynamic object is what an alloca outside of the entry block has made, if stackrestore may end it.
type dynamic struct {
	slot int32     // of the alloca
	addr cfa.RegID // null: none
	at   cfa.RegID // how many there were before it
}

func isLifetime(in *ir.Instr) bool {
	return in.Op == ir.Call && in.Call.Callee.Kind == ir.Global &&
		strings.HasPrefix(in.Call.Callee.X.Name, "llvm.lifetime.")
}

// findVariables finds out what the allocas of the entry block are.
func (f *fn) findVariables() {
	isScalar := make([]bool, len(f.vars)) // so far it is only loaded and stored as a whole
	for i := range f.vars {
		f.vars[i].reg = cfa.NoReg
	}
	for i := range f.body.Blocks[0].Instrs {
		in := &f.body.Blocks[0].Instrs[i]
		if in.Op != ir.Alloca || len(in.Args) > 0 {
			continue
		}
		f.vars[in.Res].elem, f.vars[in.Res].name = in.Elem, "%"+f.body.Slots[in.Res].Name
		if len(f.m.List("llvm.dbg.cu")) == 0 { // else those that it does not name are none of the source
			f.vars[in.Res].typ = in.Elem.String()
		}
		switch in.Elem.Kind {
		case ir.Struct, ir.Array, ir.Vector:
		default:
			parts, ok := partsOf(f.m.Layout, in.Elem)
			isScalar[in.Res] = ok && len(parts) == 1 && in.Elem.Bits <= maxPiece
		}
	}
	f.eachUse(func(in *ir.Instr, k int, slot uint64) {
		v := &f.vars[slot]
		whole := v.elem != nil && in.Elem != nil && in.Flags&(ir.Volatile|ir.Atomic) == 0 && isScalar[slot] &&
			width(in.Elem, f.prog.PtrWidth) == width(v.elem, f.prog.PtrWidth) && in.Elem.Kind != ir.Struct &&
			in.Elem.Kind != ir.Array && in.Elem.Kind != ir.Vector
		switch {
		case in.Op == ir.DbgDeclare:
			if n := f.m.Node(in.Record.Var); n != nil && n.Str("name") != "" && v.elem != nil {
				v.name = n.Str("name")
				if v.typ, v.signed = typeName(f.m, n.Field("type")); v.name == "this" && f.isLambda() {
					v.typ = ""
				}
				v.layout = f.layouts.of(f.m, n.Field("type"))
			}
		case in.Op == ir.DbgValue, in.Op == ir.DbgOther, isLifetime(in):
		case in.Op == ir.Load && whole, in.Op == ir.Store && k == 1 && whole:
		default:
			isScalar[slot] = false
		}
	})
	f.findMarked()
	f.findDynamic()
	for i := range f.vars {
		if v := &f.vars[i]; isScalar[i] {
			v.marked = false
			v.reg = f.flow.NewReg(v.name, term.BitVec(width(v.elem, f.prog.PtrWidth)), v.typ, v.signed)
			f.forget(v)
		}
	}
}

// eachUse visits the uses of local values as operands.
func (f *fn) eachUse(visit func(in *ir.Instr, k int, slot uint64)) {
	for _, b := range f.body.Blocks {
		for i := range b.Instrs {
			for k, a := range b.Instrs[i].Args {
				if a.Kind == ir.Local {
					visit(&b.Instrs[i], k, a.N)
				}
			}
		}
	}
}

// findMarked finds the allocas that lifetime markers bound, and the addresses that are computed from them. An
// alloca whose addresses are chosen among others lives until the function returns.
func (f *fn) findMarked() {
	root := make([]uint64, len(f.vars)) // by slots: 1 + the alloca that an address is computed from
	for i := range f.vars {
		if f.vars[i].elem != nil {
			root[i] = uint64(i) + 1
		}
	}
	var steps []*ir.Instr
	for changed := true; changed; {
		changed = false
		f.eachUse(func(in *ir.Instr, k int, slot uint64) {
			isStep := in.Op == ir.GetElementPtr || in.Op == ir.BitCast || in.Op == ir.AddrSpaceCast
			if k == 0 && isStep && in.Type.Kind == ir.Pointer && root[slot] > 0 && root[in.Res] == 0 {
				root[in.Res], changed = root[slot], true
				steps = append(steps, in)
			}
		})
	}
	f.eachUse(func(in *ir.Instr, k int, slot uint64) {
		if r := root[slot]; r > 0 && isLifetime(in) {
			f.vars[r-1].marked = true
		}
	})
	f.eachUse(func(in *ir.Instr, k int, slot uint64) {
		if r := root[slot]; r > 0 && (in.Op == ir.Phi || in.Op == ir.Select || in.Op == ir.PtrToInt ||
			in.Op == ir.Freeze || in.Op == ir.InsertValue || in.Op == ir.InsertElement) {
			f.vars[r-1].marked = false
		}
	})
	for _, in := range steps {
		if f.vars[root[in.Res]-1].marked {
			f.vars[in.Res].from = in
		}
	}
}

// derived is the value of a slot that is an address computed from a marked alloca.
func (f *fn) derived(slot uint64) (term.Term, bool) {
	in := f.vars[slot].from
	if in == nil {
		return term.None, false
	}
	t := f.addressOf(in)
	return t, t != term.None
}

// addressOf is the address that a getelementptr or a cast computes.
func (f *fn) addressOf(in *ir.Instr) term.Term {
	if in.Op != ir.GetElementPtr {
		return f.value(in.Args[0])
	}
	return f.step(f.m, f.value(in.Args[0]), in.Elem, in.Args[1:], f.value)
}

// forget gives a variable that is a register any value.
func (f *fn) forget(v *variable) {
	f.flow.Emit(cfa.Havoc{Dst: v.reg, What: "uninitialised " + v.name, Unset: true})
}

// alloca lowers an alloca.
func (f *fn) alloca(in *ir.Instr) {
	v := &f.vars[in.Res]
	if v.reg != cfa.NoReg {
		return
	}
	size, ok := f.m.Layout.Size(in.Elem)
	if !ok {
		f.unsupportedType(in.Elem)
		return
	}
	align := max(in.Align, f.m.Layout.Align(in.Elem))
	switch {
	case v.marked:
		r := f.b.Frame().NewArray(v.name)
		f.regs[in.Res][0] = register{r}
	case v.elem != nil:
		f.set(in, f.flow.Sym(f.b.Frame().NewObject(c.Object{Name: v.name, Size: size,
			Align: align, Layout: v.layoutFor(size), Untold: f.isLibrary(f.b.Name)})))
	default:
		n := f.prog.Ptr(size)
		if len(in.Args) > 0 {
			n = f.ts.BVMul(f.resize(f.value(in.Args[0]), f.prog.PtrWidth, false), n)
		}
		f.dynamicAlloca(in, n, align)
	}
}

// findDynamic prepares for the allocas that run when they are reached, if the function gives stack back: it
// is known then which objects were made since when.
func (f *fn) findDynamic() {
	restores := false
	for _, b := range f.body.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			restores = restores || in.Op == ir.Call && isIntrinsic(in) &&
				strings.HasPrefix(in.Call.Callee.X.Name, "llvm.stackrestore")
		}
	}
	if !restores {
		return
	}
	f.depth = f.newReg("objects", 32)
	f.flow.Emit(cfa.Assign{Dst: f.depth, Value: f.ts.BV(32, 0)})
	for _, b := range f.body.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == ir.Alloca && f.vars[in.Res].elem == nil {
				f.dynamic = append(f.dynamic, dynamic{slot: in.Res, addr: f.b.Frame().NewArray("alloca"),
					at: f.newReg("objects before", 32)})
			}
		}
	}
}

// dynamicAlloca makes an object each time.
func (f *fn) dynamicAlloca(in *ir.Instr, size term.Term, align uint64) {
	i := slices.IndexFunc(f.dynamic, func(d dynamic) bool { return d.slot == in.Res })
	if i < 0 {
		f.b.Frame().Any = true // it may run several times
		f.set(in, f.b.Frame().Alloca(size))
		return
	}
	d := f.dynamic[i]
	fresh, again := f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Branch(f.ts.Eq(f.flow.Sym(d.addr), f.prog.Ptr(0)), fresh, again)
	f.flow.Cur = again
	if !f.flow.IsDead() {
		f.flow.Unsupported("an alloca in a loop that does not give its memory back")
	}
	f.flow.Cur = fresh
	f.flow.Emit(cfa.Alloc{Dst: d.addr, Size: size, Align: align, Kind: cfa.Stack, Name: "alloca"})
	f.flow.Emit(cfa.Assign{Dst: d.at, Value: f.flow.Sym(f.depth)})
	f.flow.Emit(cfa.Assign{Dst: f.depth, Value: f.ts.BVAdd(f.flow.Sym(f.depth), f.ts.BV(32, 1))})
	f.set(in, f.flow.Sym(d.addr))
}

// stackRestore ends the objects that were made since llvm.stacksave had its value.
func (f *fn) stackRestore(saved term.Term) {
	since := f.ts.Extract(31, 0, saved)
	for _, d := range f.dynamic {
		end, done := f.flow.NewLoc(), f.flow.NewLoc()
		lives := f.ts.Not(f.ts.Eq(f.flow.Sym(d.addr), f.prog.Ptr(0)))
		f.flow.Branch(f.ts.And(lives, f.ts.BVUle(since, f.flow.Sym(d.at))), end, done)
		f.flow.Cur = end
		f.flow.Emit(cfa.Free{Addr: f.flow.Sym(d.addr), Kind: cfa.Stack})
		f.flow.Emit(cfa.Assign{Dst: d.addr, Value: f.prog.Ptr(0)})
		f.flow.Jump(done)
		f.flow.Cur = done
	}
	f.flow.Emit(cfa.Assign{Dst: f.depth, Value: since})
}

// lifetime lowers a marker.
func (f *fn) lifetime(in *ir.Instr) {
	at := in.Args[len(in.Args)-1]
	if at.Kind != ir.Local {
		return
	}
	slot := at.N
	for f.vars[slot].from != nil && f.vars[slot].from.Args[0].Kind == ir.Local {
		slot = f.vars[slot].from.Args[0].N
	}
	v := &f.vars[slot]
	begins := strings.HasPrefix(in.Call.Callee.X.Name, "llvm.lifetime.start")
	switch {
	case v.reg != cfa.NoReg && begins:
		f.forget(v)
	case v.marked:
		r := f.regs[slot][0][0]
		f.flow.FreeIfSet(r)
		f.flow.Emit(cfa.Assign{Dst: r, Value: f.prog.Ptr(0)})
		if begins {
			size, _ := f.m.Layout.Size(v.elem)
			f.flow.Emit(cfa.Alloc{Dst: r, Size: f.prog.Ptr(max(size, 1)),
				Align: max(f.m.Layout.Align(v.elem), 16), Kind: cfa.Stack, Name: v.name,
				Layout: v.layoutFor(size), Untold: f.isLibrary(f.b.Name)})
		}
	}
}
