package interp

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
	"whittle.dev/term"
)

func TestThreads(t *testing.T) {
	b := build.LP64(t)
	g := b.Global("g", 8)
	child := b.Procedure("child", 64)
	arg := b.Sym(child.Params[0])
	child.Check(b.Terms.Eq(b.Sym(b.Self), b.Ptr(2)))
	child.Store(b.Ptr(g.Addr), arg)
	child.Do(cfa.Return{Value: b.Terms.BVAdd(arg, b.Ptr(1))})
	f := b.Main()
	f.Check(b.Terms.Eq(b.Sym(b.Self), b.Ptr(1)))
	id, _ := f.Spawn(child, b.Ptr(41))
	x := f.Reg("x", 64)
	f.Do(cfa.Join{Dst: x, Thread: b.Sym(id)})
	y, _ := f.Load("y", 64, b.Ptr(g.Addr))
	f.Check(b.Terms.And(b.Terms.Eq(b.Sym(x), b.Ptr(42)), b.Terms.Eq(b.Sym(y), b.Ptr(41))))
	f.Do(cfa.Exit{Kind: cfa.ExitThread, Value: b.Ptr(0)})
	for seed := range uint64(8) {
		if out := run(b, seed); out.Kind != Exited {
			t.Fatalf("seed %d: %s", seed, out.String())
		}
	}
}

func TestThreadRegisters(t *testing.T) {
	b := build.LP64(t)
	tls := b.NewReg(cfa.Reg{Name: "tls", Sort: term.BitVec(32), Scope: cfa.Thread})
	wide := b.NewReg(cfa.Reg{Name: "wide", Sort: term.BitVec(128), Scope: cfa.Thread})
	bump := b.Procedure("bump")
	bump.Do(cfa.Assign{Dst: tls, Value: b.Terms.BVAdd(b.Sym(tls), b.BV(32, 5))})
	bump.Do(cfa.Assign{Dst: wide, Value: b.Terms.SignExt(96, b.Sym(tls))})
	bump.Ret()
	f := b.Main()
	id, _ := f.Spawn(bump)
	f.Join(id)
	f.Check(b.Terms.Eq(b.Sym(tls), b.BV(32, 0)))
	f.Do(cfa.Call{Dst: cfa.NoReg, Proc: bump.ID})
	f.Do(cfa.Call{Dst: cfa.NoReg, Proc: bump.ID})
	f.Check(b.Terms.Eq(b.Sym(tls), b.BV(32, 10)))
	f.Check(b.Terms.Eq(b.Terms.Extract(127, 64, b.Sym(wide)), b.BV(64, 0)))
	f.Ret()
	if out := run(b, 3); out.Kind != Exited {
		t.Error(out.String())
	}
}
