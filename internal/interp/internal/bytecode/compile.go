package bytecode

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// compiler turns the terms of one procedure into bytecode.
type compiler struct {
	c     *Program
	proc  *cfa.Proc
	regs  []Slots // of all registers of the program
	ins   []instruction
	memo  map[term.Term]int32 // slots of terms computed by the current edge
	first int32               // first slot for temporaries
	next  int32
	most  int32 // highest next so far
}

// begin starts an edge: temporaries of the edges before are free again.
func (k *compiler) begin() int32 {
	clear(k.memo)
	k.next = k.first
	return int32(len(k.ins))
}

func (k *compiler) temp() int32 {
	s := k.next
	k.next++
	k.most = max(k.most, k.next)
	return s
}

// Expr is a compiled term: code that leaves its value in slot, or, when the
// value is wider than 64 bits, the term itself.
type Expr struct {
	lo, hi int32 // instructions
	slot   int32
	Width  int32 // in bits; 0 of a Bool
	wide   term.Term
}

// expr compiles t to a slot of the frame. None gives an expression of width -1.
func (k *compiler) expr(t term.Term) (Expr, error) {
	if t == term.None {
		return Expr{Width: -1}, nil
	}
	e := Expr{lo: int32(len(k.ins)), Width: int32(k.c.Terms.Sort(t).Width())}
	if e.Width > 64 {
		e.wide = t
		return e, k.checkWide(t)
	}
	slot, err := k.slot(t)
	if err != nil {
		return e, err
	}
	e.slot, e.hi = slot, int32(len(k.ins))
	return e, nil
}

// exprInto compiles t so that its value ends in the given slot.
func (k *compiler) exprInto(t term.Term, dst int32) (Expr, error) {
	e, err := k.expr(t)
	if err != nil || e.wide != term.None || e.slot == dst {
		return e, err
	}
	// The last instruction made the temporary: let it write to dst itself.
	if n := len(k.ins); int32(n) > e.lo && k.ins[n-1].dst == e.slot {
		k.ins[n-1].dst = dst
	} else {
		k.ins = append(k.ins, instruction{op: opMove, dst: dst, a: e.slot, b: -1})
		e.hi++
	}
	e.slot = dst
	return e, nil
}

// binaryOps are the operators of two operands that are one instruction, with the width of their operands.
var binaryOps = map[term.Op]opcode{
	term.OpXor: opXor, term.OpEq: opEq,
	term.OpBVAnd: opAnd, term.OpBVOr: opOr, term.OpBVXor: opXor, term.OpBVAdd: opAdd, term.OpBVSub: opSub,
	term.OpBVMul:  opMul,
	term.OpBVUDiv: opUDiv, term.OpBVURem: opURem, term.OpBVSDiv: opSDiv, term.OpBVSRem: opSRem,
	term.OpBVSMod: opSMod,
	term.OpBVShl:  opShl, term.OpBVLShr: opLShr, term.OpBVAShr: opAShr,
	term.OpBVComp: opEq, term.OpBVUlt: opUlt, term.OpBVUle: opUle, term.OpBVSlt: opSlt, term.OpBVSle: opSle,
	term.OpBVUAddO: opUAddO, term.OpBVSAddO: opSAddO, term.OpBVUSubO: opUlt, term.OpBVSSubO: opSSubO,
	term.OpBVUMulO: opUMulO, term.OpBVSMulO: opSMulO, term.OpBVSDivO: opSDivO,
}

// swappedOps are the operators that are an instruction with its operands swapped.
var swappedOps = map[term.Op]opcode{
	term.OpBVUgt: opUlt, term.OpBVUge: opUle, term.OpBVSgt: opSlt, term.OpBVSge: opSle,
}

// slot emits code for t, of Bool or at most 64 bits, and returns where its value is.
func (k *compiler) slot(t term.Term) (int32, error) {
	if s, ok := k.memo[t]; ok {
		return s, nil
	}
	s, err := k.compute(t)
	if err != nil {
		return 0, err
	}
	k.memo[t] = s
	return s, nil
}

func (k *compiler) emit(in instruction) int32 {
	in.dst = k.temp()
	k.ins = append(k.ins, in)
	return in.dst
}

func (k *compiler) compute(t term.Term) (int32, error) {
	st := k.c.Terms
	sort := st.Sort(t)
	if !sort.IsBool() && !sort.IsBitVec() {
		return 0, fmt.Errorf("a term that is no truth value and no bit-vector: %s", st.String(t))
	}
	op, args := st.Op(t), st.Args(t)
	switch op {
	case term.OpSymbol:
		return k.symbol(t)
	case term.OpConst:
		v, ok := st.ConstUint64(t)
		if !ok {
			return 0, fmt.Errorf("constant %s", st.String(t))
		}
		return k.emit(instruction{op: opConst, b: -1, imm: v}), nil
	}
	// Constructors with an operand wider than 64 bits are left to the store.
	for _, a := range args {
		if s := st.Sort(a); s.Width() > 64 {
			if err := k.checkWide(t); err != nil {
				return 0, err
			}
			return k.emit(instruction{op: opEval, b: -1, imm: uint64(t)}), nil
		} else if !s.IsBool() && !s.IsBitVec() {
			return 0, fmt.Errorf("a term over numbers or arrays: %s", st.String(t))
		}
	}
	if c, ok := binaryOps[op]; ok {
		return k.chain(c, args)
	}
	if c, ok := swappedOps[op]; ok {
		return k.two(c, args[1], args[0])
	}
	switch op {
	case term.OpAnd:
		return k.chain(opAnd, args)
	case term.OpOr:
		return k.chain(opOr, args)
	case term.OpDistinct:
		if len(args) == 2 {
			return k.two(opNe, args[0], args[1])
		}
	case term.OpIte:
		return k.ite(args)
	case term.OpConcat:
		if len(args) == 2 {
			return k.two(opConcat, args[0], args[1])
		}
	case term.OpNot, term.OpBVNot, term.OpBVNeg, term.OpExtract, term.OpZeroExt, term.OpSignExt,
		term.OpRotateLeft, term.OpBVNegO:
		return k.one(t, op, args[0])
	}
	return k.emit(instruction{op: opEval, b: -1, imm: uint64(t)}), k.checkWide(t)
}

// one compiles an operator of one operand.
func (k *compiler) one(t term.Term, op term.Op, arg term.Term) (int32, error) {
	x, err := k.slot(arg)
	if err != nil {
		return 0, err
	}
	st := k.c.Terms
	w := uint8(st.Sort(arg).Width())
	hi, lo := st.Params(t)
	switch op {
	case term.OpNot:
		return k.emit(instruction{op: opNot, a: x, b: -1}), nil
	case term.OpBVNot:
		return k.emit(instruction{op: opBVNot, w: w, a: x, b: -1}), nil
	case term.OpBVNeg:
		return k.emit(instruction{op: opNeg, w: w, a: x, b: -1}), nil
	case term.OpExtract:
		return k.emit(instruction{op: opExtract, w: uint8(hi - lo + 1), a: x, b: -1, imm: uint64(lo)}), nil
	case term.OpZeroExt:
		return x, nil // values are kept zero-extended
	case term.OpSignExt:
		return k.emit(instruction{op: opSext, w: w, v: w + uint8(hi), a: x, b: -1}), nil
	case term.OpRotateLeft:
		return k.emit(instruction{op: opRotl, w: w, a: x, b: -1, imm: uint64(hi)}), nil
	}
	return k.emit(instruction{op: opNegO, w: w, a: x, b: -1}), nil
}

// two compiles an operator of two operands; a constant as the second one goes into the instruction.
func (k *compiler) two(op opcode, a, b term.Term) (int32, error) {
	x, err := k.slot(a)
	if err != nil {
		return 0, err
	}
	w := uint8(k.c.Terms.Sort(b).Width())
	if v, ok := k.c.Terms.ConstUint64(b); ok {
		return k.emit(instruction{op: op, w: w, a: x, b: -1, imm: v}), nil
	}
	y, err := k.slot(b)
	if err != nil {
		return 0, err
	}
	return k.emit(instruction{op: op, w: w, a: x, b: y}), nil
}

// chain compiles a left-associative operator of one or more operands.
func (k *compiler) chain(op opcode, args []term.Term) (int32, error) {
	x, err := k.slot(args[0])
	if err != nil {
		return 0, err
	}
	for _, b := range args[1:] {
		w := uint8(k.c.Terms.Sort(b).Width())
		if v, ok := k.c.Terms.ConstUint64(b); ok {
			x = k.emit(instruction{op: op, w: w, a: x, b: -1, imm: v})
			continue
		}
		y, err := k.slot(b)
		if err != nil {
			return 0, err
		}
		x = k.emit(instruction{op: op, w: w, a: x, b: y})
	}
	return x, nil
}

func (k *compiler) ite(args []term.Term) (int32, error) {
	var s [3]int32
	for i, a := range args {
		var err error
		if s[i], err = k.slot(a); err != nil {
			return 0, err
		}
	}
	return k.emit(instruction{op: opIte, a: s[0], b: s[1], imm: uint64(s[2])}), nil
}

// symbol finds the slot of a register; one of scope Thread is copied into the frame first.
func (k *compiler) symbol(t term.Term) (int32, error) {
	r, err := k.register(t)
	if err != nil {
		return 0, err
	}
	s := k.regs[r]
	if s.Thread {
		return k.emit(instruction{op: opThread, b: -1, imm: uint64(s.First)}), nil
	}
	return s.First, nil
}

// register finds the register that a symbol stands for.
func (k *compiler) register(t term.Term) (cfa.RegID, error) {
	r, ok := k.c.symbols[t]
	if !ok {
		return 0, fmt.Errorf("symbol %s is no register", k.c.Terms.Name(t))
	}
	return r, k.visible(r)
}

// visible checks that the procedure may use register r.
func (k *compiler) visible(r cfa.RegID) error {
	if r < 0 || int(r) >= len(k.regs) {
		return fmt.Errorf("register %d does not exist", r)
	}
	if reg := &k.c.CFA.Regs[r]; reg.Scope == cfa.Local && reg.Proc != k.proc.ID {
		return fmt.Errorf("register %s belongs to another procedure", reg.Name)
	}
	return nil
}

// checkWide checks that every symbol of t is a register that may be used here.
func (k *compiler) checkWide(t term.Term) error {
	for _, sym := range k.c.Terms.Symbols(t) {
		if _, err := k.register(sym); err != nil {
			return err
		}
	}
	return nil
}
