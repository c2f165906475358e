package golang

import (
	"fmt"
	"go/constant"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// fn lowers one function.
type fn struct {
	*lowerer
	builder
	ssa      *ssa.Function
	model    bool
	vals     map[ssa.Value][]term.Term
	phis     map[*ssa.Phi][]cfa.RegID
	locs     map[*ssa.BasicBlock]cfa.LocID
	nonNil   map[ssa.Value][]*ssa.BasicBlock // where values are known not to be nil
	block    *ssa.BasicBlock
	captured term.Term // the address of what is captured
	defers   *defers   // nil: there are none
	unwind   cfa.LocID // where a panic goes; -1: nothing has panicked yet
	order    cfa.Order // of accesses
	own      recovery
}

// recovery has the registers of a function that calls recover.
type recovery struct{ may, did cfa.RegID }

func (l *lowerer) newFn(p *cfa.Proc) *fn {
	f := &fn{lowerer: l, builder: newBuilder(l.prog, p), vals: map[ssa.Value][]term.Term{},
		phis: map[*ssa.Phi][]cfa.RegID{}, locs: map[*ssa.BasicBlock]cfa.LocID{},
		nonNil: map[ssa.Value][]*ssa.BasicBlock{}, unwind: -1, model: p.Model,
		own: recovery{cfa.NoReg, cfa.NoReg}}
	f.joint = len(l.cfg.Property.Parts()) > 1
	return f
}

// function lowers the body of a function.
func (l *lowerer) function(s *ssa.Function) {
	f := l.newFn(l.procs[s])
	f.ssa = s
	if f.model {
		f.order = cfa.SeqCst
	}
	if f.lacks(s) {
		return
	}
	i := 0
	for _, v := range s.Params {
		var ts []term.Term
		for range l.partsOf(v.Type()) {
			ts = append(ts, f.sym(f.proc.Params[i]))
			i++
		}
		f.vals[v] = ts
	}
	if len(s.FreeVars) > 0 {
		f.captured = f.sym(f.proc.Params[i])
		f.capture(s)
	}
	f.beginRecovery()
	f.findDefers()
	for _, b := range s.Blocks {
		for _, in := range b.Instrs {
			if phi, ok := in.(*ssa.Phi); ok {
				f.phi(phi)
			}
		}
	}
	f.jump(f.loc(s.Blocks[0]))
	order := s.DomPreorder()
	done := map[*ssa.BasicBlock]bool{s.Recover: true}
	for more := true; more; { // a block may be reached from one that comes after it
		more = false
		for _, b := range order {
			if at, ok := f.locs[b]; ok && !done[b] {
				done[b], more = true, true
				f.at(at)
				f.blockAt(b)
			}
		}
	}
	f.finishUnwinding()
}

// lacks ends the path where a function has no body, or one with values that are not supported.
func (f *fn) lacks(s *ssa.Function) bool {
	if s.Blocks == nil {
		f.unsupported("a call of " + s.String())
		return true
	}
	for _, v := range s.Params {
		if !supported(v.Type()) {
			f.unsupported("a parameter of type " + typeName(v.Type()))
			return true
		}
	}
	if !supported(s.Signature.Results()) {
		f.unsupported("results of type " + typeName(s.Signature.Results()))
		return true
	}
	return false
}

func supported(t types.Type) bool { _, ok := parts(t); return ok }

// capture loads what a closure has captured.
func (f *fn) capture(s *ssa.Function) {
	offsets, _ := captureOffsets(s)
	for i, v := range s.FreeVars {
		f.vals[v] = f.loads(f.offset(f.captured, offsets[i]), f.partsOf(v.Type()), cfa.SeqCst)
	}
}

// captureOffsets says where in a closure's object what it captures lies, and how large that is.
func captureOffsets(s *ssa.Function) (offsets []int64, size int64) {
	size = word
	for _, v := range s.FreeVars {
		offsets = append(offsets, size)
		size += (sizes.Sizeof(v.Type()) + word - 1) / word * word
	}
	return offsets, size
}

func (f *fn) phi(phi *ssa.Phi) {
	name := phi.Comment
	if name == "" {
		name = phi.Name()
	}
	for _, p := range f.partsOf(phi.Type()) {
		r := f.param(&f.builder, name+p.name, p, phi.Type())
		f.phis[phi] = append(f.phis[phi], r)
		f.vals[phi] = append(f.vals[phi], f.sym(r))
	}
}

// loc is where a block begins.
func (f *fn) loc(b *ssa.BasicBlock) cfa.LocID {
	l, ok := f.locs[b]
	if !ok {
		l = f.newLoc()
		f.locs[b] = l
	}
	return l
}

func (f *fn) blockAt(b *ssa.BasicBlock) {
	f.block = b
	for _, in := range b.Instrs {
		if pos := in.Pos(); pos.IsValid() && !f.model {
			f.pos, f.stmt = f.place(pos), f.text(pos)
		} else if pos.IsValid() {
			f.pos = f.place(pos)
		}
		if f.dead {
			return
		}
		if v, ok := in.(ssa.Value); ok && !supported(v.Type()) && !isIndexedAtOnce(v) {
			switch in.(type) {
			case *ssa.Range, *ssa.Next, *ssa.Alloc:
			default:
				f.unsupported("a value of type " + typeName(v.Type()))
				return
			}
		}
		f.instr(in)
	}
}

// follow goes to a successor of the block, whose phis get their values.
func (f *fn) follow(from *ssa.BasicBlock, i int) {
	to := from.Succs[i]
	nth := 0
	for _, s := range from.Succs[:i] {
		if s == to {
			nth++
		}
	}
	edge := -1
	for k, p := range to.Preds {
		if p == from {
			if edge = k; nth == 0 {
				break
			}
			nth--
		}
	}
	var dst []cfa.RegID
	var src []term.Term
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		v := f.get(phi.Edges[edge])
		for k, r := range f.phis[phi] {
			if v[k] != f.sym(r) {
				dst, src = append(dst, r), append(src, v[k])
			}
		}
	}
	for k := range src { // what is needed after it was set is put aside
		for _, r := range dst[:k] {
			if f.ts.Contains(src[k], f.sym(r)) {
				t := f.reg("next", f.ts.Sort(src[k]).Width())
				// All of those that come before are assigned later.
				f.assign(t, src[k])
				src[k] = f.sym(t)
				break
			}
		}
	}
	for k, r := range dst {
		f.assign(r, src[k])
	}
	f.jump(f.loc(to))
}

// get is a value, by its parts.
func (f *fn) get(v ssa.Value) []term.Term {
	switch v := v.(type) {
	case *ssa.Const:
		return f.constant(v)
	case *ssa.Function:
		return []term.Term{f.closure(f.target(v))}
	case *ssa.Global:
		return []term.Term{f.variable(v)}
	}
	ts, ok := f.vals[v]
	if !ok {
		panic(fmt.Sprintf("%s: no value %s of type %T", f.ssa, v.Name(), v))
	}
	return ts
}

// one is a value that has one part.
func (f *fn) one(v ssa.Value) term.Term { return f.get(v)[0] }

// set says what the value of an instruction is.
func (f *fn) set(v ssa.Value, ts ...term.Term) {
	refs := v.Referrers()
	if refs != nil && len(*refs) > 1 {
		ts = slices.Clone(ts)
		for i, t := range ts {
			if !f.isSimple(t) {
				ts[i] = f.hold(v.Name(), t)
				f.describe(ts[i], v.Type())
			}
		}
	}
	f.vals[v] = ts
}

// describe says for people of what type a register is.
func (f *fn) describe(t term.Term, ty types.Type) {
	if r := &f.prog.Regs[len(f.prog.Regs)-1]; r.Sym == t {
		r.Type, r.Signed = typeName(ty), isSigned(ty)
	}
}

// isSimple reports whether it costs nothing to compute a term several times.
func (f *fn) isSimple(t term.Term) bool {
	if f.ts.NumArgs(t) == 0 {
		return true
	}
	return f.ts.NumArgs(t) == 2 && f.ts.Op(t) == term.OpBVAdd && f.ts.NumArgs(f.ts.Arg(t, 0)) == 0 &&
		f.ts.IsConst(f.ts.Arg(t, 1))
}

func (f *fn) constant(c *ssa.Const) []term.Term {
	ps := f.partsOf(c.Type())
	if c.Value == nil {
		return f.zeros(ps)
	}
	v := c.Value
	switch b, _ := c.Type().Underlying().(*types.Basic); {
	case b == nil: // of a type parameter that was not instantiated
	case b.Info()&types.IsString != 0:
		s := constant.StringVal(v)
		return []term.Term{f.stringData(s), f.prog.Ptr(uint64(len(s)))}
	case b.Info()&types.IsBoolean != 0:
		return []term.Term{f.bit(f.ts.Bool(constant.BoolVal(v)))}
	case b.Info()&types.IsInteger != 0:
		v = constant.ToInt(v)
		if i, ok := constant.Int64Val(v); ok {
			return []term.Term{f.ts.BV(ps[0].bits, uint64(i))}
		}
		i, _ := constant.Uint64Val(v)
		return []term.Term{f.ts.BV(ps[0].bits, i)}
	case b.Info()&types.IsFloat != 0 && ps[0].bits == 32:
		x, _ := constant.Float32Val(v)
		return []term.Term{f.ts.BV(32, uint64(math.Float32bits(x)))}
	case b.Info()&types.IsFloat != 0:
		x, _ := constant.Float64Val(v)
		return []term.Term{f.ts.BV(64, math.Float64bits(x))}
	}
	return f.zeros(ps)
}

func (f *fn) zeros(ps []part) []term.Term {
	out := make([]term.Term, len(ps))
	for i, p := range ps {
		out[i] = f.ts.BV(p.bits, 0)
	}
	return out
}

// alloc makes an object and returns its address.
func (f *fn) alloc(name string, size term.Term, lay *cfa.Layout) term.Term {
	r := f.reg(name, ptrBits)
	f.emit(cfa.Alloc{Dst: r, Size: size, Align: word, Kind: cfa.Heap, Zero: true, Name: name, Layout: lay,
		Untold: f.model})
	return f.sym(r)
}

func (f *fn) allocType(name string, t types.Type) term.Term {
	return f.alloc(name, f.prog.Ptr(max(1, uint64(sizes.Sizeof(t)))), layout(t, layoutDepth))
}
