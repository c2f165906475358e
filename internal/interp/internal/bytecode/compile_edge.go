package bytecode

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// edge compiles one edge.
func (k *compiler) edge(ec *Edge, e *cfa.Edge) error {
	*ec = Edge{To: e.To, CFA: e, Dst: NoSlots, Callee: cfa.NoProc}
	k.begin()
	var err error
	switch op := e.Op.(type) {
	case cfa.Assign:
		return k.assign(ec, op)
	case cfa.Assume:
		ec.Kind = Assume
		ec.A, err = k.truth(op.Cond)
	case cfa.Await:
		ec.Kind = Await
		k.c.Awaits = true
		ec.A, err = k.truth(op.Cond)
	case cfa.Havoc:
		ec.Kind = Havoc
		if ec.Dst, err = k.dst(op.Dst); err == nil {
			err = k.reaches(ec, op)
		}
	case cfa.Load:
		ec.Kind = Load
		if ec.Dst, err = k.dst(op.Dst); err == nil && ec.Dst.First < 0 {
			err = fmt.Errorf("a load into no register")
		}
		if err == nil {
			ec.Bytes, err = byteWidth(ec.Dst.Width)
		}
		if err == nil {
			ec.A, err = k.pointer(op.Addr)
		}
	case cfa.Store:
		ec.Kind = Store
		if ec.A, err = k.pointer(op.Addr); err == nil {
			ec.B, err = k.expr(op.Value)
		}
		if err == nil {
			ec.Bytes, err = byteWidth(ec.B.Width)
		}
	case cfa.AtomicBegin:
		ec.Kind = BeginSection
	case cfa.AtomicEnd:
		ec.Kind = EndSection
	case cfa.Spawn:
		ec.Kind = Spawn
		err = k.call(ec, op.Dst, op.Proc, op.Target, op.Args)
	case cfa.Call:
		ec.Kind = Call
		err = k.call(ec, op.Dst, op.Proc, op.Target, op.Args)
	case cfa.Join:
		ec.Kind = Join
		k.c.Awaits = true
		if ec.Dst, err = k.dst(op.Dst); err == nil {
			ec.A, err = k.number(op.Thread)
		}
	case cfa.Return:
		ec.Kind = Return
		ec.A, err = k.expr(op.Value)
	case cfa.Alloc:
		ec.Kind, ec.Alloc = Alloc, &op
		if ec.Dst, err = k.dst(op.Dst); err == nil {
			ec.A, err = k.pointer(op.Size)
		}
	case cfa.Free:
		ec.Kind = Free
		ec.A, err = k.pointer(op.Addr)
	case cfa.Fence:
		ec.Kind = Fence
	case cfa.Exit:
		ec.Kind = Exit
		if ec.A, err = k.expr(op.Value); err == nil && ec.A.wide != term.None {
			err = fmt.Errorf("an exit value of %d bits", ec.A.Width)
		}
	case cfa.Violation:
		ec.Kind = Violation
	case cfa.Unsupported:
		ec.Kind = Unsupported
	case cfa.UB:
		ec.Kind = UB
	case cfa.Print:
		err = k.print(ec, op)
	default:
		err = fmt.Errorf("unknown operation")
	}
	return err
}

func (k *compiler) assign(ec *Edge, op cfa.Assign) error {
	var err error
	if ec.Dst, err = k.dst(op.Dst); err != nil {
		return err
	}
	if op.Value == term.None || ec.Dst.First < 0 {
		return fmt.Errorf("no value or no register")
	}
	if got, want := k.c.Terms.Sort(op.Value), k.c.CFA.Regs[op.Dst].Sort; got != want {
		return fmt.Errorf("a value of width %d for a register of width %d", got.Width(), want.Width())
	}
	if ec.Dst.Thread {
		ec.Kind = AssignWide
		ec.A, err = k.expr(op.Value)
		return err
	}
	ec.A, err = k.exprInto(op.Value, ec.Dst.First)
	if ec.A.wide != term.None {
		ec.Kind = AssignWide
	}
	return err
}

func (k *compiler) call(ec *Edge, dst cfa.RegID, proc cfa.ProcID, target term.Term,
	args []term.Term) error {
	var err error
	if ec.Dst, err = k.dst(dst); err != nil {
		return err
	}
	ec.Callee = proc
	if proc == cfa.NoProc {
		if ec.A, err = k.pointer(target); err != nil {
			return err
		}
	} else if int(proc) >= len(k.c.CFA.Procs) || proc < 0 {
		return fmt.Errorf("procedure %d does not exist", proc)
	} else if n := len(k.c.CFA.Procs[proc].Params); n != len(args) {
		return fmt.Errorf("%d arguments for the %d parameters of %s", len(args), n, k.c.CFA.Procs[proc].Name)
	}
	for i, a := range args {
		e, err := k.expr(a)
		if err != nil {
			return fmt.Errorf("argument %d: %w", i+1, err)
		}
		if proc != cfa.NoProc {
			r := k.c.CFA.Procs[proc].Params[i]
			if want := k.c.CFA.Regs[r].Sort; want != k.c.Terms.Sort(a) {
				return fmt.Errorf("argument %d has width %d, the parameter %d", i+1, e.Width, want.Width())
			}
		}
		ec.Args = append(ec.Args, e)
	}
	return nil
}

// reaches compiles the addresses that a function was given.
func (k *compiler) reaches(ec *Edge, op cfa.Havoc) error {
	for _, a := range op.Reaches {
		e, err := k.pointer(a)
		if err != nil {
			return err
		}
		ec.Args = append(ec.Args, e)
	}
	return nil
}

func (k *compiler) print(ec *Edge, op cfa.Print) error {
	ec.Kind = Print
	var err error
	if ec.A, err = k.expr(op.Format); err != nil {
		return err
	}
	for i, a := range op.Args {
		e, err := k.number(a)
		if err != nil {
			return fmt.Errorf("argument %d: %w", i+1, err)
		}
		ec.Args = append(ec.Args, e)
	}
	return nil
}

// dst finds the words of a destination; NoReg gives noSlots.
func (k *compiler) dst(r cfa.RegID) (Slots, error) {
	if r == cfa.NoReg {
		return NoSlots, nil
	}
	if err := k.visible(r); err != nil {
		return NoSlots, err
	}
	return k.regs[r], nil
}

// truth compiles a condition.
func (k *compiler) truth(t term.Term) (Expr, error) {
	if t == term.None || !k.c.Terms.Sort(t).IsBool() {
		return Expr{}, fmt.Errorf("a condition that is no truth value")
	}
	return k.expr(t)
}

// pointer compiles a term of the width of a pointer.
func (k *compiler) pointer(t term.Term) (Expr, error) {
	if t == term.None {
		return Expr{}, fmt.Errorf("no address")
	}
	if w := k.c.Terms.Sort(t).Width(); w != k.c.CFA.PtrWidth {
		return Expr{}, fmt.Errorf("an address of %d bits", w)
	}
	return k.expr(t)
}

// number compiles a term of at most 64 bits.
func (k *compiler) number(t term.Term) (Expr, error) {
	if t == term.None {
		return Expr{}, fmt.Errorf("no value")
	}
	e, err := k.expr(t)
	if err == nil && e.wide != term.None {
		err = fmt.Errorf("a value of %d bits", e.Width)
	}
	return e, err
}

func byteWidth(bits int32) (int32, error) {
	if bits <= 0 || bits%8 != 0 || bits > maxWidth {
		return 0, fmt.Errorf("an access of %d bits", bits)
	}
	return bits / 8, nil
}
