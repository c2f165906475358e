package builtin

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// compareExchange is __atomic_compare_exchange[_n](p, &expected, desired, ...).
func compareExchange(indirect bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		expected := f.expectedPlace(c, 1)
		var desired value.Value
		switch {
		case len(c.Args) < 3:
			desired = f.Values.Int(0)
		case indirect:
			desired = f.Mem.Load(f.expectedPlace(c, 2))
		default:
			desired = f.Exprs.Expr(c.Args[2])
		}
		order, onFailure := f.order(c, 4), f.order(c, 5)
		f.Marks.At(c.X)
		// What is expected is read before: it is the thread's own.
		want := f.Arith.Convert(f.Mem.Load(expected), p.Type)
		if expected.Reg != cfa.NoReg {
			want = f.Values.Hold(want)
		}
		may := f.Ts.True()
		if weak, ok := f.Consts.ConstSize(c.Args[min(3, len(c.Args)-1)]); len(c.Args) > 3 &&
			(!ok || weak != 0) {
			// The weak form may fail for no reason.
			v := f.Mem.Havoc(f.Types.Int, "a weak compare-exchange fails")
			may = f.Ts.Not(f.Values.Truth(v))
		}
		ok := f.compareAndSwap(p, want, f.Arith.Convert(desired, p.Type), order,
			min(loadOrder(order), loadOrder(onFailure)), may, func(old value.Value) {
				f.Mem.Store(expected, f.Arith.Convert(old, expected.Type))
			})
		return f.Values.Bool(ok)
	}
}

// compareAndSwap stores next where the place holds want and may is true; failed runs, after the section, with
// the value that was found instead. read is the order of the read, which is all that takes place on failure.
func (f *fn) compareAndSwap(p value.Place, want, next value.Value, order, read cfa.Order, may term.Term,
	failed func(old value.Value)) term.Term {
	r := f.Flow.NewReg("swapped", term.Bool, "", false)
	f.Flow.Section(cfa.AtomicBegin{})
	p.Order = read
	old := f.Mem.Load(p)
	hit, miss, join := f.Flow.NewLoc(), f.Flow.NewLoc(), f.Flow.NewLoc()
	f.Flow.Branch(f.Ts.And(f.Ts.Eq(old.Term, want.Term), may), hit, miss)
	f.Flow.Cur = hit
	p.Order = max(order, cfa.Relaxed) // that of the read, too, where it is stronger than the read's own
	f.Mem.Store(p, next)
	f.Flow.Section(cfa.AtomicEnd{})
	f.Flow.Emit(cfa.Assign{Dst: r, Value: f.Ts.True()})
	f.Flow.Jump(join)
	f.Flow.Cur = miss
	f.Flow.Section(cfa.AtomicEnd{})
	f.Flow.Emit(cfa.Assign{Dst: r, Value: f.Ts.False()})
	if failed != nil {
		failed(old)
	}
	f.Flow.Jump(join)
	f.Flow.Cur = join
	return f.Flow.Sym(r)
}

func syncCompareAndSwap(valueWanted bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		if len(c.Args) < 3 {
			return f.Values.Unsupported(c.Result, c.Name+" with too few arguments")
		}
		want := f.Exprs.Expr(c.Args[1])
		next := f.Exprs.Expr(c.Args[2])
		f.Marks.At(c.X)
		want, next = f.Arith.Convert(want, p.Type), f.Arith.Convert(next, p.Type)
		f.fullBarrier()
		defer f.fullBarrier()
		if !valueWanted {
			return f.Values.Bool(f.compareAndSwap(p, want, next, cfa.SeqCst, cfa.SeqCst, f.Ts.True(), nil))
		}
		found := f.Values.Temp(p.Type, "found")
		f.Flow.Emit(cfa.Assign{Dst: found, Value: want.Term})
		f.compareAndSwap(p, want, next, cfa.SeqCst, cfa.SeqCst, f.Ts.True(), func(old value.Value) {
			f.Flow.Emit(cfa.Assign{Dst: found, Value: old.Term})
		})
		return value.Value{Term: f.Flow.Sym(found), Type: p.Type}
	}
}

// expectedPlace is what an argument points to. The address of a variable that
// lives in a register stands for the register.
func (f *fn) expectedPlace(c *lower.NamedCall, i int) value.Place {
	if i >= len(c.Args) {
		f.Flow.Unsupported(c.Name + " with too few arguments")
		return f.Mem.Nowhere(f.Types.Int)
	}
	if d := syntax.AddressedVariable(c.Args[i]); d != nil {
		if lo := f.Vars.Vars[d]; lo != nil && lo.Reg != cfa.NoReg {
			return f.Lvalues.LocalPlace(lo, d)
		}
	}
	v := f.Exprs.Expr(c.Args[i])
	t := repr.Elem(v.Type)
	if t == nil || f.Types.Scalar(t).Class == repr.None {
		f.Flow.Unsupported(c.Name + " on " + v.Type.String())
		return f.Mem.Nowhere(f.Types.Int)
	}
	return f.Mem.At(v.Term, t)
}
