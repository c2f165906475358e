package interp

import (
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// code is a program made ready for execution. It is never written once it is
// made, so that many machines can share it.
type code struct {
	prog    *cfa.Program
	terms   *term.Store
	symbols map[term.Term]cfa.RegID
	regs    []slots // by RegID
	nthread int32   // words of the registers of scope Thread
	procs   []procCode
	// awaits is set when some Await or Join could disable a section.
	awaits bool
}

// procCode is a procedure.
type procCode struct {
	proc   *cfa.Proc
	params []slots
	locals int32 // words of the registers
	words  int32 // words of a frame: registers and temporaries, at least 1
	ins    []instr
	locs   []locCode
	edges  []edgeCode
}

// locCode says what happens at a location.
type locCode struct {
	kind  locKind
	first int32 // the edge, or the first of a branch
	other int32 // the other one of a branch
}

type locKind uint8

const (
	locEnd    locKind = iota // nothing leaves it
	locEdge                  // one edge
	locBranch                // Assume of a condition (first) and of its negation (other)
	locChoice                // several Assume edges in general
)

// opKind is the operation of an edge.
type opKind uint8

const (
	kAssign opKind = iota
	kAssignWide
	kAssume
	kAwait
	kHavoc
	kLoad
	kStore
	kBegin
	kEnd
	kSpawn
	kJoin
	kCall
	kReturn
	kAlloc
	kFree
	kFence
	kExit
	kViolation
	kUnsupported
	kUB
	kPrint
)

// edgeCode is one edge.
type edgeCode struct {
	kind  opKind
	to    cfa.LocID
	bytes int32 // of a Load or Store
	dst   slots // first < 0: none
	a     expr  // value, condition, address, target, size, format
	b     expr  // value of a Store
	args  []expr
	proc  cfa.ProcID
	alloc *cfa.Alloc // of an Alloc
	edge  *cfa.Edge
}

var noSlots = slots{first: -1}

// compile checks a program and makes it ready for execution.
func compile(p *cfa.Program) (*code, error) {
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
	c := &code{prog: p, terms: p.Terms, symbols: make(map[term.Term]cfa.RegID, len(p.Regs))}
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
	c.procs = make([]procCode, len(p.Procs))
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
func (c *code) placeRegisters() ([]int32, error) {
	locals := make([]int32, len(c.prog.Procs))
	c.regs = make([]slots, len(c.prog.Regs))
	for i := range c.prog.Regs {
		r := &c.prog.Regs[i]
		c.symbols[r.Sym] = cfa.RegID(i)
		if w := r.Sort.Width(); !r.Sort.IsBool() && w == 0 || w > maxWidth {
			return nil,
				fmt.Errorf("interp: register %s is no truth value and no bit-vector of at most %d bits",
					r.Name, maxWidth)
		}
		w := int32(r.Sort.Width())
		s := slots{width: w, words: max(1, (w+63)/64), thread: r.Scope == cfa.Thread}
		next := &c.nthread
		if !s.thread {
			if r.Proc < 0 || int(r.Proc) >= len(locals) {
				continue // never visible, see compiler.visible
			}
			next = &locals[r.Proc]
		}
		s.first = *next
		*next += s.words
		c.regs[i] = s
	}
	return locals, nil
}

// maxWidth is the width of the widest registers and accesses.
const maxWidth = 128

func (c *code) compileProc(proc *cfa.Proc, locals int32) error {
	pc := &c.procs[proc.ID]
	*pc = procCode{proc: proc, locals: locals}
	k := &compiler{c: c, proc: proc, regs: c.regs, memo: make(map[term.Term]int32), first: locals,
		most: max(locals, 1)}
	for _, r := range proc.Params {
		if err := k.visible(r); err != nil {
			return fmt.Errorf("parameter: %w", err)
		}
		pc.params = append(pc.params, c.regs[r])
	}
	pc.edges = make([]edgeCode, len(proc.Edges))
	for i, e := range proc.Edges {
		if int(e.To) >= len(proc.Locs) || e.To < 0 {
			return fmt.Errorf("edge %d leads nowhere", e.ID)
		}
		if e.Origin < cfa.NoEdge || int(e.Origin) >= c.prog.NumEdges {
			return fmt.Errorf("edge %d has origin %d", e.ID, e.Origin)
		}
		if err := k.edge(&pc.edges[i], e); err != nil {
			return fmt.Errorf("edge %d (%T): %w", e.ID, e.Op, err)
		}
	}
	pc.ins, pc.words = k.ins, k.most
	pc.locs = make([]locCode, len(proc.Locs))
	for i := range proc.Locs {
		var err error
		if pc.locs[i], err = c.location(pc, proc.Locs[i].Out); err != nil {
			return fmt.Errorf("location %d: %w", i, err)
		}
	}
	if int(proc.Entry) >= len(proc.Locs) {
		return errors.New("no entry location")
	}
	return nil
}

// location classifies a location by its outgoing edges.
func (c *code) location(pc *procCode, out []int32) (locCode, error) {
	for _, i := range out {
		if i < 0 || int(i) >= len(pc.edges) {
			return locCode{}, fmt.Errorf("edge index %d", i)
		}
		if len(out) > 1 && pc.edges[i].kind != kAssume {
			return locCode{}, fmt.Errorf("%d edges leave it and one is %T", len(out), pc.edges[i].edge.Op)
		}
	}
	switch len(out) {
	case 0:
		return locCode{kind: locEnd}, nil
	case 1:
		return locCode{kind: locEdge, first: out[0]}, nil
	case 2:
		l := locCode{kind: locBranch, first: out[0], other: out[1]}
		a := pc.edges[out[0]].edge.Op.(cfa.Assume).Cond
		b := pc.edges[out[1]].edge.Op.(cfa.Assume).Cond
		switch {
		case c.negates(b, a):
			return l, nil
		case c.negates(a, b):
			l.first, l.other = l.other, l.first
			return l, nil
		}
	}
	return locCode{kind: locChoice}, nil
}

// negates reports whether a is, as a term, the negation of b. Both orders are
// tried by the caller, so that of two conditions the plain one is evaluated.
func (c *code) negates(a, b term.Term) bool {
	return c.terms.Op(a) == term.OpNot && c.terms.Arg(a, 0) == b
}
