package cfa

import "whittle.dev/term"

// Locals lists the local registers of a procedure: its parameters, and what its edges set, read or name.
func (x *RegIndex) Locals(c *Proc) []RegID {
	seen := make(map[RegID]bool)
	var out []RegID
	add := func(r RegID) {
		if r != NoReg && !seen[r] && x.prog.Regs[r].Scope == Local {
			seen[r] = true
			out = append(out, r)
		}
	}
	for _, r := range c.Params {
		add(r)
	}
	for _, e := range c.Edges {
		add(Def(e.Op))
		x.Uses(e.Op, add)
		if e.Sync != nil && e.Sync.Object != term.None {
			for _, r := range x.Of(e.Sync.Object) {
				add(r)
			}
		}
	}
	return out
}

// Renaming maps local registers of a procedure to those of a copy; other registers stay.
type Renaming struct {
	reg  map[RegID]RegID
	term *term.Substituter
}

// NewRenaming adds a register of the procedure to for each local one.
func (p *Program) NewRenaming(locals []RegID, to ProcID) *Renaming {
	r := &Renaming{reg: make(map[RegID]RegID)}
	syms := make(map[term.Term]term.Term)
	for _, old := range locals {
		reg := p.Regs[old]
		reg.Proc = to
		r.reg[old] = p.NewReg(reg)
		syms[p.Sym(old)] = p.Sym(r.reg[old])
	}
	r.term = term.NewSubstituter(p.Terms, syms)
	return r
}

// Reg is the register of the copy.
func (r *Renaming) Reg(old RegID) RegID {
	if to, local := r.reg[old]; local {
		return to
	}
	return old
}

// Op is an operation as one of the copy. What procedure it calls or starts stays.
func (r *Renaming) Op(op Op) Op {
	if len(r.reg) == 0 {
		return op
	}
	op = MapTerms(op, r.term.Apply)
	if d := Def(op); d != NoReg {
		op = WithDef(op, r.Reg(d))
	}
	return op
}

// Sync is an explanation as one of the copy; nil stays nil.
func (r *Renaming) Sync(s *Sync) *Sync {
	if s == nil || len(r.reg) == 0 {
		return s
	}
	c := *s
	if c.Object != term.None {
		c.Object = r.term.Apply(c.Object)
	}
	return &c
}
