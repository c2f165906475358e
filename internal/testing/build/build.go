package build

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Builder makes programs for tests.
type Builder struct {
	*cfa.Program
	T testing.TB
	// nextRegion is where the next static object goes.
	nextRegion uint64
	file       int32
	line       int32
}

// New starts a program with pointers of ptrWidth bits and regions of 2^offsetBits bytes.
func New(t testing.TB, ptrWidth, offsetBits int) *Builder {
	files := new(source.Files)
	b := &Builder{Program: cfa.NewProgram(ptrWidth, files), T: t, nextRegion: 1, file: files.Add("test.c")}
	b.OffsetBits = offsetBits
	b.HeapBase = 256 << offsetBits
	b.Self = b.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(ptrWidth), Scope: cfa.Thread})
	return b
}

// LP64 starts a program with 64-bit pointers.
func LP64(t testing.TB) *Builder { return New(t, 64, 32) }

// Global adds a static object of size bytes.
func (b *Builder) Global(name string, size uint64, init ...cfa.Init) *cfa.Object {
	o := &cfa.Object{Name: name, Kind: cfa.Global, Addr: b.RegionStart(b.nextRegion), Size: size, Init: init,
		Proc: cfa.NoProc}
	b.nextRegion++
	b.Objects = append(b.Objects, o)
	return o
}

// Text adds a read-only string.
func (b *Builder) Text(s string) term.Term {
	o := b.Global("text", uint64(len(s)+1))
	o.Kind, o.ReadOnly = cfa.ConstData, true
	for i := range len(s) {
		o.Init = append(o.Init, cfa.Init{Offset: uint64(i), Value: b.Terms.BV(8, uint64(s[i]))})
	}
	return b.Ptr(o.Addr)
}

// Function adds the function object of a procedure.
func (b *Builder) Function(f *Procedure) *cfa.Object {
	o := b.Global(f.Name, 1)
	o.Kind, o.ReadOnly, o.Proc = cfa.Func, true, f.ID
	return o
}

// Procedure is a procedure under construction; its edges follow one another.
type Procedure struct {
	*cfa.Proc
	b   *Builder
	Cur cfa.LocID
}

// Procedure adds a procedure with parameters of these widths.
func (b *Builder) Procedure(name string, params ...int) *Procedure {
	p := b.NewProc(name, b.pos())
	f := &Procedure{Proc: p, b: b, Cur: p.Entry}
	for _, w := range params {
		p.Params = append(p.Params, f.Reg("p", w))
	}
	return f
}

func (b *Builder) pos() source.Pos {
	b.line++
	return source.Pos{File: b.file, Line: b.line, Col: 1}
}

// Main adds the entry procedure.
func (b *Builder) Main() *Procedure {
	f := b.Procedure("main")
	b.Entry = f.ID
	return f
}

// Reg adds a register of w bits (0: a Bool) to f.
func (f *Procedure) Reg(name string, w int) cfa.RegID {
	sort := term.Bool
	if w > 0 {
		sort = term.BitVec(w)
	}
	return f.b.NewReg(cfa.Reg{Name: f.Name + "::" + name, Sort: sort, Proc: f.ID, Type: "int", Signed: true})
}

// Sym is the term of a register.
func (b *Builder) Sym(r cfa.RegID) term.Term { return b.Regs[r].Sym }

// BV is a constant.
func (b *Builder) BV(w int, v uint64) term.Term { return b.Terms.BV(w, v) }

// At moves the point at which edges are added.
func (f *Procedure) At(l cfa.LocID) *Procedure { f.Cur = l; return f }

// To adds an edge from the current location to l.
func (f *Procedure) To(op cfa.Op, l cfa.LocID) *cfa.Edge {
	return f.b.NewEdge(f.Proc, f.Cur, l, op, f.b.pos())
}

// Do adds an edge to a new location, which becomes the current one.
func (f *Procedure) Do(op cfa.Op) *cfa.Edge {
	e := f.To(op, f.NewLoc(f.b.pos()))
	f.Cur = e.To
	return e
}

// Loc makes a location.
func (f *Procedure) Loc() cfa.LocID { return f.NewLoc(f.b.pos()) }

// Load adds a load into a new register.
func (f *Procedure) Load(name string, w int, addr term.Term) (cfa.RegID, *cfa.Edge) {
	r := f.Reg(name, w)
	return r, f.Do(cfa.Load{Dst: r, Addr: addr})
}

// Store adds a store.
func (f *Procedure) Store(addr, value term.Term) *cfa.Edge {
	return f.Do(cfa.Store{Addr: addr, Value: value})
}

// Havoc adds an input, in a new register.
func (f *Procedure) Havoc(name string, w int) (cfa.RegID, *cfa.Edge) {
	r := f.Reg(name, w)
	return r, f.Do(cfa.Havoc{Dst: r, What: name})
}

// Ret adds a return without value.
func (f *Procedure) Ret() *cfa.Edge { return f.Do(cfa.Return{}) }

// Spawn adds the start of a thread, whose id is in a new register.
func (f *Procedure) Spawn(g *Procedure, args ...term.Term) (cfa.RegID, *cfa.Edge) {
	r := f.Reg("tid", f.b.PtrWidth)
	return r, f.Do(cfa.Spawn{Dst: r, Proc: g.ID, Args: args})
}

// Join adds a join of the thread whose id a register holds.
func (f *Procedure) Join(id cfa.RegID) *cfa.Edge {
	return f.Do(cfa.Join{Dst: cfa.NoReg, Thread: f.b.Sym(id)})
}

// Fail adds a violation.
func (f *Procedure) Fail() *cfa.Edge {
	return f.Do(cfa.Violation{Property: "unreach-call", Message: "failed"})
}

// Check violates the property when cond is false, and goes on otherwise.
func (f *Procedure) Check(cond term.Term) (violation *cfa.Edge) {
	ok, bad := f.Loc(), f.Loc()
	f.To(cfa.Assume{Cond: cond}, ok)
	f.To(cfa.Assume{Cond: f.b.Terms.Not(cond)}, bad)
	f.At(bad)
	violation = f.Fail()
	f.At(ok)
	return violation
}

// Lock waits for a mutex at addr, an int that is 1 when taken, and takes it.
func (f *Procedure) Lock(addr term.Term) *cfa.Edge {
	begin := f.Do(cfa.AtomicBegin{})
	begin.Sync = &cfa.Sync{Kind: "lock", Object: addr}
	r, _ := f.Load("m", 32, addr)
	f.Do(cfa.Await{Cond: f.b.Terms.Eq(f.b.Sym(r), f.b.BV(32, 0))})
	f.Store(addr, f.b.BV(32, 1))
	f.Do(cfa.AtomicEnd{})
	return begin
}

// Unlock releases what Lock takes.
func (f *Procedure) Unlock(addr term.Term) *cfa.Edge {
	begin := f.Do(cfa.AtomicBegin{})
	begin.Sync = &cfa.Sync{Kind: "unlock", Object: addr}
	f.Store(addr, f.b.BV(32, 0))
	f.Do(cfa.AtomicEnd{})
	return begin
}

// LostUpdate makes two threads that increment g without protection, or with a lock.
func LostUpdate(b *Builder, locked bool) {
	g, m := b.Global("g", 4), b.Global("m", 4)
	inc := b.Procedure("inc")
	if locked {
		inc.Lock(b.Ptr(m.Addr))
	}
	x, _ := inc.Load("x", 32, b.Ptr(g.Addr))
	inc.Store(b.Ptr(g.Addr), b.Terms.BVAdd(b.Sym(x), b.BV(32, 1)))
	if locked {
		inc.Unlock(b.Ptr(m.Addr))
	}
	inc.Ret()
	f := b.Main()
	t1, _ := f.Spawn(inc)
	t2, _ := f.Spawn(inc)
	f.Join(t1)
	f.Join(t2)
	y, _ := f.Load("y", 32, b.Ptr(g.Addr))
	f.Check(b.Terms.Eq(b.Sym(y), b.BV(32, 2)))
	f.Ret()
}
