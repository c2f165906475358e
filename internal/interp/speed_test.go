package interp

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
	"whittle.dev/term"
)

// BenchmarkLoop counts edges of a loop over registers and memory.
func BenchmarkLoop(bm *testing.B) {
	b := build.LP64(bm)
	g := b.Global("g", 4096)
	f := b.Main()
	i := f.Reg("i", 32)
	x := f.Reg("x", 32)
	head, body := f.Cur, f.Loc()
	end := f.Loc()
	more := b.Terms.BVUlt(b.Sym(i), b.BV(32, 1_000_000))
	f.To(cfa.Assume{Cond: more}, body)
	f.To(cfa.Assume{Cond: b.Terms.Not(more)}, end)
	f.At(end).Ret()
	addr := b.PtrAdd(b.Ptr(g.Addr), b.Terms.ZeroExt(32,
		b.Terms.BVMul(b.Terms.BVURem(b.Sym(i), b.BV(32, 1024)), b.BV(32, 4))))
	f.At(body).Do(cfa.Load{Dst: x, Addr: addr})
	f.Do(cfa.Assign{Dst: x, Value: b.Terms.BVXor(b.Terms.BVAdd(b.Sym(x), b.Sym(i)), b.BV(32, 0x55))})
	f.Store(addr, b.Sym(x))
	f.To(cfa.Assign{Dst: i, Value: b.Terms.BVAdd(b.Sym(i), b.BV(32, 1))}, head)
	steps := uint64(0)
	for bm.Loop() {
		m, err := New(b.Program, Config{})
		if err != nil {
			bm.Fatal(err)
		}
		(&scheduler{m: m, r: NewRandom(0)}).random()
		steps += m.steps
	}
	bm.ReportMetric(float64(steps)/bm.Elapsed().Seconds()/1e6, "Medges/s")
}

// BenchmarkCalls counts edges of a recursion with stack objects.
func BenchmarkCalls(bm *testing.B) {
	b := build.LP64(bm)
	g := b.Procedure("g", 32)
	a := g.Reg("a", 64)
	g.Do(cfa.Alloc{Dst: a, Size: b.Ptr(4), Kind: cfa.Stack, Name: "a"})
	g.Store(b.Sym(a), b.Sym(g.Params[0]))
	r, _ := g.Load("r", 32, b.Sym(a))
	g.Do(cfa.Free{Addr: b.Sym(a), Kind: cfa.Stack})
	g.Do(cfa.Return{Value: b.Sym(r)})
	f := b.Main()
	i := f.Reg("i", 32)
	head, body := f.Cur, f.Loc()
	end := f.Loc()
	more := b.Terms.BVUlt(b.Sym(i), b.BV(32, 200_000))
	f.To(cfa.Assume{Cond: more}, body)
	f.To(cfa.Assume{Cond: b.Terms.Not(more)}, end)
	f.At(end).Ret()
	f.At(body).Do(cfa.Call{Dst: i, Proc: g.ID, Args: []term.Term{b.Sym(i)}})
	f.To(cfa.Assign{Dst: i, Value: b.Terms.BVAdd(b.Sym(i), b.BV(32, 1))}, head)
	steps := uint64(0)
	for bm.Loop() {
		m, err := New(b.Program, Config{ReuseAfter: runReuse})
		if err != nil {
			bm.Fatal(err)
		}
		(&scheduler{m: m, r: NewRandom(0)}).random()
		steps += m.steps
	}
	bm.ReportMetric(float64(steps)/bm.Elapsed().Seconds()/1e6, "Medges/s")
}
