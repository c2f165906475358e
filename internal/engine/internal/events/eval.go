package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// eval is a term of the program with its registers replaced by their values.
func (u *unroller) eval(t term.Term, st *state) term.Term {
	u.epoch++
	return u.value(t, st)
}

func (u *unroller) value(t term.Term, st *state) term.Term {
	if int(t) >= len(u.memo) {
		return t
	}
	switch u.s.Op(t) {
	case term.OpConst:
		return t
	case term.OpSymbol:
		if r := u.regOf[t]; r != cfa.NoReg {
			return u.register(r, st)
		}
		return t
	}
	if u.stamp[t] == u.epoch {
		return u.memo[t]
	}
	n := u.s.NumArgs(t)
	var buf [4]term.Term
	args := buf[:0]
	same := true
	for i := range n {
		a := u.s.Arg(t, i)
		b := u.value(a, st)
		same = same && a == b
		args = append(args, b)
	}
	v := t
	if !same {
		hi, lo := u.s.Params(t)
		var params []int
		switch u.s.Op(t) {
		case term.OpExtract:
			params = []int{hi, lo}
		case term.OpZeroExt, term.OpSignExt, term.OpRotateLeft, term.OpRotateRight, term.OpRepeat:
			params = []int{hi}
		}
		v = u.s.Mk(u.s.Op(t), params, args...)
	}
	u.stamp[t], u.memo[t] = u.epoch, v
	return v
}

func (u *unroller) register(r cfa.RegID, st *state) term.Term {
	reg := &u.prog.Regs[r]
	if reg.Scope == cfa.Thread {
		return st.shared[u.slot[r]]
	}
	v := st.locals[u.slot[r]]
	if v == term.None {
		v = u.s.Fresh("unset", reg.Sort)
		st.locals[u.slot[r]] = v
	}
	return v
}

func (u *unroller) assign(r cfa.RegID, v term.Term, st *state) {
	if r == cfa.NoReg {
		return
	}
	if u.prog.Regs[r].Scope == cfa.Thread {
		st.shared[u.slot[r]] = v
		return
	}
	st.locals[u.slot[r]] = v
}
