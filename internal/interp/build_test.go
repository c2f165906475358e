package interp

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// builder makes programs for tests.
type builder struct {
	*cfa.Program
	t testing.TB
	// nextRegion is where the next static object goes.
	nextRegion uint64
	file       int32
	line       int32
}

func newBuilder(t testing.TB, ptrWidth, offsetBits int) *builder {
	files := new(source.Files)
	b := &builder{Program: cfa.NewProgram(ptrWidth, files), t: t, nextRegion: 1, file: files.Add("test.c")}
	b.OffsetBits = offsetBits
	b.HeapBase = 256 << offsetBits
	b.Self = b.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(ptrWidth), Scope: cfa.Thread})
	return b
}

// lp64 starts a program with 64-bit pointers.
func lp64(t testing.TB) *builder { return newBuilder(t, 64, 32) }

// global adds a static object of size bytes.
func (b *builder) global(name string, size uint64, init ...cfa.Init) *cfa.Object {
	o := &cfa.Object{Name: name, Kind: cfa.Global, Addr: b.RegionStart(b.nextRegion), Size: size, Init: init,
		Proc: cfa.NoProc}
	b.nextRegion++
	b.Objects = append(b.Objects, o)
	return o
}

// text adds a read-only string.
func (b *builder) text(s string) term.Term {
	o := b.global("text", uint64(len(s)+1))
	o.Kind, o.ReadOnly = cfa.ConstData, true
	for i := range len(s) {
		o.Init = append(o.Init, cfa.Init{Offset: uint64(i), Value: b.Terms.BV(8, uint64(s[i]))})
	}
	return b.Ptr(o.Addr)
}

// function adds the function object of a procedure.
func (b *builder) function(f *fn) *cfa.Object {
	o := b.global(f.Name, 1)
	o.Kind, o.ReadOnly, o.Proc = cfa.Func, true, f.ID
	return o
}

// fn is a procedure under construction; its edges follow one another.
type fn struct {
	*cfa.Proc
	b   *builder
	cur cfa.LocID
}

func (b *builder) fn(name string, params ...int) *fn {
	p := b.NewProc(name, b.pos())
	f := &fn{Proc: p, b: b, cur: p.Entry}
	for _, w := range params {
		p.Params = append(p.Params, f.reg("p", w))
	}
	return f
}

func (b *builder) pos() source.Pos {
	b.line++
	return source.Pos{File: b.file, Line: b.line, Col: 1}
}

// main makes f the entry.
func (b *builder) main() *fn {
	f := b.fn("main")
	b.Entry = f.ID
	return f
}

// reg adds a register of w bits (0: a Bool) to f.
func (f *fn) reg(name string, w int) cfa.RegID {
	sort := term.Bool
	if w > 0 {
		sort = term.BitVec(w)
	}
	return f.b.NewReg(cfa.Reg{Name: f.Name + "::" + name, Sort: sort, Proc: f.ID, Type: "int", Signed: true})
}

// sym is the term of a register.
func (b *builder) sym(r cfa.RegID) term.Term { return b.Regs[r].Sym }

// bv is a constant.
func (b *builder) bv(w int, v uint64) term.Term { return b.Terms.BV(w, v) }

// at moves the point at which edges are added.
func (f *fn) at(l cfa.LocID) *fn { f.cur = l; return f }

// to adds an edge from the current location to l.
func (f *fn) to(op cfa.Op, l cfa.LocID) *cfa.Edge {
	return f.b.NewEdge(f.Proc, f.cur, l, op, f.b.pos())
}

// do adds an edge to a new location, which becomes the current one.
func (f *fn) do(op cfa.Op) *cfa.Edge {
	e := f.to(op, f.NewLoc(f.b.pos()))
	f.cur = e.To
	return e
}

func (f *fn) loc() cfa.LocID { return f.NewLoc(f.b.pos()) }

func (f *fn) load(name string, w int, addr term.Term) (cfa.RegID, *cfa.Edge) {
	r := f.reg(name, w)
	return r, f.do(cfa.Load{Dst: r, Addr: addr})
}

func (f *fn) store(addr, value term.Term) *cfa.Edge {
	return f.do(cfa.Store{Addr: addr, Value: value})
}

func (f *fn) havoc(name string, w int) (cfa.RegID, *cfa.Edge) {
	r := f.reg(name, w)
	return r, f.do(cfa.Havoc{Dst: r, What: name})
}

func (f *fn) ret() *cfa.Edge { return f.do(cfa.Return{}) }

func (f *fn) spawn(g *fn, args ...term.Term) (cfa.RegID, *cfa.Edge) {
	r := f.reg("tid", f.b.PtrWidth)
	return r, f.do(cfa.Spawn{Dst: r, Proc: g.ID, Args: args})
}

func (f *fn) join(id cfa.RegID) *cfa.Edge {
	return f.do(cfa.Join{Dst: cfa.NoReg, Thread: f.b.sym(id)})
}

func (f *fn) fail() *cfa.Edge {
	return f.do(cfa.Violation{Property: "unreach-call", Message: "failed"})
}

// check violates the property when cond is false, and goes on otherwise.
func (f *fn) check(cond term.Term) (violation *cfa.Edge) {
	ok, bad := f.loc(), f.loc()
	f.to(cfa.Assume{Cond: cond}, ok)
	f.to(cfa.Assume{Cond: f.b.Terms.Not(cond)}, bad)
	f.at(bad)
	violation = f.fail()
	f.at(ok)
	return violation
}

// lock and unlock are a spin-free mutex at addr: an int that is 1 when taken.
func (f *fn) lock(addr term.Term) *cfa.Edge {
	begin := f.do(cfa.AtomicBegin{})
	begin.Sync = &cfa.Sync{Kind: "lock", Object: addr}
	r, _ := f.load("m", 32, addr)
	f.do(cfa.Await{Cond: f.b.Terms.Eq(f.b.sym(r), f.b.bv(32, 0))})
	f.store(addr, f.b.bv(32, 1))
	f.do(cfa.AtomicEnd{})
	return begin
}

func (f *fn) unlock(addr term.Term) *cfa.Edge {
	begin := f.do(cfa.AtomicBegin{})
	begin.Sync = &cfa.Sync{Kind: "unlock", Object: addr}
	f.store(addr, f.b.bv(32, 0))
	f.do(cfa.AtomicEnd{})
	return begin
}
