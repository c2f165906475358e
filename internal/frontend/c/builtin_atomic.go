package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
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
		"__atomic_clear": func(f *fn, c *callCtx) value {
			p := f.expr(c.args[0])
			order := f.order(c, 1)
			f.at(c.x)
			f.storeTo(place{ty: f.types.Uchar, reg: cfa.NoReg, addr: p.t, order: order},
				f.constant(f.types.Uchar, 0))
			return f.void()
		},
		"__atomic_thread_fence": func(f *fn, c *callCtx) value {
			order := f.order(c, 0)
			f.at(c.x)
			f.flow.Emit(cfa.Fence{Order: order})
			return f.void()
		},
		"__atomic_signal_fence":     ignoreCall,
		"__atomic_always_lock_free": func(f *fn, c *callCtx) value { return f.intValue(1) },
		"__atomic_is_lock_free":     func(f *fn, c *callCtx) value { f.evalAll(c); return f.intValue(1) },
		"__sync_synchronize": func(f *fn,
			c *callCtx) value {
			f.flow.Emit(cfa.Fence{Order: cfa.SeqCst})
			return f.void()
		},
		"__sync_lock_test_and_set":    atomicExchange(-1, cfa.Acquire),
		"__sync_val_compare_and_swap": syncCompareAndSwap(true),
		"__sync_bool_compare_and_swap": syncCompareAndSwap(
			false),
		"__sync_lock_release": func(f *fn, c *callCtx) value {
			p := f.atomicPlace(c, 0, cfa.Release)
			f.at(c.x)
			f.storeTo(p, f.dummy(p.ty))
			return f.void()
		},
	}
	for name, op := range map[string]operator{"add": opAdd, "sub": opSub, "and": opAnd, "or": opOr,
		"xor": opXor} {
		t["__atomic_fetch_"+name] = fetchOp(op, false, false, 2)
		t["__atomic_"+name+"_fetch"] = fetchOp(op, true, false, 2)
		t["__sync_fetch_and_"+name] = fetchOp(op, false, false, -1)
		t["__sync_"+name+"_and_fetch"] = fetchOp(op, true, false, -1)
	}
	t["__atomic_fetch_nand"] = fetchOp(opAnd, false, true, 2)
	t["__atomic_nand_fetch"] = fetchOp(opAnd, true, true, 2)
	t["__sync_fetch_and_nand"] = fetchOp(opAnd, false, true, -1)
	t["__sync_nand_and_fetch"] = fetchOp(opAnd, true, true, -1)
	return t
}

// order is the memory order that argument i names; sequential consistency when
// it is absent (i < 0), and the weakest when it is no constant.
func (f *fn) order(c *callCtx, i int) cfa.Order {
	if i < 0 || i >= len(c.args) {
		return cfa.SeqCst
	}
	v := f.expr(c.args[i])
	u, ok := f.ts.ConstUint64(v.t)
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
	}
	return cfa.SeqCst
}

// atomicPlace is the object that argument i points to.
func (f *fn) atomicPlace(c *callCtx, i int, order cfa.Order) place {
	if i >= len(c.args) {
		f.flow.Unsupported(c.name + " with too few arguments")
		return f.badPlace(f.types.Int)
	}
	v := f.expr(c.args[i])
	t := repr.Elem(v.ty)
	if t == nil || f.types.Scalar(t).Class == repr.None {
		f.flow.Unsupported(c.name + " on " + v.ty.String())
		return f.badPlace(f.types.Int)
	}
	p := f.inMemory(v.t, t)
	p.order = order
	return p
}

// ordered gives an access an order that can stand on a load or on a store.
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

// atomicAggregate is the struct or union that the first argument of an atomic
// load or store points to, as in atomic_load(&s). It is read or written in one
// section, whatever the order.
func (f *fn) atomicAggregate(c *callCtx, indirect bool) (value, bool) {
	if indirect || len(c.args) < 2 {
		return value{}, false
	}
	p := f.unit.types.Value(c.args[0])
	if p == nil || p.Kind != ctype.Pointer || p.Elem.Kind != ctype.Record {
		return value{}, false
	}
	v := f.expr(c.args[0])
	t := repr.Elem(v.ty)
	if t == nil || !repr.IsAggregate(t) {
		return value{}, false
	}
	f.at(c.x)
	return value{addr: v.t, ty: t}, true
}

func atomicLoad(indirect bool) builtin {
	return func(f *fn, c *callCtx) value {
		if a, ok := f.atomicAggregate(c, indirect); ok {
			to := f.tempObject(a.ty, "value")
			f.copyAtomically(to, a.addr, a.ty)
			return value{addr: to, ty: a.ty}
		}
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		if indirect {
			to := f.expectedPlace(c, 1)
			p.order = f.order(c, 2)
			f.at(c.x)
			f.storeTo(to, f.convert(f.load(p), to.ty))
			return f.void()
		}
		p.order = f.order(c, 1)
		f.at(c.x)
		return f.load(p)
	}
}

func atomicStore(indirect bool) builtin {
	return func(f *fn, c *callCtx) value {
		if a, ok := f.atomicAggregate(c, indirect); ok {
			if v := f.expr(c.args[1]); v.addr != term.None {
				f.at(c.x)
				f.copyAtomically(a.addr, v.addr, a.ty)
				return f.void()
			}
		}
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		var v value
		if indirect {
			v = f.load(f.expectedPlace(c, 1))
		} else if len(c.args) > 1 {
			v = f.expr(c.args[1])
		} else {
			v = f.intValue(0)
		}
		p.order = f.order(c, 2)
		f.at(c.x)
		f.storeTo(p, f.convert(v, p.ty))
		return f.void()
	}
}

// update makes load, compute, store one section and returns old and new value.
func (f *fn) update(p place, next func(old value) value) (old, stored value) {
	order := p.order
	f.flow.Section(cfa.AtomicBegin{})
	p.order = loadOrder(order)
	old = f.load(p)
	stored = f.convert(next(old), p.ty)
	p.order = storeOrder(order)
	f.storeTo(p, stored)
	f.flow.Section(cfa.AtomicEnd{})
	return old, stored
}

// atomicExchange has its order as an argument, or a fixed one where there is none (orderArg < 0).
func atomicExchange(orderArg int, fixed cfa.Order) builtin {
	return func(f *fn, c *callCtx) value {
		p := f.atomicPlace(c, 0, fixed)
		v := f.intValue(0)
		if len(c.args) > 1 {
			v = f.expr(c.args[1])
		}
		if orderArg >= 0 {
			p.order = f.order(c, orderArg)
		}
		f.at(c.x)
		old, _ := f.update(p, func(value) value { return v })
		return old
	}
}

func atomicExchangePtr(f *fn, c *callCtx) value {
	p := f.atomicPlace(c, 0, cfa.SeqCst)
	v := f.load(f.expectedPlace(c, 1))
	to := f.expectedPlace(c, 2)
	p.order = f.order(c, 3)
	f.at(c.x)
	old, _ := f.update(p, func(value) value { return v })
	f.storeTo(to, f.convert(old, to.ty))
	return f.void()
}

func fetchOp(op operator, after, nand bool, orderArg int) builtin {
	return func(f *fn, c *callCtx) value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		v := f.intValue(0)
		if len(c.args) > 1 {
			v = f.expr(c.args[1])
		}
		p.order = f.order(c, orderArg)
		f.at(c.x)
		old, stored := f.update(p, func(old value) value {
			// On pointers the operand counts bytes.
			s := f.types.Scalar(old.ty)
			w := f.convert(v, old.ty)
			t := f.arithWrap(op, old.t, w.t, s)
			if nand {
				t = f.ts.BVNot(t)
			}
			return value{t: t, ty: old.ty}
		})
		if after {
			return stored
		}
		return old
	}
}

// arithWrap computes without overflow checks: atomic arithmetic wraps.
func (f *fn) arithWrap(op operator, a, b term.Term, s repr.Scalar) term.Term {
	s.Signed = false
	return f.arith(op, a, b, s)
}

// compareExchange is __atomic_compare_exchange[_n](p, &expected, desired, ...).
func compareExchange(indirect bool) builtin {
	return func(f *fn, c *callCtx) value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		expected := f.expectedPlace(c, 1)
		var desired value
		switch {
		case len(c.args) < 3:
			desired = f.intValue(0)
		case indirect:
			desired = f.load(f.expectedPlace(c, 2))
		default:
			desired = f.expr(c.args[2])
		}
		order, onFailure := f.order(c, 4), f.order(c, 5)
		f.at(c.x)
		// What is expected is read before: it is the thread's own.
		want := f.convert(f.load(expected), p.ty)
		if expected.reg != cfa.NoReg {
			want = f.hold(want)
		}
		may := f.ts.True()
		if weak, ok := f.constSize(c.args[min(3, len(c.args)-1)]); len(c.args) > 3 && (!ok || weak != 0) {
			// The weak form may fail for no reason.
			v := f.havocValue(f.types.Int, "a weak compare-exchange fails")
			may = f.ts.Not(f.truth(v))
		}
		ok := f.compareAndSwap(p, want, f.convert(desired, p.ty), order,
			min(loadOrder(order), loadOrder(onFailure)), may, func(old value) {
				f.storeTo(expected, f.convert(old, expected.ty))
			})
		return f.boolValue(ok)
	}
}

// compareAndSwap stores next where the place holds want and may is true; failed runs, behind
// the section, with the value that was found instead. read is the order of the read, which is all that takes
// place on failure.
func (f *fn) compareAndSwap(p place, want, next value, order, read cfa.Order, may term.Term,
	failed func(old value)) term.Term {
	r := f.flow.NewReg("swapped", term.Bool, "", false)
	f.flow.Section(cfa.AtomicBegin{})
	p.order = read
	old := f.load(p)
	hit, miss, join := f.flow.NewLoc(), f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Branch(f.ts.And(f.ts.Eq(old.t, want.t), may), hit, miss)
	f.flow.Cur = hit
	p.order = storeOrder(order)
	f.storeTo(p, next)
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

func syncCompareAndSwap(valueWanted bool) builtin {
	return func(f *fn, c *callCtx) value {
		p := f.atomicPlace(c, 0, cfa.SeqCst)
		if len(c.args) < 3 {
			return f.unsupportedValue(c.result, c.name+" with too few arguments")
		}
		want := f.expr(c.args[1])
		next := f.expr(c.args[2])
		f.at(c.x)
		want, next = f.convert(want, p.ty), f.convert(next, p.ty)
		if !valueWanted {
			return f.boolValue(f.compareAndSwap(p, want, next, cfa.SeqCst, cfa.SeqCst, f.ts.True(), nil))
		}
		found := f.temp(p.ty, "found")
		f.flow.Emit(cfa.Assign{Dst: found, Value: want.t})
		f.compareAndSwap(p, want, next, cfa.SeqCst, cfa.SeqCst, f.ts.True(), func(old value) {
			f.flow.Emit(cfa.Assign{Dst: found, Value: old.t})
		})
		return value{t: f.flow.Sym(found), ty: p.ty}
	}
}

func testAndSet(f *fn, c *callCtx) value {
	if len(c.args) == 0 {
		return f.unsupportedValue(c.result, c.name)
	}
	v := f.expr(c.args[0])
	p := place{ty: f.types.Uchar, reg: cfa.NoReg, addr: v.t, order: f.order(c, 1)}
	f.at(c.x)
	old, _ := f.update(p, func(value) value { return f.constant(f.types.Uchar, 1) })
	return f.boolValue(f.truth(old))
}

// expectedPlace is what an argument points to. The address of a variable that
// lives in a register stands for the register.
func (f *fn) expectedPlace(c *callCtx, i int) place {
	if i >= len(c.args) {
		f.flow.Unsupported(c.name + " with too few arguments")
		return f.badPlace(f.types.Int)
	}
	if d := syntax.AddressedVariable(c.args[i]); d != nil {
		if lo := f.locals[d]; lo != nil && lo.reg != cfa.NoReg {
			return f.localPlace(lo, d)
		}
	}
	v := f.expr(c.args[i])
	t := repr.Elem(v.ty)
	if t == nil || f.types.Scalar(t).Class == repr.None {
		f.flow.Unsupported(c.name + " on " + v.ty.String())
		return f.badPlace(f.types.Int)
	}
	return f.inMemory(v.t, t)
}
