package bytecode

import (
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Program is a program made ready for execution. It is never written once it is
// made, so that many machines can share it.
type Program struct {
	CFA         *cfa.Program // the program itself
	Terms       *term.Store
	symbols     map[term.Term]cfa.RegID
	Regs        []Slots // by RegID
	ThreadWords int32   // words of the registers of scope Thread
	Procs       []Proc
	// Awaits is set when some Await or Join could disable a section.
	Awaits bool
	// Heads is the number of locations at which loops begin.
	Heads int32
}

// Register says where the register is that a symbol stands for.
func (c *Program) Register(sym term.Term) (s Slots, ok bool) {
	r, ok := c.symbols[sym]
	if !ok {
		return NoSlots, false
	}
	return c.Regs[r], true
}

// Proc is a procedure.
type Proc struct {
	CFA    *cfa.Proc // the procedure itself
	Params []Slots
	Locals int32 // words of the registers
	Words  int32 // words of a frame: registers and temporaries, at least 1
	ins    []instruction
	Locs   []Loc
	Edges  []Edge
}

// Loc says what happens at a location.
type Loc struct {
	Kind  LocKind
	First int32 // the edge, or the first of a branch
	Other int32 // the other one of a branch
	Head  int32 // from 1 on: the number of a location at which a loop begins
}

// LocKind says what leaves a location.
type LocKind uint8

// The kinds of locations.
const (
	End     LocKind = iota // nothing leaves it
	OneEdge                // one edge
	Branch                 // Assume of a condition (first) and of its negation (other)
	Choice                 // several Assume edges in general
)

// Kind is the operation of an edge.
type Kind uint8

// The kinds of edges, by their operations. Assign is one of at most 64 bits to a register of the frame.
const (
	Assign Kind = iota
	AssignWide
	Assume
	Await
	Havoc
	Load
	Store
	BeginSection
	EndSection
	Spawn
	Join
	Call
	Return
	Alloc
	Free
	Fence
	Exit
	Violation
	Unsupported
	UB
	Print
)

// Edge is one edge, compiled.
type Edge struct {
	Kind   Kind
	To     cfa.LocID
	Bytes  int32  // of a Load or Store
	Dst    Slots  // NoSlots: none
	A      Expr   // value, condition, address, target, size, format
	B      Expr   // value of a Store
	Args   []Expr // of a call, output; the addresses that a Havoc reaches
	Callee cfa.ProcID
	Alloc  *cfa.Alloc // of an Alloc
	CFA    *cfa.Edge  // the edge itself
}

// Term is the compiled i-th of the terms of the operation, in the order of cfa.Terms.
func (e *Edge) Term(i int) *Expr {
	switch e.Kind {
	case Store:
		if i == 1 {
			return &e.B
		}
	case Call, Spawn, Print:
		if first := b2i(e.Callee == cfa.NoProc || e.Kind == Print); i >= first {
			return &e.Args[i-first]
		}
	}
	return &e.A
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// NoSlots is where no register lives.
var NoSlots = Slots{First: -1}

// Compile checks a program and makes it ready for execution.
func Compile(p *cfa.Program) (*Program, error) {
	if p == nil || p.Terms == nil {
		return nil, errors.New("interp: no program")
	}
	if p.PtrWidth != 32 && p.PtrWidth != 64 {
		return nil, fmt.Errorf("interp: pointers of %d bits", p.PtrWidth)
	}
	if p.OffsetBits < 3 || p.OffsetBits > 48 || p.OffsetBits >= p.PtrWidth {
		return nil, fmt.Errorf("interp: regions of 2^%d bytes in an address space of %d bits", p.OffsetBits,
			p.PtrWidth)
	}
	c := &Program{CFA: p, Terms: p.Terms, symbols: make(map[term.Term]cfa.RegID, len(p.Regs))}
	if p.Entry < 0 || int(p.Entry) >= len(p.Procs) {
		return nil, errors.New("interp: the program has no entry procedure")
	}
	if n := len(p.Procs[p.Entry].Params); n != 0 {
		return nil, fmt.Errorf("interp: the entry procedure has %d parameters", n)
	}
	if err := checkObjects(p); err != nil {
		return nil, err
	}
	locals, err := c.placeRegisters()
	if err != nil {
		return nil, err
	}
	c.Procs = make([]Proc, len(p.Procs))
	for i, proc := range p.Procs {
		if err := c.compileProc(proc, locals[i]); err != nil {
			return nil, fmt.Errorf("interp: procedure %s: %w", proc.Name, err)
		}
	}
	return c, nil
}

// checkObjects checks that each static object lies alone in a region.
func checkObjects(p *cfa.Program) error {
	regions := make(map[uint64]string, len(p.Objects))
	for _, o := range p.Objects {
		r := p.RegionOf(o.Addr)
		if other, ok := regions[r]; ok {
			return fmt.Errorf("interp: objects %s and %s lie in one region", other, o.Name)
		}
		regions[r] = o.Name
		if r == 0 || r >= p.Regions() || o.Size > p.MaxObject() || p.RegionOf(o.Addr+o.Size) != r {
			return fmt.Errorf("interp: object %s does not lie in a region", o.Name)
		}
		for _, in := range o.Init {
			if w := p.Terms.Sort(in.Value).Width(); w == 0 || w%8 != 0 || !p.Terms.IsConst(in.Value) {
				return fmt.Errorf(
					"interp: the initial value of %s at offset %d is no constant of whole bytes", o.Name,
					in.Offset)
			}
		}
	}
	return nil
}

// placeRegisters gives every register its words, and returns the number of
// words of the locals of each procedure.
func (c *Program) placeRegisters() ([]int32, error) {
	locals := make([]int32, len(c.CFA.Procs))
	c.Regs = make([]Slots, len(c.CFA.Regs))
	for i := range c.CFA.Regs {
		r := &c.CFA.Regs[i]
		c.symbols[r.Sym] = cfa.RegID(i)
		if w := r.Sort.Width(); !r.Sort.IsBool() && w == 0 || w > maxWidth {
			return nil,
				fmt.Errorf("interp: register %s is no truth value and no bit-vector of at most %d bits",
					r.Name, maxWidth)
		}
		w := int32(r.Sort.Width())
		s := Slots{Width: w, Words: max(1, (w+63)/64), Thread: r.Scope == cfa.Thread}
		next := &c.ThreadWords
		if !s.Thread {
			if r.Proc < 0 || int(r.Proc) >= len(locals) {
				continue // never visible, see compiler.visible
			}
			next = &locals[r.Proc]
		}
		s.First = *next
		*next += s.Words
		c.Regs[i] = s
	}
	return locals, nil
}

// maxWidth is the width of the widest registers and accesses.
const maxWidth = 128

func (c *Program) compileProc(proc *cfa.Proc, locals int32) error {
	pc := &c.Procs[proc.ID]
	*pc = Proc{CFA: proc, Locals: locals}
	k := &compiler{c: c, proc: proc, regs: c.Regs, memo: make(map[term.Term]int32), first: locals,
		most: max(locals, 1)}
	for _, r := range proc.Params {
		if err := k.visible(r); err != nil {
			return fmt.Errorf("parameter: %w", err)
		}
		pc.Params = append(pc.Params, c.Regs[r])
	}
	pc.Edges = make([]Edge, len(proc.Edges))
	for i, e := range proc.Edges {
		if int(e.To) >= len(proc.Locs) || e.To < 0 {
			return fmt.Errorf("edge %d leads nowhere", e.ID)
		}
		if e.Origin < cfa.NoEdge || int(e.Origin) >= c.CFA.NumEdges {
			return fmt.Errorf("edge %d has origin %d", e.ID, e.Origin)
		}
		if err := k.edge(&pc.Edges[i], e); err != nil {
			return fmt.Errorf("edge %d (%T): %w", e.ID, e.Op, err)
		}
	}
	pc.ins, pc.Words = k.ins, k.most
	pc.Locs = make([]Loc, len(proc.Locs))
	for i := range proc.Locs {
		var err error
		if pc.Locs[i], err = c.location(pc, proc.Locs[i].Out); err != nil {
			return fmt.Errorf("location %d: %w", i, err)
		}
	}
	if int(proc.Entry) >= len(proc.Locs) {
		return errors.New("no entry location")
	}
	c.heads(pc)
	return nil
}

// heads numbers the locations to which an edge leads back in a walk through the procedure, depth first.
func (c *Program) heads(pc *Proc) {
	type visit struct {
		loc  cfa.LocID
		next int // of its edges
	}
	const open, done = 1, 2
	state := make([]uint8, len(pc.Locs))
	path := []visit{{pc.CFA.Entry, 0}}
	state[pc.CFA.Entry] = open
	for len(path) > 0 {
		v := &path[len(path)-1]
		out := pc.CFA.Locs[v.loc].Out
		if v.next == len(out) {
			state[v.loc] = done
			path = path[:len(path)-1]
			continue
		}
		to := pc.Edges[out[v.next]].To
		v.next++
		switch l := &pc.Locs[to]; {
		case state[to] == 0:
			state[to] = open
			path = append(path, visit{to, 0})
		case state[to] == open && l.Head == 0:
			c.Heads++
			l.Head = c.Heads
		}
	}
}

// location classifies a location by its outgoing edges.
func (c *Program) location(pc *Proc, out []int32) (Loc, error) {
	for _, i := range out {
		if i < 0 || int(i) >= len(pc.Edges) {
			return Loc{}, fmt.Errorf("edge index %d", i)
		}
		if len(out) > 1 && pc.Edges[i].Kind != Assume {
			return Loc{}, fmt.Errorf("%d edges leave it and one is %T", len(out), pc.Edges[i].CFA.Op)
		}
	}
	switch len(out) {
	case 0:
		return Loc{Kind: End}, nil
	case 1:
		return Loc{Kind: OneEdge, First: out[0]}, nil
	case 2:
		l := Loc{Kind: Branch, First: out[0], Other: out[1]}
		a := pc.Edges[out[0]].CFA.Op.(cfa.Assume).Cond
		b := pc.Edges[out[1]].CFA.Op.(cfa.Assume).Cond
		switch {
		case c.negates(b, a):
			return l, nil
		case c.negates(a, b):
			l.First, l.Other = l.Other, l.First
			return l, nil
		}
	}
	return Loc{Kind: Choice}, nil
}

// negates reports whether a is, as a term, the negation of b. Both orders are
// tried by the caller, so that of two conditions the plain one is evaluated.
func (c *Program) negates(a, b term.Term) bool {
	return c.Terms.Op(a) == term.OpNot && c.Terms.Arg(a, 0) == b
}

// Origin finds the operation of an edge by its number.
func (c *Program) Origin(id cfa.EdgeID) cfa.Op {
	for _, p := range c.CFA.Procs {
		for _, e := range p.Edges {
			if e.Origin == id {
				return e.Op
			}
		}
	}
	return nil
}
