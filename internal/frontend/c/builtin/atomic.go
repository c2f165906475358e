package builtin

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/repr"
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
		"__atomic_clear": func(f *fn, c *lower.NamedCall) value.Value {
			p := f.Exprs.Expr(c.Args[0])
			order := f.order(c, 1)
			f.Marks.At(c.X)
			f.Mem.Store(value.Place{Type: f.Types.Uchar, Reg: cfa.NoReg, Addr: p.Term, Order: order},
				f.Values.Const(f.Types.Uchar, 0))
			return f.Values.Void()
		},
		"__atomic_thread_fence": func(f *fn, c *lower.NamedCall) value.Value {
			order := f.order(c, 0)
			f.Marks.At(c.X)
			f.Flow.Emit(cfa.Fence{Order: order})
			return f.Values.Void()
		},
		"__atomic_signal_fence":     ignoreCall,
		"__atomic_always_lock_free": func(f *fn, c *lower.NamedCall) value.Value { return f.Values.Int(1) },
		"__atomic_is_lock_free": func(f *fn,
			c *lower.NamedCall) value.Value {
			f.Calls.EvalAll(c)
			return f.Values.Int(1)
		},
		"__sync_synchronize": func(f *fn,
			c *lower.NamedCall) value.Value {
			f.fullBarrier()
			return f.Values.Void()
		},
		"__sync_lock_test_and_set":    atomicExchange(-1, cfa.Acquire),
		"__sync_val_compare_and_swap": syncCompareAndSwap(true),
		"__sync_bool_compare_and_swap": syncCompareAndSwap(
			false),
		"__sync_lock_release": func(f *fn, c *lower.NamedCall) value.Value {
			p := f.atomicPlace(c, 0, cfa.Release)
			f.Marks.At(c.X)
			f.Mem.Store(p, f.Values.Dummy(p.Type))
			return f.Values.Void()
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
func (f *fn) order(c *lower.NamedCall, i int) cfa.Order {
	if i < 0 || i >= len(c.Args) {
		return cfa.SeqCst
	}
	v := f.Exprs.Expr(c.Args[i])
	u, ok := f.Ts.ConstUint64(v.Term)
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
func (f *fn) atomicPlace(c *lower.NamedCall, i int, order cfa.Order) value.Place {
	if i >= len(c.Args) {
		f.Flow.Unsupported(c.Name + " with too few arguments")
		return f.Mem.Nowhere(f.Types.Int)
	}
	v := f.Exprs.Expr(c.Args[i])
	t := repr.Elem(v.Type)
	if t == nil || f.Types.Scalar(t).Class == repr.None {
		f.Flow.Unsupported(c.Name + " on " + v.Type.String())
		return f.Mem.Nowhere(f.Types.Int)
	}
	p := f.Mem.At(v.Term, t)
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
func (f *fn) atomicAggregate(c *lower.NamedCall, indirect bool) (value.Value, bool) {
	if indirect || len(c.Args) < 2 {
		return value.Value{}, false
	}
	p := f.Unit.Types.Value(c.Args[0])
	if p == nil || p.Kind != ctype.Pointer || p.Elem.Kind != ctype.Record {
		return value.Value{}, false
	}
	v := f.Exprs.Expr(c.Args[0])
	t := repr.Elem(v.Type)
	if t == nil || !repr.IsAggregate(t) {
		return value.Value{}, false
	}
	f.Marks.At(c.X)
	return value.Value{Addr: v.Term, Type: t}, true
}

func atomicLoad(indirect bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if a, ok := f.atomicAggregate(c, indirect); ok {
			to := f.Mem.Temp(a.Type, "value")
			f.Mem.CopyAtomically(to, a.Addr, a.Type)
			return value.Value{Addr: to, Type: a.Type}
		}
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		if indirect {
			to := f.expectedPlace(c, 1)
			p.Order = f.order(c, 2)
			f.Marks.At(c.X)
			f.Mem.Store(to, f.Arith.Convert(f.Mem.Load(p), to.Type))
			return f.Values.Void()
		}
		p.Order = f.order(c, 1)
		f.Marks.At(c.X)
		return f.Mem.Load(p)
	}
}

func atomicStore(indirect bool) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		if a, ok := f.atomicAggregate(c, indirect); ok {
			if v := f.Exprs.Expr(c.Args[1]); v.Addr != term.None {
				copied := f.Mem.CopyAtomically
				if f.order(c, 2) == cfa.Plain {
					copied = f.Mem.Copy
				}
				f.Marks.At(c.X)
				copied(a.Addr, v.Addr, a.Type)
				return f.Values.Void()
			}
		}
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		var v value.Value
		if indirect {
			v = f.Mem.Load(f.expectedPlace(c, 1))
		} else if len(c.Args) > 1 {
			v = f.Exprs.Expr(c.Args[1])
		} else {
			v = f.Values.Int(0)
		}
		p.Order = f.order(c, 2)
		f.Marks.At(c.X)
		f.Mem.Store(p, f.Arith.Convert(v, p.Type))
		return f.Values.Void()
	}
}

// update makes load, compute, store one section and returns old and new value.
func (f *fn) update(p value.Place, next func(old value.Value) value.Value) (old, stored value.Value) {
	order := p.Order
	f.Flow.Section(cfa.AtomicBegin{})
	p.Order = loadOrder(order)
	old = f.Mem.Load(p)
	stored = f.Arith.Convert(next(old), p.Type)
	p.Order = storeOrder(order)
	f.Mem.Store(p, stored)
	f.Flow.Section(cfa.AtomicEnd{})
	return old, stored
}

// atomicExchange has its order as an argument, or a fixed one where there is none (orderArg < 0).
func atomicExchange(orderArg int, fixed cfa.Order) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		p := f.atomicPlace(c, 0, fixed)
		v := f.Values.Int(0)
		if len(c.Args) > 1 {
			v = f.Exprs.Expr(c.Args[1])
		}
		if orderArg >= 0 {
			p.Order = f.order(c, orderArg)
		}
		f.Marks.At(c.X)
		old, _ := f.update(p, func(value.Value) value.Value { return v })
		return old
	}
}

func atomicExchangePtr(f *fn, c *lower.NamedCall) value.Value {
	p := f.atomicPlace(c, 0, cfa.SeqCst)
	v := f.Mem.Load(f.expectedPlace(c, 1))
	to := f.expectedPlace(c, 2)
	p.Order = f.order(c, 3)
	f.Marks.At(c.X)
	old, _ := f.update(p, func(value.Value) value.Value { return v })
	f.Mem.Store(to, f.Arith.Convert(old, to.Type))
	return f.Values.Void()
}

func fetchOp(op value.Operator, after, nand bool, orderArg int) builtin {
	return func(f *fn, c *lower.NamedCall) value.Value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		v := f.Values.Int(0)
		if len(c.Args) > 1 {
			v = f.Exprs.Expr(c.Args[1])
		}
		p.Order = f.order(c, orderArg)
		f.Marks.At(c.X)
		if orderArg < 0 { // a __sync function
			f.fullBarrier()
			defer f.fullBarrier()
		}
		old, stored := f.update(p, func(old value.Value) value.Value {
			// On pointers the operand counts bytes.
			s := f.Types.Scalar(old.Type)
			w := f.Arith.Convert(v, old.Type)
			t := f.Arith.ArithWrap(op, old.Term, w.Term, s)
			if nand {
				t = f.Ts.BVNot(t)
			}
			return value.Value{Term: t, Type: old.Type}
		})
		if after {
			return stored
		}
		return old
	}
}

// fullBarrier is what stands on both sides of a __sync function, which gcc calls a full barrier.
func (f *fn) fullBarrier() { f.Flow.Emit(cfa.Fence{Order: cfa.SeqCst}) }

func testAndSet(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) == 0 {
		return f.Values.Unsupported(c.Result, c.Name)
	}
	v := f.Exprs.Expr(c.Args[0])
	p := value.Place{Type: f.Types.Uchar, Reg: cfa.NoReg, Addr: v.Term, Order: f.order(c, 1)}
	f.Marks.At(c.X)
	old, _ := f.update(p, func(value.Value) value.Value { return f.Values.Const(f.Types.Uchar, 1) })
	return f.Values.Bool(f.Values.Truth(old))
}
