package interp

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// run executes a finished program to its end.
func (b *builder) run(seed uint64) Outcome {
	b.t.Helper()
	out, _, err := Run(context.Background(), b.Program, RunOptions{Seed: seed, MaxSteps: 1_000_000})
	if err != nil {
		b.t.Fatal(err)
	}
	return out
}

// TestOutcomes runs one small program per line of the semantics.
func TestOutcomes(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *builder, f *fn)
		kind  OutcomeKind
		what  string // part of Outcome.String
	}{
		{"return of the initial thread", func(b *builder, f *fn) { f.do(cfa.Return{Value: b.bv(32, 7)}) },
			Exited, "status 7"},
		{"exit status is signed", func(b *builder,
			f *fn) {
			f.do(cfa.Exit{Kind: cfa.ExitProcess, Value: b.bv(32, 0xffffffff)})
		}, Exited, "status -1"},
		{"exit of the only thread", func(b *builder, f *fn) { f.do(cfa.Exit{Kind: cfa.ExitThread}) }, Exited,
			"status 0"},
		{"violation", func(b *builder, f *fn) { f.fail() }, Violated, "unreach-call: failed"},
		{"unsupported", func(b *builder, f *fn) { f.do(cfa.Unsupported{What: "long double"}) }, Unsupported,
			"long double"},
		{"undefined behaviour", func(b *builder, f *fn) { f.do(cfa.UB{What: "division by zero"}) }, Undefined,
			"division by zero"},
		{"false assumption", func(b *builder, f *fn) { f.do(cfa.Assume{Cond: b.Terms.False()}); f.fail() },
			AssumeFailed, ""},
		{"false await outside of a section", func(b *builder,
			f *fn) {
			f.do(cfa.Await{Cond: b.Terms.False()})
		}, Deadlock, "main (thread 0) at"},
		{"no way out", func(b *builder, f *fn) { f.do(cfa.Fence{}) }, Unsupported, "nothing leaves"},
		{"endless loop", func(b *builder, f *fn) { f.to(cfa.Fence{}, f.cur) }, StepLimit, ""},
		{"endless recursion", func(b *builder, f *fn) { f.do(cfa.Call{Dst: cfa.NoReg, Proc: f.ID}) },
			MemoryLimit, "nested calls"},
		{"end of a section outside of one", func(b *builder, f *fn) { f.do(cfa.AtomicEnd{}) }, Unsupported,
			"outside of one"},
		{"nested sections", func(b *builder, f *fn) {
			f.do(cfa.AtomicBegin{})
			f.do(cfa.AtomicBegin{})
			f.do(cfa.AtomicEnd{})
			f.do(cfa.AtomicEnd{})
			f.ret()
		}, Exited, ""},
		{"load of null", func(b *builder, f *fn) { f.load("x", 32, b.Ptr(0)) }, Undefined,
			"read of 4 bytes at a null pointer"},
		{"load of nothing", func(b *builder, f *fn) { f.load("x", 8, b.Ptr(0x123)) }, Undefined,
			"invalid address 0x123"},
		{"load behind an object", func(b *builder, f *fn) {
			g := b.global("g", 6)
			f.load("x", 32, b.Ptr(g.Addr+4))
		}, Undefined, "read of 4 bytes at offset 4 of g, which has 6 bytes"},
		{"load before an object", func(b *builder, f *fn) {
			f.load("x", 16, b.Ptr(b.global("g", 6).Addr-1))
		}, Undefined, "at offset -1 of g"},
		{"store to a constant", func(b *builder, f *fn) {
			g := b.global("g", 4)
			g.ReadOnly = true
			f.store(b.Ptr(g.Addr), b.bv(8, 1))
		}, Undefined, "write to the read-only object g"},
		{"store to a function", func(b *builder, f *fn) { f.store(b.Ptr(b.function(f).Addr), b.bv(8, 1)) },
			Undefined, "read-only object main"},
		{"call of null", func(b *builder, f *fn) {
			f.do(cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Target: b.Ptr(0)})
		}, Undefined, "null function pointer"},
		{"call of data", func(b *builder, f *fn) {
			f.do(cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Target: b.Ptr(b.global("g", 4).Addr)})
		}, Undefined, "no function"},
		{"join of no thread", func(b *builder, f *fn) { f.do(cfa.Join{Dst: cfa.NoReg, Thread: b.Ptr(9)}) },
			Undefined, "join of 9"},
		{"join of itself", func(b *builder, f *fn) { f.do(cfa.Join{Dst: cfa.NoReg, Thread: b.sym(b.Self)}) },
			Deadlock, ""},
		{"free of null", func(b *builder, f *fn) { f.do(cfa.Free{Addr: b.Ptr(0)}); f.ret() }, Exited, ""},
		{"free of a stack null", func(b *builder, f *fn) { f.do(cfa.Free{Addr: b.Ptr(0), Kind: cfa.Stack}) },
			Undefined, "invalid address"},
		{"free of a global", func(b *builder, f *fn) { f.do(cfa.Free{Addr: b.Ptr(b.global("g", 4).Addr)}) },
			Undefined, "g, which was not allocated"},
		{"object too large", func(b *builder, f *fn) {
			f.do(cfa.Alloc{Dst: f.reg("a", 64), Size: b.Ptr(1<<31 + 1)})
		}, Unsupported, "object too large"},
		{"store fits exactly", func(b *builder, f *fn) {
			g := b.global("g", 4)
			f.store(b.Ptr(g.Addr), b.bv(32, 0x01020304))
			x, _ := f.load("x", 8, b.Ptr(g.Addr))
			f.check(b.Terms.Eq(b.sym(x), b.bv(8, 4)))
			y, _ := f.load("y", 16, b.Ptr(g.Addr+2))
			f.check(b.Terms.Eq(b.sym(y), b.bv(16, 0x0102)))
			f.ret()
		}, Exited, ""},
		{"initial values", func(b *builder, f *fn) {
			g := b.global("g", 24, cfa.Init{Offset: 4, Value: b.bv(32, 0xdeadbeef)},
				cfa.Init{Offset: 8, Value: b.bv(128, 5)})
			x, _ := f.load("x", 64, b.Ptr(g.Addr))
			f.check(b.Terms.Eq(b.sym(x), b.bv(64, 0xdeadbeef00000000)))
			y, _ := f.load("y", 128, b.Ptr(g.Addr+8))
			f.check(b.Terms.Eq(b.sym(y), b.bv(128, 5)))
			f.ret()
		}, Exited, ""},
		{"wide registers", func(b *builder, f *fn) {
			g := b.global("g", 16)
			x := f.reg("x", 128)
			f.do(cfa.Assign{Dst: x, Value: b.Terms.Concat(b.bv(64, 3), b.bv(64, 4))})
			f.do(cfa.Assign{Dst: x, Value: b.Terms.BVMul(b.sym(x), b.sym(x))})
			f.store(b.Ptr(g.Addr), b.sym(x))
			y, _ := f.load("y", 64, b.Ptr(g.Addr+8))
			f.check(b.Terms.Eq(b.sym(y), b.bv(64, 24))) // 2*3*4
			f.check(b.Terms.Eq(b.Terms.Extract(63, 0, b.sym(x)), b.bv(64, 16)))
			f.ret()
		}, Exited, ""},
		{"a big object", func(b *builder, f *fn) {
			g := b.global("g", 1<<20, cfa.Init{Offset: pageSize - 2, Value: b.bv(32, 0x11223344)})
			x, _ := f.load("x", 64, b.Ptr(g.Addr+pageSize-4))
			f.check(b.Terms.Eq(b.sym(x), b.bv(64, 0x112233440000)))
			f.store(b.Ptr(g.Addr+2*pageSize-3), b.bv(64, 0x8877665544332211))
			y, _ := f.load("y", 32, b.Ptr(g.Addr+2*pageSize))
			f.check(b.Terms.Eq(b.sym(y), b.bv(32, 0x77665544)))
			f.ret()
		}, Exited, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := lp64(t)
			tt.build(b, b.main())
			out := b.run(1)
			if out.Kind != tt.kind || !strings.Contains(out.String(), tt.what) {
				t.Errorf("outcome %q, want %s with %q", out.String(), tt.kind, tt.what)
			}
			if out.Kind == Violated || out.Kind == Undefined {
				if !out.Pos.IsValid() {
					t.Error("no position")
				}
			}
		})
	}
}

func TestHeap(t *testing.T) {
	alloc := func(b *builder, f *fn, size uint64, zero bool) cfa.RegID {
		r := f.reg("a", 64)
		f.do(cfa.Alloc{Dst: r, Size: b.Ptr(size), Align: 16, Zero: zero, Name: "malloc"})
		return r
	}
	tests := []struct {
		name  string
		build func(b *builder, f *fn)
		kind  OutcomeKind
		what  string
	}{
		{"use", func(b *builder, f *fn) {
			a := alloc(b, f, 4, false)
			f.store(b.sym(a), b.bv(32, 9))
			x, _ := f.load("x", 32, b.sym(a))
			f.check(b.Terms.Eq(b.sym(x), b.bv(32, 9)))
			f.do(cfa.Free{Addr: b.sym(a)})
			f.ret()
		}, Exited, ""},
		{"zero", func(b *builder, f *fn) {
			x, _ := f.load("x", 64, b.sym(alloc(b, f, 8, true)))
			f.check(b.Terms.Eq(b.sym(x), b.bv(64, 0)))
			f.ret()
		}, Exited, ""},
		{"uninitialised bytes stay as they are", func(b *builder, f *fn) {
			a := alloc(b, f, 8, false)
			x, _ := f.load("x", 64, b.sym(a))
			y, _ := f.load("y", 64, b.sym(a))
			f.check(b.Terms.Eq(b.sym(x), b.sym(y)))
			f.ret()
		}, Exited, ""},
		{"use after free", func(b *builder, f *fn) {
			a := alloc(b, f, 4, false)
			f.do(cfa.Free{Addr: b.sym(a)})
			f.load("x", 32, b.sym(a))
		}, Undefined, "read of 4 bytes in malloc#1 after it was freed"},
		{"double free", func(b *builder, f *fn) {
			a := alloc(b, f, 4, false)
			f.do(cfa.Free{Addr: b.sym(a)})
			f.do(cfa.Free{Addr: b.sym(a)})
		}, Undefined, "malloc#1 is freed twice"},
		{"free inside", func(b *builder, f *fn) {
			f.do(cfa.Free{Addr: b.PtrAdd(b.sym(alloc(b, f, 4, false)), b.Ptr(1))})
		}, Undefined, "inside of malloc#1"},
		{"free of the wrong kind", func(b *builder, f *fn) {
			f.do(cfa.Free{Addr: b.sym(alloc(b, f, 4, false)), Kind: cfa.Stack})
		}, Undefined, "not allocated on the stack"},
		{"empty object", func(b *builder, f *fn) {
			f.load("x", 8, b.sym(alloc(b, f, 0, false)))
		}, Undefined, "which has 0 bytes"},
		{"two objects differ", func(b *builder, f *fn) {
			f.check(b.Terms.Not(b.Terms.Eq(b.sym(alloc(b, f, 4, false)), b.sym(alloc(b, f, 4, false)))))
			f.ret()
		}, Exited, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := lp64(t)
			tt.build(b, b.main())
			for seed := range uint64(4) {
				if out := b.run(seed); out.Kind != tt.kind || !strings.Contains(out.String(), tt.what) {
					t.Fatalf("outcome %q, want %s with %q", out.String(), tt.kind, tt.what)
				}
			}
		})
	}
}

// TestAddressSpace allocates more objects than there are regions: freed ones
// are used again, live ones fill the space.
func TestAddressSpace(t *testing.T) {
	for _, leak := range []bool{false, true} {
		b := newBuilder(t, 32, 22) // 1024 regions
		f := b.main()
		i, a := f.reg("i", 32), f.reg("a", 32)
		head, body, end := f.cur, f.loc(), f.loc()
		more := b.Terms.BVUlt(b.sym(i), b.bv(32, 3000))
		f.to(cfa.Assume{Cond: more}, body)
		f.to(cfa.Assume{Cond: b.Terms.Not(more)}, end)
		f.at(body).do(cfa.Alloc{Dst: a, Size: b.Ptr(4)})
		if !leak {
			f.do(cfa.Free{Addr: b.sym(a)})
		}
		f.to(cfa.Assign{Dst: i, Value: b.Terms.BVAdd(b.sym(i), b.bv(32, 1))}, head)
		f.at(end).ret()
		want := Exited
		if leak {
			want = MemoryLimit
		}
		if out := b.run(0); out.Kind != want {
			t.Errorf("leak %v: %s", leak, out.String())
		}
	}
}

func TestCalls(t *testing.T) {
	b := lp64(t)
	// fact(n) = n == 0 ? 1 : n * fact(n-1)
	fact := b.fn("fact", 32)
	n := b.sym(fact.Params[0])
	fact.Result = term.BitVec(32)
	zero, more := fact.loc(), fact.loc()
	cond := b.Terms.Eq(n, b.bv(32, 0))
	fact.to(cfa.Assume{Cond: cond}, zero)
	fact.to(cfa.Assume{Cond: b.Terms.Not(cond)}, more)
	fact.at(zero).do(cfa.Return{Value: b.bv(32, 1)})
	r := fact.reg("r", 32)
	fact.at(more).do(cfa.Call{Dst: r, Proc: fact.ID, Args: []term.Term{b.Terms.BVSub(n, b.bv(32, 1))}})
	fact.do(cfa.Return{Value: b.Terms.BVMul(n, b.sym(r))})

	f := b.main()
	x := f.reg("x", 32)
	target := b.Ptr(b.function(fact).Addr)
	f.do(cfa.Call{Dst: x, Proc: cfa.NoProc, Target: target, Args: []term.Term{b.bv(32, 10)}})
	f.check(b.Terms.Eq(b.sym(x), b.bv(32, 3628800)))
	// A call that disagrees with the definition: the surplus argument is
	// dropped, the wide one truncated.
	f.do(cfa.Call{Dst: x, Proc: cfa.NoProc, Target: target,
		Args: []term.Term{b.bv(64, 1<<32+3), b.bv(64, 0)}})
	f.check(b.Terms.Eq(b.sym(x), b.bv(32, 6)))
	f.do(cfa.Return{Value: b.sym(x)})
	if out := b.run(0); out.Kind != Exited || out.Status != 6 {
		t.Error(out.String())
	}
}

func TestThreads(t *testing.T) {
	b := lp64(t)
	g := b.global("g", 8)
	child := b.fn("child", 64)
	arg := b.sym(child.Params[0])
	child.check(b.Terms.Eq(b.sym(b.Self), b.Ptr(2)))
	child.store(b.Ptr(g.Addr), arg)
	child.do(cfa.Return{Value: b.Terms.BVAdd(arg, b.Ptr(1))})
	f := b.main()
	f.check(b.Terms.Eq(b.sym(b.Self), b.Ptr(1)))
	id, _ := f.spawn(child, b.Ptr(41))
	x := f.reg("x", 64)
	f.do(cfa.Join{Dst: x, Thread: b.sym(id)})
	y, _ := f.load("y", 64, b.Ptr(g.Addr))
	f.check(b.Terms.And(b.Terms.Eq(b.sym(x), b.Ptr(42)), b.Terms.Eq(b.sym(y), b.Ptr(41))))
	f.do(cfa.Exit{Kind: cfa.ExitThread, Value: b.Ptr(0)})
	for seed := range uint64(8) {
		if out := b.run(seed); out.Kind != Exited {
			t.Fatalf("seed %d: %s", seed, out.String())
		}
	}
}

func TestThreadRegisters(t *testing.T) {
	b := lp64(t)
	tls := b.NewReg(cfa.Reg{Name: "tls", Sort: term.BitVec(32), Scope: cfa.Thread})
	wide := b.NewReg(cfa.Reg{Name: "wide", Sort: term.BitVec(128), Scope: cfa.Thread})
	bump := b.fn("bump")
	bump.do(cfa.Assign{Dst: tls, Value: b.Terms.BVAdd(b.sym(tls), b.bv(32, 5))})
	bump.do(cfa.Assign{Dst: wide, Value: b.Terms.SignExt(96, b.sym(tls))})
	bump.ret()
	f := b.main()
	id, _ := f.spawn(bump)
	f.join(id)
	f.check(b.Terms.Eq(b.sym(tls), b.bv(32, 0)))
	f.do(cfa.Call{Dst: cfa.NoReg, Proc: bump.ID})
	f.do(cfa.Call{Dst: cfa.NoReg, Proc: bump.ID})
	f.check(b.Terms.Eq(b.sym(tls), b.bv(32, 10)))
	f.check(b.Terms.Eq(b.Terms.Extract(127, 64, b.sym(wide)), b.bv(64, 0)))
	f.ret()
	if out := b.run(3); out.Kind != Exited {
		t.Error(out.String())
	}
}

// plain prints a string, a number and another string, as many of them as there are, and ends the line.
type plain struct{}

func (plain) Format(dst, format []byte, args []uint64, str cfa.StringReader) ([]byte, error) {
	dst = append(dst, format...)
	if len(args) == 2 {
		s, bad := str(args[1], -1)
		if bad != "" {
			return dst, cfa.UndefinedError(bad)
		}
		dst = fmt.Appendf(dst, "%d %s", args[0], s)
	}
	return append(dst, '\n'), nil
}

func (plain) Strings(string) []int { return []int{1} }

func TestPrint(t *testing.T) {
	b := lp64(t)
	f := b.main()
	f.do(cfa.Print{Form: plain{}, Format: b.text("a number and a string: "),
		Args: []term.Term{b.bv(32, 0xffffffff), b.text("abc")}})
	f.do(cfa.Print{Form: plain{}, Format: b.text("line")})
	f.do(cfa.Print{Form: plain{}, Format: b.text("to stderr"), Errors: true})
	f.ret()
	var out, errs bytes.Buffer
	o, _, err := Run(context.Background(), b.Program, RunOptions{Output: &out, ErrOutput: &errs})
	if err != nil || o.Kind != Exited {
		t.Fatal(o.String(), err)
	}
	if got, want := out.String(), "a number and a string: 4294967295 abc\nline\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
	if errs.String() != "to stderr\n" {
		t.Errorf("on standard error: %q", errs.String())
	}
}

// TestRetry: a run whose assumptions fail starts anew with other inputs, but
// not once its output was seen.
func TestRetry(t *testing.T) {
	b := lp64(t)
	f := b.main()
	x, _ := f.havoc("x", 32)
	f.do(cfa.Print{Form: plain{}, Format: b.text("start")})
	f.do(cfa.Assume{Cond: b.Terms.Eq(b.sym(x), b.bv(32, 2))})
	f.do(cfa.Return{Value: b.sym(x)})
	for seed := range uint64(10) {
		var out bytes.Buffer
		o, _, err := Run(context.Background(), b.Program, RunOptions{Seed: seed, Output: &out})
		if err != nil || o.Status != 2 || out.String() != "start\n" {
			t.Errorf("seed %d: %s, %v, printed %q", seed, o.String(), err, out.String())
		}
	}
}

// TestArguments: the number of arguments is 1 in a run.
func TestArguments(t *testing.T) {
	b := lp64(t)
	f := b.main()
	argc := f.reg("argc", 32)
	f.do(cfa.Havoc{Dst: argc, What: "argument of main"})
	f.do(cfa.Return{Value: b.sym(argc)})
	for seed := range uint64(5) {
		if out := b.run(seed); out.Status != 1 {
			t.Errorf("seed %d: %d arguments", seed, out.Status)
		}
	}
}
