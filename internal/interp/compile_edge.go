package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// edge compiles one edge.
func (k *compiler) edge(ec *edgeCode, e *cfa.Edge) error {
	*ec = edgeCode{to: e.To, edge: e, dst: noSlots, proc: cfa.NoProc}
	k.begin()
	var err error
	switch op := e.Op.(type) {
	case cfa.Assign:
		return k.assign(ec, op)
	case cfa.Assume:
		ec.kind = kAssume
		ec.a, err = k.truth(op.Cond)
	case cfa.Await:
		ec.kind = kAwait
		k.c.awaits = true
		ec.a, err = k.truth(op.Cond)
	case cfa.Havoc:
		ec.kind = kHavoc
		ec.dst, err = k.dst(op.Dst)
	case cfa.Load:
		ec.kind = kLoad
		if ec.dst, err = k.dst(op.Dst); err == nil && ec.dst.first < 0 {
			err = fmt.Errorf("a load into no register")
		}
		if err == nil {
			ec.bytes, err = byteWidth(ec.dst.width)
		}
		if err == nil {
			ec.a, err = k.pointer(op.Addr)
		}
	case cfa.Store:
		ec.kind = kStore
		if ec.a, err = k.pointer(op.Addr); err == nil {
			ec.b, err = k.expr(op.Value)
		}
		if err == nil {
			ec.bytes, err = byteWidth(ec.b.width)
		}
	case cfa.AtomicBegin:
		ec.kind = kBegin
	case cfa.AtomicEnd:
		ec.kind = kEnd
	case cfa.Spawn:
		ec.kind = kSpawn
		err = k.call(ec, op.Dst, op.Proc, op.Target, op.Args)
	case cfa.Call:
		ec.kind = kCall
		err = k.call(ec, op.Dst, op.Proc, op.Target, op.Args)
	case cfa.Join:
		ec.kind = kJoin
		k.c.awaits = true
		if ec.dst, err = k.dst(op.Dst); err == nil {
			ec.a, err = k.number(op.Thread)
		}
	case cfa.Return:
		ec.kind = kReturn
		ec.a, err = k.expr(op.Value)
	case cfa.Alloc:
		ec.kind, ec.alloc = kAlloc, &op
		if ec.dst, err = k.dst(op.Dst); err == nil {
			ec.a, err = k.pointer(op.Size)
		}
	case cfa.Free:
		ec.kind = kFree
		ec.a, err = k.pointer(op.Addr)
	case cfa.Fence:
		ec.kind = kFence
	case cfa.Exit:
		ec.kind = kExit
		if ec.a, err = k.expr(op.Value); err == nil && ec.a.wide != term.None {
			err = fmt.Errorf("an exit value of %d bits", ec.a.width)
		}
	case cfa.Violation:
		ec.kind = kViolation
	case cfa.Unsupported:
		ec.kind = kUnsupported
	case cfa.UB:
		ec.kind = kUB
	case cfa.Print:
		err = k.print(ec, op)
	default:
		err = fmt.Errorf("unknown operation")
	}
	return err
}

func (k *compiler) assign(ec *edgeCode, op cfa.Assign) error {
	var err error
	if ec.dst, err = k.dst(op.Dst); err != nil {
		return err
	}
	if op.Value == term.None || ec.dst.first < 0 {
		return fmt.Errorf("no value or no register")
	}
	if got, want := k.c.terms.Sort(op.Value), k.c.prog.Regs[op.Dst].Sort; got != want {
		return fmt.Errorf("a value of width %d for a register of width %d", got.Width(), want.Width())
	}
	if ec.dst.thread {
		ec.kind = kAssignWide
		ec.a, err = k.expr(op.Value)
		return err
	}
	ec.a, err = k.exprInto(op.Value, ec.dst.first)
	if ec.a.wide != term.None {
		ec.kind = kAssignWide
	}
	return err
}

func (k *compiler) call(ec *edgeCode, dst cfa.RegID, proc cfa.ProcID, target term.Term,
	args []term.Term) error {
	var err error
	if ec.dst, err = k.dst(dst); err != nil {
		return err
	}
	ec.proc = proc
	if proc == cfa.NoProc {
		if ec.a, err = k.pointer(target); err != nil {
			return err
		}
	} else if int(proc) >= len(k.c.prog.Procs) || proc < 0 {
		return fmt.Errorf("procedure %d does not exist", proc)
	} else if n := len(k.c.prog.Procs[proc].Params); n != len(args) {
		return fmt.Errorf("%d arguments for the %d parameters of %s", len(args), n, k.c.prog.Procs[proc].Name)
	}
	for i, a := range args {
		e, err := k.expr(a)
		if err != nil {
			return fmt.Errorf("argument %d: %w", i+1, err)
		}
		if proc != cfa.NoProc {
			r := k.c.prog.Procs[proc].Params[i]
			if want := k.c.prog.Regs[r].Sort; want != k.c.terms.Sort(a) {
				return fmt.Errorf("argument %d has width %d, the parameter %d", i+1, e.width, want.Width())
			}
		}
		ec.args = append(ec.args, e)
	}
	return nil
}

func (k *compiler) print(ec *edgeCode, op cfa.Print) error {
	ec.kind = kPrint
	var err error
	if ec.a, err = k.expr(op.Format); err != nil {
		return err
	}
	for i, a := range op.Args {
		e, err := k.number(a)
		if err != nil {
			return fmt.Errorf("argument %d: %w", i+1, err)
		}
		ec.args = append(ec.args, e)
	}
	return nil
}

// dst finds the words of a destination; NoReg gives noSlots.
func (k *compiler) dst(r cfa.RegID) (slots, error) {
	if r == cfa.NoReg {
		return noSlots, nil
	}
	if err := k.visible(r); err != nil {
		return noSlots, err
	}
	return k.regs[r], nil
}

// truth compiles a condition.
func (k *compiler) truth(t term.Term) (expr, error) {
	if t == term.None || !k.c.terms.Sort(t).IsBool() {
		return expr{}, fmt.Errorf("a condition that is no truth value")
	}
	return k.expr(t)
}

// pointer compiles a term of the width of a pointer.
func (k *compiler) pointer(t term.Term) (expr, error) {
	if t == term.None {
		return expr{}, fmt.Errorf("no address")
	}
	if w := k.c.terms.Sort(t).Width(); w != k.c.prog.PtrWidth {
		return expr{}, fmt.Errorf("an address of %d bits", w)
	}
	return k.expr(t)
}

// number compiles a term of at most 64 bits.
func (k *compiler) number(t term.Term) (expr, error) {
	if t == term.None {
		return expr{}, fmt.Errorf("no value")
	}
	e, err := k.expr(t)
	if err == nil && e.wide != term.None {
		err = fmt.Errorf("a value of %d bits", e.width)
	}
	return e, err
}

func byteWidth(bits int32) (int32, error) {
	if bits <= 0 || bits%8 != 0 || bits > maxWidth {
		return 0, fmt.Errorf("an access of %d bits", bits)
	}
	return bits / 8, nil
}
