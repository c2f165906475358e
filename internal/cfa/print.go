package cfa

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"whittle.dev/term"
)

// OpName returns the name of an operation's type in lower case: "load", "atomic begin".
func OpName(op Op) string {
	switch op.(type) {
	case Assign:
		return "assign"
	case Assume:
		return "assume"
	case Await:
		return "await"
	case Havoc:
		return "havoc"
	case Load:
		return "load"
	case Store:
		return "store"
	case AtomicBegin:
		return "atomic begin"
	case AtomicEnd:
		return "atomic end"
	case Spawn:
		return "spawn"
	case Join:
		return "join"
	case Call:
		return "call"
	case Return:
		return "return"
	case Alloc:
		return "alloc"
	case Free:
		return "free"
	case Fence:
		return "fence"
	case Exit:
		return "exit"
	case Violation:
		return "violation"
	case Unsupported:
		return "unsupported"
	case UB:
		return "undefined behaviour"
	case Print:
		return "print"
	}
	return "none"
}

// String returns the name of a memory order as C11 writes it, without its
// prefix; "plain" for accesses that are not atomic.
func (o Order) String() string {
	names := [...]string{"plain", "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"}
	if int(o) < len(names) {
		return names[o]
	}
	return "invalid"
}

// OpString returns the printed form of an operation of p, as in the table of the package documentation. It
// never fails, so that broken programs can be printed too.
func (p *Program) OpString(op Op) string {
	t := p.termString
	switch op := op.(type) {
	case Assign:
		if op.Number {
			return p.regName(op.Dst) + " := number " + t(op.Value)
		}
		return p.regName(op.Dst) + " := " + t(op.Value)
	case Assume:
		return "assume " + t(op.Cond)
	case Await:
		return "await " + t(op.Cond)
	case Havoc:
		s := p.regName(op.Dst) + " := input" + quoted(op.What)
		if op.Inexact != "" {
			s += " inexact" + quoted(op.Inexact)
		}
		return s
	case Load:
		return fmt.Sprintf("%s := *%s%s", p.regName(op.Dst), t(op.Addr),
			p.accessSuffix(op.Order, op.Disputed))
	case Store:
		return fmt.Sprintf("*%s := %s%s", t(op.Addr), t(op.Value), p.accessSuffix(op.Order, op.Disputed))
	case AtomicBegin:
		return "atomic {"
	case AtomicEnd:
		return "}"
	case Spawn:
		return p.result(op.Dst) + "spawn " + p.calleeString(op.Proc, op.Target, op.Args)
	case Join:
		return p.result(op.Dst) + "join " + t(op.Thread)
	case Call:
		return p.result(op.Dst) + "call " + p.calleeString(op.Proc, op.Target, op.Args)
	case Return:
		return strings.TrimRight("return "+t(op.Value), " ")
	case Alloc:
		return fmt.Sprintf("%s := alloc %s%s", p.regName(op.Dst), t(op.Size), allocSuffix(op))
	case Free:
		return "free " + t(op.Addr) + op.Kind.suffix()
	case Fence:
		return "fence " + op.Order.String()
	case Exit:
		return strings.TrimRight([...]string{"exit thread ", "exit process "}[op.Kind&1]+t(op.Value), " ")
	case Violation:
		s := "violation " + string(op.Property)
		if op.Behaviour != "" {
			s += " (" + string(op.Behaviour) + ")"
		}
		s += quoted(op.Message)
		if op.Lost {
			s += " if something is lost"
		}
		if op.Returned {
			s += " after the return"
		}
		return s
	case Unsupported:
		return "unsupported" + quoted(op.What)
	case UB:
		return "undefined behaviour" + quoted(op.What)
	case Print:
		return "print " + p.calleeString(NoProc, op.Format, op.Args) + quoted(op.Name)
	}
	return fmt.Sprintf("%T", op)
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf(" %q", s)
}

func (p *Program) accessSuffix(o Order, disputed bool) string {
	s := ""
	if o != Plain {
		s = " " + o.String()
	}
	if disputed {
		s += " " + p.Names.disputed()
	}
	return s
}

func allocSuffix(op Alloc) string {
	s := fmt.Sprintf(" align %d", op.Align)
	s += op.Kind.suffix()
	if op.Zero {
		s += " zero"
	}
	return s + quoted(op.Name)
}

func (k AllocKind) suffix() string { return [...]string{"", " stack", " new", " new[]"}[k] }

func (p *Program) termString(t term.Term) string {
	switch {
	case t == term.None:
		return ""
	case t >= p.Terms.Limit():
		return fmt.Sprintf("<term %d>", t)
	}
	return p.Terms.String(t)
}

func (p *Program) regName(r RegID) string {
	if r < 0 || int(r) >= len(p.Regs) {
		return fmt.Sprintf("<register %d>", r)
	}
	return p.termString(p.Regs[r].Sym)
}

func (p *Program) result(r RegID) string {
	if r == NoReg {
		return ""
	}
	return p.regName(r) + " := "
}

func (p *Program) calleeString(proc ProcID, target term.Term, args []term.Term) string {
	var b strings.Builder
	switch {
	case proc == NoProc:
		b.WriteString("*" + p.termString(target))
	case proc >= 0 && int(proc) < len(p.Procs):
		b.WriteString(p.Procs[proc].Name)
	default:
		fmt.Fprintf(&b, "<procedure %d>", proc)
	}
	b.WriteByte('(')
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.termString(a))
	}
	b.WriteByte(')')
	return b.String()
}

// Fprint writes p as text: its static objects, its registers of scope Thread,
// and each procedure with its registers, locations and edges.
func Fprint(w io.Writer, p *Program) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "program: pointers of %d bits, offsets of %d bits, heap from %#x\n", p.PtrWidth,
		p.OffsetBits, p.HeapBase)
	for _, o := range p.Objects {
		kind := [...]string{"object", "constant", "function"}[min(o.Kind, Func)]
		fmt.Fprintf(b, "%s %s at %#x, %d bytes", kind, o.Name, o.Addr, o.Size)
		if o.ReadOnly {
			b.WriteString(", read-only")
		}
		if o.Undefined {
			b.WriteString(", undefined")
		}
		for _, in := range o.Init {
			fmt.Fprintf(b, "\n  +%d = %s", in.Offset, p.termString(in.Value))
		}
		b.WriteByte('\n')
	}
	for i, r := range p.Regs {
		if r.Scope == Thread {
			fmt.Fprintf(b, "thread register %s: %v\n", p.regName(RegID(i)), r.Sort)
		}
	}
	for _, proc := range p.Procs {
		b.WriteByte('\n')
		p.fprintProc(b, proc)
	}
	return b.Flush()
}

// FprintProc writes one procedure of p as text.
func FprintProc(w io.Writer, p *Program, proc *Proc) error {
	b := bufio.NewWriter(w)
	p.fprintProc(b, proc)
	return b.Flush()
}

func (p *Program) fprintProc(b *bufio.Writer, proc *Proc) {
	fmt.Fprintf(b, "proc %s(", proc.Name)
	for i, r := range proc.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.regName(r))
	}
	b.WriteByte(')')
	if proc.Result != 0 {
		fmt.Fprintf(b, " %v", proc.Result)
	}
	if proc.ID == p.Entry {
		b.WriteString(" entry")
	}
	if proc.Model {
		b.WriteString(" model")
	}
	fmt.Fprintf(b, " from L%d\n", proc.Entry)
	for l, loc := range proc.Locs {
		if len(loc.Out) == 0 {
			continue
		}
		fmt.Fprintf(b, "  L%d:%s\n", l, quoted(loc.Label))
		for _, i := range loc.Out {
			if i < 0 || int(i) >= len(proc.Edges) {
				fmt.Fprintf(b, "    <edge %d>\n", i)
				continue
			}
			e := proc.Edges[i]
			fmt.Fprintf(b, "    e%d: %s", e.ID, p.OpString(e.Op))
			if !Ends(e.Op) {
				fmt.Fprintf(b, " -> L%d", e.To)
			}
			b.WriteString(p.edgeNote(e))
			b.WriteByte('\n')
		}
	}
}

// edgeNote is what stands after an edge for people: label, origin, place.
func (p *Program) edgeNote(e *Edge) string {
	s := ""
	if e.Sync != nil {
		s += " ; " + string(e.Sync.Kind)
		if e.Sync.Object != term.None {
			s += " " + p.termString(e.Sync.Object)
		}
	}
	if e.Origin == NoEdge {
		s += " ; added"
	} else if e.Origin != e.ID {
		s += fmt.Sprintf(" ; from e%d", e.Origin)
	}
	if p.Files != nil && e.Pos.IsValid() {
		s += " ; " + p.Files.Format(e.Pos)
	}
	return s
}
