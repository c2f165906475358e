package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// atomicTable lists the atomic built-ins. A plain load or store is one step
// with its order; anything else is an atomic section.
func atomicTable() map[string]builtin {
	t := map[string]builtin{
		"__atomic_load_n":             atomicLoad(false),
		"__atomic_load":               atomicLoad(true),
		"__atomic_store_n":            atomicStore(false),
		"__atomic_store":              atomicStore(true),
		"__atomic_exchange_n":         atomicExchange(2, cfa.SeqCst),
		"__atomic_exchange":           atomicExchangePtr,
		"__atomic_compare_exchange_n": compareExchange(false),
		"__atomic_compare_exchange":   compareExchange(true),
		"__atomic_test_and_set":       testAndSet,
		"__atomic_clear": func(f *fn, c *callCtx) value.Value {
			p := f.exprs.expr(c.args[0])
			order := f.order(c, 1)
			f.marks.at(c.x)
			f.mem.Store(value.Place{Type: f.types.Uchar, Reg: cfa.NoReg, Addr: p.Term, Order: order},
				f.values.Const(f.types.Uchar, 0))
			return f.values.Void()
		},
		"__atomic_thread_fence": func(f *fn, c *callCtx) value.Value {
			order := f.order(c, 0)
			f.marks.at(c.x)
			f.flow.Emit(cfa.Fence{Order: order})
			return f.values.Void()
		},
		"__atomic_signal_fence":     ignoreCall,
		"__atomic_always_lock_free": func(f *fn, c *callCtx) value.Value { return f.values.Int(1) },
		"__atomic_is_lock_free": func(f *fn,
			c *callCtx) value.Value {
			f.calls.evalAll(c)
			return f.values.Int(1)
		},
		"__sync_synchronize": func(f *fn,
			c *callCtx) value.Value {
			f.fullBarrier()
			return f.values.Void()
		},
		"__sync_lock_test_and_set":    atomicExchange(-1, cfa.Acquire),
		"__sync_val_compare_and_swap": syncCompareAndSwap(true),
		"__sync_bool_compare_and_swap": syncCompareAndSwap(
			false),
		"__sync_lock_release": func(f *fn, c *callCtx) value.Value {
			p := f.atomicPlace(c, 0, cfa.Release)
			f.marks.at(c.x)
			f.mem.Store(p, f.values.Dummy(p.Type))
			return f.values.Void()
		},
	}
	for name, op := range map[string]value.Operator{"add": value.OpAdd, "sub": value.OpSub,
		"and": value.OpAnd, "or": value.OpOr,
		"xor": value.OpXor} {
		t["__atomic_fetch_"+name] = fetchOp(op, false, false, 2)
		t["__atomic_"+name+"_fetch"] = fetchOp(op, true, false, 2)
		t["__sync_fetch_and_"+name] = fetchOp(op, false, false, -1)
		t["__sync_"+name+"_and_fetch"] = fetchOp(op, true, false, -1)
	}
	t["__atomic_fetch_nand"] = fetchOp(value.OpAnd, false, true, 2)
	t["__atomic_nand_fetch"] = fetchOp(value.OpAnd, true, true, 2)
	t["__sync_fetch_and_nand"] = fetchOp(value.OpAnd, false, true, -1)
	t["__sync_nand_and_fetch"] = fetchOp(value.OpAnd, true, true, -1)
	return t
}

// notAtomic stands for a memory order in the header's atomic_init, whose access is none.
const notAtomic = 0xffff

// order is the memory order that argument i names; sequential consistency when
// it is absent (i < 0), and the weakest when it is no constant.
func (f *fn) order(c *callCtx, i int) cfa.Order {
	if i < 0 || i >= len(c.args) {
		return cfa.SeqCst
	}
	v := f.exprs.expr(c.args[i])
	u, ok := f.ts.ConstUint64(v.Term)
	if !ok {
		return cfa.Relaxed
	}
	switch u & 0xffff {
	case 0:
		return cfa.Relaxed
	case 1:
		return cfa.Consume
	case 2:
		return cfa.Acquire
	case 3:
		return cfa.Release
	case 4:
		return cfa.AcqRel
	case notAtomic:
		return cfa.Plain
	}
	return cfa.SeqCst
}

// atomicPlace is the object that argument i points to.
func (f *fn) atomicPlace(c *callCtx, i int, order cfa.Order) value.Place {
	if i >= len(c.args) {
		f.flow.Unsupported(c.name + " with too few arguments")
		return f.mem.Nowhere(f.types.Int)
	}
	v := f.exprs.expr(c.args[i])
	t := repr.Elem(v.Type)
	if t == nil || f.types.Scalar(t).Class == repr.None {
		f.flow.Unsupported(c.name + " on " + v.Type.String())
		return f.mem.Nowhere(f.types.Int)
	}
	p := f.mem.At(v.Term, t)
	p.Order = order
	return p
}

// loadOrder is an order as it can stand on a load, storeOrder as it can stand on a store.
func loadOrder(o cfa.Order) cfa.Order {
	switch o {
	case cfa.Release:
		return cfa.Relaxed
	case cfa.AcqRel:
		return cfa.Acquire
	}
	return o
}

func storeOrder(o cfa.Order) cfa.Order {
	switch o {
	case cfa.Acquire, cfa.Consume:
		return cfa.Relaxed
	case cfa.AcqRel:
		return cfa.Release
	}
	return o
}

// atomicAggregate is the struct or union that the first argument of an atomic load or store points to, as in
// atomic_load(&s). It is read or written in one section, whatever the order.
func (f *fn) atomicAggregate(c *callCtx, indirect bool) (value.Value, bool) {
	if indirect || len(c.args) < 2 {
		return value.Value{}, false
	}
	p := f.unit.types.Value(c.args[0])
	if p == nil || p.Kind != ctype.Pointer || p.Elem.Kind != ctype.Record {
		return value.Value{}, false
	}
	v := f.exprs.expr(c.args[0])
	t := repr.Elem(v.Type)
	if t == nil || !repr.IsAggregate(t) {
		return value.Value{}, false
	}
	f.marks.at(c.x)
	return value.Value{Addr: v.Term, Type: t}, true
}

func atomicLoad(indirect bool) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if a, ok := f.atomicAggregate(c, indirect); ok {
			to := f.mem.Temp(a.Type, "value")
			f.mem.CopyAtomically(to, a.Addr, a.Type)
			return value.Value{Addr: to, Type: a.Type}
		}
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		if indirect {
			to := f.expectedPlace(c, 1)
			p.Order = f.order(c, 2)
			f.marks.at(c.x)
			f.mem.Store(to, f.arith.Convert(f.mem.Load(p), to.Type))
			return f.values.Void()
		}
		p.Order = f.order(c, 1)
		f.marks.at(c.x)
		return f.mem.Load(p)
	}
}

func atomicStore(indirect bool) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if a, ok := f.atomicAggregate(c, indirect); ok {
			if v := f.exprs.expr(c.args[1]); v.Addr != term.None {
				copied := f.mem.CopyAtomically
				if f.order(c, 2) == cfa.Plain {
					copied = f.mem.Copy
				}
				f.marks.at(c.x)
				copied(a.Addr, v.Addr, a.Type)
				return f.values.Void()
			}
		}
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		var v value.Value
		if indirect {
			v = f.mem.Load(f.expectedPlace(c, 1))
		} else if len(c.args) > 1 {
			v = f.exprs.expr(c.args[1])
		} else {
			v = f.values.Int(0)
		}
		p.Order = f.order(c, 2)
		f.marks.at(c.x)
		f.mem.Store(p, f.arith.Convert(v, p.Type))
		return f.values.Void()
	}
}

// update makes load, compute, store one section and returns old and new value.
func (f *fn) update(p value.Place, next func(old value.Value) value.Value) (old, stored value.Value) {
	order := p.Order
	f.flow.Section(cfa.AtomicBegin{})
	p.Order = loadOrder(order)
	old = f.mem.Load(p)
	stored = f.arith.Convert(next(old), p.Type)
	p.Order = storeOrder(order)
	f.mem.Store(p, stored)
	f.flow.Section(cfa.AtomicEnd{})
	return old, stored
}

// atomicExchange has its order as an argument, or a fixed one where there is none (orderArg < 0).
func atomicExchange(orderArg int, fixed cfa.Order) builtin {
	return func(f *fn, c *callCtx) value.Value {
		p := f.atomicPlace(c, 0, fixed)
		v := f.values.Int(0)
		if len(c.args) > 1 {
			v = f.exprs.expr(c.args[1])
		}
		if orderArg >= 0 {
			p.Order = f.order(c, orderArg)
		}
		f.marks.at(c.x)
		old, _ := f.update(p, func(value.Value) value.Value { return v })
		return old
	}
}

func atomicExchangePtr(f *fn, c *callCtx) value.Value {
	p := f.atomicPlace(c, 0, cfa.SeqCst)
	v := f.mem.Load(f.expectedPlace(c, 1))
	to := f.expectedPlace(c, 2)
	p.Order = f.order(c, 3)
	f.marks.at(c.x)
	old, _ := f.update(p, func(value.Value) value.Value { return v })
	f.mem.Store(to, f.arith.Convert(old, to.Type))
	return f.values.Void()
}

func fetchOp(op value.Operator, after, nand bool, orderArg int) builtin {
	return func(f *fn, c *callCtx) value.Value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		v := f.values.Int(0)
		if len(c.args) > 1 {
			v = f.exprs.expr(c.args[1])
		}
		p.Order = f.order(c, orderArg)
		f.marks.at(c.x)
		if orderArg < 0 { // a __sync function
			f.fullBarrier()
			defer f.fullBarrier()
		}
		old, stored := f.update(p, func(old value.Value) value.Value {
			// On pointers the operand counts bytes.
			s := f.types.Scalar(old.Type)
			w := f.arith.Convert(v, old.Type)
			t := f.arith.ArithWrap(op, old.Term, w.Term, s)
			if nand {
				t = f.ts.BVNot(t)
			}
			return value.Value{Term: t, Type: old.Type}
		})
		if after {
			return stored
		}
		return old
	}
}

// compareExchange is __atomic_compare_exchange[_n](p, &expected, desired, ...).
func compareExchange(indirect bool) builtin {
	return func(f *fn, c *callCtx) value.Value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		expected := f.expectedPlace(c, 1)
		var desired value.Value
		switch {
		case len(c.args) < 3:
			desired = f.values.Int(0)
		case indirect:
			desired = f.mem.Load(f.expectedPlace(c, 2))
		default:
			desired = f.exprs.expr(c.args[2])
		}
		order, onFailure := f.order(c, 4), f.order(c, 5)
		f.marks.at(c.x)
		// What is expected is read before: it is the thread's own.
		want := f.arith.Convert(f.mem.Load(expected), p.Type)
		if expected.Reg != cfa.NoReg {
			want = f.values.Hold(want)
		}
		may := f.ts.True()
		if weak, ok := f.consts.constSize(c.args[min(3, len(c.args)-1)]); len(c.args) > 3 &&
			(!ok || weak != 0) {
			// The weak form may fail for no reason.
			v := f.mem.Havoc(f.types.Int, "a weak compare-exchange fails")
			may = f.ts.Not(f.values.Truth(v))
		}
		ok := f.compareAndSwap(p, want, f.arith.Convert(desired, p.Type), order,
			min(loadOrder(order), loadOrder(onFailure)), may, func(old value.Value) {
				f.mem.Store(expected, f.arith.Convert(old, expected.Type))
			})
		return f.values.Bool(ok)
	}
}

// compareAndSwap stores next where the place holds want and may is true; failed runs, after the section, with
// the value that was found instead. read is the order of the read, which is all that takes place on failure.
func (f *fn) compareAndSwap(p value.Place, want, next value.Value, order, read cfa.Order, may term.Term,
	failed func(old value.Value)) term.Term {
	r := f.flow.NewReg("swapped", term.Bool, "", false)
	f.flow.Section(cfa.AtomicBegin{})
	p.Order = read
	old := f.mem.Load(p)
	hit, miss, join := f.flow.NewLoc(), f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Branch(f.ts.And(f.ts.Eq(old.Term, want.Term), may), hit, miss)
	f.flow.Cur = hit
	p.Order = max(order, cfa.Relaxed) // that of the read, too, where it is stronger than the read's own
	f.mem.Store(p, next)
	f.flow.Section(cfa.AtomicEnd{})
	f.flow.Emit(cfa.Assign{Dst: r, Value: f.ts.True()})
	f.flow.Jump(join)
	f.flow.Cur = miss
	f.flow.Section(cfa.AtomicEnd{})
	f.flow.Emit(cfa.Assign{Dst: r, Value: f.ts.False()})
	if failed != nil {
		failed(old)
	}
	f.flow.Jump(join)
	f.flow.Cur = join
	return f.flow.Sym(r)
}

// fullBarrier is what stands on both sides of a __sync function, which gcc calls a full barrier.
func (f *fn) fullBarrier() { f.flow.Emit(cfa.Fence{Order: cfa.SeqCst}) }

func syncCompareAndSwap(valueWanted bool) builtin {
	return func(f *fn, c *callCtx) value.Value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		if len(c.args) < 3 {
			return f.values.Unsupported(c.result, c.name+" with too few arguments")
		}
		want := f.exprs.expr(c.args[1])
		next := f.exprs.expr(c.args[2])
		f.marks.at(c.x)
		want, next = f.arith.Convert(want, p.Type), f.arith.Convert(next, p.Type)
		f.fullBarrier()
		defer f.fullBarrier()
		if !valueWanted {
			return f.values.Bool(f.compareAndSwap(p, want, next, cfa.SeqCst, cfa.SeqCst, f.ts.True(), nil))
		}
		found := f.values.Temp(p.Type, "found")
		f.flow.Emit(cfa.Assign{Dst: found, Value: want.Term})
		f.compareAndSwap(p, want, next, cfa.SeqCst, cfa.SeqCst, f.ts.True(), func(old value.Value) {
			f.flow.Emit(cfa.Assign{Dst: found, Value: old.Term})
		})
		return value.Value{Term: f.flow.Sym(found), Type: p.Type}
	}
}

func testAndSet(f *fn, c *callCtx) value.Value {
	if len(c.args) == 0 {
		return f.values.Unsupported(c.result, c.name)
	}
	v := f.exprs.expr(c.args[0])
	p := value.Place{Type: f.types.Uchar, Reg: cfa.NoReg, Addr: v.Term, Order: f.order(c, 1)}
	f.marks.at(c.x)
	old, _ := f.update(p, func(value.Value) value.Value { return f.values.Const(f.types.Uchar, 1) })
	return f.values.Bool(f.values.Truth(old))
}

// expectedPlace is what an argument points to. The address of a variable that
// lives in a register stands for the register.
func (f *fn) expectedPlace(c *callCtx, i int) value.Place {
	if i >= len(c.args) {
		f.flow.Unsupported(c.name + " with too few arguments")
		return f.mem.Nowhere(f.types.Int)
	}
	if d := syntax.AddressedVariable(c.args[i]); d != nil {
		if lo := f.vars.vars[d]; lo != nil && lo.reg != cfa.NoReg {
			return f.lvalues.localPlace(lo, d)
		}
	}
	v := f.exprs.expr(c.args[i])
	t := repr.Elem(v.Type)
	if t == nil || f.types.Scalar(t).Class == repr.None {
		f.flow.Unsupported(c.name + " on " + v.Type.String())
		return f.mem.Nowhere(f.types.Int)
	}
	return f.mem.At(v.Term, t)
}
