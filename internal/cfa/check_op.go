package cfa

import (
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// operations checks the operation of every edge of the current procedure.
func (c *checker) operations() {
	for _, e := range c.proc.Edges {
		c.edge = e
		c.symbols(e)
		c.operation(e.Op)
	}
	c.edge = nil
}

// symbols checks that the terms of an edge mention nothing but registers that the procedure may use.
func (c *checker) symbols(e *Edge) {
	EachTerm(e.Op, c.reads)
	if e.Sync != nil {
		if _, begin := e.Op.(AtomicBegin); !begin {
			c.fault("a Sync label on something else than the begin of a section")
		}
		if !syncKinds[e.Sync.Kind] {
			c.fault("the label %q of a section", e.Sync.Kind)
		}
		if e.Sync.Object != term.None {
			c.reads(e.Sync.Object)
		}
	}
	if d := Def(e.Op); d != NoReg {
		if !c.regInRange(d) {
			c.fault("sets register %d, which is out of range", d)
			return
		}
		c.owned(d, "sets")
	}
}

// reads checks the registers of a term.
func (c *checker) reads(t term.Term) {
	if t >= c.p.Terms.Limit() {
		c.fault("a term of another store")
		return
	}
	for _, r := range c.regs.Of(t) {
		c.owned(r, "reads")
	}
	if !c.regs.foreign(t) {
		return
	}
	for _, s := range c.p.Terms.Symbols(t) {
		if _, ok := c.regs.Reg(s); !ok {
			c.fault("symbol %s is no register", c.p.Terms.Name(s))
		}
	}
}

func (c *checker) owned(r RegID, verb string) {
	if reg := c.p.Regs[r]; reg.Scope == Local && reg.Proc != c.proc.ID {
		c.fault("%s register %s of another procedure", verb, reg.Name)
	}
}

// operation checks sorts and widths.
func (c *checker) operation(op Op) {
	ptr := term.BitVec(c.p.PtrWidth)
	switch op := op.(type) {
	case Assign:
		c.sort("value", op.Value, c.defSort(op.Dst, true))
	case Assume:
		c.sort("condition", op.Cond, term.Bool)
	case Await:
		c.sort("condition", op.Cond, term.Bool)
	case Havoc:
		c.defSort(op.Dst, true)
		for _, a := range op.Gone {
			c.sort("address", a, ptr)
		}
		for _, a := range op.Reaches {
			c.sort("address", a, ptr)
		}
		for _, t := range op.From {
			if !c.sortOf("value", t).IsBitVec() {
				c.fault("an input from what is no bit-vector")
			}
		}
	case Load:
		c.sort("address", op.Addr, ptr)
		c.bytes("register", c.defSort(op.Dst, true))
	case Store:
		c.sort("address", op.Addr, ptr)
		c.bytes("value", c.sortOf("value", op.Value))
	case Spawn:
		c.def(op.Dst, ptr)
		c.callee(op.Proc, op.Target, op.Args)
	case Join:
		c.sort("thread", op.Thread, ptr)
		c.def(op.Dst, ptr)
	case Call:
		c.callee(op.Proc, op.Target, op.Args)
		if c.procInRange(op.Proc) && op.Dst != NoReg {
			if r := c.p.Procs[op.Proc].Result; r == 0 {
				c.fault("uses the result of %s, which has none", c.p.Procs[op.Proc].Name)
			} else {
				c.def(op.Dst, r)
			}
		}
	case Return:
		if c.proc.Result == 0 {
			if op.Value != term.None {
				c.fault("a value in a procedure without a result")
			}
		} else {
			c.sort("value", op.Value, c.proc.Result)
		}
	case Alloc:
		c.sort("size", op.Size, ptr)
		c.sort("register", c.symOf(op.Dst), ptr)
		if op.Align == 0 || op.Align&(op.Align-1) != 0 {
			c.fault("alignment %d is no power of two", op.Align)
		}
	case Free:
		c.sort("address", op.Addr, ptr)
	case Exit:
		want := ptr
		if op.Kind == ExitProcess {
			want = term.BitVec(32)
		}
		if op.Value != term.None {
			c.sort("value", op.Value, want)
		}
	case Print:
		c.sort("format", op.Format, ptr)
		if op.Form == nil {
			c.fault("no formatter")
		}
		for i, a := range op.Args {
			if w := c.sortOf("argument", a).Width(); w != 32 && w != 64 {
				c.fault("argument %d has %d bits", i, w)
			}
		}
	case Violation:
		if op.Property == "" {
			c.fault("names no property")
		}
		if (op.Property == property.NoUndefinedBehaviour) != (op.Behaviour.Clause() != "") {
			c.fault("is not of a kind of undefined behaviour")
		}
	}
}

// callee checks the procedure or target of a call, and the arguments of a direct one.
func (c *checker) callee(proc ProcID, target term.Term, args []term.Term) {
	if proc == NoProc {
		c.sort("target", target, term.BitVec(c.p.PtrWidth))
		for _, a := range args {
			c.sortOf("argument", a)
		}
		return
	}
	if !c.procInRange(proc) {
		c.fault("procedure %d is out of range", proc)
		return
	}
	if target != term.None {
		c.fault("has both a procedure and a target")
	}
	callee := c.p.Procs[proc]
	if len(args) != len(callee.Params) {
		c.fault("%d arguments for the %d parameters of %s", len(args), len(callee.Params), callee.Name)
		return
	}
	for i, a := range args {
		if r := callee.Params[i]; c.regInRange(r) {
			c.sort("argument", a, c.p.Regs[r].Sort)
		}
	}
}

func (c *checker) procInRange(p ProcID) bool { return p >= 0 && int(p) < len(c.p.Procs) }

// sortOf returns the sort of a term that must be there; the zero Sort is the
// answer where a fault was reported.
func (c *checker) sortOf(what string, t term.Term) term.Sort {
	if t == term.None {
		c.fault("%s is missing", what)
		return 0
	}
	if t >= c.p.Terms.Limit() {
		return 0 // reported by symbols
	}
	return c.p.Terms.Sort(t)
}

func (c *checker) sort(what string, t term.Term, want term.Sort) {
	if got := c.sortOf(what, t); got != 0 && want != 0 && got != want {
		c.fault("%s has the sort %v, not %v", what, got, want)
	}
}

func (c *checker) bytes(what string, s term.Sort) {
	if s != 0 && (!s.IsBitVec() || s.Width()%8 != 0) {
		c.fault("%s has the sort %v, which is no whole number of bytes", what, s)
	}
}

func (c *checker) symOf(r RegID) term.Term {
	if !c.regInRange(r) {
		return term.None
	}
	return c.p.Regs[r].Sym
}

// defSort returns the sort of a register that an operation sets.
func (c *checker) defSort(r RegID, needed bool) term.Sort {
	if r == NoReg && !needed {
		return 0
	}
	return c.sortOf("register", c.symOf(r))
}

func (c *checker) def(r RegID, want term.Sort) {
	if r != NoReg {
		c.sort("register", c.symOf(r), want)
	}
}
