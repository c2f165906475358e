package llvm

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// fn lowers one function. Each part of a result has a register; so has each alloca that is a register itself,
// see findVariables.
type fn struct {
	*lowerer
	m    *ir.Module
	b    *c.Body
	flow *c.Builder
	prog *cfa.Program
	ts   *term.Store
	fun  *ir.Function
	body *ir.Body
	regs [][]register // by slots; nil: values of the type are not supported
	vars []variable   // by slots
	// terms are results as terms over others, by slots, as far as they are such; early says that a result was
	// used before; uses says where results are used.
	terms [][]term.Term
	early []bool
	conds map[term.Term]term.Term // by numbers that are 1 or 0: the conditions for which they stand
	uses  [][]position
	locs  []c.Loc // of blocks
	// plain says that no optimiser has seen the function: signed arithmetic is that of the source.
	plain bool
	// dynamic are the objects that allocas outside of the entry block make, if stackrestore may end them.
	dynamic []dynamic
	depth   cfa.RegID // how many of them were made
	result  cfa.RegID // the address that a result of several parts is written to
	list    cfa.RegID // the address of the variable arguments
	block   int       // the block that is being lowered
	index   int       // the instruction in it
}

func (l *lowerer) lower(b *c.Body) {
	p := b.Program()
	l.begin(p)
	s := l.shadows[b.Name]
	f := &fn{lowerer: l, m: s.m, b: b, flow: b.Flow(), prog: p, ts: p.Terms, fun: s.fn,
		conds: map[term.Term]term.Term{}, depth: cfa.NoReg, result: cfa.NoReg, list: cfa.NoReg}
	f.flow.Pos = l.place(p.Files, b.Name)
	body, err := s.fn.Body()
	if _, ok := signature(s.m, s.shadow, s.fn.Type, true); err != nil || !ok {
		f.flow.Unsupported("the function " + s.name + ", because of its type")
		return
	}
	f.body, f.plain = body, s.m.HasAttr(s.fn.Attrs, "optnone")
	f.regs = make([][]register, len(body.Slots))
	f.vars = make([]variable, len(body.Slots))
	f.terms, f.early = make([][]term.Term, len(body.Slots)), make([]bool, len(body.Slots))
	f.parameters()
	f.findVariables()
	f.findUses()
	f.locs = make([]c.Loc, len(body.Blocks))
	for i := range f.locs {
		f.locs[i] = f.flow.NewLoc()
		f.flow.Pin(f.locs[i])
	}
	f.flow.Jump(f.locs[0])
	for i, block := range body.Blocks {
		f.flow.Cur, f.block = f.locs[i], i
		f.lowerBlock(block)
	}
}

// parameters makes registers of all values, and takes the arguments.
func (f *fn) parameters() {
	for i, s := range f.body.Slots {
		parts, ok := valueParts(f.m.Layout, s.Type)
		if !ok {
			continue
		}
		f.regs[i] = []register{}
		for k, t := range parts {
			name := "%" + s.Name
			if len(parts) > 1 {
				name = fmt.Sprintf("%s.%d", name, k)
			}
			f.regs[i] = append(f.regs[i], f.newRegister(name, width(t, f.prog.PtrWidth)))
		}
	}
	take := func(name string, bits int) cfa.RegID {
		r := f.newReg(name, bits)
		f.flow.Proc.Params = append(f.flow.Proc.Params, r)
		return r
	}
	switch parts, _ := valueParts(f.m.Layout, f.fun.Type.Elem); {
	case len(parts) == 1:
		_, bits := carrier(parts[0], f.prog.PtrWidth)
		f.b.Returns(bits)
	case len(parts) > 1:
		f.result = take("result", f.prog.PtrWidth)
	}
	var passed []cfa.RegID
	for i, t := range f.fun.Type.Fields {
		parts, _ := valueParts(f.m.Layout, t)
		for _, p := range parts {
			_, bits := carrier(p, f.prog.PtrWidth)
			passed = append(passed, take(fmt.Sprintf("argument %d", i+1), bits))
		}
	}
	if f.fun.Type.Variadic {
		f.list = take("variable arguments", f.prog.PtrWidth)
	}
	f.b.Atomic()
	n := 0
	for i := range f.fun.Type.Fields {
		for _, r := range f.regs[i] {
			f.assign(r, f.resize(f.flow.Sym(passed[n]), f.widthOf(r), false))
			n++
		}
	}
}

func (f *fn) lowerBlock(block *ir.Block) {
	if f.readsMember(block) {
		f.flow.Unsupported("a pointer to a virtual member function that is computed")
		return
	}
	for j := range block.Instrs {
		in := &block.Instrs[j]
		f.index = j
		if p := f.at(f.prog.Files, f.m, in); p.IsValid() {
			f.flow.Pos = p
		}
		if name := inlinedSection(f.m, in); name != "" {
			f.flow.Unsupported("the atomic section " + name + ", which the compiler has inlined")
			return
		}
		if in.Res >= 0 && f.regs[in.Res] == nil {
			f.unsupportedType(in.Type)
			return
		}
		if in.Op.EndsBlock() {
			f.end(in)
			return
		}
		f.instr(in)
		if f.flow.IsDead() {
			return
		}
	}
}

func (f *fn) unsupportedType(t *ir.Type) { f.flow.Unsupported(fmt.Sprintf("a value of type %v", t)) }

// looksFor reports whether a property is asked for.
func (f *fn) looksFor(p property.Property) bool { return f.cfg.Property.Covers(p) }
