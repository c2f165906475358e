package cfa

import (
	"errors"
	"fmt"

	"whittle.dev/term"
)

// maxFaults bounds how many broken invariants Check reports.
const maxFaults = 20

// Check reports whether p keeps the invariants of the program model, and returns an error that names the
// broken ones (the first twenty), each with its procedure, edge and source position. It is meant to run after
// the front end and after every pass.
//
// The invariants:
//
//   - every index (procedure, location, edge, register) is in range; the
//     numbers of procedures equal their index; edge numbers are unique and
//     below NumEdges; origins lie in the program as lowered;
//   - Out and In of the locations list each edge exactly once, at its ends;
//   - a location has one outgoing edge, or several Assume edges, or none
//     after a path-ending operation, which always leads to such a location;
//   - terms have the sorts their place asks for and mention no symbol but
//     registers of the procedure and of scope Thread;
//   - direct calls agree with the parameters and result of what they call,
//     and returns with the result of their procedure;
//   - atomic sections are balanced: every way to a location opens the same
//     number of sections, none is closed that was not opened, and none is
//     open at a return;
//   - an Await follows, in its innermost section, nothing but loads,
//     assignments, assumptions, fences, and inner sections and calls that did
//     no more; the section may be one of a caller;
//   - static objects lie one in a region, in ascending order, below HeapBase;
//     their initial content is in range, ascending and constant;
//   - the entry procedure has no parameters, Self is a register of scope
//     Thread and pointer width.
func Check(p *Program) error { return CheckWith(NewRegIndex(p)) }

// CheckWith is [Check] of the program of an index, which has all its registers.
func CheckWith(regs *RegIndex) error {
	p := regs.prog
	c := &checker{p: p, regs: regs, edges: make([]bool, max(0, p.NumEdges)), told: make(map[string]bool)}
	c.program()
	c.objects()
	var sound []*Proc
	for i, proc := range p.Procs {
		if proc == nil || proc.ID != ProcID(i) {
			c.fault("procedure %d: wrong number", i)
			continue
		}
		c.proc = proc
		if c.graph() {
			c.operations()
			sound = append(sound, proc)
		}
		c.proc = nil
	}
	c.sections(sound)
	return errors.Join(c.faults...)
}

type checker struct {
	p      *Program
	regs   *RegIndex
	edges  []bool // that were seen, by EdgeID
	faults []error
	told   map[string]bool
	// Place of the invariant being looked at, for messages.
	proc *Proc
	edge *Edge
}

func (c *checker) fault(format string, args ...any) {
	if len(c.faults) >= maxFaults {
		return
	}
	where := "program"
	if c.proc != nil {
		where = "procedure " + c.proc.Name
	}
	if c.edge != nil {
		where += fmt.Sprintf(", edge e%d", c.edge.ID)
		if c.edge.Op != nil {
			where += fmt.Sprintf(" (%s)", OpName(c.edge.Op))
		}
		if c.p.Files != nil && c.edge.Pos.IsValid() {
			where += ", " + c.p.Files.Format(c.edge.Pos)
		}
	}
	text := where + ": " + fmt.Sprintf(format, args...)
	if c.told[text] {
		return
	}
	c.told[text] = true
	c.faults = append(c.faults, errors.New("cfa: "+text))
}

func (c *checker) program() {
	p := c.p
	if p.PtrWidth != 32 && p.PtrWidth != 64 {
		c.fault("pointer width %d", p.PtrWidth)
	}
	if p.OffsetBits < 2 || p.OffsetBits >= p.PtrWidth {
		c.fault("offset bits %d with pointers of %d bits", p.OffsetBits, p.PtrWidth)
	}
	if p.Entry < 0 || int(p.Entry) >= len(p.Procs) {
		c.fault("entry procedure %d is out of range", p.Entry)
	} else if len(p.Procs[p.Entry].Params) != 0 {
		c.fault("entry procedure %s has parameters", p.Procs[p.Entry].Name)
	}
	if !c.regInRange(p.Self) {
		c.fault("Self is no register")
	} else if r := p.Regs[p.Self]; r.Scope != Thread || r.Sort != term.BitVec(p.PtrWidth) {
		c.fault("Self is not a register of scope Thread and pointer width")
	}
	seen := make(map[term.Term]RegID, len(p.Regs))
	for i, r := range p.Regs {
		id := RegID(i)
		if r.Sym == term.None || p.Terms.Op(r.Sym) != term.OpSymbol {
			c.fault("register %s stands for no symbol", r.Name)
			continue
		}
		if other, dup := seen[r.Sym]; dup {
			c.fault("registers %d and %d share a symbol", other, id)
		}
		seen[r.Sym] = id
		if p.Terms.Sort(r.Sym) != r.Sort {
			c.fault("register %s: its symbol has the sort %v, not %v", r.Name, p.Terms.Sort(r.Sym), r.Sort)
		}
		if !r.Sort.IsBool() && !r.Sort.IsBitVec() {
			c.fault("register %s has the sort %v", r.Name, r.Sort)
		}
		switch {
		case r.Scope == Thread && r.Proc != NoProc:
			c.fault("register %s of scope Thread belongs to a procedure", r.Name)
		case r.Scope == Local && (r.Proc < 0 || int(r.Proc) >= len(p.Procs)):
			c.fault("local register %s belongs to no procedure", r.Name)
		}
	}
}

func (c *checker) regInRange(r RegID) bool { return r >= 0 && int(r) < len(c.p.Regs) }

func (c *checker) objects() {
	p := c.p
	var end uint64 // first address after the region of the last object
	for _, o := range p.Objects {
		if o.Addr < end || o.Addr == 0 || p.Nowhere(o.Addr) {
			c.fault("object %s at %#x lies below the end of the last region, %#x", o.Name, o.Addr, end)
		}
		if o.Size == 0 || o.Size > p.MaxObject() || p.RegionOf(o.Addr) != p.RegionOf(o.Addr+o.Size) {
			c.fault("object %s of %d bytes does not fit into its region", o.Name, o.Size)
		}
		end = (p.RegionOf(o.Addr) + 1) << p.OffsetBits
		if (o.Kind == Func) != (o.Proc != NoProc) {
			c.fault("object %s: only functions have a procedure", o.Name)
		}
		if o.Proc != NoProc && (o.Proc < 0 || int(o.Proc) >= len(p.Procs)) {
			c.fault("object %s: procedure %d is out of range", o.Name, o.Proc)
		}
		var next uint64
		for _, in := range o.Init {
			if in.Value == term.None || !p.Terms.IsConst(in.Value) || p.Terms.Sort(in.Value).Width()%8 != 0 ||
				!p.Terms.Sort(in.Value).IsBitVec() {
				c.fault("object %s: initial content at %d is no constant of whole bytes", o.Name, in.Offset)
				continue
			}
			if in.Offset < next {
				c.fault("object %s: initial content at %d overlaps or is out of order", o.Name, in.Offset)
			}
			next = in.Offset + uint64(p.Terms.Sort(in.Value).Width()/8)
			if next > o.Size {
				c.fault("object %s: initial content at %d lies outside", o.Name, in.Offset)
			}
		}
	}
	if p.HeapBase < end {
		c.fault("heap base %#x lies below the end of the static objects, %#x", p.HeapBase, end)
	}
}
