package interp

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
	"whittle.dev/term"
)

// run executes a finished program to its end.
func run(b *build.Builder, seed uint64) Outcome {
	b.T.Helper()
	out, _, err := Run(context.Background(), b.Program, RunOptions{Seed: seed, MaxSteps: 1_000_000})
	if err != nil {
		b.T.Fatal(err)
	}
	return out
}

// TestOutcomes runs one small program per line of the semantics.
func TestOutcomes(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *build.Builder, f *build.Procedure)
		kind  OutcomeKind
		what  string // part of Outcome.String
	}{
		{"return of the initial thread", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Return{Value: b.BV(32, 7)})
		},
			Exited, "status 7"},
		{"exit status is signed", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Exit{Kind: cfa.ExitProcess, Value: b.BV(32, 0xffffffff)})
		}, Exited, "status -1"},
		{"exit of the only thread", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Exit{Kind: cfa.ExitThread})
		}, Exited,
			"status 0"},
		{"violation", func(b *build.Builder, f *build.Procedure) { f.Fail() }, Violated,
			"unreach-call: failed"},
		{"unsupported", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Unsupported{What: "long double"})
		}, Unsupported,
			"long double"},
		{"undefined behaviour", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.UB{What: "division " +
				"by zero"})
		}, Undefined,
			"division by zero"},
		{"false assumption", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Assume{Cond: b.Terms.False()})
			f.Fail()
		},
			AssumeFailed, ""},
		{"false await outside of a section", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Await{Cond: b.Terms.False()})
		}, Deadlock, "main (thread 0) at"},
		{"no way out", func(b *build.Builder, f *build.Procedure) { f.Do(cfa.Fence{}) }, Unsupported,
			"nothing leaves"},
		{"endless loop", func(b *build.Builder, f *build.Procedure) { f.To(cfa.Fence{}, f.Cur) }, StepLimit,
			""},
		{"endless recursion", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Call{Dst: cfa.NoReg, Proc: f.ID})
		},
			MemoryLimit, "nested calls"},
		{"end of a section outside of one", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.AtomicEnd{})
		}, Unsupported,
			"outside of one"},
		{"nested sections", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.AtomicBegin{})
			f.Do(cfa.AtomicBegin{})
			f.Do(cfa.AtomicEnd{})
			f.Do(cfa.AtomicEnd{})
			f.Ret()
		}, Exited, ""},
		{"load of null", func(b *build.Builder, f *build.Procedure) { f.Load("x", 32, b.Ptr(0)) }, Undefined,
			"read of 4 bytes at a null pointer"},
		{"load of nothing", func(b *build.Builder, f *build.Procedure) { f.Load("x", 8, b.Ptr(0x123)) },
			Undefined,
			"offset 291 of a null pointer"},
		{"load behind an object", func(b *build.Builder, f *build.Procedure) {
			g := b.Global("g", 6)
			f.Load("x", 32, b.Ptr(g.Addr+4))
		}, Undefined, "read of 4 bytes at offset 4 of the 6-byte object g: 2 bytes past its end"},
		{"load before an object", func(b *build.Builder, f *build.Procedure) {
			f.Load("x", 16, b.Ptr(b.Global("g", 6).Addr-1))
		}, Undefined, "read of 2 bytes 1 byte before the start of the 6-byte object g"},
		{"store to a constant", func(b *build.Builder, f *build.Procedure) {
			g := b.Global("g", 4)
			g.ReadOnly = true
			f.Store(b.Ptr(g.Addr), b.BV(8, 1))
		}, Undefined, "write to the read-only object g"},
		{"store to a function", func(b *build.Builder, f *build.Procedure) {
			f.Store(b.Ptr(b.Function(f).Addr), b.BV(8, 1))
		},
			Undefined, "in the code of main"},
		{"call of null", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Target: b.Ptr(0)})
		}, Undefined, "null function pointer"},
		{"call of data", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Target: b.Ptr(b.Global("g", 4).Addr)})
		}, Undefined, "no function"},
		{"join of no thread", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Join{Dst: cfa.NoReg, Thread: b.Ptr(9)})
		},
			Undefined, "join of 9"},
		{"join of itself", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Join{Dst: cfa.NoReg, Thread: b.Sym(b.Self)})
		},
			Deadlock, ""},
		{"free of null", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Free{Addr: b.Ptr(0)})
			f.Ret()
		}, Exited, ""},
		{"free of a stack null", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Free{Addr: b.Ptr(0), Kind: cfa.Stack})
		},
			Undefined, "invalid address"},
		{"free of a global", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Free{Addr: b.Ptr(b.Global("g", 4).Addr)})
		},
			Undefined, "g, which was not allocated"},
		{"object too large", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Alloc{Dst: f.Reg("a", 64), Size: b.Ptr(1<<31 + 1)})
		}, Unsupported, "object too large"},
		{"store fits exactly", func(b *build.Builder, f *build.Procedure) {
			g := b.Global("g", 4)
			f.Store(b.Ptr(g.Addr), b.BV(32, 0x01020304))
			x, _ := f.Load("x", 8, b.Ptr(g.Addr))
			f.Check(b.Terms.Eq(b.Sym(x), b.BV(8, 4)))
			y, _ := f.Load("y", 16, b.Ptr(g.Addr+2))
			f.Check(b.Terms.Eq(b.Sym(y), b.BV(16, 0x0102)))
			f.Ret()
		}, Exited, ""},
		{"initial values", func(b *build.Builder, f *build.Procedure) {
			g := b.Global("g", 24, cfa.Init{Offset: 4, Value: b.BV(32, 0xdeadbeef)},
				cfa.Init{Offset: 8, Value: b.BV(128, 5)})
			x, _ := f.Load("x", 64, b.Ptr(g.Addr))
			f.Check(b.Terms.Eq(b.Sym(x), b.BV(64, 0xdeadbeef00000000)))
			y, _ := f.Load("y", 128, b.Ptr(g.Addr+8))
			f.Check(b.Terms.Eq(b.Sym(y), b.BV(128, 5)))
			f.Ret()
		}, Exited, ""},
		{"wide registers", func(b *build.Builder, f *build.Procedure) {
			g := b.Global("g", 16)
			x := f.Reg("x", 128)
			f.Do(cfa.Assign{Dst: x, Value: b.Terms.Concat(b.BV(64, 3), b.BV(64, 4))})
			f.Do(cfa.Assign{Dst: x, Value: b.Terms.BVMul(b.Sym(x), b.Sym(x))})
			f.Store(b.Ptr(g.Addr), b.Sym(x))
			y, _ := f.Load("y", 64, b.Ptr(g.Addr+8))
			f.Check(b.Terms.Eq(b.Sym(y), b.BV(64, 24))) // 2*3*4
			f.Check(b.Terms.Eq(b.Terms.Extract(63, 0, b.Sym(x)), b.BV(64, 16)))
			f.Ret()
		}, Exited, ""},
		{"a big object", func(b *build.Builder, f *build.Procedure) {
			g := b.Global("g", 1<<20, cfa.Init{Offset: 4096 - 2, Value: b.BV(32, 0x11223344)})
			x, _ := f.Load("x", 64, b.Ptr(g.Addr+4096-4))
			f.Check(b.Terms.Eq(b.Sym(x), b.BV(64, 0x112233440000)))
			f.Store(b.Ptr(g.Addr+2*4096-3), b.BV(64, 0x8877665544332211))
			y, _ := f.Load("y", 32, b.Ptr(g.Addr+2*4096))
			f.Check(b.Terms.Eq(b.Sym(y), b.BV(32, 0x77665544)))
			f.Ret()
		}, Exited, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := build.LP64(t)
			tt.build(b, b.Main())
			out := run(b, 1)
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
	alloc := func(b *build.Builder, f *build.Procedure, size uint64, zero bool) cfa.RegID {
		r := f.Reg("a", 64)
		f.Do(cfa.Alloc{Dst: r, Size: b.Ptr(size), Align: 16, Zero: zero, Name: "malloc"})
		return r
	}
	tests := []struct {
		name  string
		build func(b *build.Builder, f *build.Procedure)
		kind  OutcomeKind
		what  string
	}{
		{"use", func(b *build.Builder, f *build.Procedure) {
			a := alloc(b, f, 4, false)
			f.Store(b.Sym(a), b.BV(32, 9))
			x, _ := f.Load("x", 32, b.Sym(a))
			f.Check(b.Terms.Eq(b.Sym(x), b.BV(32, 9)))
			f.Do(cfa.Free{Addr: b.Sym(a)})
			f.Ret()
		}, Exited, ""},
		{"zero", func(b *build.Builder, f *build.Procedure) {
			x, _ := f.Load("x", 64, b.Sym(alloc(b, f, 8, true)))
			f.Check(b.Terms.Eq(b.Sym(x), b.BV(64, 0)))
			f.Ret()
		}, Exited, ""},
		{"uninitialised bytes stay as they are", func(b *build.Builder, f *build.Procedure) {
			a := alloc(b, f, 8, false)
			x, _ := f.Load("x", 64, b.Sym(a))
			y, _ := f.Load("y", 64, b.Sym(a))
			f.Check(b.Terms.Eq(b.Sym(x), b.Sym(y)))
			f.Ret()
		}, Exited, ""},
		{"use after free", func(b *build.Builder, f *build.Procedure) {
			a := alloc(b, f, 4, false)
			f.Do(cfa.Free{Addr: b.Sym(a)})
			f.Load("x", 32, b.Sym(a))
		}, Undefined, "read of 4 bytes in malloc#1 after it was freed"},
		{"double free", func(b *build.Builder, f *build.Procedure) {
			a := alloc(b, f, 4, false)
			f.Do(cfa.Free{Addr: b.Sym(a)})
			f.Do(cfa.Free{Addr: b.Sym(a)})
		}, Undefined, "malloc#1 is freed twice"},
		{"free inside", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Free{Addr: b.PtrAdd(b.Sym(alloc(b, f, 4, false)), b.Ptr(1))})
		}, Undefined, "inside of the 4-byte object malloc#1: 1 byte from its start"},
		{"free of the wrong kind", func(b *build.Builder, f *build.Procedure) {
			f.Do(cfa.Free{Addr: b.Sym(alloc(b, f, 4, false)), Kind: cfa.Stack})
		}, Undefined, "not allocated on the stack"},
		{"empty object", func(b *build.Builder, f *build.Procedure) {
			f.Load("x", 8, b.Sym(alloc(b, f, 0, false)))
		}, Undefined, "right after the end of the 0-byte object malloc#1"},
		{"two objects differ", func(b *build.Builder, f *build.Procedure) {
			f.Check(b.Terms.Not(b.Terms.Eq(b.Sym(alloc(b, f, 4, false)), b.Sym(alloc(b, f, 4, false)))))
			f.Ret()
		}, Exited, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := build.LP64(t)
			tt.build(b, b.Main())
			for seed := range uint64(4) {
				if out := run(b, seed); out.Kind != tt.kind || !strings.Contains(out.String(), tt.what) {
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
		b := build.New(t, 32, 22) // 1024 regions
		f := b.Main()
		i, a := f.Reg("i", 32), f.Reg("a", 32)
		head, body, end := f.Cur, f.Loc(), f.Loc()
		more := b.Terms.BVUlt(b.Sym(i), b.BV(32, 3000))
		f.To(cfa.Assume{Cond: more}, body)
		f.To(cfa.Assume{Cond: b.Terms.Not(more)}, end)
		f.At(body).Do(cfa.Alloc{Dst: a, Size: b.Ptr(4)})
		if !leak {
			f.Do(cfa.Free{Addr: b.Sym(a)})
		}
		f.To(cfa.Assign{Dst: i, Value: b.Terms.BVAdd(b.Sym(i), b.BV(32, 1))}, head)
		f.At(end).Ret()
		want := Exited
		if leak {
			want = MemoryLimit
		}
		if out := run(b, 0); out.Kind != want {
			t.Errorf("leak %v: %s", leak, out.String())
		}
	}
}

func TestCalls(t *testing.T) {
	b := build.LP64(t)
	// fact(n) = n == 0 ? 1 : n * fact(n-1)
	fact := b.Procedure("fact", 32)
	n := b.Sym(fact.Params[0])
	fact.Result = term.BitVec(32)
	zero, more := fact.Loc(), fact.Loc()
	cond := b.Terms.Eq(n, b.BV(32, 0))
	fact.To(cfa.Assume{Cond: cond}, zero)
	fact.To(cfa.Assume{Cond: b.Terms.Not(cond)}, more)
	fact.At(zero).Do(cfa.Return{Value: b.BV(32, 1)})
	r := fact.Reg("r", 32)
	fact.At(more).Do(cfa.Call{Dst: r, Proc: fact.ID, Args: []term.Term{b.Terms.BVSub(n, b.BV(32, 1))}})
	fact.Do(cfa.Return{Value: b.Terms.BVMul(n, b.Sym(r))})

	f := b.Main()
	x := f.Reg("x", 32)
	target := b.Ptr(b.Function(fact).Addr)
	f.Do(cfa.Call{Dst: x, Proc: cfa.NoProc, Target: target, Args: []term.Term{b.BV(32, 10)}})
	f.Check(b.Terms.Eq(b.Sym(x), b.BV(32, 3628800)))
	// A call that disagrees with the definition: the surplus argument is dropped, the wide one truncated.
	f.Do(cfa.Call{Dst: x, Proc: cfa.NoProc, Target: target,
		Args: []term.Term{b.BV(64, 1<<32+3), b.BV(64, 0)}})
	f.Check(b.Terms.Eq(b.Sym(x), b.BV(32, 6)))
	f.Do(cfa.Return{Value: b.Sym(x)})
	if out := run(b, 0); out.Kind != Exited || out.Status != 6 {
		t.Error(out.String())
	}
}

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

// TestRetry: a run whose assumptions fail starts anew with other inputs, but not once its output was seen.
func TestRetry(t *testing.T) {
	b := build.LP64(t)
	f := b.Main()
	x, _ := f.Havoc("x", 32)
	f.Do(cfa.Print{Form: plain{}, Format: b.Text("start")})
	f.Do(cfa.Assume{Cond: b.Terms.Eq(b.Sym(x), b.BV(32, 2))})
	f.Do(cfa.Return{Value: b.Sym(x)})
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
	b := build.LP64(t)
	f := b.Main()
	argc := f.Reg("argc", 32)
	f.Do(cfa.Havoc{Dst: argc, What: "argument of main"})
	f.Do(cfa.Return{Value: b.Sym(argc)})
	for seed := range uint64(5) {
		if out := run(b, seed); out.Status != 1 {
			t.Errorf("seed %d: %d arguments", seed, out.Status)
		}
	}
}
