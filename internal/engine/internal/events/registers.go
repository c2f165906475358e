package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// registers puts the values of registers into terms.
type registers struct {
	*Plan // says which symbols are registers
	s     *term.Store
	parts *addressParts
	// The memo of one eval, by handle: valid where stamp is epoch.
	stamp []uint32
	memo  []term.Term
	epoch uint32
}

// eval is a term of the program with its registers replaced by their values.
func (rg *registers) eval(t term.Term, st *state) term.Term {
	rg.epoch++
	return rg.value(t, st)
}

// value is eval for a term and those below it.
func (rg *registers) value(t term.Term, st *state) term.Term {
	if int(t) >= len(rg.memo) {
		return t
	}
	switch rg.s.Op(t) {
	case term.OpConst:
		return t
	case term.OpSymbol:
		if r := rg.regOf[t]; r != cfa.NoReg {
			return rg.register(r, st)
		}
		return t
	}
	if rg.stamp[t] == rg.epoch {
		return rg.memo[t]
	}
	n := rg.s.NumArgs(t)
	var buf [4]term.Term
	args := buf[:0]
	same := true
	for i := range n {
		a := rg.s.Arg(t, i)
		b := rg.value(a, st)
		same = same && a == b
		args = append(args, b)
	}
	v := t
	if !same {
		v = rg.apply(t, args)
	}
	rg.stamp[t], rg.memo[t] = rg.epoch, v
	return v
}

// apply is the operation of a term on other arguments.
func (rg *registers) apply(t term.Term, args []term.Term) term.Term {
	switch op := rg.s.Op(t); op {
	case term.OpExtract:
		hi, lo := rg.s.Params(t)
		if w, bits := rg.prog.PtrWidth, rg.prog.OffsetBits; rg.s.Sort(args[0]).Width() == w &&
			(hi == w-1 && lo == bits || hi == bits-1 && lo == 0) {
			return rg.parts.of(hi, lo, args[0], 0)
		}
	case term.OpConcat, term.OpZeroExt, term.OpBVAdd, term.OpBVMul, term.OpBVShl:
		return rg.parts.through(rg.s.Mk(op, params(rg.s, t), args...))
	}
	return rg.s.Mk(rg.s.Op(t), params(rg.s, t), args...)
}

// register is the value of a register; one that was not set may have any.
func (rg *registers) register(r cfa.RegID, st *state) term.Term {
	reg := &rg.prog.Regs[r]
	if reg.Scope == cfa.Thread {
		return st.shared[rg.slot[r]]
	}
	v := st.locals[rg.slot[r]]
	if v == term.None {
		v = rg.s.Fresh("unset", reg.Sort)
		st.locals[rg.slot[r]] = v
	}
	return v
}

// assign gives a register a value; NoReg takes none.
func (rg *registers) assign(r cfa.RegID, v term.Term, st *state) {
	if r == cfa.NoReg {
		return
	}
	if rg.prog.Regs[r].Scope == cfa.Thread {
		st.shared[rg.slot[r]] = v
		return
	}
	st.locals[rg.slot[r]] = v
}
